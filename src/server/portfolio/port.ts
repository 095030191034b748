// The portfolio as the wizard's calls use it. Runs in the caller's transaction and within one office only: numbers of another office
// are not found.
import { type Insertable, sql } from "kysely";
import type { Db } from "../db/open.ts";
import type { QuotationStatus } from "../db/tables/portfolioTables.ts";
import type { Database } from "../db/tables/schema.ts";
import { translateWord } from "./lists/words.ts";
import {
  type ContractRecord,
  DURATION_MONTHS,
  type NewDocument,
  type NewRelation,
  type RelationRecord,
  relationColumns,
} from "./portfolioPort.ts";

const TERMS: Record<number, string> = { 12: "jaar", 6: "halfjaar", 3: "kwartaal", 1: "maand" };

/** `today` is the calendar day in Europe/Amsterdam. `db` is a database or a running transaction: inside one, pass the transaction. */
export const createPortfolioPort = (today: () => string) => ({
  findRelation: (db: Db, office: number, relation: number): Promise<RelationRecord | undefined> =>
    selectRelations(db, office).where("relation_number", "=", relation).executeTakeFirst(),
  findRelationByKvk: (db: Db, office: number, kvk: string): Promise<RelationRecord | undefined> =>
    selectRelations(db, office).where("kvk_number", "=", kvk).orderBy("relation_number").limit(1).executeTakeFirst(),
  createRelation: (db: Db, relation: NewRelation) => createRelation(db, relation, today()),
  removeUnusedRelation,
  findQuotation,
  lockQuotation,
  writeQuotation: (db: Db, quotation: ContractRecord) => writeQuotation(db, quotation, today()),
  writePolicy: (db: Db, policy: ContractRecord) => writePolicy(db, policy, today()),
  markConverted,
  setQuotationStatus,
  storeDocument: (db: Db, document: NewDocument) => storeDocument(db, document, today()),
});

export type PortfolioPort = ReturnType<typeof createPortfolioPort>;

/** Without a product where its code belongs to none on offer, without answers where it was not made with the wizard. */
export type StoredQuotation = NonNullable<Awaited<ReturnType<typeof findQuotation>>>;

const selectRelations = (db: Db, office: number) =>
  db.selectFrom("relations").select(relationColumns).where("intermediary_number", "=", office);

async function createRelation(db: Db, relation: NewRelation, today: string): Promise<RelationRecord> {
  const values = {
    ...relation,
    relation_number: sql<number>`nextval('relation_numbers')`,
    active_on: today,
    correspondence_preference: relation.email ? ("E-mail" as const) : ("Post" as const),
  };
  return db.insertInto("relations").values(values).returning(relationColumns).executeTakeFirstOrThrow();
}

const RELATED = ["quotations", "policies", "damages", "open_invoices", "documents"] as const;

/** Deletes a relation to which only the given request refers. */
async function removeUnusedRelation(db: Db, office: number, relation: number, request: string): Promise<void> {
  let query = db
    .deleteFrom("relations")
    .where("relation_number", "=", relation)
    .where("intermediary_number", "=", office)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("requests")
            .select("requests.request_id")
            .where("requests.request_id", "!=", request)
            .where((row) =>
              row.or([row("requests.relation_number", "=", relation), row("requests.address_number", "=", relation)]),
            ),
        ),
      ),
    );
  for (const table of RELATED)
    query = query.where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom(table).select("relation_number").where("relation_number", "=", relation))),
    );
  await query.execute();
}

async function findQuotation(db: Db, office: number, quotation: number) {
  return db
    .selectFrom("quotations as q")
    .leftJoin("quotation_answers as a", "a.number", "q.number")
    .select(["q.number", "q.relation_number", "q.intermediary_number", "q.policy_number", "q.start_date", "q.date"])
    .select(["q.period", "q.premium_total", "q.one_off_total", "q.status"])
    .select(["a.product_key", "a.answers", "a.release"])
    .where("q.number", "=", quotation)
    .where("q.intermediary_number", "=", office)
    .executeTakeFirst();
}

/** Locks the row until the transaction ends and returns the current status. */
const lockQuotation = (db: Db, office: number, quotation: number) =>
  db
    .selectFrom("quotations")
    .select("status")
    .where("number", "=", quotation)
    .where("intermediary_number", "=", office)
    .forUpdate()
    .executeTakeFirst();

