// Makes a journey's request over the real calls, and returns the facts of the sent request.
import { expect } from "vitest";
import { comparePlayed, playOver } from "#content/cases/journeys/play.ts";
import type { Answers } from "#engine/schema/types.ts";
import { inEachLanguage } from "#engine/values/languages.ts";
import { type Caller, HttpTransport } from "../../journeys/support/httpTransport.ts";
import type { Journey } from "../../journeys/support/journey.ts";
import { type Client, type TestServer, TODAY } from "../../support/server.ts";
import { lastDay, type Truth } from "./truth.ts";

const createCaller = (client: Client): Caller => {
  const answered = async (asked: ReturnType<Client["call"]>) => {
    const answer = await asked;
    return { status: answer.statusCode, body: answer.body ? answer.json() : {} };
  };
  return {
    get: (path) => answered(client.call("GET", path)),
    post: (path, body, headers = {}) => answered(client.call("POST", path, { body, headers })),
    upload: (path, name, bytes) => answered(client.upload(path, name, bytes)),
  };
};

/** A request for a company that is neither the relation nor in the register. */
export function forOtherCompany(journey: Journey, company: string): Journey & { insured: string } {
  const other: Answers = { kvk: "49000987", company };
  const steps = journey.steps.map((step) => {
    const changed = Object.entries(other).filter(([field]) => step.answers[field] !== undefined);
    return { ...step, answers: { ...step.answers, ...Object.fromEntries(changed) } };
  });
  const submit = { ...journey.submit, answers: { ...journey.submit.answers, other_company: true } };
  return { ...journey, steps, submit, insured: company };
}

/** Sends the journey. Returns what it became. */
export async function send(
  server: TestServer,
  { insured, ...journey }: Journey & { insured?: string },
  client: Client,
): Promise<{ truth: Truth; sentNumber: string }> {
  const product = await server.products.current(journey.product);
  const { manifest } = product!.bundle;
  const played = await playOver(
    journey,
    product!.bundle,
    new HttpTransport(createCaller(client), journey, product!.bundle),
  );
  expect(comparePlayed(journey, manifest, played)).toEqual([]);
  const { number, relation, outcome } = played.end;
  const { premium } = played.priced.answer;
  const { data } = await client.ok<{ data: { company: string } }>("GET", `/api/relations/${relation}`);
  const start = String(journey.submit.answers.effective_date);
  const kind = outcome === "accepted" ? "insurance" : "quote";
  const truth: Truth = {
    kind,
    // A referral keeps the quotation it was made of, under its own number.
    number: String(kind === "quote" ? (journey.quotation ?? number) : number),
    relation: relation ?? 0,
    company: data.company,
    insured: insured ?? null,
    product: server.products.entry(journey.product)!.name,
    start,
    end: lastDay(start),
    // Of a change too (decisions 121).
    made: TODAY,
    covers: premium.active_additional_coverages.map(({ value, subtitle }) => ({
      name: inEachLanguage((language) => product!.text(language, `wizard.additional_coverage.${value}.name`)),
      price: subtitle ?? Number.NaN,
    })),
    premium: { ...premium, lines: premium.lines! },
  };
  return { truth, sentNumber: String(number) };
}
