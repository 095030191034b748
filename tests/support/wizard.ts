// A broker's request over the real calls: opens, fills with valid answers, sends. Answers come from the step fixtures.
import type { ExistsAnswer, SaveAnswer } from "#api/wire/wireTypes.ts";
import type { JsonObject, RequestAnswers } from "#engine/schema/types.ts";
import { toEpochSeconds } from "#engine/values/dates.ts";
import type { BackgroundCheck, CheckResult, Subject } from "#underwriting/backgroundCheck.ts";
import { findJourney } from "../journeys/support/journey.ts";
import type { Client, TestServer } from "./server.ts";

export const PRODUCT = "beroepsaansprakelijkheid";
/** Valid answers of every step, all as expected by underwriting. */
export const ANSWERS: RequestAnswers = Object.fromEntries(
  findJourney(`${PRODUCT}-newRequest-policy-accepted`).steps.map(({ step, answers }) => [step, answers]),
);
const EFFECTIVE_DATE = toEpochSeconds("2026-12-01");
export const BLOCK = {
  effective_date: EFFECTIVE_DATE,
  conditions_agreement: true,
  insurance_map_agreement: true,
  notification_obligation: true,
  customer_approval: true,
  // The answers are of one company, for whichever relation they are used.
  other_company: true,
};

/** A background check that judges each subject by itself. One that throws has no result. */
export const checkEach = (check: (subject: Subject) => Promise<CheckResult>): BackgroundCheck => ({
  check: (subjects) => Promise.all(subjects.map((subject) => check(subject).catch(() => "unknown" as const))),
});

export interface Opened {
  base: string;
  number: number;
  exists: ExistsAnswer["data"];
}

export async function open(
  client: Client,
  office: number,
  relation?: number,
  query: Record<string, string | number> = {},
): Promise<Opened> {
  const wholeQuery = relation === undefined ? query : { relation, ...query };
  const path = `/api/aanvraag/${PRODUCT}/${office}`;
  const { data } = await client.ok<ExistsAnswer>("GET", `${path}/prerequisites/exists/`, { query: wholeQuery });
  return { base: `${path}/${data.relation_number}`, number: data.relation_number, exists: data };
}

/** Relations of an office whose requests nothing refers by itself: all but the one on the sample watchlist. */
export async function findFreeRelations({ db }: Pick<TestServer, "db">, office: number): Promise<number[]> {
  const rows = db.selectFrom("relations").select("relation_number").where("intermediary_number", "=", office);
  const free = await rows.where("kvk_number", "!=", "42554852").execute();
  return free.map((row) => row.relation_number);
}

export interface SaveOptions {
  body: unknown;
  action?: string;
  revision?: number;
  draft?: string;
  query?: Record<string, string | number>;
}

/** Saves a step as Next does. `saveWith` is for another action or revision. */
export const save = (client: Client, opened: Pick<Opened, "base">, step: string, body: unknown) =>
  saveWith(client, opened, step, { body });

export const saveWith = (client: Client, { base }: Pick<Opened, "base">, step: string, options: SaveOptions) =>
  client.call("POST", `${base}/wizard/step/${step}/save`, {
    body: options.body,
    query: { action: options.action ?? "next", ...options.query },
    headers: {
      ...(options.revision === undefined ? {} : { "if-match": `"${options.revision}"` }),
      ...(options.draft === undefined ? {} : { "x-draft": options.draft }),
    },
  });

/** Valid company data for a number, with the register's values where the register decides. */
export async function companyAnswers({ db }: Pick<TestServer, "db">, kvk: string | null): Promise<JsonObject> {
  const decided = ["company", "legalform"] as const;
  const registered = await db
    .selectFrom("company_register")
    .select(decided)
    .where("kvk", "=", kvk ?? "")
    .executeTakeFirst();
  return { ...ANSWERS["company-data"], ...registered };
}

/** Saves every step with its valid answers, or with the ones given. */
export async function fill(
  client: Client,
  opened: Pick<Opened, "base">,
  changed: RequestAnswers = {},
): Promise<SaveAnswer> {
  let last: SaveAnswer | undefined;
  for (const [step, answers] of Object.entries({ ...ANSWERS, ...changed })) {
    const response = await save(client, opened, step, answers);
    if (response.statusCode !== 200) throw new Error(`${step} answered ${response.statusCode}: ${response.body}`);
    last = response.json() as SaveAnswer;
  }
  if (!last) throw new Error("no step was saved");
  return last;
}

export const send = (
  client: Client,
  { base }: Pick<Opened, "base">,
  action = "quotation",
  options: { body?: unknown; key?: string; draft?: string; query?: Record<string, string | number> } = {},
) =>
  client.call("POST", `${base}/wizard/submit/${action}`, {
    body: options.body ?? BLOCK,
    query: options.query ?? {},
    headers: {
      ...(options.key === undefined ? {} : { "idempotency-key": options.key }),
      ...(options.draft === undefined ? {} : { "x-draft": options.draft }),
    },
  });
