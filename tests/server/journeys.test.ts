// Every journey of the fixtures through the real server: premium at each step, outcome, number of steps.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toEpochSeconds } from "#engine/dates.ts";
import type { JsonObject } from "#engine/types.ts";
import type { ExistsAnswer, PremiumAnswer, ProgressAnswer, SaveAnswer, SubmitAnswer } from "#engine/wire.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";

interface Premium {
  per_year?: number;
  per_term?: number;
  tax?: number;
  total?: number;
  one_off?: number;
  one_off_tax?: number;
  one_off_total?: number;
}
interface Journey {
  name: string;
  product: string;
  flow: string;
  relation?: number;
  quotation?: number;
  today: string;
  steps: {
    step: string;
    answers: JsonObject;
    expect?: { premium?: Premium; errors?: [pointer: string, keyword: string][] };
  }[];
  uploads?: { name: string; type: string }[];
  submit: { action: "quotation" | "insurance-policy"; answers: JsonObject };
  expect: { outcome: string; premium?: Premium; steps: number };
}

const folder = join(import.meta.dirname, "../../fixtures/journeys");
const journeys = readdirSync(folder).map(
  (file) => [file.replace(".json", ""), JSON.parse(readFileSync(join(folder, file), "utf8")) as Journey] as const,
);
const PDF = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";

let server: TestServer;
const clients = new Map<number, Client>();
beforeAll(async () => {
  server = await startServer();
  clients.set(100245, await loginAs(server, "v.voorbeeld"));
  clients.set(100871, await loginAs(server, "d.demo"));
}, 60_000);
afterAll(() => server?.stop());

async function officeOf({ relation }: Journey): Promise<number> {
  if (relation === undefined) return 100245;
  const row = await server.db
    .selectFrom("relations")
    .select("intermediary_number")
    .where("relation_number", "=", relation)
    .executeTakeFirstOrThrow();
  return row.intermediary_number;
}

async function travel(journey: Journey): Promise<void> {
  const office = await officeOf(journey);
  const client = clients.get(office) as Client;
  const place = `/api/aanvraag/${journey.product}/${office}`;
  const query: Record<string, string | number> =
    journey.quotation === undefined ? {} : { quotation: journey.quotation };
  const relation: Record<string, number> = journey.relation === undefined ? {} : { relation: journey.relation };
  const exists = await client.ok<ExistsAnswer>("GET", `${place}/prerequisites/exists/`, {
    query: { ...query, ...relation, start_anew: "true" },
  });
  const base = `${place}/${exists.data.relation_number}`;
  const amounts = async () =>
    (await client.ok<PremiumAnswer>("POST", `${base}/premium`, { query, body: {} })).premium.lines;
  const files: string[] = [];
  for (const upload of journey.uploads ?? [])
    files.push(
      (await client.upload(`${base}/uploads?${new URLSearchParams(query as never)}`, upload.name, PDF)).json().id,
    );
  for (const { step, answers, expect: expected } of journey.steps) {
    const body = step === "additional-explanation" && files.length > 0 ? { ...answers, file: files } : answers;
    const saved = await client.call("POST", `${base}/wizard/step/${step}/save`, {
      query: { ...query, action: "next" },
      body,
    });
    const errors = (saved.json() as SaveAnswer).errors.map(({ pointer, keyword }) => [pointer, keyword]);
    if (expected?.errors) expect(errors).toEqual(expected.errors);
    else expect(saved.statusCode, saved.body).toBe(200);
    if (expected?.premium) expectAmounts(await amounts(), expected.premium);
  }
  if (journey.expect.premium) expectAmounts(await amounts(), journey.expect.premium);
  const progress = await client.ok<ProgressAnswer>("GET", `${base}/wizard/steps/progress`, { query });
  expect(progress.total_steps).toBe(journey.expect.steps);
  const body = {
    ...journey.submit.answers,
    effective_date: toEpochSeconds(String(journey.submit.answers.effective_date)),
  };
  const sent = await client.call("POST", `${base}/wizard/submit/${journey.submit.action}`, { query, body });
  expect(outcomeOf(sent.statusCode, sent.json() as SubmitAnswer), sent.body).toBe(journey.expect.outcome);
}

function outcomeOf(status: number, answer: SubmitAnswer): string {
  if (status === 422) return answer.accepted === "declined" ? "declined" : "refused";
  if (answer.type === "quotation") return "quotation";
  return answer.accepted;
}

function expectAmounts(lines: PremiumAnswer["premium"]["lines"], expected: Premium): void {
  const { one_off, one_off_tax, one_off_total, ...others } = expected;
  expect(lines).toMatchObject(others);
  if (one_off !== undefined)
    expect(lines?.one_off).toMatchObject({ amount: one_off, tax: one_off_tax, total: one_off_total });
}

describe("journeys through the server", () => {
  test.each(journeys)("%s", (_name, journey) => travel(journey));
});
