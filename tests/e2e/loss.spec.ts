// Nothing typed is ever lost (decisions 36 and 37): every fault strikes every step of every product, and
// the values before and after are equal. The register does not know the company.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  brokerOf,
  type Journey,
  type JourneyStep,
  journeyOf,
  journeys,
  readJson,
  root,
} from "../journeys/support/journey.ts";
import type { Broker } from "./support/broker.ts";
import { type Fault, pageFaults, type Scene, saveFaults } from "./support/faults.ts";
import { expect, test } from "./support/stories.ts";

const products = [...new Set(journeys.map(({ product }) => product))];
const temporary = "newTempRequest-referred-with-explanation";
const saved = "newRequest-referred-with-explanation-and-file";
const lastStep = "additional-explanation";
const list = (faults: Record<string, Fault>) => Object.keys(faults).join(", ");

/** What the broker types: never what the portal would fill in by itself. */
const typed: Record<string, string> = { kvk: "42999993", email_customer: "anders@example.nl" };

/** All but the last answer of the closing questions: with the last one the step saves itself. */
function unsaved({ step, answers }: JourneyStep): Record<string, unknown> {
  if (step !== "final-questions")
    return Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, typed[name] ?? value]));
  const questions = Object.entries(answers.final_questions as Record<string, unknown>).slice(0, -1);
  return { final_questions: Object.fromEntries(questions) };
}

/** Each fault in turn, on the step as it stands; ends in the tab that is then open. */
async function strikeAll(scene: Scene, step: string, faults: Record<string, Fault>): Promise<Broker> {
  let { broker } = scene;
  const before = await broker.form.values(step);
  expect(Object.keys(before).length, `fields of ${step}`).toBeGreaterThan(0);
  for (const [name, { strike, arrives }] of Object.entries(faults)) {
    broker = await strike({ ...scene, broker });
    if (!arrives) await expect(broker.restored, `${step} after: ${name}`).toBeVisible();
    await expect.poll(() => broker.form.values(step), `${step} after: ${name}`).toEqual(before);
  }
  return broker;
}

/** Travels the steps: each is filled in, struck and then completed; the last one waits for the request itself. */
async function travelStruck(scene: Scene, journey: Journey, faults: Record<string, Fault>, last: string) {
  let { broker } = scene;
  for (const one of journey.steps) {
    await broker.arriveAt(one.step);
    await broker.form.fill(one.step, unsaved(one));
    if (one.step === "additional-explanation" && journey.uploads) await broker.form.upload(one.step, journey.uploads);
    broker = await strikeAll({ ...scene, broker }, one.step, faults);
    if (one.step === last) break;
    if (one.step === "final-questions") await broker.form.fill(one.step, one.answers);
    else await broker.next();
    await broker.expectCompleted(one.step);
  }
  return broker;
}

/** One story: a request begun anew, struck in each step up to the last one named. */
function story(name: string, journey: Journey, faults: Record<string, Fault>, last = lastStep): void {
  test(name, async ({ broker, portal, guard }) => {
    test.slow();
    for (const fault of Object.values(faults)) fault.announce?.(guard);
    await broker.startAnew(journey);
    const scene = { broker, portal, user: brokerOf(journey).user, request: journey };
    const current = await travelStruck(scene, journey, faults, last);
    if (last !== lastStep || faults !== pageFaults) return;
    await current.agree(journey.submit.answers); // the request block is never saved apart from sending
    await strikeAll({ ...scene, broker: current }, "request", faults);
  });
}

test("the stories below strike every step of every product", () => {
  for (const product of products) {
    const { steps } = readJson<{ steps: { key: string }[] }>("schemas/products", product, "product.json");
    for (const file of [temporary, saved])
      expect(journeyOf(`${product}-${file}`).steps.map(({ step }) => step)).toEqual(steps.map(({ key }) => key));
  }
  expect(products).toEqual(readdirSync(join(root, "schemas/products")).sort());
});

for (const product of products) {
  story(`${product}, page: ${list(pageFaults)}`, journeyOf(`${product}-${temporary}`), pageFaults);
  story(`${product}, save: ${list(saveFaults)}`, journeyOf(`${product}-${saved}`), saveFaults);
}

// Controls that those journeys leave alone: more professions than one, and questions that only one sector gets.
for (const file of ["newRequest-three-professions", "newRequest-sector-190-with-terms-of-delivery"]) {
  const journey = journeyOf(`beroepsaansprakelijkheid-${file}`);
  story(`the first step: ${file}`, journey, { ...pageFaults, ...saveFaults }, "general-data");
}
