// Lists are counted and paged at query time. One index per list has the office's numbers in the default order, with the columns for
// searching and sorting, so that a page reads only the rows that it shows. Drops the counts of 0101.
import { type Kysely, sql } from "kysely";

interface List {
  list: string;
  /** Columns of the default order and the number. */
  order: string;
  /** Other short columns that it can be sorted by. */
  sorted: string[];
  /** The words that a search finds, as in 0100. */
  words: string[];
  /** Generated columns with a name without accents and capitals, for sorting. */
  names: Record<string, string>;
}

const contract = {
  sorted: ["relation_order", "product", "premium_total"],
  words: ["number::text", "relation_name", "relation_city", "product", "words_translated", "product_code"],
  names: { relation_order: "relation_name" },
};
const lists: List[] = [
  {
    list: "relations",
    order: "company_order, relation_number",
    sorted: ["city_order"],
    words: ["relation_number::text", "company", "city", "zipcode", "coalesce(kvk_number, '')"],
    names: { company_order: "company", city_order: "city" },
  },
  { list: "quotations", order: "date, number", ...contract, sorted: [...contract.sorted, "status", "start_date"] },
  {
    list: "policies",
    order: "start_date, number",
    ...contract,
    sorted: [...contract.sorted, "policy_number", "end_date"],
  },
  {
    list: "damages",
    order: "report_date, claim_id",
    sorted: ["relation_order", "desc_status_code", "policy_number"],
    words: [
      "claim_id::text",
      "claim_number_office",
      "title",
      "words_translated",
      "policy_number::text",
      "relation_name",
      "relation_city",
    ],
    names: { relation_order: "relation_name" },
  },
  {
    list: "open_invoices",
    order: "booking_date, offer_number",
    sorted: ["relation_order", "status_code", "total_open_amount", "oms_product_code"],
    words: [
      "offer_number::text",
      "policy_number::text",
      "relation_name",
      "relation_city",
      "oms_product_code",
      "words_translated",
    ],
    names: { relation_order: "relation_name" },
  },
  {
    list: "documents",
    order: "upload_date, id",
    sorted: ["file_size", "type"],
    words: ["description", "words_translated", "name"],
    names: {},
  },
];

/** Maximum lengths of indexed texts: an index entry has at most 2,700 bytes. */
const SEARCHED = 500;
const NAME = 80;

function buildStatements({ list, order, sorted, words, names }: List): string[] {
  const named = Object.entries(names).map(
    ([column, name]) => `, add column ${column} text collate "C" not null
      generated always as (portfolio_fold(left(${name}, ${NAME}))) stored`,
  );
  return [
    ...["added", "removed", "moved"].map((change) => `drop trigger if exists ${list}_${change} on ${list}`),
    `alter table ${list} drop column rank_key, drop column search`,
    `alter table ${list} add column search text not null
      generated always as (portfolio_fold(left(' ' || ${words.join(" || ' ' || ")}, ${SEARCHED}))) stored ${named.join("")}`,
    `create index ${list}_by_office on ${list} (intermediary_number, ${order}) include (search, ${sorted.join(", ")})`,
    `create index ${list}_by_words on ${list} using gin (search gin_trgm_ops)`,
    ...(list === "relations" ? [] : [`create index ${list}_by_relation on ${list} (relation_number)`]),
  ];
}

/** The column holds the words of all other languages, not only French. */
const renamed = lists
  .filter(({ list }) => list !== "relations")
  .map(({ list }) => `alter table ${list} rename column words_fr to words_translated`);

const gone = [
  "drop function if exists list_changed, list_tidy, list_fold, list_rebuild, list_cut",
  "drop table if exists list_blocks, list_changes",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  // Rewrites all rows, which may be a million.
  await sql`set local statement_timeout = 0`.execute(db);
  for (const statement of [...renamed, ...lists.flatMap(buildStatements), ...gone])
    await sql.raw(statement).execute(db);
}
