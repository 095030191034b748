// The chain over the audit trail: a random trail with one random change is found and named, an untouched one never.
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readConfig } from "#server/config/config.ts";
import { writeAudit } from "#server/db/audit.ts";
import { sealTrail, verifyTrail } from "#server/db/auditSeals.ts";
import { type Db, type OpenDatabase, openDatabase } from "#server/db/open.ts";
import { verify } from "#server/operations/commands/audit.ts";
import { purgeTrail } from "#server/privacy/purge.ts";
import { openTestDatabase } from "../support/server.ts";
import { testWithPostgres } from "../support/withPostgres.ts";

let database: OpenDatabase;
let db: Db;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
afterAll(() => database.close());

const run = (statement: string) => sql.raw(statement).execute(db);
const rowsOf = async <Row>(query: string) => (await sql.raw(query).execute(db)).rows as Row[];

/** `ago`: days before now. A gap is a number whose transaction was rolled back. */
type Step =
  | { kind: "lines"; count: number; ago: number }
  | { kind: "gap" }
  | { kind: "seal" }
  | { kind: "purge"; days: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("lines" as const),
      count: fc.integer({ min: 1, max: 5 }),
      ago: fc.integer({ min: 0, max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom({ kind: "gap" as const }, { kind: "seal" as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("purge" as const), days: fc.integer({ min: 1, max: 9 }) }) },
);

async function take(step: Step): Promise<void> {
  if (step.kind === "gap") await run("select nextval('audit_audit_id_seq')");
  else if (step.kind === "seal") await sealTrail(db);
  else if (step.kind === "purge") {
    const config = { ...readConfig({ APP_ENV: "test" }) };
    await purgeTrail(db, {
      clock: { now: () => new Date() },
      config: { ...config, retention: { ...config.retention, audit: step.days } },
    });
  } else
    await run(`insert into audit (at, login_name, intermediary_number, action, object, detail)
      select now() - interval '${step.ago} days' - n * interval '1 ms', 'v.voorbeeld', 100245, 'GET /api/relations', n::text, '{"status": 200}'
      from generate_series(1, ${step.count}) n`);
}

/** Begins with an empty trail, then takes the steps and seals what is left. */
async function makeTrail(steps: Step[]): Promise<void> {
  for (const table of ["audit", "audit_seals"]) await run(`alter table ${table} disable trigger user`);
  await run("truncate audit, audit_seals restart identity");
  for (const table of ["audit", "audit_seals"]) await run(`alter table ${table} enable trigger user`);
  for (const step of steps) await take(step);
  await sealTrail(db);
}

const COLUMNS = [
  "at = at + interval '1 microsecond'",
  "login_name = 'p.proef'",
  "login_name = null",
  "intermediary_number = 1",
  "action = action || ' '",
  "object = coalesce(object, '') || '1'",
  "detail = null",
];
const SEAL_COLUMNS = [
  "lines = lines + 1",
  "content = 'x'",
  "newest = newest - 1",
  "hash = 'x'",
  "last_id = last_id + 1",
];

interface Tampering {
  kind: "change" | "delete" | "insert" | "empty last block" | "change seal" | "delete seal";
  which: number;
  how: number;
}

const tampering: fc.Arbitrary<Tampering> = fc.record({
  kind: fc.constantFrom("change", "delete", "insert", "empty last block", "change seal", "delete seal"),
  which: fc.nat(),
  how: fc.nat(),
});

/**
 * Returns the first block that retention emptied and that no seal explains any more, else the changed seal itself. A seal that records
 * a purge also speaks for the blocks before it.
 */
async function findUnexplained(changed: number): Promise<number> {
  const [first] = await rowsOf<{ block: number }>(`select min(seal_id)::int as block from (
    select *, coalesce(lag(last_id) over (order by seal_id), 0) as after from audit_seals) emptied
    where seal_id < ${changed} and lines > 0
      and not exists (select from audit where audit_id > emptied.after and audit_id <= emptied.last_id)
      and not exists (select from audit_seals purge where purge.purged >= emptied.seal_id and purge.newest > emptied.newest)`);
  return first?.block ?? changed;
}

/**
 * Changes the trail as its owner could. Returns the block that must be named, or undefined when there was no entry to
 * change.
 */
async function tamper({ kind, which, how }: Tampering): Promise<number | undefined> {
  const lines = await rowsOf<{ audit_id: number; seal: number }>(`select audit_id,
    (select min(seal_id) from audit_seals where last_id >= audit_id)::int as seal from audit order by audit_id`);
  const seals = await rowsOf<{ seal_id: number; last_id: number }>(
    "select seal_id, last_id from audit_seals order by seal_id",
  );
  const [line, seal] = [lines[which % lines.length], seals[which % seals.length]];
  for (const table of ["audit", "audit_seals"]) await run(`alter table ${table} disable trigger user`);
  if (kind === "change" && line)
    await run(`update audit set ${COLUMNS[how % COLUMNS.length]} where audit_id = ${line.audit_id}`);
  else if (kind === "delete" && line) await run(`delete from audit where audit_id = ${line.audit_id}`);
  else if (kind === "insert" && seals[0]) {
    await run("insert into audit (audit_id, action) overriding system value values (0, 'GET /api/relations')");
    return 1;
  } else if (kind === "empty last block") {
    const last = lines.at(-1);
    if (last)
      await run(
        `delete from audit where audit_id > coalesce((select max(last_id) from audit_seals where seal_id < ${last.seal}), 0)`,
      );
    return last?.seal;
  } else if (kind === "change seal" && seal) {
    await run(`update audit_seals set ${SEAL_COLUMNS[how % SEAL_COLUMNS.length]} where seal_id = ${seal.seal_id}`);
    return findUnexplained(seal.seal_id);
  } else if (kind === "delete seal" && seal && seal !== seals.at(-1)) {
    await run(`delete from audit_seals where seal_id = ${seal.seal_id}`);
    return findUnexplained(seal.seal_id);
  } else return undefined;
  return line?.seal;
}

/** `npm test -- --all` makes more. */
const RUNS = Number(process.env.SEAL_RUNS ?? 8);
const steps = fc.array(step, { minLength: 1, maxLength: 12 });

test("an untouched trail agrees with its seals, with gaps and after retention", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      await makeTrail(taken);
      const { broken, lines, open } = await verifyTrail(db);
      const [{ count } = { count: -1 }] = await rowsOf<{ count: number }>("select count(*)::int as count from audit");
      expect([broken, lines, open]).toEqual([undefined, count, 0]);
      expect((await verifyTrail(db, 3)).broken).toBeUndefined();
    }),
    { numRuns: RUNS },
  );
});

