// A copy of a quotation never takes the place of answers unasked, also of those that only this device holds.
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import type { Opened } from "#wizard/model/core.ts";
import { TOLD_IN } from "../support/toldIn.ts";
import { address, type Language, showWizard, wordsIn } from "./support/screen.tsx";

const COPY = "/wizard?copy=50010414";
const draft = { "general-data": { data: { kvk: "42793191" } } };
const question = () => document.querySelector("dialog, [role=dialog]")?.textContent ?? "";
const kvk = () => document.querySelector<HTMLInputElement>("#general-data_kvk")?.value;

async function ask(language: Language = "nl", change: (request: Opened) => Partial<Opened> = () => ({})) {
  const onStartAnew = vi.fn();
  const opened = (request: Opened) => ({ copyWaits: true, ...change(request) });
  const { vault } = await showWizard({ language, draft, opened, address: COPY, onStartAnew });
  return { vault, onStartAnew, say: wordsIn(language) };
}

test.each(TOLD_IN)("shows what would be lost: answers on this device (%s)", async (language) => {
  const { say } = await ask(language);
  await expect.element(page.getByRole("dialog", { name: say("wizard.copy.title") })).toBeVisible();
  await expect.poll(question).toContain(say("wizard.copy.text_device", { quotation: "50010414" }));
});

test("shows when and where the open request was saved, if it was", async () => {
  const resumed = { saved_at: "2026-11-20T10:00:00.000Z", step: "general-data" };
  await ask("nl", ({ exists }) => ({ exists: { ...exists, resumed } }));
  await expect.poll(question).toMatch(/20-11-2026.* Algemene gegevens\./);
});

test("going on keeps what was typed and takes the copy out of the address", async () => {
  const { say, onStartAnew, vault } = await ask();
  await page.getByRole("button", { name: say("wizard.copy.go_on") }).click();
  await expect.poll(address).toBe("/wizard");
  await expect.poll(() => kvk()).toBe("42793191");
  expect(onStartAnew).not.toHaveBeenCalled();
  expect(vault?.kept).toContain("42793191");
});

test("the copy replaces them when the broker confirms it, and this device forgets them", async () => {
  const { say, onStartAnew, vault } = await ask();
  await page.getByRole("button", { name: say("wizard.copy.replace") }).click();
  expect(onStartAnew).toHaveBeenCalledOnce();
  expect(vault?.kept).toBeNull();
});

test("without earlier answers the copy opens without a question, and leaves the address", async () => {
  await showWizard({ address: COPY });
  await expect.poll(address).toBe("/wizard");
  expect(question()).toBe("");
});

test.each(TOLD_IN)("a copied request names its quotation and the steps to answer again (%s)", async (language) => {
  const copied = { quotation: 50010414, date: "2026-08-03" };
  await showWizard({ language, opened: ({ exists }) => ({ exists: { ...exists, copied } }) });
  const say = wordsIn(language);
  const steps = language === "nl" ? "Acceptatievragen, Slotvragen" : "Questions d’acceptation, Questions finales";
  await expect.element(page.getByText(say("wizard.copied.questions", { steps }))).toBeVisible();
  const notice = page.getByText(say("wizard.copied.text")).element().parentElement?.textContent;
  expect(notice).toMatch(/50010414.*03.08.2026/);
});