/** The columns that quotations and policies share. The relation's name is copied from the relation. */
async function buildColumns(db: Db, contract: ContractRecord) {
  const { status: _status, answers: _answers, release: _release, product_key: _key, ...columns } = contract;
  const { relation_number, intermediary_number: office } = contract;
  const relation = await selectRelations(db, office).where("relation_number", "=", relation_number).executeTakeFirst();
  if (!relation) throw new Error("The contract's relation is unknown in this office");
  return {
    ...columns,
    relation_name: relation.company,
    words_translated: [translateWord(contract.product), contract.insured_name].filter(Boolean).join(" "),
    contract_duration: DURATION_MONTHS,
    debit_prolongation: `Automatische incasso, prolongatie per ${TERMS[contract.period] ?? `${contract.period} maanden`}`,
  };
}

/** Inserts a quotation, or replaces an existing one of the same office, which keeps its number and gets today's date. */
async function writeQuotation(db: Db, quotation: ContractRecord, today: string): Promise<void> {
  const columns = { ...(await buildColumns(db, quotation)), status: quotation.status };
  const written = await upsertQuotation(db, { ...columns, date: today });
  if (!written) throw new Error("The number belongs to a quotation of another office");
  const answers = {
    product_key: quotation.product_key,
    answers: JSON.stringify(quotation.answers),
    release: quotation.release,
  };
  await db
    .insertInto("quotation_answers")
    .values({ number: quotation.number, ...answers })
    .onConflict((conflict) => conflict.column("number").doUpdateSet(answers))
    .execute();
  await relationWasActive(db, quotation, today);
}

/** The last day of a one-year contract. */
const endDate = (start: unknown) => sql<string>`(${start}::date + interval '1 year' - interval '1 day')::date`;

/** A changed quotation is written as a new one, dates included: it can be accepted, and is retained, just as long (decisions 121). */
function upsertQuotation(db: Db, values: Omit<Insertable<Database["quotations"]>, "end_date">) {
  const columns = { ...values, end_date: endDate(values.start_date), last_modified_at: sql<Date>`now()` };
  return db
    .insertInto("quotations")
    .values(columns)
    .onConflict((conflict) =>
      conflict
        .column("number")
        .doUpdateSet(columns)
        .where("quotations.intermediary_number", "=", values.intermediary_number),
    )
    .returning("number")
    .executeTakeFirst();
}

async function writePolicy(db: Db, policy: ContractRecord, today: string): Promise<void> {
  await db
    .insertInto("policies")
    .values({
      ...(await buildColumns(db, policy)),
      end_date: endDate(policy.start_date),
      last_modified_at: sql<Date>`now()`,
      policy_number: policy.number,
    })
    .execute();
  await relationWasActive(db, policy, today);
}

async function relationWasActive(db: Db, contract: ContractRecord, today: string): Promise<void> {
  await db
    .updateTable("relations")
    .set({ active_on: today })
    .where("relation_number", "=", contract.relation_number)
    .where("intermediary_number", "=", contract.intermediary_number)
    .where("active_on", "<", today)
    .execute();
}

const markConverted = (db: Db, intermediary_number: number, number: number, policy_number: number) =>
  setQuotationStatus(
    db,
    { number, intermediary_number },
    { status: "P", policy_number, last_modified_description: "Offerte omgezet in polis" },
  );

interface QuotationChange {
  status: QuotationStatus;
  /** In Dutch. */
  last_modified_description: string;
  policy_number?: number;
}

/** Sets the status, and the description of the last change. */
async function setQuotationStatus(
  db: Db,
  quotation: Pick<StoredQuotation, "number" | "intermediary_number">,
  changed: QuotationChange,
): Promise<void> {
  await db
    .updateTable("quotations")
    .set({ ...changed, last_modified_at: sql<Date>`now()` })
    .where("number", "=", quotation.number)
    .where("intermediary_number", "=", quotation.intermediary_number)
    .execute();
}

/** Returns the id of the stored document. */
async function storeDocument(db: Db, document: NewDocument, today: string): Promise<number> {
  const { kept, mediaType, size, ...columns } = document;
  const row = {
    ...columns,
    words_translated: translateWord(document.description),
    media_type: mediaType,
    file_size: size,
    location: kept.location,
    upload_date: today,
  };
  const { id } = await db.insertInto("documents").values(row).returning("id").executeTakeFirstOrThrow();
  const { content } = kept;
  if (content) await db.insertInto("document_contents").values({ id, content }).execute();
  return id;
}
