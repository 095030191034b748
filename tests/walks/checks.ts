// What must hold after every step of a walk.
import { expect } from "vitest";
import { isTrueOf } from "#engine/expressions/evaluate.ts";
import { findLists } from "#engine/fields/recordFields.ts";
import { isRecordId, RECORD_ID } from "#engine/fields/records.ts";
import type { JsonObject, RequestAnswers, SendAction } from "#engine/schema/types.ts";
import { NUMBER } from "./bases.ts";
import type { Walk } from "./walk.ts";

const REGISTERED = [
  "company",
  "legalform",
  "incorporation_date",
  "street",
  "housenumber",
  "postalcode",
  "city",
] as const;

export async function check(walk: Walk): Promise<void> {
  expect(walk.wire.wrong, "what events did").toEqual([]);
  checkAnswers(walk);
  checkRecords(walk);
  checkNumber(walk);
  checkChoices(walk);
  if (walk.isSent()) return;
  const completed = await walk.held.completed();
  await checkCompleted(walk, completed);
  await checkStored(walk, completed);
}

/** A completed step has the answers that are stored. */
function checkAnswers({ tab: { wizard } }: Walk): void {
  const { forms, progress } = wizard.core.state.get();
  for (const [step, counted] of Object.entries(wizard.core.answers())) {
    if (progress[step]?.completed && wizard.core.sessions().get(step)?.dirty)
      expect(counted, `${step} is completed with other answers than the stored ones`).toEqual(forms[step]?.data);
  }
}

/** Every record has an id that no other of its list has. */
function checkRecords({ backEnd: { product }, tab: { wizard } }: Walk): void {
  for (const [step, answers] of Object.entries(wizard.core.answers()))
    for (const { path, entries } of findLists(product.bundle.steps[step]?.schema ?? {}, answers)) {
      const ids = entries.map((record) => (record as JsonObject)[RECORD_ID]);
      expect(ids.every(isRecordId) && new Set(ids).size === ids.length, `ids in ${step} ${path}: ${ids}`).toBe(true);
    }
}

/** Locked and prefilled values are those of the current number. So are offers. */
function checkNumber(walk: Walk): void {
  const { core } = walk.tab.wizard;
  const number = walk.number();
  const company = walk.backEnd.register.get(String(number));
  for (const step of Object.keys(core.state.get().progress)) {
    const data = walk.data(step);
    for (const field of REGISTERED.filter((name) => walk.base.has(step, name))) {
      const registered = company?.[field] ?? undefined;
      const value = data[field] === "" ? undefined : data[field];
      const where = `${step} ${field} beside number ${String(number)}`;
      if (walk.isLocked(step, field)) expect(value, `locked ${where}`).toBe(registered);
      if (value === undefined || value === registered || walk.known.typed.get(field)?.has(value)) continue;
      expect.fail(`${where}: ${String(value)} is of another company`);
    }
  }
  for (const { field, value } of core.state.get().prefill.offers)
    expect(value, `offer for ${field}`).toBe(company?.[field as (typeof REGISTERED)[number]]);
}

/** A single choice is made, and nothing is priced that is not on offer. */
function checkChoices({ tab: { wizard }, base }: Walk): void {
  const { core } = wizard;
  const { premium } = core.state.get();
  const answers = core.answers();
  for (const [name, source] of Object.entries(core.manifest.lists)) {
    if (!("rules" in source)) continue;
    const values =
      source.rules.find((rule) => rule.when === undefined || isTrueOf(rule.when, answers, core.opened.today))?.values ??
      [];
    for (const [step, field] of base.findFields(name)) {
      const value = answers[step]?.[field];
      if (value === undefined || values.includes(value as string | number)) continue;
      expect(values.length, `${step} ${field} is ${String(value)} though one choice is left`).toBeGreaterThan(1);
      expect(premium.status === "ready" && premium.premium?.total_amount, `a price for ${String(value)}`).toBeFalsy();
    }
  }
}

/** A completed step was confirmed by the broker for this number, and a cover at this price. */
async function checkCompleted({ base, held, known, backEnd, tab }: Walk, completed: string[]): Promise<void> {
  const number = await held.number();
  for (const step of completed) {
    const confirmed = known.confirmed.get(tab.draft)?.get(step);
    if (!confirmed) expect.fail(`${step} was completed by itself`);
    if (step !== NUMBER(backEnd.product).step)
      expect(confirmed.number, `${step} was completed for another company`).toBe(number);
    if (base.isPriced(step))
      expect(confirmed.price, `${step} was completed at another price`).toEqual(await held.price());
  }
}

/** A step that saves itself is stored as it is on the screen, whatever was taken back. */
async function checkStored({ tab: { wizard }, held }: Walk, completed: string[]): Promise<void> {
  const { core, saving } = wizard;
  const stored = await held.stored();
  for (const { key, autoNext } of core.manifest.steps) {
    if (!autoNext || !completed.includes(key) || saving.revision(key) !== stored[key]?.revision) continue;
    const shown = core.answers()[key];
    expect(shown, `${key} on the screen is not what is stored and completed`).toEqual(stored[key]?.data);
  }
}

export interface Sending {
  action: SendAction;
  /** The broker confirmed another company where that is asked. */
  word: boolean;
  /** The answer is lost on its way. */
  losing: boolean;
  draft: string;
  number: unknown;
  /** The answers that count, as the broker saw them. */
  screen: RequestAnswers;
  /** Requests that went out by it. */
  sent: number;
}

/** A request is sent once, as it was on the screen, for a company that the broker meant. */
export async function checkSent(walk: Walk, sending: Sending): Promise<void> {
  const { known, backEnd } = walk;
  const { draft, screen, word, number } = sending;
  const kvk = backEnd.relation?.kvk_number ?? null;
  if (sending.sent > 0) {
    expect(sending.sent, "numbers for one request").toBe(1);
    expect(known.numbers.get(draft), "a request is sent once").toBeUndefined();
    expect(kvk !== null && number !== kvk && !word, "sent for another company without the broker's word").toBe(false);
    const stored = await walk.held.stored();
    for (const [step, data] of Object.entries(screen))
      expect(stored[step]?.data, `what was sent of ${step}`).toMatchObject(data);
    known.numbers.set(draft, "sent");
  }
  checkOutcome(walk, sending);
}

function checkOutcome(
  { tab: { wizard }, known, base, backEnd }: Walk,
  { action, losing, draft, screen }: Sending,
): void {
  const { outcome } = wizard.core.state.get();
  if (!losing) expect(outcome?.kind, "what may be sent is sent, or refused with its reason").not.toBe("error");
  if (outcome?.kind !== "answered") return;
  const answered = String(outcome.answer.number);
  expect(known.numbers.has(draft), "an answer for a request that was never sent").toBe(true);
  if (action === "quotation" && backEnd.quotation !== null)
    expect(answered, "a quotation that is changed keeps its number").toBe(String(backEnd.quotation));
  else if ([...known.numbers].some(([other, number]) => other !== draft && answered === number))
    expect.fail(`${answered} is the number of another request`);
  known.numbers.set(draft, answered);
  if (outcome.answer.accepted === "accepted" && action === "insurance-policy")
    expect(base.mustRefer(screen), "accepted, though an underwriter has to see it").toBe(false);
}
