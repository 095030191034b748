// What a broker does, call by call: dashboard and lists, searches, items, and a request from its first step to a
// quotation. Never ends. Each round uses another relation.

import type { JsonObject } from "#engine/schema/types.ts";
import { toEpochSeconds } from "#engine/values/dates.ts";
import { findJourney } from "../../journeys/support/journey.ts";
import type { Connection, Reply } from "./connection.ts";
import type { Broker } from "./offices.ts";

export type Kind = "list" | "search" | "detail" | "open" | "premium" | "save" | "submit";
export interface Action {
  kind: Kind;
  send(): Promise<Reply>;
}

const PRODUCT = "beroepsaansprakelijkheid";
/** Valid answers of every step. */
export const STEPS = findJourney(`${PRODUCT}-newRequest-quotation`).steps;
export const BLOCK = {
  effective_date: toEpochSeconds("2026-12-01"),
  conditions_agreement: true,
  insurance_map_agreement: true,
  notification_obligation: true,
  customer_approval: true,
  // The journey names a company of the register, not the one of the relation.
  other_company: true,
};
const WORDS = ["bakkerij", "de vries", "utrecht", "vis", "no", "4100", "maas", "bos amsterdam"];

/** Places of the wizard's calls about one relation. */
export const buildPlace = (office: number, relation: number) => ({
  opening: `/api/aanvraag/${PRODUCT}/${office}/prerequisites/exists/?relation=${relation}`,
  base: `/api/aanvraag/${PRODUCT}/${office}/${relation}`,
});

/** `reads`: the number of views before the first request, so that the brokers do not all send at the same moment. */
export function* rounds(connection: Connection, broker: Broker, reads: number): Generator<Action> {
  const [first, last] = broker.relations;
  for (let done = 0; done < reads; )
    for (const action of reading(connection, first, done)) {
      done += 1;
      if (done <= reads) yield action;
    }
  for (let round = 0; ; round += 1) {
    const relation = first + (round % (last - first + 1));
    yield* reading(connection, relation, round);
    yield* requesting(connection, broker.office, relation);
  }
}

function* reading(connection: Connection, relation: number, round: number): Generator<Action> {
  const get = (kind: Kind, path: string): Action => ({ kind, send: () => connection.ok("GET", `/api/${path}`) });
  yield get("list", "profile/me");
  yield get("list", "relations");
  yield get("list", "requests/open");
  yield get("list", "attention");
  yield get("list", "quotations?page=1&limit=8");
  yield get("list", "invoices?page=1&limit=8");
  yield get("list", `relations?page=${1 + (round % 20)}&limit=7&detail=true`);
  const term = encodeURIComponent(WORDS[round % WORDS.length] ?? "");
  yield get("search", `relations/search/${term}?page=1&limit=7&detail=true`);
  yield get("search", `quotations/search/${term}?page=1&limit=8`);
  yield get("detail", `relations/${relation}`);
  for (const list of ["quotations", "policies", "documents", "invoices"])
    yield get("list", `${list}?relation_id=${relation}&page=1&limit=8`);
  yield get("list", `policies?page=${1 + (round % 30)}&limit=7`);
  yield get("search", `policies/search/${term}?page=1&limit=7`);
}

function* requesting(connection: Connection, office: number, relation: number): Generator<Action> {
  const { opening, base } = buildPlace(office, relation);
  const get = (kind: Kind, path: string): Action => ({ kind, send: () => connection.ok("GET", path) });
  const post = (kind: Kind, path: string, body: unknown, headers: Record<string, string> = {}): Action => {
    return { kind, send: () => connection.ok("POST", `${base}/${path}`, { body, headers }) };
  };
  yield get("open", opening);
  yield post("open", "wizard/steps/forms", {});
  for (const path of ["wizard/steps/progress", "professions", "acceptance", "closing-questions"])
    yield get("open", `${base}/${path}`);
  const sent: Record<string, JsonObject> = {};
  for (const { step, answers } of STEPS) {
    sent[step] = answers;
    yield post("premium", "premium", sent);
    if (step === "coverage-choice")
      yield post("premium", "premium", { ...sent, [step]: { ...answers, pay_in_terms: false } });
    yield post("save", `wizard/step/${step}/save?action=next`, answers);
  }
  yield get("open", `${base}/wizard/steps/progress`);
  yield post("submit", "wizard/submit/quotation", BLOCK, { "idempotency-key": crypto.randomUUID() });
}
