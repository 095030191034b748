// The date field: typed in either notation, picked with mouse or keys, bounds that cannot be chosen, errors in words.
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { byId, type FormCase, findError, openForm, TODAY } from "./support.tsx";

const buildCase = (extra: Partial<FormCase> = {}): FormCase => ({
  schema: {
    type: "object",
    properties: {
      day: { type: "string", format: "date", dateWindow: { from: "-14d", to: "+2m" } },
      next: { type: "string" },
    },
    required: ["day"],
  },
  ui: { day: { "ui:widget": "date" } },
  props: { services: { today: TODAY } },
  ...extra,
});

async function opened(extra: Partial<FormCase> = {}) {
  const form = await openForm(buildCase(extra));
  await expect.poll(() => document.getElementById("step_day")).not.toBeNull();
  return form;
}
const openButton = () => byId("step_day").parentElement!.querySelector<HTMLButtonElement>("button")!;
const dialog = () => document.querySelector<HTMLElement>("[role=dialog]");
const day = (iso: string) => document.querySelector<HTMLElement>(`[data-day="${iso}"]`)!;
const focusedDay = () => (document.activeElement as HTMLElement).dataset.day;

/** As a clipboard does it: maxLength cuts this text too. */
function paste(text: string): void {
  byId("step_day").focus();
  document.execCommand("insertText", false, text);
}

test("a double click opens the calendar, and goes two months on in it", async () => {
  await opened({ data: { day: "2026-11-25" } });
  await userEvent.dblClick(openButton());
  await expect.poll(dialog).not.toBeNull();
  const heading = () => dialog()?.querySelector("h2")?.textContent;
  await expect.poll(heading).toContain("november");
  const next = [...dialog()!.querySelectorAll("button")].find((button) =>
    /Volgende maand/.test(button.ariaLabel ?? ""),
  );
  await userEvent.dblClick(next!);
  await expect.poll(heading).toContain("januari");
});

test.each([
  ["1-12-2026", "nl", "01-12-2026"],
  ["01/12/2026", "nl", "01-12-2026"],
  ["01122026", "nl", "01-12-2026"],
  ["01122026", "fr", "01/12/2026"],
  ["01.12.2026", "fr", "01/12/2026"],
  ["1.12.26", "nl", "01-12-2026"],
] as const)("typed %s (%s)", async (text, language, shown) => {
  const { session } = await opened({ language });
  await userEvent.type(byId("step_day"), text);
  await userEvent.tab();
  expect(session.data().day).toBe("2026-12-01");
  await expect.poll(() => byId("step_day").value).toBe(shown);
});

test.each([
  [" 01-12-2026", "nl"],
  ["\t01-12-2026", "nl"],
  ["01 - 12 - 2026", "nl"],
  ["1 december 2026", "nl"],
  ["1er décembre 2026", "fr"],
] as const)("pasted %j is read whole (%s)", async (text, language) => {
  const { session } = await opened({ language });
  paste(text);
  await userEvent.tab();
  expect(session.data().day).toBe("2026-12-01");
  await expect.poll(() => byId("step_day").value).toBe(language === "nl" ? "01-12-2026" : "01/12/2026");
});

test("a pasted text that is no date is kept whole, under the error of a date", async () => {
  const { session } = await opened();
  paste("de eerste van december 2026");
  await userEvent.tab();
  await userEvent.tab();
  expect(session.data().day).toBe("de eerste van december 2026");
  await expect.poll(() => byId("step_day").value).toBe("de eerste van december 2026");
  await expect.poll(() => findError("step_day")).toBe("Vul een geldige datum in: dd-mm-jjjj");
});

test("text that is not a date stays as typed with that message, and out of bounds names the bound", async () => {
  await opened();
  await userEvent.type(byId("step_day"), "31-02-2027");
  await userEvent.tab();
  await expect.poll(() => findError("step_day")).toBeUndefined();
  await userEvent.tab();
  await expect.poll(() => findError("step_day")).toBe("Vul een geldige datum in: dd-mm-jjjj");
  await expect.poll(() => byId("step_day").value).toBe("31-02-2027");
  await userEvent.fill(byId("step_day"), "21-01-2027");
  await userEvent.tab();
  await userEvent.tab();
  await expect.poll(() => findError("step_day")).toBe("De datum mag niet na 20-01-2027 liggen");
});

