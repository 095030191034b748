// The story of a request up to its outcome (spec: wizard 4, Submission outcomes). Answers, premium and outcome are those of the
// journeys in fixtures. It starts after steps that were saved by calls where it can. After a dropout answer nothing can be sent.
import type { Locator } from "@playwright/test";
import { findJourney } from "../../journeys/support/journey.ts";
import { expectAccessible } from "./accessible.ts";
import { expect, test } from "./stories.ts";
import type { Language } from "./words.ts";

interface Outcome {
  journey: string;
  /** Key of the outcome's texts, or null if the request cannot be sent. */
  outcome: "quotation_sent" | "policy_accepted" | "policy_not_accepted" | null;
  language: Language;
  /** How many of its last steps are filled in on the screen. */
  typed: number;
}

const product = "beroepsaansprakelijkheid";
export const ALL = Number.POSITIVE_INFINITY;

/** Whom to contact: a sentence with a link (spec: wizard 8). */
const mailLink = (area: Locator) => area.locator('a[href^="mailto:"]');

export function tellOutcome({ journey: file, outcome, language, typed }: Outcome): void {
  test.describe(`an outcome in ${language}`, () => {
    test.use({ language });

    test(file, async ({ broker, page }) => {
      const journey = findJourney(`${product}-${file}`);
      const saved = Math.max(0, journey.steps.length - typed);
      if (saved > 0) await broker.startAfter(journey, saved);
      else await broker.startAnew(journey);
      await broker.travel({ ...journey, steps: journey.steps.slice(saved) }, async (step) => {
        if (step === "company-data") await broker.expectLinesAddUp();
        if (outcome === "quotation_sent") await expectAccessible(page, step);
      });
      await broker.expectTotal(journey.expect.premium?.total ?? 0);
      await broker.agree(journey.submit.answers);
      if (outcome === null) {
        await broker.expectUnavailable(journey.submit.action, "error.dropout");
        await expect(mailLink(broker.sidebar)).toBeVisible();
        await expectAccessible(page, `${file} before sending`);
        return;
      }
      if (outcome === "policy_not_accepted") await expectAccessible(page, `${file} before sending`);
      await broker.send(journey.submit.action);
      const number = await broker.expectOutcome(outcome);
      expect(number, "a number on the screen").toMatch(/^[57]\d{7}$/);
      if (outcome === "policy_not_accepted") await broker.expectReferral(number, journey);
      await expectAccessible(page, `outcome of ${file}`);
      await page.reload();
      expect(await broker.expectOutcome(outcome), "the number after a reload").toBe(number);
      if (outcome !== "policy_not_accepted") return;
      await page.getByRole("link", { name: broker.say("wizard.outcome.action.to_quote") }).click();
      await expect(page.getByRole("main"), "where the underwriter's question will be").toContainText(number);
    });
  });
}
