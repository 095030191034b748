// Leaving the wizard: the page asks before it is closed while something would be lost, and shows what stopped when it
// is left by a link (decisions 36, 37).
import { afterEach, describe, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { TOLD_IN } from "../support/toldIn.ts";
import { wrong } from "./support/answers.ts";
import { offline } from "./support/calls.ts";
import { leave, showWizard, wordsIn } from "./support/screen.tsx";

afterEach(() => vi.restoreAllMocks());

/** Whether the browser would ask before the page goes. */
const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
const field = (name: string) => document.querySelector<HTMLInputElement>(`#general-data_${name}`);
/** Toasts of an earlier test may still be shown. */
const toasts = () => [...document.querySelectorAll("section[aria-label] > p")].map(({ textContent }) => textContent);

async function type(name: string, value: string): Promise<void> {
  await expect.poll(() => field(name)).not.toBeNull();
  await userEvent.fill(field(name)!, value);
}

async function choose(name: string): Promise<void> {
  await expect.poll(() => document.querySelector("input[type=file]")).not.toBeNull();
  await userEvent.upload(document.querySelector("input[type=file]")!, new File(["x"], name));
}

describe.each(TOLD_IN)("a file on its way (%s)", (language) => {
  test("is asked about before the page closes, and named when a link leads out", async () => {
    vi.spyOn(XMLHttpRequest.prototype, "send").mockImplementation(() => undefined);
    await showWizard({ language, at: "additional-explanation", given: { "final-questions": wrong } });
    await choose("brief.pdf");
    await expect.poll(asks).toBe(true);
    leave();
    const stopped = wordsIn(language)("wizard.upload.stopped", { names: "brief.pdf", count: "1" });
    await expect.poll(() => toasts().at(-1)).toContain(stopped);
    expect(asks()).toBe(false);
  });
});

test("without an upload there is no question or message: this device keeps typed text", async () => {
  const { vault } = await showWizard();
  await type("kvk", "4279");
  const before = toasts();
  expect(asks()).toBe(false);
  expect(vault?.kept, "the widget's own text too").toContain("4279");
  leave();
  await expect.poll(() => document.querySelector("h1")?.textContent).toBe("elsewhere");
  expect(toasts()).toEqual(before);
});

describe("a device that keeps nothing", () => {
  test("asks while an answer is not saved, and no more once it is", async () => {
    const { fail, called } = await showWizard({ vault: null });
    fail("save general-data", offline());
    expect(asks()).toBe(false);
    await type("kvk", "4279");
    expect(asks()).toBe(true);
    await expect.poll(() => called("save general-data").length).toBe(2);
    await expect.poll(asks).toBe(false);
  });

  test("saves what was typed when a link leads out at once", async () => {
    const { called } = await showWizard({ vault: null });
    await type("kvk", "4279");
    leave();
    await expect.poll(() => called("save general-data").at(-1)?.body).toEqual({ kvk: "4279" });
  });
});
