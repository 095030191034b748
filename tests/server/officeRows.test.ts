// Row-level security: the database shows a call the rows of its office, and no rows to a call without an office,
// whatever is requested. roles.test.ts tests the same on PostgreSQL.
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALL_OFFICES, keepOffice, runInOffice } from "#server/db/office.ts";
import { readLastViewed } from "#server/portfolio/lists/lastViewed.ts";
import { listKinds } from "#server/portfolio/lists/listKinds.ts";
import { readAll, readOne, readPage } from "#server/portfolio/lists/lists.ts";
import { checkOfficeRows } from "../support/officeRows.ts";
import { startServer, type TestServer } from "../support/server.ts";
import { checkTransactions } from "../support/transactions.ts";

const OWN = 100245;
const OTHER = 100871;
const viewer = { login: "v.voorbeeld", intermediary: OWN, language: "nl", consent: true } as const;
const request = { office: OWN, language: "nl", page: 1, limit: 100 } as const;
let server: TestServer;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server?.stop());
const inOffice = <T>(office: number | typeof ALL_OFFICES, work: (db: TestServer["db"]) => Promise<T>) =>
  runInOffice(office, () => work(server.database.officeDb));

test("every table with an office's rows is protected, and shows the rows of the office that is set alone", () =>
  checkOfficeRows(server.database, [OWN, OTHER]));

describe.each(listKinds.map((kind) => [kind.list, kind] as const))(
  "the list of %s, asked for under another office",
  (_, kind) => {
    test("page, search, last viewed, export and one show nothing", async () => {
      const page = await inOffice(OWN, (db) => readPage(db, kind, request));
      expect(page.rows.length).toBeGreaterThan(0);
      const row = page.rows[0] as Record<string, unknown>;
      const number = Number(row[kind.key]);
      expect(number).toBeGreaterThan(0);
      const readings = (db: TestServer["db"]) =>
        Promise.all([
          readPage(db, kind, request).then(({ rows, total }) => rows.length + total),
          readPage(db, kind, { ...request, search: "a" }).then(({ rows, total }) => rows.length + total),
          readLastViewed(db, kind, viewer, request).then(({ rows, total }) => rows.length + total),
          readOne(db, kind, OWN, number).then((row) => (row ? 1 : 0)),
          (async () => {
            let rows = 0;
            for await (const some of readAll(db, kind, request)) rows += some.length;
            return rows;
          })(),
        ]);
      const sizes = await inOffice(OWN, readings);
      expect(sizes.filter((size) => size === 0).length, "each finds something in its own office").toBeLessThanOrEqual(
        1,
      );
      expect(await inOffice(OTHER, readings)).toEqual([0, 0, 0, 0, 0]);
      expect(await readings(server.database.officeDb)).toEqual([0, 0, 0, 0, 0]);
      expect(await inOffice(ALL_OFFICES, readings)).toEqual(sizes);
    });
  },
);

test("a row of another office cannot be written, changed or removed", async () => {
  const update = sql`update relations set city = 'Elders' where intermediary_number = ${OTHER} returning 1`;
  const remove = sql`delete from documents where intermediary_number = ${OTHER} returning 1`;
  const move = sql`update relations set intermediary_number = ${OTHER}`;
  const add = sql`insert into audit (intermediary_number, action) values (${OTHER}, 'test')`;
  expect((await inOffice(OWN, (db) => update.execute(db))).rows).toEqual([]);
  expect((await inOffice(OWN, (db) => remove.execute(db))).rows).toEqual([]);
  for (const change of [move, add])
    await expect(inOffice(OWN, (db) => change.execute(db))).rejects.toThrow("row-level security");
  await expect(add.execute(server.database.officeDb), "without an office").rejects.toThrow("row-level security");
});

test("mail is promised by an office's transaction, and read by no office", async () => {
  const mail = (db: TestServer["db"]) =>
    server.outbox.put(db, { call: "c", recipient: "a@example.com", subject: "s", text: "t", attachments: [] });
  const read = (db: TestServer["db"]) => db.selectFrom("outbox").select("mail_id").execute();
  await inOffice(OWN, (db) => db.transaction().execute(mail));
  expect(await inOffice(OWN, read)).toEqual([]);
  expect(await read(server.db)).toHaveLength(1);
});

test("the setting ends with its transaction, also one that failed", async () => {
  await expect(inOffice(OWN, (db) => sql`select 1 / 0`.execute(db))).rejects.toThrow("zero");
  const failed = inOffice(OWN, (db) => db.transaction().execute((all) => sql`select 1 / 0`.execute(all)));
  await expect(failed).rejects.toThrow("zero");
  const count = sql`select count(*)::int as rows from relations`;
  expect((await count.execute(server.database.officeDb)).rows).toEqual([{ rows: 0 }]);
});

test("statements that go together are done together or not at all", () => checkTransactions(server.database));

test("rows that are read while they are sent keep the office of their call", async () => {
  const [kind] = listKinds;
  if (!kind) throw new Error("no lists");
  const read = async (rows: AsyncGenerator<unknown[]>) => {
    let count = 0;
    for await (const some of rows) count += some.length;
    return count;
  };
  const rows = () => readAll(server.database.officeDb, kind, request);
  expect(await read(runInOffice(OWN, () => keepOffice(rows())))).toBeGreaterThan(0);
  expect(await read(runInOffice(OWN, rows)), "asked for from outside of the call").toBe(0);
});
