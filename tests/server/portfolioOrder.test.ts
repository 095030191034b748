// Lists against a plain read of all rows: total, pages, order and search are the same, whatever was added, renamed and
// removed. Every list and its export sort by every column of schemas/api.

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiValidator, rowMembers } from "#server/http/apiSchemas.ts";
import { readLastViewed, recordView } from "#server/portfolio/lists/lastViewed.ts";
import { listKinds } from "#server/portfolio/lists/listKinds.ts";
import { type ListRequest, readAll, readPage } from "#server/portfolio/lists/lists.ts";
import { relationList } from "#server/portfolio/lists/relationRows.ts";
import { referralList } from "#server/referrals/referralRows.ts";
import { openPortfolioServer, type PortfolioServer } from "../support/portfolioServer.ts";

const OFFICE = 500001;
const OTHER = 500002;
const scope = { office: OFFICE, language: "nl" } as const;
let server: PortfolioServer;
beforeAll(async () => {
  server = await openPortfolioServer();
});
afterAll(() => server?.close());

const add = (office: number, from: number, count: number, name = "Bedrijf ' || md5(i::text) || '") =>
  sql
    .raw(`insert into relations (relation_number, intermediary_number, company, address, zipcode, city, active_on)
      select ${from} + i, ${office}, '${name}', 'Straat 1', '1234 AB', 'Utrecht', date '2026-01-01'
      from generate_series(1, ${count}) i`)
    .execute(server.db);

const page = (request: Partial<ListRequest>) => readPage(server.db, relationList, { ...scope, ...request });

async function readTruth(office: number): Promise<number[]> {
  const all = await sql<{ relation_number: number }>`select relation_number from relations
    where intermediary_number = ${office}
    order by portfolio_fold(left(company, 80)) collate "C", relation_number`.execute(server.db);
  return all.rows.map((row) => row.relation_number);
}

async function expectTruth(office: number): Promise<void> {
  const truth = await readTruth(office);
  const limit = 7;
  const last = Math.max(1, Math.ceil(truth.length / limit));
  for (const requested of new Set([1, 2, Math.ceil(last / 3), last, last + 5])) {
    const shown = Math.min(requested, last);
    const answer = await page({ office, page: requested, limit });
    expect([answer.total, answer.page]).toEqual([truth.length, shown]);
    expect(answer.rows.map((row) => row.relation_number)).toEqual(truth.slice((shown - 1) * limit, shown * limit));
  }
}

test("an office's list is what counting every row would give", async () => {
  await expectTruth(OFFICE);
  await add(OFFICE, 600_000, 1_200);
  await add(OTHER, 700_000, 40);
  await expectTruth(OFFICE);
  await sql`update relations set company = 'Áaa ' || relation_number
    where relation_number % 9 = 0 and intermediary_number = ${OFFICE}`.execute(server.db);
  await sql`delete from relations where relation_number % 4 = 0 and intermediary_number = ${OFFICE}`.execute(server.db);
  await sql`update relations set intermediary_number = ${OTHER} where relation_number between 600100 and 600200`.execute(
    server.db,
  );
  await expectTruth(OFFICE);
  await expectTruth(OTHER);
});

test("an export reads every row once, in order", async () => {
  const read: number[] = [];
  for await (const rows of readAll(server.db, relationList, scope))
    read.push(...rows.map((row) => row.relation_number));
  expect(read.length).toBeGreaterThan(500);
  expect(read).toEqual(await readTruth(OFFICE));
});

test("a search finds every row that holds the words, and only those", async () => {
  await add(OFFICE, 640_000, 300, "Zeldzaam ' || i || '");
  const rare = await page({ limit: 5, search: "zeldzaam 299" });
  expect(rare.rows.map((row) => row.company)).toEqual(["Zeldzaam 299"]);
  const all = await page({ limit: 5, page: 2, search: "zeldzaam" });
  expect([all.total, all.page, all.rows.length]).toEqual([300, 2, 5]);
  expect(await page({ limit: 5, search: "%" })).toMatchObject({ total: 0, rows: [] });
  expect(await page({ limit: 5, search: "zeldzaam", office: OTHER })).toMatchObject({ total: 0, rows: [] });
});

test("a name longer than an index holds is stored and found", async () => {
  const long = `Langdradig ${"é".repeat(5_000)}`;
  await add(OFFICE, 650_000, 1, long);
  expect((await page({ search: "langdradig" })).rows.map((row) => row.company)).toEqual([long]);
});

/** Columns that are sorted by another member of the rows. */
const readAs: Record<string, string> = { status: "status_label", desc_status_code: "status_label" };

/**
 * The value that a row is sorted by: what the screen shows of the column. It shows a reminder before anything else in
 * an invoice's code, and premiums are compared per year.
 */
function readSorted(row: Record<string, unknown>, column: string): unknown {
  if (column === "status_code") return ["E", "T"].indexOf(String(row[column]));
  // Cut to cents, as the database does.
  if (column === "premium_total")
    return Math.floor((Math.round(Number(row.premium_total) * 100) * 12) / Number(row.period));
  return row[readAs[column] ?? column] ?? null;
}

