// Finds where a person or company is named in what is stored about relations: in answers and their records, texts, contacts and names
// of files. Changes nothing. What is inside a file is not searched.
import { type RawBuilder, sql } from "kysely";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Db } from "../db/open.ts";

export interface Naming {
  /** Null for a request without a relation, and for a mail. */
  relation: number | null;
  office: number | null;
  table: string;
  /** Number or id of the row. */
  row: string;
  /** The path of the smallest record or text with all the words, and its texts. */
  places: { path: string; text: string }[];
}

const [OWN, NONE] = [sql`t.relation_number`, sql`null::bigint`];
const through = (owner: string, key: string) =>
  sql`(select o.relation_number from ${sql.table(owner)} o where ${sql.ref(`o.${key}`)} = ${sql.ref(`t.${key}`)})`;

/** How the relation of a row is found, by table: of each that `selectRows` takes and that can name a person. */
export const SEARCHED: Record<string, RawBuilder<unknown>> = {
  relations: OWN,
  quotations: OWN,
  quotation_answers: through("quotations", "number"),
  policies: OWN,
  damages: OWN,
  open_invoices: OWN,
  documents: OWN,
  referrals: OWN,
  referral_events: through("referrals", "number"),
  referral_files: through("referrals", "number"),
  requests: OWN,
  request_steps: through("requests", "request_id"),
  submissions: through("requests", "request_id"),
  uploads: through("requests", "request_id"),
  handover_events: OWN,
  outbox: NONE,
};

const KEYS = ["number", "claim_id", "offer_number", "position", "request_id", "id", "upload_id", "relation_number"];

/** `words`: a name, a birth date in any notation, or both. */
export async function findPerson(db: Db, words: string): Promise<Naming[]> {
  const wanted = words.split(/\s+/).map(readDate).flatMap(splitName).filter(Boolean);
  const found: Naming[] = [];
  for (const [table, relation] of Object.entries(SEARCHED)) {
    const named = sql.join(
      wanted.map((word) => sql`position(portfolio_fold(${word}) in portfolio_fold(r.row::text)) > 0`),
      sql` and `,
    );
    const { rows } = await sql<{
      relation: string | null;
      row: Record<string, unknown>;
    }>`select r.relation, r.row from (
      select ${relation} as relation, to_jsonb(t) - '{content,search,rank_key}'::text[] as row from ${sql.table(table)} t) r
      where ${named}`.execute(db);
    for (const { relation: number, row } of rows)
      found.push({
        relation: number === null ? null : Number(number),
        office: typeof row["intermediary_number"] === "number" ? row["intermediary_number"] : null,
        table,
        row: String(KEYS.map((key) => row[key]).find((value) => value !== undefined && value !== null)),
        places: findPlaces(row, wanted.map(fold)),
      });
  }
  return found;
}

/** Dates are stored as 1970-05-03. */
const readDate = (word: string): string =>
  word.replace(/^(\d{1,2})[-./](\d{1,2})[-./](\d{4})$/, (_, day: string, month: string, year: string) =>
    [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-"),
  );

const splitName = (word: string): string[] => (/^\d{4}-/.test(word) ? [word] : word.split(/[-‐‑]/));

/** As `portfolio_fold` of the database writes it, except for letters that few names have. */
const fold = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\p{M}.'’`]/gu, "")
    .replace(/[-‐‑]/g, " ")
    .toLowerCase();

/** The smallest objects, lists and texts in which all words begin a word. */
function findPlaces(value: unknown, wanted: string[], path = ""): Naming["places"] {
  const inside = isObject(value) || Array.isArray(value) ? Object.entries(value) : [];
  const found = inside.flatMap(([key, inner]) => findPlaces(inner, wanted, `${path}/${key}`));
  if (found.length > 0) return found;
  const text = readTexts(value).join(" ");
  const folded = ` ${fold(text).replace(/[^\p{L}\p{N}]+/gu, " ")}`;
  return wanted.every((word) => folded.includes(` ${word}`)) ? [{ path, text: text.slice(0, 80) }] : [];
}

const readTexts = (value: unknown): string[] =>
  isObject(value) || Array.isArray(value)
    ? Object.values(value).flatMap(readTexts)
    : value === null || typeof value === "boolean"
      ? []
      : [String(value)];
