// The basic controls: the four failures of an icon, dialogs, blocks, tooltips, toasts, live regions, busy buttons.

import { shapes } from "virtual:icon-shapes";
import axe from "axe-core";
import { useState } from "react";
import { IntlProvider } from "react-intl";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { focusField } from "#widgets/runtime/focus.ts";
import { TextDefaults } from "#widgets/runtime/text.ts";
import { Block } from "#widgets/ui/Block.tsx";
import { Button, IconButton } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { diagnose, Icon, IconFallback, iconPath } from "#widgets/ui/Icon.tsx";
import { announce, LiveRegion } from "#widgets/ui/LiveRegion.tsx";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { Toasts, toast } from "#widgets/ui/notice/Toast.tsx";
import { useTooltip } from "#widgets/ui/Tooltip.tsx";
import { MailText } from "#widgets/ui/text/MailText.tsx";
import nl from "../../src/app/messages/nl.json";
import { listen } from "../support/heard.ts";
import { saidWhile } from "./said/tree.ts";
import "#widgets/styles/index.css";

const show = (element: React.ReactNode) =>
  render(
    <IntlProvider locale="nl-NL" messages={nl as never} onError={() => undefined}>
      <main>{element}</main>
    </IntlProvider>,
  );
const fault = () => document.querySelector<HTMLElement>("[data-icon-fault]");

test("an icon is drawn in the page, exactly as in its file", async () => {
  expect(Object.keys(shapes).length).toBeGreaterThan(40);
  for (const name of Object.keys(shapes)) {
    const { container, unmount } = await show(<Icon name={name} />);
    const file = new DOMParser().parseFromString(await (await fetch(iconPath(name))).text(), "image/svg+xml");
    const shapesIn = (parent: Element | null) =>
      [...parent!.children].map((shape) => [shape.tagName, ...[...shape.attributes].map((each) => each.value)]);
    expect(shapesIn(container.querySelector("svg"))).toEqual(shapesIn(file.querySelector("#i")));
    expect(container.querySelector("use")).toBeNull();
    await unmount();
  }
});

test("a product's own icon is shown from its address", async () => {
  const address = iconPath("chip");
  const { container } = await show(<Icon name={address} />);
  expect(container.querySelector("use")?.getAttribute("href")).toBe(`${address}#i`);
  expect(iconPath(address)).toBe(address);
});

test("an icon that does not exist, or has no name, reports it and keeps its place", async () => {
  await show(<Icon name="bestaat-niet" />);
  await expect.poll(() => fault()?.title).toMatch(/Pictogram niet gevonden|Het bestandstype/);
  expect(fault()!.getBoundingClientRect().width).toBeGreaterThan(8);
  await show(<Button icon="bestaat-niet">Opnieuw</Button>);
  await expect.poll(() => document.querySelector("button [data-icon-fault]")).not.toBeNull();
  await expect.element(page.getByRole("button", { name: "Opnieuw", exact: true })).toBeVisible();
  await show(<Icon name={undefined} />);
  expect([...document.querySelectorAll<HTMLElement>("[data-icon-fault]")].at(-1)!.title).toBe(
    "De bron van het pictogram ontbreekt",
  );
});

test("the four faults of an icon have words of their own", async () => {
  const answers = {
    a: new Response("", { status: 404 }),
    b: new Response("<html>", { headers: { "content-type": "text/html" } }),
  };
  const fetched = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation(async (address) => (String(address).includes("icon-a") ? answers.a : answers.b));
  expect(await diagnose("a")).toBe("not_found");
  expect(await diagnose("b")).toBe("invalid_content_type");
  fetched.mockRestore();
  await show(<IconFallback fault="unsupported" classes="icon" label={undefined} />);
  expect(fault()!.title).toBe("Uw browser ondersteunt geen SVG");
});

function WithDialog() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Openen</Button>
      {open && (
        <Dialog title="Titel" intro="De vraag" onClose={() => setOpen(false)}>
          <Button>Binnen</Button>
        </Dialog>
      )}
    </>
  );
}

test("a dialog takes the focus, closes on Escape and gives the focus back", async () => {
  await show(<WithDialog />);
  const opener = document.querySelector("button")!;
  await userEvent.click(opener);
  const dialog = document.querySelector("dialog")!;
  await expect.poll(() => dialog.matches(":modal")).toBe(true);
  await expect.poll(() => document.activeElement?.textContent).toBe("Titel");
  await expect
    .poll(() => document.getElementById(dialog.getAttribute("aria-describedby")!)!.textContent)
    .toBe("De vraag");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => document.querySelector("dialog")).toBeNull();
  await expect.poll(() => document.activeElement).toBe(opener);
});

function WithBlock() {
  const [open, setOpen] = useState(false);
  return (
    <Block title="Premie" value="€ 143,32" open={open} onToggle={setOpen}>
      <p>Inhoud</p>
    </Block>
  );
}

