// Outcomes in French, a policy that is accepted, and a server that is gone while a request is sent.
import { findJourney } from "../journeys/support/journey.ts";
import { expectAccessible } from "./support/accessible.ts";
import { ALL, tellOutcome } from "./support/outcomes.ts";
import { expect, test } from "./support/stories.ts";

const language = "fr";
const quoted = "newTempRequest-quotation-for-a-new-relation";
// A temporary request has no address before its first step, so no call can save its steps.
const referred = "newTempRequest-referred-with-explanation";
const declined = "newRequest-declined-by-an-answer-that-leads-to-dropout";
tellOutcome({ journey: quoted, outcome: "quotation_sent", language, typed: ALL });
tellOutcome({ journey: referred, outcome: "policy_not_accepted", language, typed: ALL });
tellOutcome({ journey: declined, outcome: null, language, typed: 0 });
tellOutcome({ journey: "newRequest-policy-accepted", outcome: "policy_accepted", language: "nl", typed: 0 });

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