const cases = listKinds.flatMap(({ path, schema, key }) => {
  const { enum: sorts } = apiValidator(`${schema}#/definitions/sort`).schema as { enum: string[] };
  return sorts.map((sort): [string, string, string] => [path, sort, key]);
});

describe("every list sorts by every column that schemas/api names", () => {
  test.each(cases)("%s by %s", async (list, sort, number) => {
    for (const language of ["nl", "fr"] as const) {
      const { body } = await server.get("v.voorbeeld", `/api/${list}?limit=100&detail=true&sort=${sort}`, language);
      const column = sort.replace(/^-/, "");
      const rows = body.data as Record<string, unknown>[];
      const keys = rows.map((row) => [readSorted(row, column), row[number]] as const);
      expect(new Set(keys.map(([key]) => key)).size).toBeGreaterThan(1);
      expect(keys).toEqual(sorted(keys, sort.startsWith("-") ? -1 : 1, language));
    }
  });

  test("a column that may be empty in the database may be null on the wire, so that its empty rows come last", async () => {
    for (const { list, schema } of [...listKinds, referralList]) {
      const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_name = ${list} and is_nullable = 'YES'`.execute(server.db);
      const sorted = rowMembers(schema).filter(([, { column }]) => column?.sort);
      const stored = sorted.filter(([name]) => rows.some((row) => row.name === name));
      const nullable = sorted.filter(([, { type = [] }]) => type.includes("null"));
      expect([list, nullable]).toEqual([list, expect.arrayContaining(stored)]);
    }
  });

  test("an unknown column is refused with those that there are", async () => {
    const answer = await server.get("v.voorbeeld", "/api/relations?sort=kvk_number");
    expect([answer.status, answer.body.message]).toEqual([
      400,
      "Voor sort is de keus: relation_number, -relation_number, company, -company, city, -city.",
    ]);
  });

  test("one order on all pages, in a search, under a relation and in the export", async () => {
    const readRows = async (address: string) =>
      (await server.get("v.voorbeeld", address)).body.data as { number: number; premium_total: number }[];
    const all = await readRows("/api/quotations/?limit=100&sort=-premium_total");
    const paged = [1, 2, 3].map((number) => readRows(`/api/quotations/?limit=4&page=${number}&sort=-premium_total`));
    expect((await Promise.all(paged)).flat()).toEqual(all.slice(0, 12));
    for (const part of ["/search/cyber?", "?relation_id=300108&"]) {
      const rows = await readRows(`/api/quotations${part}limit=100&sort=-premium_total`);
      const these = new Set(rows.map((row) => row.number));
      expect(rows.length).toBeGreaterThan(2);
      expect(rows).toEqual(all.filter((row) => these.has(row.number)));
    }
    const { text } = await server.get("v.voorbeeld", "/api/quotations/export?sort=-premium_total");
    const exported = text.trim().split("\r\n").slice(1);
    expect(exported.map((line) => Number(line.split(";")[0])).slice(0, all.length)).toEqual(
      all.map((row) => row.number),
    );
  });
});

test("of the items that a user opened the newest hundred are kept", async () => {
  const viewer = { login: "p.proef", intermediary: OFFICE, language: "nl", consent: true } as const;
  await sql`insert into last_viewed (login_name, list, number, viewed_at)
    select 'p.proef', 'relations', i, timestamptz '2026-01-01' + i * interval '1 minute' from generate_series(1, 120) i
    on conflict do nothing`.execute(server.db);
  const readNumbers = async () =>
    (await server.db.selectFrom("last_viewed").select("number").where("list", "=", "relations").execute())
      .map(({ number }) => number)
      .sort((a, b) => a - b);
  await recordView(server.db, viewer, "relations", 500);
  expect(await readNumbers()).toEqual([...Array.from({ length: 99 }, (_, index) => 22 + index), 500]);
  await recordView(server.db, viewer, "relations", 22);
  expect(await readNumbers()).toHaveLength(100);
});

test("what was opened last comes first, also of two at one time", async () => {
  const viewer = { login: "f.fictief", intermediary: OFFICE, language: "nl", consent: true } as const;
  await add(OFFICE, 660_000, 2);
  await recordView(server.db, viewer, "relations", 660_001);
  await sql`update last_viewed set viewed_at = viewed_at + interval '1 hour' where number = 660001`.execute(server.db);
  await recordView(server.db, viewer, "relations", 660_002);
  const { rows } = await readLastViewed(server.db, relationList, viewer, {});
  expect(rows.slice(0, 2).map((row) => row.relation_number)).toEqual([660_002, 660_001]);
});

type Key = readonly [value: unknown, number: unknown];

/** By value, then by number. Missing values come last. */
function sorted(keys: Key[], direction: 1 | -1, language: string): Key[] {
  const { compare } = new Intl.Collator(language);
  const plain = (value: string) => value.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return keys.toSorted(([a, id], [b, other]) => {
    if ((a === null) !== (b === null)) return a === null ? 1 : -1;
    const text = typeof a === "string" && typeof b === "string";
    const order = text ? compare(plain(a), plain(b)) : Number(a) - Number(b);
    return direction * (order || Number(id) - Number(other));
  });
}