function WithExplanation() {
  const { button, panel } = useTooltip({ field: "Naam", content: "Uitleg" });
  return (
    <Dialog title="Titel" onClose={closed}>
      {button}
      {panel}
    </Dialog>
  );
}
const closed = vi.fn();

test("Escape closes what is open in a dialog, then the dialog", async () => {
  await show(<WithExplanation />);
  await userEvent.click(document.querySelector("[aria-expanded]")!);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => document.querySelector("[role=note]")).toBeNull();
  expect(closed).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}");
  expect(closed).toHaveBeenCalledOnce();
});

type Opener = (toggle: () => void, open: boolean) => React.ReactNode;
const OPENERS: Record<string, Opener> = {
  button: (toggle) => <Button onClick={toggle}>Openen</Button>,
  "button with an icon alone": (toggle) => <IconButton icon="plus" label="Openen" onClick={toggle} />,
  "head of a block": (toggle, open) => (
    <Block title="Openen" open={open} onToggle={toggle}>
      Inhoud
    </Block>
  ),
};

function WithOpener({ opener }: { opener: Opener }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      {opener(() => setOpen(!open), open)}
      {open && <output>open</output>}
    </>
  );
}

test.each(Object.keys(OPENERS))("a double click on a %s opens what it opens, and does not close it", async (name) => {
  await show(<WithOpener opener={OPENERS[name]!} />);
  await userEvent.dblClick(document.querySelector("button")!);
  expect(document.querySelector("output")?.textContent).toBe("open");
  await userEvent.click(document.querySelector("button")!);
  expect(document.querySelector("output"), "a press that is made later counts").toBeNull();
});

test("a double click on the button of an explanation opens it", async () => {
  const Explained = () => {
    const { button, panel } = useTooltip({ field: "naam", content: "Uitleg" });
    return (
      <>
        {button}
        {panel}
      </>
    );
  };
  await show(<Explained />);
  await userEvent.dblClick(document.querySelector("button")!);
  expect(document.querySelector("[role=note]")?.textContent).toBe("Uitleg");
});

test("a block opens and closes with its heading", async () => {
  await show(<WithBlock />);
  const head = document.querySelector<HTMLButtonElement>("h2 > button")!;
  expect(head.getAttribute("aria-expanded")).toBe("false");
  await userEvent.click(head);
  await expect.poll(() => document.getElementById(head.getAttribute("aria-controls")!)!.textContent).toBe("Inhoud");
});

test("an unavailable button can be reached and does nothing", async () => {
  const press = vi.fn();
  await show(
    <Button unavailable onClick={press}>
      Versturen
    </Button>,
  );
  const button = document.querySelector("button")!;
  button.focus();
  await expect.poll(() => document.activeElement).toBe(button);
  await userEvent.keyboard("{Enter}");
  expect(press).not.toHaveBeenCalled();
  await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
});

/** As it is on the screen. */
function readLines(parent: Element): string[] {
  const lines = new Map<number, string>();
  const walker = document.createTreeWalker(parent, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const [index, letter] of [...(node.textContent ?? "")].entries()) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const { bottom } = range.getBoundingClientRect();
      lines.set(bottom, (lines.get(bottom) ?? "") + letter);
    }
  return [...lines.values()];
}

test("an e-mail address breaks behind its @ or before a dot, never in a word; it is copied whole", async () => {
  const email = "intermediair@voorbeeldverzekeraar.example";
  const { container } = await show(
    <TextDefaults value={{ email }}>
      <div style={{ inlineSize: 250 }}>
        <Notice title="Dit kan niet">
          <MailText id="portal.dashboard.no_office" />
        </Notice>
        <Notice>{`Stuur een bericht naar ${email}, of bel.`}</Notice>
      </div>
    </TextDefaults>,
  );
  const addresses = [...container.querySelectorAll(".address")];
  expect(addresses).toHaveLength(2);
  for (const address of addresses) {
    const lines = readLines(address);
    expect(lines.length, "it does not fit on one line").toBeGreaterThan(1);
    for (const line of lines.slice(1)) expect(line).toMatch(/^(voorbeeldverzekeraar|\.)/);
    expect(getSelectionOf(address)).toBe(email);
  }
});

function getSelectionOf(node: Element): string {
  getSelection()?.selectAllChildren(node);
  return String(getSelection());
}

test("what is quick does not flash, and what lasts shows its words", async () => {
  const lists = ["een", "twee"].map((key) => <Loading key={key} label="Relaties worden geladen…" rows={3} />);
  const announcements = await saidWhile(async () => {
    await show([<LiveRegion key="region" />, ...lists]);
    expect(document.querySelector("main")!.textContent).toBe("");
    await expect.poll(() => document.querySelectorAll("[aria-hidden=true] > span").length).toBe(6);
  });
  expect(announcements, "once for both").toEqual(["polite: Relaties worden geladen…"]);
});

