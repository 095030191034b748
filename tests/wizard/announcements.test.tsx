// What changes beside the open step is said once, whatever of the sidebar is on the screen: on a telephone its blocks stand
// in a closed sheet.
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { PremiumAnswer } from "#api/wireTypes.ts";
import { formatMoney } from "#engine/formats.ts";
import { backEnd } from "./support/miniature.ts";
import { type Language, showWizard, wordsIn } from "./support/screen.tsx";

afterEach(() => page.viewport(1280, 900));

/** A thousandth of the revenue, 100 without one. */
function pricedByRevenue() {
  const server = backEnd();
  const { premium } = server.api;
  server.api.premium = async (inputs, signal) => {
    const answer = await premium(inputs, signal);
    const revenue = Number(inputs.general?.revenue ?? 100_000);
    return { ...answer, premium: { ...answer.premium, total_amount: revenue / 1000 } } satisfies PremiumAnswer;
  };
  return server;
}

/**
 * What the page's live region says of a label from the moment it stands there; it opens with what an earlier test heard last.
 * A slow machine hears of waits too.
 */
function listen(label: string): string[] {
  const heard: string[] = [];
  let before: string | null | undefined;
  const ears = new MutationObserver(() => {
    const words = document.querySelector("div.visually-hidden[role=status]")?.textContent;
    if (words?.startsWith(label) && before !== undefined && words !== before) heard.push(words);
    before = words;
  });
  ears.observe(document.body, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => ears.disconnect());
  return heard;
}

async function typeRevenue(amount: number): Promise<void> {
  await expect.poll(() => document.querySelector("#general_revenue")).not.toBeNull();
  await userEvent.fill(document.querySelector("#general_revenue")!, String(amount));
  await userEvent.tab();
}

describe.each<[Language, number]>([
  ["nl", 1280],
  ["fr", 390],
])("the premium's total (%s, %i px)", (language, width) => {
  const period = wordsIn(language)("common.period.per_year");
  const label = wordsIn(language)("wizard.sidebar.summary.term_including_tax", { period });
  const said = (amount: number) => `${label}: ${formatMoney(amount, language)}`;

  test("is said when it is there and when it changed, not when it is the same", async () => {
    await page.viewport(width, 900);
    const server = pricedByRevenue();
    const heard = listen(label);
    await showWizard(server, { language });
    await expect.poll(() => heard).toEqual([said(100)]);
    await typeRevenue(180_000);
    await expect.poll(() => heard).toEqual([said(100), said(180)]);
    await userEvent.fill(document.querySelector("#general_kvk")!, "42793191");
    await typeRevenue(180_000);
    await typeRevenue(250_000);
    await expect.poll(() => heard.at(-1)).toBe(said(250));
    expect(heard).toEqual([said(100), said(180), said(250)]);
  });
});
