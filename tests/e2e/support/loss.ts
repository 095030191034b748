// A new request that is struck by faults: a fault of the page and one of saving strike every step, and the values before and after
// are equal (decisions 36 and 37). LOSS=all strikes every step with every fault. The register does not know the company.
import { findBroker, findJourney, type Journey, type JourneyStep } from "../../journeys/support/journey.ts";
import type { Broker } from "./broker.ts";
import { expectDraftWritten } from "./drafts.ts";
import { type Fault, pageFaults, type Scene, saveFaults } from "./faults.ts";
import { EVERY_CONTROL } from "./screens.ts";
import { expect, throughProxy as test } from "./stories.ts";

export const WHOLE = "newRequest-referred-with-explanation-and-file";
const lastStep = "additional-explanation";
const list = (faults: object) => Object.keys(faults).join(", ");
export const ALL = process.env.LOSS === "all";
if (process.env.LOSS && !ALL)
  throw new Error(`LOSS=${process.env.LOSS} is not known: LOSS=all strikes every step with every fault.`);

type Faults = Record<string, Fault>;
/** Which faults strike in the step at a place of the journey. */
type Draw = (index: number) => Faults;

/** The next one in turn, beginning with another in each story. */
export const inTurn =
  (faults: Faults, first: number): Draw =>
  (nth) => {
    const entries = Object.entries(faults);
    return ALL ? faults : Object.fromEntries(entries.filter((_, index) => index === (first + nth) % entries.length));
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
export function story(
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

/** Every step of a product, its request block included, is struck by the faults in turn. */
export function strikeProduct(product: string): void {
  const first = Math.max(0, EVERY_CONTROL.indexOf(product));
  const journey = findJourney(`${product}-${WHOLE}`);
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
