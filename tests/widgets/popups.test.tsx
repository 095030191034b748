// The list and the calendar while they are open, under the strict policy of the server's pages: no style is injected, axe
// is content, and the words are of the language on the screen.
import axe from "axe-core";
import { afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { page as browserPage, commands, userEvent } from "vitest/browser";
import { TOLD_IN } from "../support/toldIn.ts";
import { byId, compileRules, type Language, openForm, professionPairs, TODAY } from "./support.tsx";

// Our own sheets of the widgets that come late, here before anything counts: a development server adds them as style elements.
import.meta.glob("/widgets/fields/**/*.module.css", { eager: true });

const schema = {
  type: "object",
  properties: {
    sector: { type: "string" },
    professions: professionPairs,
    day: { type: "string", format: "date", dateWindow: { from: "-14d", to: "+2m" } },
  },
};
const ui = {
  professions: { "ui:field": "profession-pair", "ui:options": { sector: "sector" } },
  day: { "ui:widget": "date" },
};
const lists = {
  professions: Array.from({ length: 40 }, (_, index) => ({
    value: `p${index}`,
    label: `Beroep ${index}`,
    sector_id: "180",
    clarification: `Wat een ${index} doet.`,
  })),
};
compileRules(schema);

const violations: string[] = [];

beforeAll(async () => {
  document.addEventListener("securitypolicyviolation", (event) => {
    violations.push(`${event.violatedDirective} ${event.sample}`);
  });
  const served = new DOMParser().parseFromString(await commands.readFile("src/app/index.html"), "text/html");
  document.head.append(document.importNode(served.getElementById("react-aria-pressable-style")!, true));
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "style-src 'self'; object-src 'none'; require-trusted-types-for 'script'";
  document.head.append(policy);
});
afterEach(() => {
  expect(violations.splice(0)).toEqual([]);
});

const opened = async (language: Language) => {
  const styles = document.querySelectorAll("style").length;
  const data = { sector: "180", day: "2026-11-27" };
  const form = await openForm({ schema, ui, lists, data, language, props: { services: { today: TODAY } } });
  await expect.poll(() => document.getElementById("step_professions__profession")).not.toBeNull();
  await expect.poll(() => document.getElementById("step_day")).not.toBeNull();
  return { ...form, added: () => document.querySelectorAll("style").length - styles };
};

async function faults(): Promise<string[]> {
  const rules = { region: { enabled: false } };
  const { violations } = await axe.run(document.body, { rules });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}

const combo = () => byId("step_professions__profession");
const dialog = () => document.querySelector<HTMLElement>("[role=dialog]");

test.each(TOLD_IN)("the list of professions (%s)", async (language) => {
  const { added } = await opened(language);
  await userEvent.type(combo(), "beroep 1");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  await expect.poll(() => document.querySelectorAll("[role=option]")).toHaveLength(11);
  await expect.poll(() => document.querySelectorAll("[role=option][data-focused]")).toHaveLength(1);
  expect(await faults()).toEqual([]);
  await userEvent.fill(combo(), "niets");
  await expect.poll(() => document.querySelector("[role=listbox]")?.textContent).toBeTruthy();
  expect(await faults()).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => added()).toBe(0);
});

/** The events of a scroll come with the next frame. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

const sizes = [
  [1440, 900],
  [1280, 220],
  [320, 256],
] as const;
const heights = [0, 0.7];

/** Measures the pixels of the option's height that its list and the window show. */
function visible(option: HTMLElement): number {
  const [shown, list] = [option, document.querySelector("[data-trigger=ComboBox]")!].map((element) =>
    element.getBoundingClientRect(),
  );
  return Math.min(shown!.bottom, list!.bottom, innerHeight) - Math.max(shown!.top, list!.top, 0);
}