test("a toast is announced once, and not again with the next one or with its button", async () => {
  await show(
    <>
      <Toasts />
      <LiveRegion />
    </>,
  );
  expect(await saidWhile(async () => toast("Opgeslagen."))).toEqual(["polite: Opgeslagen."]);
  expect(await saidWhile(async () => toast("Gekopieerd."))).toEqual(["polite: Gekopieerd."]);
  const close = () => userEvent.click(page.getByRole("region").getByRole("button").first());
  expect(await saidWhile(close)).toEqual([]);
  await close();
});

test("a toast is beside the screens in a landmark of its own", async () => {
  const screen = (name: string) => (
    <IntlProvider locale="nl-NL" messages={nl as never}>
      <main key={name}>{name}</main>
      <Toasts />
    </IntlProvider>
  );
  const { rerender } = await render(screen("Relatie"));
  toast("Opgeslagen.");
  await rerender(screen("Dashboard"));
  await expect.element(page.getByRole("region", { name: "Meldingen" })).toHaveTextContent("Opgeslagen.");
  const { violations } = await axe.run(document.body, { runOnly: ["region"] });
  expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([]);
  await userEvent.click(page.getByRole("region").getByRole("button").first());
  await expect.poll(() => page.getByRole("region").elements(), { message: "no landmark without a toast" }).toEqual([]);
});

test("what is announced while a dialog is open is heard in it, and no earlier announcement", async () => {
  await show(
    <>
      <WithDialog />
      <LiveRegion />
    </>,
  );
  await saidWhile(async () => announce("Eerder"));
  await userEvent.click(document.querySelector("button")!);
  await expect.poll(() => document.querySelector("dialog")!.textContent).not.toContain("Eerder");
  expect(await saidWhile(async () => announce("Nu"))).toEqual(["polite: Nu"]);
});

test("an announcement during others waits until those were heard", async () => {
  await show(<LiveRegion />);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const drawn = () => new Promise((done) => requestAnimationFrame(done));
  listen();
  announce("Huidige taal: Nederlands");
  vi.advanceTimersByTime(50);
  announce("Laden…"); // by an effect, before the page has drawn the announced words
  for (let each = 0; each < 4; each += 1) {
    await drawn();
    vi.advanceTimersByTime(50);
  }
  await drawn();
  expect(globalThis.heard).toEqual(["polite: Huidige taal: Nederlands", "polite: Laden…"]);
});

test("what was read is taken away, in silence; what came after it has its own time", async () => {
  await show(<LiveRegion />);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  for (const [role, politeness] of [["status", "polite"] as const, ["alert", "assertive"] as const]) {
    const region = page.getByRole(role);
    announce("Eerst", politeness);
    vi.advanceTimersByTime(6_000);
    await expect.element(region).toHaveTextContent("Eerst");
    announce("Daarna", politeness);
    vi.advanceTimersByTime(6_000);
    await expect.element(region, { message: "a new text is not taken away early" }).toHaveTextContent("Daarna");
    listen();
    vi.advanceTimersByTime(2_000);
    await expect.element(region).toBeEmptyDOMElement();
    expect(globalThis.heard).toEqual([]);
  }
});

test("toasts and announcements are heard", async () => {
  await show(
    <>
      <Toasts />
      <LiveRegion />
    </>,
  );
  toast("Opgeslagen.");
  announce("Nieuw totaal", "polite");
  await expect.poll(() => page.getByRole("region").query()?.textContent).toContain("Opgeslagen.");
  await expect
    .poll(() => [...document.querySelectorAll("[role=status]")].map((each) => each.textContent))
    .toContain("Opgeslagen. Nieuw totaal");
  announce("Een", "polite");
  announce("Twee", "polite");
  await expect.poll(() => document.querySelector("[role=status]")?.textContent).toBe("Een. Twee");
  await userEvent.click(page.getByRole("region").getByRole("button").first());
  await expect.poll(() => page.getByRole("region").elements()).toEqual([]);
});

test("the focus goes to the first control of a group, and among radios to the checked one", async () => {
  const radios = (name: string) => (
    <div data-field id={name}>
      <button type="button">Help</button>
      <input type="radio" name={name} aria-label={`${name} no`} />
      <input type="radio" name={name} aria-label={`${name} yes`} defaultChecked />
    </div>
  );
  const group = (
    <div id="owner">
      <div data-field>
        <input aria-label="name" />
      </div>
      {radios("resident")}
    </div>
  );
  await render(group);
  const focused = (id: string) => focusField(id) && document.activeElement?.getAttribute("aria-label");
  expect([focused("owner"), focused("resident")]).toEqual(["name", "resident yes"]);
});
