// Records events for external systems. An event is a row written in the transaction that it reports on (a transactional outbox), so
// that it is sent exactly if that transaction commits. Sends nothing itself.
import { sql } from "kysely";
import type { HandoverContract, HandoverData, HandoverEvent } from "#api/wire/wireTypes.ts";
import { removeConfirmations } from "#engine/expressions/warnings.ts";
import { removeRecordIds } from "#engine/fields/recordFields.ts";
import { RECORD_ID } from "#engine/fields/records.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject, RequestAnswers } from "#engine/schema/types.ts";
import type { Db } from "../db/open.ts";
import { findServedCall } from "../http/logging.ts";
import type { ContractRecord } from "../portfolio/portfolioPort.ts";

export type EventType = HandoverEvent["type"];

interface EventFacts {
  at: Date;
  office: number;
  data: HandoverData;
}

/** Part of the caller's transaction: nothing is sent before it is committed. */
type EventRecorder = (db: Db, type: EventType, facts: EventFacts) => Promise<void>;

/** `source`: the address of this portal. */
export const createEventRecorder =
  (source: string): EventRecorder =>
  async (db, type, { at, office, data }) => {
    const { quotation_number, policy_number, relation_number } = data.case;
    const subject = quotation_number === null ? `policy/${policy_number}` : `quotation/${quotation_number}`;
    // Locks the subject's row until the transaction ends, so that sequence numbers follow the order of what happened.
    const { sequence } = await drawSequence(db, { subject, intermediary_number: office });
    const body: HandoverEvent = {
      specversion: "1.0",
      id: crypto.randomUUID(),
      type,
      source,
      subject,
      time: at.toISOString(),
      datacontenttype: "application/json",
      sequence: String(sequence).padStart(6, "0"),
      office,
      revision: 1,
      data,
    };
    const row = { event_id: body.id, intermediary_number: office, relation_number, subject, sequence, at };
    const stored = { ...row, body: JSON.stringify(body), call_id: findServedCall() ?? null };
    await db.insertInto("handover_events").values(stored).execute();
  };

const drawSequence = (db: Db, subject: { subject: string; intermediary_number: number }) =>
  db
    .insertInto("handover_subjects")
    .values({ ...subject, sequence: 1 })
    .onConflict((there) =>
      there.column("subject").doUpdateSet({ sequence: sql<number>`handover_subjects.sequence + 1` }),
    )
    .returning("sequence")
    .executeTakeFirstOrThrow();

/**
 * The product's answers and facts under the names in its handover.json, records without their ids and confirmations. Empty
 * for older releases, which have no such file.
 */
export function nameByStandard(
  handover: JsonObject | undefined,
  { answers, ...facts }: { answers: RequestAnswers; case: object; contract: object },
): Pick<HandoverData, "standard"> {
  if (!handover) return {};
  const all: Record<string, unknown> = { ...answers, ...facts };
  const named = Object.entries(handover.fields as Record<string, string>).flatMap(([path, name]) => {
    const value = readPath(all, path.split("."));
    return value === undefined ? [] : [[name, removeConfirmations(removeRecordIds(value))] as const];
  });
  return { standard: Object.fromEntries(named) };
}

/**
 * The keys of records and files in `standard`, under the same names and in the same order: a record keeps its key when the quotation
 * is changed, a file has that of its content. `files`: keys by the id that the answers name.
 */
export function listKeys(
  handover: JsonObject | undefined,
  answers: RequestAnswers,
  files: ReadonlyMap<string, string>,
): Pick<HandoverData, "keys"> {
  const readKeys = (entry: unknown): Keys => {
    if (Array.isArray(entry)) return entry.map(readKeys) as Keys;
    return ((isObject(entry) ? entry[RECORD_ID] : files.get(String(entry))) ?? null) as Keys;
  };
  const keys = Object.entries((handover?.fields ?? {}) as Record<string, string>).flatMap(([path, name]) => {
    const list = readPath(answers, path.replace(/\.\*(?!.*\.\*).*$/, "").split("."));
    const found = Array.isArray(list) ? list.map(readKeys) : [];
    return found.flat().some((key) => key !== null) ? [[name, found] as const] : [];
  });
  return keys.length > 0 ? { keys: Object.fromEntries(keys) } : {};
}

/** Of records inside records an array for each record around them. */
type Keys = string | null | (string | null)[];

/**
 * `*` reads a value of each record, null where it has none, so that arrays of the same list have the same order. Of a table it is
 * an object by row.
 */
function readPath(value: unknown, [key, ...rest]: string[]): unknown {
  if (key === undefined) return value;
  if (key !== "*") return readPath(Object(value)[key], rest);
  if (Array.isArray(value)) return value.map((record) => readPath(record, rest) ?? null);
  return isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([row, cells]) => [row, readPath(cells, rest) ?? null]))
    : undefined;
}

const euros = (cents: number) => cents / 100;
const eurosOrNone = (cents: number | null) => (cents === null ? null : euros(cents));

export const describeContract = (record: ContractRecord, duration_months: number): HandoverContract => ({
  insured_company: record.insured_name ?? record.relation_name,
  start_date: record.start_date,
  duration_months,
  term_months: record.period,
  premium_annual: euros(record.premium),
  premium_term: euros(record.premium_period),
  insurance_tax: euros(record.insurance_tax),
  premium_total: euros(record.premium_total),
  one_off_total: eurosOrNone(record.one_off_total),
  insured_amount_per_claim: eurosOrNone(record.insured_amount_per_claim),
  insured_amount_per_year: eurosOrNone(record.insured_amount_per_year),
  own_risk: eurosOrNone(record.own_risk),
});