test.each(sizes.flatMap(([width, height]) => heights.map((part) => [width, height, part] as const)))(
  "in a window of %i x %i the arrow keys scroll the list alone, with the field at %d of its height",
  async (width, height, part) => {
    await browserPage.viewport(width, height);
    onTestFinished(() => browserPage.viewport(1280, 900));
    const { counts } = await opened("nl");
    document.body.style.paddingBlock = "2000px";
    onTestFinished(() => document.body.removeAttribute("style"));
    scrollTo(0, scrollY + combo().getBoundingClientRect().top - part * height);
    combo().focus({ preventScroll: true });
    await drawn();
    const before = scrollY;
    for (let index = 0; index < 8; index += 1) {
      await userEvent.keyboard("{ArrowDown}");
      const active = () => document.getElementById(combo().getAttribute("aria-activedescendant") ?? "");
      await expect.poll(() => active()?.textContent, { interval: 5 }).toContain(`Wat een ${index} doet`);
      // The option is marked at once; the list scrolls to it in an effect after that.
      await expect.poll(() => visible(active()!), { interval: 5 }).toBeGreaterThan(20);
      expect([scrollX, scrollY]).toEqual([0, before]);
    }
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => combo().value).toBe("Beroep 7");
    expect(counts.submits).toBe(0);
  },
);

test("Enter right after the list closed because the page scrolled opens it again and does not submit", async () => {
  const { counts } = await opened("nl");
  document.body.style.paddingBlock = "2000px";
  onTestFinished(() => document.body.removeAttribute("style"));
  combo().focus();
  await drawn();
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(() => combo().getAttribute("aria-expanded")).toBe("true");
  scrollBy(0, 50);
  await drawn();
  await expect.poll(() => combo().getAttribute("aria-expanded")).toBe("false");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => combo().getAttribute("aria-expanded")).toBe("true");
  await userEvent.keyboard("{Escape}{Enter}");
  await expect.poll(() => counts.submits).toBe(1);
});

test.each([
  ["nl", "november 2026", "vrijdag 20 november 2026"],
  ["fr", "novembre 2026", "vendredi 20 novembre 2026"],
] as const)("the calendar (%s)", async (language, month, name) => {
  const { added } = await opened(language);
  await userEvent.click(byId("step_day").parentElement!.querySelector<HTMLButtonElement>("button")!);
  await expect.poll(() => dialog()?.textContent).toContain(month);
  await expect.poll(() => document.querySelector(`[data-day="${TODAY}"]`)!.getAttribute("aria-label")).toContain(name);
  const [box, field] = [dialog()!, byId("step_day")].map((element) => element.getBoundingClientRect());
  expect([box!.left, box!.width]).toEqual([field!.left, 304]);
  await expect.poll(() => dialog()!.querySelector("[aria-selected=true]")!.textContent).toBe("27");
  await expect.poll(() => dialog()!.querySelector("[aria-current=date]")!.textContent).toBe("20");
  await expect.poll(() => dialog()!.querySelector("th")!.textContent!.toLowerCase()).toMatch(/^(ma|l)/);
  expect(await faults()).toEqual([]);
  await userEvent.keyboard("{ArrowRight}{Enter}");
  await expect.poll(() => dialog()).toBeNull();
  await expect.poll(() => added()).toBe(0);
});

test("Tab goes on from the calendar's day to what follows, never outside the page's order", async () => {
  await opened("nl");
  const button = byId("step_day").parentElement!.querySelector<HTMLButtonElement>("button")!;
  await userEvent.click(button);
  await expect.poll(() => (document.activeElement as HTMLElement).dataset.day).toBe("2026-11-27");
  await userEvent.tab();
  await expect.poll(() => document.activeElement!.textContent).toBe("Volgende");
  await expect.poll(() => dialog()).toBeNull();
});

test("the last month a button can reach leaves the focus on a day", async () => {
  await opened("nl");
  await userEvent.click(byId("step_day").parentElement!.querySelector<HTMLButtonElement>("button")!);
  const next = () => dialog()!.querySelectorAll<HTMLButtonElement>("button")[2]!;
  await userEvent.click(next());
  await expect.poll(() => document.activeElement).toBe(next());
  await userEvent.click(next());
  await expect.poll(() => dialog()!.textContent).toContain("januari 2027");
  await expect.poll(() => (document.activeElement as HTMLElement).dataset.day).toBe("2027-01-20");
});
