// A conversion asks whether it starts with the quotation as sent or with a change that was saved and never sent.
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { TOLD_IN } from "../support/toldIn.ts";
import { address, showWizard, wordsIn } from "./support/screen.tsx";

const resumed = { saved_at: "2026-11-20T10:00:00.000Z", step: "general-data" };

async function convert(language: "nl" | "fr", change: typeof resumed | null = resumed, address = "/wizard?new") {
  const onStartAnew = vi.fn();
  await showWizard({
    language,
    address,
    onStartAnew,
    opened: ({ exists }) => ({
      flow: "quoteToPolicy",
      exists: { ...exists, resumed: change, quotation_number: 50010414 },
    }),
  });
  return { onStartAnew, say: wordsIn(language) };
}

const question = () => document.querySelector("dialog, [role=dialog]")?.textContent ?? "";

test.each(TOLD_IN)("the question names the day of the change and the quotation (%s)", async (language) => {
  const { say, onStartAnew } = await convert(language);
  await expect.element(page.getByRole("dialog", { name: say("wizard.convert.title") })).toBeVisible();
  await expect.poll(question).toContain("50010414");
  await page.getByRole("button", { name: say("wizard.convert.as_sent") }).click();
  expect(onStartAnew).toHaveBeenCalledOnce();
});

test("the change goes on without losing an answer, and a reload does not ask again", async () => {
  const { say, onStartAnew } = await convert("nl");
  await page.getByRole("button", { name: say("wizard.convert.with_change"), exact: true }).click();
  await expect.poll(address).toBe("/wizard");
  expect(onStartAnew).not.toHaveBeenCalled();
});

test("a conversion without a saved change asks nothing", async () => {
  await convert("nl", null);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(question()).toBe("");
});
