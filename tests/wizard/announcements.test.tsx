// What changes beside the open step is announced once, whichever part of the sidebar is on the screen. On a telephone
// its blocks are in a closed sheet.
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { formatMoney } from "#engine/values/formats.ts";
import { answers } from "./support/answers.ts";
import { type Language, showWizard, wordsIn } from "./support/screen.tsx";

afterEach(() => page.viewport(1280, 900));

/**
 * Records the announcements of the page's live region from the moment a label is shown. The record opens with the last
 * one of an earlier test. On a slow machine it contains waits too.
 */
function listen(label: string): string[] {
  const heard: string[] = [];
  let before: string | null | undefined;
  const ears = new MutationObserver(() => {
    const words = document.querySelector("[role=status]:has(+ [role=alert])")?.textContent;
    if (words?.startsWith(label) && before !== undefined && words !== before) heard.push(words);
    before = words;
  });
  ears.observe(document.body, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => ears.disconnect());
  return heard;
}

const turnover = "#general-data_turnover";

async function typeTurnover(amount: number): Promise<void> {
  await expect.poll(() => document.querySelector(turnover)).not.toBeNull();
  await userEvent.fill(document.querySelector(turnover)!, String(amount));
  await userEvent.tab();
}

describe.each<[Language, number]>([
  ["nl", 1280],
  ["fr", 390],
])("the premium's total (%s, %i px)", (language, width) => {
  const say = wordsIn(language);
  const label = say("wizard.sidebar.summary.term_including_tax", {
    period: say("common.period.per_months", { months: "12" }),
  });

  test("is announced when it is there and when it changed, not when it is the same", async () => {
    await page.viewport(width, 900);
    const heard = listen(label);
    const { called } = await showWizard({ language, at: "company-data" });
    await expect.poll(() => heard).toHaveLength(1);
    await userEvent.click(page.getByRole("button", { name: new RegExp(say("wizard.step.general-data.title")) }));
    await typeTurnover(1_000_000);
    await expect.poll(() => heard).toHaveLength(2);
    // Another turnover of the same band is asked for, and costs the same.
    await typeTurnover(1_500_000);
    await expect.poll(() => called("premium")).toHaveLength(3);
    await typeTurnover(answers["general-data"].turnover);
    await expect.poll(() => heard).toHaveLength(3);
    const announce = (amount: number) => say("common.named", { name: label, value: formatMoney(amount, language) });
    expect(heard).toEqual([465.85, 628.9, 465.85].map(announce));
  });
});

test("a request that can be sent before the extra step is not announced as having all its steps done", async () => {
  const say = wordsIn("fr");
  const heard = listen("");
  await showWizard({ language: "fr", at: "final-questions" });
  const questions = page.getByRole("radiogroup");
  await expect.element(questions.first()).toBeInTheDocument();
  for (const [index, question] of questions.all().entries())
    await userEvent.click(question.getByRole("radio", { name: say(`common.answer.${index === 1 ? "yes" : "no"}`) }));
  await userEvent.click(page.getByRole("button", { name: say("wizard.button.next") }));
  await expect.poll(() => heard.join(" ")).toContain(say("wizard.sidebar.request.sendable_already"));
  expect(heard.join(" ")).not.toContain(say("wizard.sidebar.request.sendable"));
});
