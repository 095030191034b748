// What transactions promise, whichever engine it is: statements that go together are done together or not at all, and concurrent
// calls never see the setting of another.
import { sql } from "kysely";
import { expect } from "vitest";
import { runInOffice } from "#server/db/office.ts";
import type { Db, OpenDatabase } from "#server/db/open.ts";
import { runTransaction } from "#server/db/transaction.ts";

const OFFICES = [100245, 100871, 100903];

const rename = (db: Db) => db.updateTable("users").set({ full_name: "Renamed" }).execute();
const divide = (db: Db, by: number) => sql`select 1 / ${by}::int`.execute(db);

/** The office that the database applies, and the number of the transaction. */
async function look(db: Db): Promise<{ office: string; transaction: string } | undefined> {
  const { rows } = await sql<{ office: string; transaction: string }>`select pg_current_xact_id()::text as transaction,
    coalesce(current_setting('portal.office', true), '') as office`.execute(db);
  return rows[0];
}

export async function checkTransactions({ db, officeDb }: OpenDatabase): Promise<void> {
  const names = () => db.selectFrom("users").select("full_name").orderBy("login_name").execute();
  const before = await names();
  const undone: [string, (trx: Db) => Promise<unknown>][] = [
    [
      "undone",
      async (trx) => {
        await rename(trx);
        throw new Error("undone");
      },
    ],
    [
      "division by zero",
      async (trx) => {
        await rename(trx);
        await divide(trx, 0);
      },
    ],
    [
      // A caller that goes on after a failure has changed nothing anyway, and gets an error.
      "rolled back",
      async (trx) => {
        await rename(trx);
        await divide(trx, 0).catch(() => undefined);
      },
    ],
  ];
  for (const [reason, work] of undone) {
    await expect(runTransaction(db, work), reason).rejects.toThrow(reason);
    expect(await names(), reason).toEqual(before);
  }
  const nested = await runInOffice(OFFICES[0]!, () =>
    runTransaction(officeDb, async (trx) => [await look(trx), await runTransaction(trx, look)]),
  );
  expect(nested[0]).toEqual(nested[1]);
  expect(await runTransaction(db, async () => "no statement")).toBe("no statement");
  await checkUnsendable(db);
  await checkOfficesAtOnce(officeDb);
}

async function checkUnsendable(db: Db): Promise<void> {
  const circle: Record<string, unknown> = {};
  circle.circle = circle;
  const readNumber = async (value: unknown) => (await sql`select ${value}::int as number`.execute(db)).rows;
  for (let times = 0; times < 4; times += 1) {
    await expect(readNumber(circle), "a value that cannot be sent").rejects.toThrow();
    await expect(readNumber("x")).rejects.toThrow("invalid input syntax");
    expect(await readNumber(times), "and the connection goes on").toEqual([{ number: times }]);
  }
}

/** Single statements, transactions, failures and calls without an office, mixed on the connections of one pool. */
async function checkOfficesAtOnce(officeDb: Db): Promise<void> {
  const calls = Array.from({ length: 120 }, async (_, count) => {
    const office = OFFICES[count % 4];
    const inTransaction = count % 3 === 0;
    const work = async () => {
      if (count % 7 === 0) await divide(officeDb, 0).catch(() => undefined);
      return inTransaction ? runTransaction(officeDb, look) : look(officeDb);
    };
    const seen = await (office ? runInOffice(office, work) : work());
    expect(seen?.office, `call ${count}`).toBe(office ? String(office) : "");
  });
  await Promise.all(calls);
}
