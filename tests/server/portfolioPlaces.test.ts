// Page places against the plain truth: whatever is added, renamed and removed, totals and pages are those that counting
// every row would give.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db, OpenDatabase } from "#server/db/open.ts";
import { readAll, readPage } from "#server/portfolio/lists.ts";
import { relationList } from "#server/portfolio/relationRows.ts";
import { readSearch } from "#server/portfolio/searchList.ts";
import { openTestDatabase } from "../support/server.ts";

const OFFICE = 500001;
const OTHER = 500002;
let opened: OpenDatabase;
let db: Db;
beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.db;
}, 60_000);
afterAll(() => opened?.close());

const add = (office: number, from: number, count: number, name = "Bedrijf ' || md5(i::text) || '") =>
  sql
    .raw(`insert into relations (relation_number, intermediary_number, company, address, zipcode, city, active_on)
      select ${from} + i, ${office}, '${name}', 'Straat 1', '1234 AB', 'Utrecht', date '2026-01-01'
      from generate_series(1, ${count}) i`)
    .execute(db);

async function expectTruth(office: number): Promise<void> {
  const all = await sql<{ relation_number: number }>`select relation_number from relations
    where intermediary_number = ${office} order by rank_key`.execute(db);
  const truth = all.rows.map((row) => row.relation_number);
  const limit = 7;
  const last = Math.max(1, Math.ceil(truth.length / limit));
  for (const page of new Set([1, 2, 143, 144, 286, 287, 288, Math.ceil(last / 3), last - 1, last, last + 5])) {
    if (page < 1) continue;
    const shown = Math.min(page, last);
    const answer = await readPage(db, relationList, { office, page, limit });
    expect(answer.total).toBe(truth.length);
    expect(answer.page).toBe(shown);
    expect(answer.rows.map((row) => row.relation_number)).toEqual(truth.slice((shown - 1) * limit, shown * limit));
  }
}

test("an empty office", () => expectTruth(OFFICE));

test("rows one by one, in bulk, renamed and removed", async () => {
  for (let number = 1; number <= 30; number++) await add(OFFICE, 600_000 + number * 2, 1);
  await add(OTHER, 700_000, 40);
  await expectTruth(OFFICE);
  await add(OFFICE, 610_000, 4_700);
  await expectTruth(OFFICE);
  await sql`update relations set company = 'Aaa ' || relation_number where relation_number % 9 = 0`.execute(db);
  await expectTruth(OFFICE);
  await sql`delete from relations where relation_number % 4 = 0 and intermediary_number = ${OFFICE}`.execute(db);
  await expectTruth(OFFICE);
  await sql`update relations set intermediary_number = ${OTHER} where relation_number between 611000 and 611200`.execute(
    db,
  );
  await expectTruth(OFFICE);
  await expectTruth(OTHER);
});

test("a transaction that is undone leaves no trace", async () => {
  const undone = db.transaction().execute(async (trx) => {
    await sql`delete from relations where intermediary_number = ${OFFICE} and relation_number % 3 = 0`.execute(trx);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await expectTruth(OFFICE);
});

test("changes do not pile up, and a block that grows is cut", async () => {
  for (let round = 0; round < 12; round++) await add(OFFICE, 620_000 + round * 1_000, 400, "Midden");
  await expectTruth(OFFICE);
  const { rows } = await sql<{ waiting: number; largest: number }>`select
    (select count(*)::int from list_changes where intermediary_number = ${OFFICE}) as waiting,
    (select max(n)::int from list_blocks where intermediary_number = ${OFFICE}) as largest`.execute(db);
  expect(rows[0]?.waiting).toBeLessThanOrEqual(500);
  expect(rows[0]?.largest).toBeLessThanOrEqual(2_500);
});

test("everything empties again", async () => {
  await sql`delete from relations where intermediary_number = ${OTHER}`.execute(db);
  await expectTruth(OTHER);
});

test("an export reads every row once, in order", async () => {
  const read: number[] = [];
  for await (const rows of readAll(db, relationList, { office: OFFICE }))
    read.push(...rows.map((row) => row.relation_number));
  const all = await sql<{ relation_number: number }>`select relation_number from relations
    where intermediary_number = ${OFFICE} order by rank_key`.execute(db);
  expect(read).toEqual(all.rows.map((row) => row.relation_number));
});

test("a search in a list too long to read through", async () => {
  await add(OFFICE, 640_000, 3_000, "Zeldzaam ' || i || '");
  const rare = await readSearch(db, relationList, { office: OFFICE, limit: 5 }, "zeldzaam 2999");
  expect(rare.rows.map((row) => row.company)).toEqual(["Zeldzaam 2999"]);
  const late = await readSearch(db, relationList, { office: OFFICE, limit: 5, page: 2 }, "zeldzaam");
  expect([late.total, late.page, late.rows.length, late.more]).toEqual([1_000, 2, 5, true]);
  const early = await readSearch(db, relationList, { office: OFFICE, limit: 5 }, "aaa");
  expect(early).toMatchObject({ more: true });
  const nothing = await readSearch(db, relationList, { office: OFFICE, limit: 5 }, "%");
  expect([nothing.total, nothing.rows]).toEqual([0, []]);
});