test("one changed, removed or added line, and a changed or removed seal, is found and its block named", async () => {
  let detected = 0;
  await fc.assert(
    fc.asyncProperty(steps, tampering, async (taken, change) => {
      await makeTrail(taken);
      const block = await tamper(change);
      if (block === undefined) return;
      detected += 1;
      expect((await verifyTrail(db)).broken).toMatch(new RegExp(`^Block ${block} of the audit trail `));
    }),
    { numRuns: 2 * RUNS },
  );
  expect(detected).toBeGreaterThan(RUNS / 2);
});

test("`audit verify` names the last seal, finds it again, and misses one of another chain", async () => {
  await makeTrail([{ kind: "lines", count: 3, ago: 0 }]);
  await writeAudit(db, { login: null, office: null, action: "retention" });
  const sentence = await verify({ db }, { seal: undefined });
  expect(sentence).toMatch(
    /^The audit trail agrees with its 1 seals: 3 lines, and 1 that are not sealed yet\. Last seal: [0-9a-f]{64}\.$/,
  );
  const [seal] = /[0-9a-f]{64}/.exec(sentence) ?? [];
  expect(await verify({ db }, { seal })).toBe(sentence);
  await expect(verify({ db }, { seal: "0a" })).rejects.toThrow("The chain has no seal 0a");
  await run("alter table audit disable trigger user");
  await run("delete from audit where audit_id = 2");
  await expect(verify({ db }, { seal })).rejects.toThrow(
    "Block 1 of the audit trail (lines 1 to 3) does not agree with its seal: 3 lines were sealed, 2 are there.",
  );
});

testWithPostgres(
  "a line whose transaction commits late is sealed after it, and never counts as added",
  async ({ url }) => {
    const opened = await openDatabase({ url, migrate: true });
    onTestFinished(opened.close);
    const line = { login: null, office: null, action: "retention" } as const;
    const committed = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const late = opened.db.transaction().execute(async (all) => {
      await writeAudit(all, line);
      written.resolve();
      await committed.promise;
    });
    await written.promise;
    await writeAudit(opened.db, line);
    const sealing = sealTrail(opened.db);
    committed.resolve();
    await late;
    await sealing;
    await sealTrail(opened.db);
    expect(await verifyTrail(opened.db)).toMatchObject({ broken: undefined, open: 0 });
  },
);
