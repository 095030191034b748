// Loads the sample portfolio into an empty database: relations and everything that belongs to them. A sample that does
// not fit schemas/api is refused with its place. A database that has relations already is left alone.
import { readFileSync } from "node:fs";
import { type Selectable, sql } from "kysely";
import type {
  DamageAnswer,
  DocumentAnswer,
  InvoiceAnswer,
  PolicyAnswer,
  QuotationAnswer,
  ReferralEvent,
  RelationAnswer,
} from "#api/wire/wireTypes.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { dateAt, toEpochSeconds } from "#engine/values/dates.ts";
import { DEFAULT_LANGUAGE, readLanguage } from "#engine/values/languages.ts";
import { runAlone } from "../db/migrate.ts";
import type { Db } from "../db/open.ts";
import type { QuotationStatus } from "../db/tables/portfolioTables.ts";
import type { ReferralsTable } from "../db/tables/referralTables.ts";
import { apiValidator } from "../http/apiSchemas.ts";
import { policyList, quotationList } from "../portfolio/lists/contractRows.ts";
import { damageList } from "../portfolio/lists/damageRows.ts";
import { documentList } from "../portfolio/lists/documentRows.ts";
import { invoiceList } from "../portfolio/lists/invoiceRows.ts";
import { relationList } from "../portfolio/lists/relationRows.ts";
import { translateWord } from "../portfolio/lists/words.ts";
import { sampleFile } from "./sampleFiles.ts";

const folder = new URL("../../../fixtures/portfolio/", import.meta.url);
const readSample = <T>(name: string): T => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as T;

/** Sample quotations with answers can be opened in the wizard. */
type SampleQuotation = QuotationAnswer & { product_key?: string; answers?: Record<string, JsonObject> };

interface Samples {
  relations: RelationAnswer[];
  quotations: SampleQuotation[];
  policies: PolicyAnswer[];
  damages: DamageAnswer[];
  invoices: InvoiceAnswer[];
  documents: DocumentAnswer[];
}

/** Returns whether anything was loaded. With `today`, open quotations are as old on that day as on the samples' own day. */
export async function seedPortfolio(db: Db, today?: string): Promise<boolean> {
  if (await hasRelations(db)) return false;
  return runAlone(db, async (connection) => {
    if (await hasRelations(connection)) return false;
    await connection.transaction().execute((trx) => load(trx, readSamples(), today ? countDays(today) : 0));
    return true;
  });
}

const hasRelations = async (db: Db) => (await sql`select from relations limit 1`.execute(db)).rows.length > 0;

/** How many days after the day that the samples are written for. */
function countDays(today: string): number {
  const { reference_date: written } = readSample<{ conventions: { reference_date: string } }>("about").conventions;
  return Math.max(0, Math.round((toEpochSeconds(today) - toEpochSeconds(written)) / 86_400));
}

function readSamples(): Samples {
  return {
    relations: checked<RelationAnswer>("relations", "relation"),
    quotations: checked<SampleQuotation>("quotations", "quotation", ({ product_key, answers, ...row }) => row),
    policies: checked<PolicyAnswer>("policies", "policy"),
    damages: checked<DamageAnswer>("damages", "damage"),
    invoices: checked<InvoiceAnswer>("invoices", "invoice"),
    documents: checked<DocumentAnswer>("documents", "document"),
  };
}

function checked<T extends object>(file: string, schema: string, onWire: (row: T) => object = (row) => row): T[] {
  const rows = readSample<T[]>(file);
  const fits = apiValidator(schema);
  rows.forEach((row, index) => {
    if (fits(onWire(row))) return;
    const [first] = fits.errors ?? [];
    const location = `fixtures/portfolio/${file}.json: /${index}${first?.instancePath ?? ""}`;
    throw new Error(`${location}: ${first?.message ?? "does not fit"} (schemas/api/${schema}.schema.json)`);
  });
  return rows;
}

/** An offer is open for a limited time: without `days`, samples loaded months later would hold none that is about to expire. */
function storeQuotation({ product_key, answers, ...one }: SampleQuotation, days: number) {
  const stored = quotationList.store(one);
  const row = { ...stored, status: stored.status as QuotationStatus };
  return row.status === "O" ? { ...row, date: dateAt(row.date, `+${days}d`) } : row;
}

