// The four outcomes of a request (spec: wizard 4, Submission outcomes). A quotation is completed step by step in both languages:
// in Dutch for a relation, in French as a temporary request. The others start after steps that were saved by calls where they can.
// Answers, premium and outcome are those of the journeys in fixtures. After a dropout answer nothing can be sent. Outcomes that only
// another back end gives (decisions 62) are mocked. Their words in both languages are in portal/said.test.tsx.
import type { Locator } from "@playwright/test";
import { findJourney } from "../journeys/support/journey.ts";
import { expectAccessible } from "./support/accessible.ts";
import { expect, test } from "./support/stories.ts";
import type { Language } from "./support/words.ts";

interface Outcome {
  journey: string;
  /** Key of the outcome's texts, or null if the request cannot be sent. */
  outcome: "quotation_sent" | "policy_accepted" | "policy_not_accepted" | null;
  language: Language;
  /** How many of its last steps are filled in on the screen. */
  typed: number;
}

const product = "beroepsaansprakelijkheid";
const ALL = Number.POSITIVE_INFINITY;
const outcomes: Outcome[] = [
  { journey: "newRequest-quotation", outcome: "quotation_sent", language: "nl", typed: ALL },
  { journey: "newTempRequest-quotation-for-a-new-relation", outcome: "quotation_sent", language: "fr", typed: ALL },
  { journey: "newRequest-policy-accepted", outcome: "policy_accepted", language: "nl", typed: 0 },
  {
    journey: "newRequest-referred-with-explanation-and-file",
    outcome: "policy_not_accepted",
    language: "nl",
    typed: 1,
  },
  // A temporary request has no address before its first step, so no call can save its steps.
  { journey: "newTempRequest-referred-with-explanation", outcome: "policy_not_accepted", language: "fr", typed: ALL },
  // The reason beside the action is recorded in no table, so that it is read in both languages here.
  { journey: "newRequest-declined-by-an-answer-that-leads-to-dropout", outcome: null, language: "nl", typed: 0 },
  { journey: "newRequest-declined-by-an-answer-that-leads-to-dropout", outcome: null, language: "fr", typed: 0 },
];

/** Whom to contact: a sentence with a link (spec: wizard 8). */
const mailLink = (area: Locator) => area.locator('a[href^="mailto:"]');

const answered = (accepted: "pending" | "declined") => ({
  success: true,
  errors: [],
  type: "insurance-policy",
  number: accepted === "pending" ? "50010999" : null,
  accepted,
  explanation: null,
  refusal_messages: [],
  wrong_acceptance_questions: [],
  wrong_final_questions: [],
});

for (const { journey: file, outcome, language, typed } of outcomes) {
  test.describe(`an outcome in ${language}`, () => {
    test.use({ language });

    test(file, async ({ broker, page }) => {
      const journey = findJourney(`${product}-${file}`);
      // What is sent in both languages is looked at in half in each.
      const half = outcomes.some((other) => other.outcome === outcome && other.language !== language)
        ? language
        : undefined;
      const saved = Math.max(0, journey.steps.length - typed);
      if (saved > 0) await broker.startAfter(journey, saved);
      else await broker.startAnew(journey);
      await broker.travel({ ...journey, steps: journey.steps.slice(saved) }, async (step) => {
        if (step === "company-data") await broker.expectLinesAddUp();
        if (outcome === "quotation_sent") await expectAccessible(page, `${step} in ${language}`, half);
      });
      await broker.expectTotal(journey.expect.premium?.total ?? 0);
      await broker.agree(journey.submit.answers);
      if (outcome === null) {
        await broker.expectUnavailable(journey.submit.action, "error.dropout");
        await expect(mailLink(broker.sidebar)).toBeVisible();
        await expectAccessible(page, `${file} before sending`, half);
        return;
      }
      if (outcome === "policy_not_accepted") await expectAccessible(page, `${file} before sending`, half);
      await broker.send(journey.submit.action);
      const number = await broker.expectOutcome(outcome);
      expect(number, "a number on the screen").toMatch(/^[57]\d{7}$/);
      if (outcome === "policy_not_accepted") await broker.expectReferral(number, journey);
      await expectAccessible(page, `outcome of ${file}`, half);
      await page.reload();
      expect(await broker.expectOutcome(outcome), "the number after a reload").toBe(number);
      if (outcome !== "policy_not_accepted") return;
      await page.getByRole("link", { name: broker.say("wizard.outcome.action.to_quote") }).click();
      await expect(page.getByRole("main"), "where the underwriter's question will be").toContainText(number);
    });
  });
}

test("the server is gone while sending: not confirmed, asked again by itself, one number when it is back", async ({
  broker,
  page,
  portal,
  guard,
}) => {
  guard.expectNoNetwork();
  const journey = findJourney("cyber-quoteToPolicy-policy-accepted-as-it-stands");
  await broker.startAnew({ ...journey, convert: true });
  await broker.agree(journey.submit.answers);
  await portal.end("SIGKILL");
  await broker.send(journey.submit.action);
  await broker.expectOutcome("unconfirmed");
  await expect(page.getByText(broker.say("wizard.outcome.unconfirmed.repeating"))).toBeVisible();
  await expectAccessible(page, "unconfirmed outcome");
  await portal.begin();
  await page.evaluate(() => {
    for (const name of ["offline", "online"]) dispatchEvent(new Event(name));
  });
  expect(await broker.expectOutcome("policy_accepted")).toMatch(/^7\d{7}$/);
});

for (const accepted of ["pending", "declined"] as const) {
  test(`the answer ${accepted}`, async ({ broker, page }) => {
    const journey = findJourney("cyber-quoteToPolicy-declined-by-an-answer-that-leads-to-dropout");
    await page.route("**/wizard/submit/**", (route) => route.fulfill({ json: answered(accepted) }));
    await broker.startAnew({ ...journey, convert: true });
    await broker.agree(journey.submit.answers);
    await broker.send("insurance-policy");
    const number = await broker.expectOutcome(`policy_${accepted}`);
    expect(number).toBe(accepted === "pending" ? "50010999" : "");
    await expect(mailLink(page.getByRole("main"))).toHaveCount(accepted === "declined" ? 1 : 0);
    await expectAccessible(page, `outcome ${accepted}`);
  });
}
