// Nothing typed is ever lost (spec: issue "Behaviour", decisions 36 and 37): every fault, in every step, and the values
// before and after are equal. One test per fault; each travels the whole request and strikes in every step before saving.
import type { Page } from "@playwright/test";
import { type Journey, journeyOf } from "../journeys/support/journey.ts";
import type { Portal } from "../support/portal.ts";
import { Broker } from "./support/broker.ts";
import type { Guard } from "./support/guard.ts";
import { expect, test } from "./support/stories.ts";

interface Scene {
  broker: Broker;
  page: Page;
  portal: Portal;
  guard: Guard;
  journey: Journey;
}

/** What happens to the broker; ends with the wizard open again, in whatever page it then is. */
type Fault = (scene: Scene) => Promise<Broker>;

const faults: Record<string, { strike: Fault; announce?: (guard: Guard) => void }> = {
  reload: {
    strike: async ({ broker, page }) => {
      await page.reload();
      return broker;
    },
  },
  "back and forward": {
    strike: async ({ broker, page }) => {
      await page.goBack();
      await page.goForward();
      return broker;
    },
  },
  "the tab crashes": {
    strike: async ({ broker, page, journey }) => {
      const next = await page.context().newPage();
      await page.close();
      const again = new Broker(next, broker.language);
      await again.startRequest(journey);
      return again;
    },
  },
  "the network is away": {
    announce: (guard) => {
      guard.expectNoNetwork();
      guard.allow(/status of 409/); // the save that was tried again arrived, and only its answer was lost
    },
    strike: async ({ broker, page }) => {
      await page.context().setOffline(true);
      await broker.saveNow();
      await expect(broker.notSaved).toBeVisible();
      await page.context().setOffline(false);
      await page.reload();
      return broker;
    },
  },
  "the session ends": {
    announce: (guard) => guard.expectStatus(401),
    strike: async ({ broker, page, journey }) => {
      const kept = (await page.context().cookies()).filter(({ name }) => name === "language");
      await page.context().clearCookies();
      await page.context().addCookies(kept);
      await broker.saveNow();
      await expect(page.getByRole("heading", { level: 1, name: broker.say("portal.login.title") })).toBeVisible();
      await broker.login("v.voorbeeld");
      await broker.expectDashboard();
      await broker.startRequest(journey);
      return broker;
    },
  },
  "the server is killed": {
    announce: (guard) => {
      guard.expectNoNetwork();
      guard.allow(/status of 409/);
    },
    strike: async ({ broker, page, portal }) => {
      await portal.end("SIGKILL");
      await broker.saveNow();
      await expect(broker.notSaved).toBeVisible();
      await portal.begin();
      await page.reload();
      return broker;
    },
  },
};

const journeyOfFault = [
  "newRequest-referred-with-explanation-and-file",
  "newRequest-three-professions",
  "newRequest-sector-190-with-terms-of-delivery",
  "newRequest-policy-accepted",
  "newRequest-quotation",
  "newRequest-quotation-with-a-wrong-answer-and-no-explanation",
];

/** All but the last answer of the closing questions: with the last one the step saves itself. */
function unsaved(step: string, answers: Record<string, unknown>): Record<string, unknown> {
  if (step !== "final-questions") return answers;
  const questions = Object.entries(answers.final_questions as Record<string, unknown>).slice(0, -1);
  return { final_questions: Object.fromEntries(questions) };
}

for (const [index, [name, { strike, announce }]] of Object.entries(faults).entries()) {
  test(`no character is lost: ${name}`, async ({ broker, page, portal, guard }) => {
    const journey = journeyOf(`beroepsaansprakelijkheid-${journeyOfFault[index]}`);
    announce?.(guard);
    let current = broker;
    await current.startAnew(journey);
    for (const { step, answers } of journey.steps) {
      await current.arriveAt(step);
      await current.form.fill(step, unsaved(step, answers));
      const before = await current.form.values(step);
      expect(Object.keys(before).length, `fields of ${step}`).toBeGreaterThan(0);
      current = await strike({ broker: current, page: current.page, portal, guard, journey });
      await current.expectOpen(step);
      await expect.poll(() => current.form.values(step), `${step} after: ${name}`).toEqual(before);
      if (step !== "additional-explanation") await current.completeStep(journey, step, answers);
    }
    await current.page.close();
    void page;
  });
}