async function load(db: Db, samples: Samples, days: number): Promise<void> {
  const findRelation = byNumber(samples.relations, (relation) => relation.relation_number, "relation");
  const findQuotation = byNumber(samples.quotations, (quotation) => quotation.number, "quotation");
  const findPolicy = byNumber(samples.policies, (policy) => policy.number, "policy");
  const active = new Map<number, string>();
  const stored = samples.quotations.map((quotation) => storeQuotation(quotation, days));
  for (const { relation_number, date } of stored) {
    if (date > (active.get(relation_number) ?? "")) active.set(relation_number, date);
  }
  await db
    .insertInto("relations")
    .values(samples.relations.map((relation) => relationRow(relation, active)))
    .execute();
  const quotations = stored.map((row) => ({ ...row, ...ofRelation(findRelation(row.relation_number)) }));
  await db.insertInto("quotations").values(quotations).execute();
  await db.insertInto("quotation_answers").values(samples.quotations.flatMap(answersRow)).execute();
  const policies = samples.policies.map((policy) => ({
    ...policyList.store(policy),
    ...ofRelation(findRelation(policy.relation_number)),
  }));
  await db.insertInto("policies").values(policies).execute();
  const damages = samples.damages.map((damage) => ({
    ...damageList.store(damage),
    ...ofRelation(findRelation(findPolicy(damage.policy_number).relation_number)),
  }));
  await db.insertInto("damages").values(damages).execute();
  const invoices = samples.invoices.map((invoice) => ({
    ...invoiceList.store(invoice),
    ...ofRelation(findRelation(invoice.relation_number)),
  }));
  await db.insertInto("open_invoices").values(invoices).execute();
  await seedReferrals(db, readSample("referrals"), (number) => {
    const quotation = findQuotation(number);
    return { quotation, relation: findRelation(quotation.relation_number) };
  });
  for (const document of samples.documents) await storeSample(db, document, findRelation(document.relation_number));
}

function byNumber<T>(rows: T[], number: (row: T) => number, what: string): (wanted: number) => T {
  const rowsByNumber = new Map(rows.map((row) => [number(row), row]));
  return (wanted) => {
    const row = rowsByNumber.get(wanted);
    if (!row) throw new Error(`fixtures/portfolio: ${what} ${wanted} is referred to but missing`);
    return row;
  };
}

const LONG_AGO = "2024-01-01";

function relationRow(relation: RelationAnswer, active: Map<number, string>) {
  return {
    ...relationList.store(relation),
    legalform: null,
    active_on: active.get(relation.relation_number) ?? LONG_AGO,
  };
}

const ofRelation = ({ relation_number, company, intermediary_number }: RelationAnswer) => ({
  relation_number,
  relation_name: company,
  intermediary_number,
});

function answersRow({ number, product_key, answers }: SampleQuotation) {
  if (!product_key || !answers) return [];
  return [{ number, product_key, answers: JSON.stringify(answers), release: null }];
}

async function storeSample(db: Db, document: DocumentAnswer, relation: RelationAnswer): Promise<void> {
  const lines = [relation.company, `${relation.address}, ${relation.zipcode} ${relation.city}`, document.upload_date];
  const { mediaType, content } = await sampleFile(document.type, document.description, lines, document.upload_date);
  await db
    .insertInto("documents")
    .values({
      ...documentList.store(document),
      intermediary_number: relation.intermediary_number,
      media_type: mediaType,
      file_size: content.length,
    })
    .execute();
  await db.insertInto("document_contents").values({ id: document.id, content }).execute();
}

// Loads the sample referrals with their history.

interface SampleReferral extends Pick<Selectable<ReferralsTable>, "number" | "sent_by" | "status"> {
  history: { kind: ReferralEvent["kind"]; at: string; login_name: string; text: string }[];
}

/** Each sample referral has the number of its quotation. */
async function seedReferrals(
  db: Db,
  referrals: SampleReferral[],
  find: (number: number) => { quotation: QuotationAnswer; relation: RelationAnswer },
): Promise<void> {
  const users = new Map((await db.selectFrom("users").selectAll().execute()).map((user) => [user.login_name, user]));
  for (const { number, sent_by, status, history } of referrals) {
    const { quotation, relation } = find(number);
    const { product, intermediary_name, relation_number } = quotation;
    const { company, intermediary_number } = relation;
    const [whose, [first], last] = [{ number, intermediary_number }, history, history.at(-1)];
    await db
      .insertInto("referrals")
      .values({
        ...whose,
        quotation_number: number,
        relation_number,
        relation_name: company,
        office_name: intermediary_name,
        product,
        words_translated: translateWord(product),
        status,
        ...(first && { sent_at: first.at }),
        waits_since: status === "V" ? null : (last?.at ?? null),
        sent_by,
        language: readLanguage(users.get(sent_by)?.language) ?? DEFAULT_LANGUAGE,
      })
      .execute();
    const entries = history.map((event) => ({
      ...event,
      ...whose,
      full_name: users.get(event.login_name)?.full_name ?? "",
      files: "[]",
    }));
    await db.insertInto("referral_events").values(entries).execute();
  }
}
