// Search ignores dots, apostrophes, hyphens and spaces, and reads the letter Ĳ as ij; names are sorted the same way. A relation is
// found by street, e-mail and compact postcode too. The other lists find their rows through the relation, so they no longer copy
// its name and city into their own words. Contracts are sorted by their premium per year.
import { type Kysely, sql } from "kysely";

const fold = `create or replace function portfolio_fold(words text) returns text language sql immutable parallel safe as $$
    select regexp_replace(
      replace(replace(replace(replace(lower(translate(
        normalize(regexp_replace(normalize(words, NFD), '[\\u0300-\\u036f]', '', 'g'), NFC),
        'ØøŁłĐđıŒÆẞĲ.''‘’\`´‐‑-', 'OoLlDdiœæßĳ')), 'œ', 'oe'), 'æ', 'ae'), 'ß', 'ss'), 'ĳ', 'ij'),
      '(?<=\\m[a-z]) +(?=[a-z]\\M)', '', 'g')
  $$`;

interface List {
  list: string;
  /** Columns of the index after the office: the usual order and the number. Absent: the list has an index of its own. */
  order?: string;
  /** Other short columns that the list is sorted or filtered by. */
  sorted?: string[];
  /** The words that a search finds. Texts that can be long are cut, so that the last word is indexed too. */
  words: string[];
  /** Generated columns with a name in the form that it is sorted by. */
  names: Record<string, string>;
  more?: string[];
}

const compact = (column: string, length: number) => `replace(left(${column}, ${length}), ' ', '')`;

const contract = {
  words: ["number", "coalesce(policy_number, number)", "product", "words_translated", "product_code"],
  names: { relation_order: "relation_name" },
  more: ["premium_year bigint not null generated always as (premium_total * 12 / greatest(period, 1)) stored"],
};
const lists: List[] = [
  {
    list: "relations",
    order: "company_order, relation_number",
    sorted: ["city_order"],
    words: [
      "relation_number",
      "coalesce(kvk_number, '')",
      "regexp_replace(left(zipcode, 10), '^(\\d{4}) *', '\\1 ')",
      compact("zipcode", 10),
      "left(company, 100)",
      "left(city, 50)",
      "left(address, 60)",
      "left(coalesce(email, ''), 60)",
      "left(coalesce(email_financial, ''), 60)",
      compact("company", 60),
      compact("address", 40),
    ],
    names: { company_order: "company", city_order: "city" },
  },
  {
    list: "quotations",
    order: "date, number",
    sorted: ["relation_order", "product", "premium_year", "status", "start_date"],
    ...contract,
  },
  {
    list: "policies",
    order: "start_date, number",
    sorted: ["relation_order", "product", "premium_year", "policy_number", "end_date"],
    ...contract,
  },
  {
    list: "damages",
    order: "report_date, claim_id",
    sorted: ["relation_order", "desc_status_code", "policy_number"],
    words: ["claim_id", "claim_number_office", "title", "words_translated", "policy_number"],
    names: { relation_order: "relation_name" },
  },
  {
    list: "open_invoices",
    order: "booking_date, offer_number",
    sorted: ["relation_order", "status_code", "total_open_amount", "oms_product_code"],
    words: ["offer_number", "policy_number", "oms_product_code", "words_translated"],
    names: { relation_order: "relation_name" },
  },
  {
    list: "documents",
    order: "upload_date, id",
    sorted: ["file_size", "type"],
    words: ["description", "words_translated", "name"],
    names: {},
  },
  {
    list: "referrals",
    words: ["number", "quotation_number", "office_name", "product", "words_translated"],
    names: { relation_order: "relation_name", office_order: "office_name" },
  },
];

/** Maximum lengths of indexed texts: an index entry has at most 2,700 bytes. */
const SEARCHED = 500;
const NAME = 80;
const COPIES_OF_CITY = ["quotations", "policies", "damages", "open_invoices"];

function buildStatements({ list, order, sorted = [], words, names, more = [] }: List): string[] {
  const columns = Object.entries(names).map(
    ([column, name]) =>
      `${column} text collate "C" not null generated always as (portfolio_fold(left(${name}, ${NAME}))) stored`,
  );
  const search = `search text not null
      generated always as (portfolio_fold(left(' ' || ${words.join(" || ' ' || ")}, ${SEARCHED}))) stored`;
  const gone = ["search", ...Object.keys(names), ...(COPIES_OF_CITY.includes(list) ? ["relation_city"] : [])];
  return [
    `alter table ${list} ${gone.map((column) => `drop column ${column}`).join(", ")}`,
    `alter table ${list} ${[search, ...columns, ...more].map((column) => `add column ${column}`).join(", ")}`,
    ...(order
      ? [
          `create index ${list}_by_office on ${list} (intermediary_number, ${order}) include (search, ${sorted.join(", ")})`,
        ]
      : []),
    `create index ${list}_by_words on ${list} using gin (search gin_trgm_ops)`,
  ];
}

const whose = "intermediary_number = new.intermediary_number and relation_number = new.relation_number";
/** Copies a relation's new name to its rows in the other lists. */
const renamed = `create or replace function relation_renamed() returns trigger language plpgsql as $$
  begin
    ${[...COPIES_OF_CITY, "referrals"].map((list) => `update ${list} set relation_name = new.company where ${whose};`).join("\n    ")}
    return null;
  end $$`;

const trigger = [
  "drop trigger relation_renamed on relations",
  `create trigger relation_renamed after update of company on relations for each row
    when (old.company is distinct from new.company) execute function relation_renamed()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  // Rewrites all rows, which may be a million.
  await sql`set local statement_timeout = 0`.execute(db);
  for (const statement of [fold, ...lists.flatMap(buildStatements), renamed, ...trigger])
    await sql.raw(statement).execute(db);
}
