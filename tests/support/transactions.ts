// What transactions promise, whichever engine it is: statements that go together are done together or not at all.
import { sql } from "kysely";
import { expect } from "vitest";
import { compileOnce } from "#server/db/compileOnce.ts";
import { runInOffice } from "#server/db/office.ts";
import type { OpenDatabase } from "#server/db/open.ts";
import { runTransaction } from "#server/db/transaction.ts";

const OFFICE = 100245;

const rename = compileOnce((db, { to }: { to: string }) => db.updateTable("users").set({ full_name: to }).compile());
/** The setting of the office, the number of the transaction, and what the statement before it did. */
const look = compileOnce((db, { word }: { word: string }) =>
  sql<{ word: string; office: string; transaction: string }>`select ${word}::text as word,
    current_setting('portal.office') as office, pg_current_xact_id()::text as transaction`.compile(db),
);
const divide = compileOnce((db, { by }: { by: number }) => sql`select 1 / ${by}::int as one`.compile(db));
const readNumber = compileOnce((db, { value }: { value: unknown }) =>
  sql<{ number: number }>`select ${value}::int as number`.compile(db),
);

export async function checkTransactions({ db, officeDb, embedded }: OpenDatabase): Promise<void> {
  const names = async () =>
    (await db.selectFrom("users").select("full_name").orderBy("login_name").execute()).map(Object);
  const before = await names();
  const inOffice = <T>(work: () => Promise<T>) => runInOffice(OFFICE, work);

  const [one, other] = await inOffice(() =>
    Promise.all([look(officeDb, { word: "a" }), look(officeDb, { word: "b" })]),
  );
  expect([one, other]).toMatchObject([[{ word: "a", office: `${OFFICE}` }], [{ word: "b", office: `${OFFICE}` }]]);
  if (!embedded) expect(other?.[0]?.transaction, "in one message").toBe(one?.[0]?.transaction);

  const undone = [
    async (trx: typeof db) => {
      await rename.later(trx, { to: "Nobody" });
      throw new Error("undone");
    },
    async (trx: typeof db) => {
      await rename(trx, { to: "Nobody" });
      await divide.later(trx, { by: 0 });
    },
    async (trx: typeof db) => {
      await divide.later(trx, { by: 0 });
      await rename(trx, { to: "Nobody" });
    },
    async (trx: typeof db) => {
      await rename(trx, { to: "Nobody" });
      // Who goes on after a failure has changed nothing all the same, and is told.
      await divide(trx, { by: 0 }).catch(() => undefined);
    },
  ];
  const REASONS = ["undone", "division by zero", "division by zero", "A statement of the transaction had failed"];
  for (const [at, work] of undone.entries()) {
    await expect(runTransaction(db, work), REASONS[at]).rejects.toThrow(REASONS[at]);
    expect(await names(), REASONS[at]).toEqual(before);
  }

  const seen = await inOffice(() =>
    runTransaction(officeDb, async (trx) => {
      const first = await look(trx, { word: "first" });
      const [second] = await Promise.all([look(trx, { word: "second" }), look.later(trx, { word: "unheard" })]);
      // Inside of another it is a part of that one; Kysely's own statements stand in it too.
      const third = await runTransaction(trx, (same) => look(same, { word: "third" }));
      const fourth = (await sql<object>`select pg_current_xact_id()::text as transaction`.execute(trx)).rows;
      return [...first, ...second, ...third, ...fourth];
    }),
  );
  const { transaction } = seen[0] as { transaction: string };
  const said = { office: `${OFFICE}`, transaction };
  expect(seen).toEqual([
    { word: "first", ...said },
    { word: "second", ...said },
    { word: "third", ...said },
    { transaction },
  ]);
  expect(await runTransaction(db, async () => "nothing was asked")).toBe("nothing was asked");

  const circle: Record<string, unknown> = {};
  circle.circle = circle;
  for (let times = 0; times < 4; times += 1) {
    await expect(readNumber(db, { value: circle }), "a value that cannot be sent").rejects.toThrow();
    await expect(readNumber(db, { value: "x" })).rejects.toThrow("invalid input syntax");
    expect(await readNumber(db, { value: times }), "and the connection goes on").toEqual([{ number: times }]);
  }
}
