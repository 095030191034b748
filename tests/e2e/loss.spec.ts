// Nothing typed is ever lost (decisions 36 and 37): a fault of the page and one of saving strike every step, and the values before
// and after are equal. Two products together show every control, and each meets every fault. `npm run prove -- losses` (LOSS=all)
// strikes every step of every product with every fault. The register does not know the company.
import { join } from "node:path";
import { readCatalogue } from "#content/read/catalogue.ts";
import {
  findBroker,
  findJourney,
  findManifest,
  type Journey,
  type JourneyStep,
  journeys,
  root,
} from "../journeys/support/journey.ts";
import type { Broker } from "./support/broker.ts";
import { expectDraftWritten } from "./support/drafts.ts";
import { type Fault, pageFaults, type Scene, saveFaults } from "./support/faults.ts";
import { EVERY_CONTROL } from "./support/screens.ts";
import { expect, throughProxy as test } from "./support/stories.ts";

const whole = "newRequest-referred-with-explanation-and-file";
const lastStep = "additional-explanation";
const list = (faults: object) => Object.keys(faults).join(", ");
const all = process.env.LOSS === "all";
const products = all ? [...new Set(journeys.map(({ product }) => product))] : EVERY_CONTROL;
if (process.env.LOSS && !all)
  throw new Error(`LOSS=${process.env.LOSS} is not known: LOSS=all strikes every step with every fault.`);

type Faults = Record<string, Fault>;
/** Which faults strike in the step at a place of the journey. */
type Draw = (index: number) => Faults;

/** The next one in turn, beginning with another in each story. */
const inTurn =
  (faults: Faults, first: number): Draw =>
  (nth) => {
    const entries = Object.entries(faults);
    return all ? faults : Object.fromEntries(entries.filter((_, index) => index === (first + nth) % entries.length));
  };

/** What the broker types: never what the portal would fill in by itself. */
const typed: Record<string, string> = { kvk: "42999993", email_customer: "anders@example.nl" };

/** All but the last answer of the closing questions: with the last one the step saves itself. */
function unsaved({ step, answers }: JourneyStep): Record<string, unknown> {
  if (step !== "final-questions")
    return Object.fromEntries(Object.entries(answers).map(([name, value]) => [name, typed[name] ?? value]));
  const questions = Object.entries(answers.final_questions as Record<string, unknown>).slice(0, -1);
  return { final_questions: Object.fromEntries(questions) };
}

/** In the box of professions, where the step has one: nothing that it offers, so no answer. */
async function typeNoAnswer({ form }: Broker, step: string, text: string): Promise<void> {
  const box = form.field(step, "professions", "", "profession");
  if (!(await box.isVisible())) return;
  await box.fill(text);
  await box.blur();
}

/** Applies each fault in turn to the current step. Returns the tab that is open at the end. */
async function strikeAll(scene: Scene, step: string, faults: Faults): Promise<Broker> {
  let { broker } = scene;
  const before = await broker.form.values(step);
  expect(Object.keys(before).length, `fields of ${step}`).toBeGreaterThan(0);
  for (const [name, { strike, arrives }] of Object.entries(faults)) {
    await expectDraftWritten(broker.page);
    broker = await strike({ ...scene, broker });
    if (!arrives) await expect(broker.restored, `${step} after: ${name}`).toBeVisible();
    await expect.poll(() => broker.form.values(step), `${step} after: ${name}`).toEqual(before);
  }
  return broker;
}

/**
 * Goes through the steps: each is filled in, struck by the faults and then completed. The last one waits for the
 * request itself.
 */
async function travelStruck(scene: Scene, journey: Journey, draw: Draw, last: string) {
  let { broker } = scene;
  for (const [index, row] of journey.steps.entries()) {
    await broker.arriveAt(row.step);
    await broker.form.fill(row.step, unsaved(row));
    if (row.step === "additional-explanation" && journey.uploads) await broker.form.upload(row.step, journey.uploads);
    await typeNoAnswer(broker, row.step, "Prompt engineer");
    broker = await strikeAll({ ...scene, broker }, row.step, draw(index));
    await typeNoAnswer(broker, row.step, "");
    if (row.step === last) break;
    if (row.step === "final-questions") await broker.form.fill(row.step, row.answers);
    else await broker.next();
    await broker.expectCompleted(row.step);
  }
  return broker;
}

interface Struck {
  journey: Journey;
  /** All that may strike. */
  faults: Faults;
  draw: Draw;
  last?: string;
}

/**
 * One story: a new request, struck by the faults in each step up to the last one named. Returns the tab that is then
 * open.
 */
function story(
  name: string,
  { journey, faults, draw, last = lastStep }: Struck,
  then?: (end: Scene) => Promise<unknown>,
): void {
  test(name, async ({ broker, portal, line, guard }) => {
    test.slow();
    for (const fault of Object.values(faults)) fault.announce?.(guard);
    await broker.startAnew(journey);
    const scene = { broker, portal, line, user: findBroker(journey).user, request: journey };
    const current = await travelStruck(scene, journey, draw, last);
    await then?.({ ...scene, broker: current });
  });
}

test("each story strikes every step of its product, with every fault, and together they show every control", () => {
  const all = readCatalogue(join(root, "schemas")).products;
  const controls = (shown: typeof all) => {
    const layouts = JSON.stringify(shown.flatMap(({ steps }) => steps.map(({ ui }) => ui.content)));
    return new Set([...layouts.matchAll(/"ui:widget":"([\w-]+)"/g)].map(([, control]) => control));
  };
  expect(controls(all.filter(({ key }) => products.includes(key)))).toEqual(controls(all));
  for (const [first, product] of products.entries()) {
    const steps = findJourney(`${product}-${whole}`).steps.map(({ step }) => step);
    expect(steps).toEqual(findManifest(product).steps.map(({ key }) => key));
    for (const faults of [pageFaults, saveFaults]) {
      const struck = steps.flatMap((_step, index) => Object.keys(inTurn(faults, first)(index)));
      expect(new Set(struck)).toEqual(new Set(Object.keys(faults)));
    }
  }
});

for (const [first, product] of products.entries()) {
  const journey = findJourney(`${product}-${whole}`);
  const [ofPage, ofSave] = [inTurn(pageFaults, first), inTurn(saveFaults, first)];
  story(
    `${product}: ${list(pageFaults)}, ${list(saveFaults)}`,
    {
      journey,
      faults: { ...pageFaults, ...saveFaults },
      // What happens to the page first: a save may reach the server, and the device then keeps nothing of its own.
      draw: (index) => ({ ...ofPage(index), ...ofSave(index) }),
    },
    async (end) => {
      await end.broker.agree(journey.submit.answers); // its declarations stay on the device (decisions 88)
      await strikeAll(end, "request", ofPage(journey.steps.length));
    },
  );
}

// Controls that those journeys leave alone: more professions than one, and questions that only one sector gets.
for (const [file, faults] of [
  ["newRequest-three-professions", pageFaults],
  ["newRequest-sector-190-with-terms-of-delivery", saveFaults],
] as const) {
  const journey = findJourney(`beroepsaansprakelijkheid-${file}`);
  story(`the first step: ${file}`, { journey, faults, draw: () => faults, last: "general-data" });
}