test("a day is picked with the mouse and the focus goes back to the button", async () => {
  const { session } = await opened();
  await userEvent.click(openButton());
  await expect.poll(() => day(TODAY).getAttribute("aria-current")).toBe("date");
  await userEvent.click(day("2026-11-27"));
  expect(session.data().day).toBe("2026-11-27");
  await expect.poll(() => byId("step_day").value).toBe("27-11-2026");
  await expect.poll(() => dialog()).toBeNull();
  await expect.poll(() => document.activeElement).toBe(openButton());
});

test("the keys of a date grid", async () => {
  const { session } = await opened({ data: { day: "2026-11-25" } });
  await userEvent.click(openButton());
  await expect.poll(() => focusedDay()).toBe("2026-11-25");
  for (const [key, expected] of [
    ["{ArrowRight}", "2026-11-26"],
    ["{ArrowDown}", "2026-12-03"],
    ["{Home}", "2026-11-30"],
    ["{End}", "2026-12-06"],
    ["{PageUp}", "2026-11-06"],
    ["{ArrowLeft}", "2026-11-06"],
    ["{PageDown}", "2026-12-06"],
    ["{Shift>}{PageDown}{/Shift}", "2027-01-20"],
  ] as const) {
    await userEvent.keyboard(key);
    await expect.poll(() => focusedDay()).toBe(expected);
  }
  await userEvent.keyboard("{Enter}");
  expect(session.data().day).toBe("2027-01-20");
});

test("Escape closes the calendar and not the sheet that contains its field", async () => {
  const { container } = await opened();
  const sheet = document.createElement("dialog");
  document.body.append(sheet);
  sheet.append(container);
  sheet.showModal();
  await userEvent.click(openButton());
  await expect.poll(dialog).not.toBeNull();
  await userEvent.keyboard("{Escape}");
  expect(dialog()).toBeNull();
  expect(sheet.open).toBe(true);
  expect(document.activeElement).toBe(openButton());
  document.body.append(container);
  sheet.remove();
});

test("days and months out of bounds cannot be chosen; Escape closes and gives the focus back", async () => {
  await opened();
  await userEvent.click(openButton());
  await expect.poll(() => day("2026-11-05").getAttribute("aria-disabled")).toBe("true");
  expect(day("2026-11-05").tabIndex).toBe(-1);
  expect(getComputedStyle(day("2026-11-05")).textDecorationLine).toBe("line-through");
  await expect.poll(() => day("2026-11-06").getAttribute("aria-disabled")).not.toBe("true");
  const [lastYear, lastMonth, nextMonth] = [...dialog()!.querySelectorAll("button")];
  await expect.poll(() => lastYear!.disabled).toBe(true);
  await expect.poll(() => lastMonth!.disabled).toBe(true);
  await userEvent.click(nextMonth!);
  await expect.poll(() => dialog()!.textContent).toContain("december 2026");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => dialog()).toBeNull();
  await expect.poll(() => document.activeElement).toBe(openButton());
});

test("a click elsewhere closes the calendar and lands where it was meant", async () => {
  await opened();
  await userEvent.click(openButton());
  await userEvent.click(document.querySelector("h2")!);
  await expect.poll(() => dialog()).toBeNull();
});

/** Dates in running text that are broken over more than one line, however wide the text is. */
function brokenDays(): string[] {
  const broken: string[] = [];
  for (let width = 90; width < 400; width += 7) {
    document.body.style.inlineSize = `${width}px`;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      for (const { index, 0: written } of (node.textContent ?? "").matchAll(/\d\d[-/]\d\d[-/]\d{4}/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + written.length);
        if (range.getClientRects().length > 1) broken.push(`${written} at ${width}`);
      }
  }
  document.body.style.inlineSize = "";
  return broken;
}

test.each(["nl", "fr"] as const)(
  "a day in help, error, summary, notice or dialog never breaks (%s)",
  async (language) => {
    const shown = language === "nl" ? "25-01-2027" : "25/01/2027";
    const sentence = `Kies een datum tot en met ${shown}.`;
    const { next } = await opened({
      language,
      data: { day: "2020-01-01" },
      ui: { day: { "ui:widget": "date", "ui:help": "Kies een datum van 2026-11-25 tot en met 2027-01-25." } },
      children: (
        <>
          <Notice>{sentence}</Notice>
          <Dialog title="Vraag" intro={sentence} onClose={() => undefined}>
            {null}
          </Dialog>
        </>
      ),
    });
    await next();
    await expect.poll(() => document.body.textContent?.match(/\d\d[-/]\d\d[-/]\d{4}/g)).toHaveLength(6);
    expect(brokenDays()).toEqual([]);
  },
);
