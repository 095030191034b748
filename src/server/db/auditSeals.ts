// The chain over the audit trail. A job seals settled lines in blocks: a seal has the number of lines, a hash over
// them, and a hash over itself and the seal before it. A line that is changed, removed or added in the past no longer
// agrees with its block. A user who can write all tables can make a whole new chain. That is found by a hash of the old
// one, stored on another machine.
import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Db } from "./open.ts";
import type { AuditSealsTable } from "./tables/schema.ts";

type Seal = Selectable<AuditSealsTable>;

/** Lines per block, all of one day (UTC): retention deletes whole blocks. */
const MAX_LINES = 1_000;
/** Seals that one statement verifies. */
const AT_ONCE = 100;
/** Between the allocation of a line's number and the moment when its transaction is counted as running. */
const PAUSE_MS = 100;
const TRIES = 50;

/** Independent of settings and time zone, to the microsecond. */
const CONTENT = sql<string>`encode(sha256(convert_to(coalesce(string_agg(jsonb_build_array(audit_id,
  extract(epoch from at)::text, login_name, intermediary_number, action, object, detail)::text, e'\n' order by audit_id), ''),
  'UTF8')), 'hex')`;

const computeHash = (
  { seal_id, last_id, lines, newest, content, purged }: Omit<Seal, "hash">,
  before: string,
): string => hash("sha256", JSON.stringify([seal_id, last_id, lines, newest, content, purged, before]), "hex");

/** Below every number that a line could be given by hand. */
const START = { seal_id: 0, last_id: Number.MIN_SAFE_INTEGER, hash: "" };

const readLastSeal = async (db: Db) =>
  (await db.selectFrom("audit_seals").selectAll().orderBy("seal_id", "desc").limit(1).executeTakeFirst()) ?? START;

/** Seals all settled lines. Returns how many. Another process that seals meanwhile ends this run. */
export async function sealTrail(db: Db): Promise<number> {
  const settled = await findSettled(db);
  for (let total = 0; ; ) {
    const last = await readLastSeal(db);
    const block = await readNextBlock(db, last.last_id, settled);
    if (!block || !(await addSeal(db, last, { ...block, purged: null }))) return total;
    total += block.lines;
  }
}

/**
 * The highest number up to which no line can be added any more: every transaction that ran when it was allocated has
 * ended. 0 if one runs for too long. Then the next run seals.
 */
async function findSettled(db: Db): Promise<number> {
  const allocated = await readNumber(db, sql`select last_value as found from audit_audit_id_seq`);
  await sleep(PAUSE_MS);
  const running = await readNumber(db, sql`select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as found`);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const oldest = await readNumber(db, sql`select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as found`);
    if (oldest >= running) return allocated;
    await sleep(PAUSE_MS);
  }
  return 0;
}

const readNumber = async (db: Db, query: RawBuilder<unknown>): Promise<number> =>
  Number((await query.execute(db)).rows.map((row) => (row as { found: unknown }).found)[0]);

type Block = Pick<Seal, "last_id" | "lines" | "newest" | "content">;

async function readNextBlock(db: Db, after: number, settled: number): Promise<Block | undefined> {
  const { rows } = await sql<Block>`
    with next as materialized (select *, (at at time zone 'UTC')::date as day from audit
      where audit_id > ${after} and audit_id <= ${settled} order by audit_id limit ${MAX_LINES}),
    other as (select min(audit_id) as id from next where day <> (select day from next order by audit_id limit 1))
    select max(audit_id) as last_id, count(*)::int as lines, extract(epoch from max(at)) as newest, ${CONTENT} as content
    from next where audit_id < coalesce((select id from other), ${settled + 1}) having count(*) > 0`.execute(db);
  return rows[0];
}

/** Returns false when another process has added a seal meanwhile. */
async function addSeal(db: Db, last: typeof START, block: Omit<Seal, "seal_id" | "hash">): Promise<boolean> {
  const seal = { seal_id: last.seal_id + 1, ...block };
  const added = await db
    .insertInto("audit_seals")
    .values({ ...seal, hash: computeHash(seal, last.hash) })
    .onConflict((conflict) => conflict.doNothing())
    .returning("seal_id")
    .executeTakeFirst();
  return added !== undefined;
}

/** The last line that retention may delete: of the newest block such that it and all before it are older than `before`. */
export async function findPurgeable(db: Db, before: Date): Promise<Pick<Seal, "seal_id" | "last_id"> | undefined> {
  const { rows } = await sql<Pick<Seal, "seal_id" | "last_id">>`select seal_id, last_id from audit_seals
    where lines > 0 and not exists (select from audit_seals young where young.lines > 0
      and young.seal_id <= audit_seals.seal_id and young.newest >= ${before.getTime() / 1_000})
    order by seal_id desc limit 1`.execute(db);
  return rows[0];
}

/** Adds a seal without lines that records up to which block retention has deleted. */
export async function sealPurge(db: Db, purged: number, before: Date): Promise<void> {
  const newest = String(before.getTime() / 1_000);
  for (;;) {
    const last = await readLastSeal(db);
    if (await addSeal(db, last, { last_id: last.last_id, lines: 0, newest, content: "", purged })) return;
  }
}

export interface SealVerification {
  seals: number;
  lines: number;
  /** Not sealed yet. */
  open: number;
  /** Of the last seal. */
  hash: string;
  /** A sentence about the first block that does not agree. */
  broken: string | undefined;
}

interface SealComparison extends Seal {
  found: number;
  now: string;
}

/** Recomputes the chain, or the newest seals of it. */
export async function verifyTrail(db: Db, newest = Number.POSITIVE_INFINITY): Promise<SealVerification> {
  const end = await readLastSeal(db);
  const from = Number.isFinite(newest) ? Math.max(0, end.seal_id - newest) : 0;
  let last = from === 0 ? START : await needSeal(db, from);
  const verified = { seals: 0, lines: 0, hash: end.hash, broken: undefined as string | undefined };
  const purges = await db
    .selectFrom("audit_seals")
    .select(["purged", "newest"])
    .where("purged", "is not", null)
    .execute();
  for (let rows = await compareSeals(db, last); rows.length > 0; rows = await compareSeals(db, last)) {
    for (const seal of rows) {
      verified.broken = findFault(seal, last, purges);
      if (verified.broken) return { ...verified, open: 0 };
      verified.seals += 1;
      verified.lines += seal.found;
      last = seal;
    }
  }
  const open = await readNumber(db, sql`select count(*) as found from audit where audit_id > ${last.last_id}`);
  return { ...verified, open };
}

const needSeal = (db: Db, seal: number) =>
  db
    .selectFrom("audit_seals")
    .selectAll()
    .where("seal_id", "<=", seal)
    .orderBy("seal_id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();

/** The next seals, each with what its block contains now. */
async function compareSeals(db: Db, { seal_id, last_id }: typeof START): Promise<SealComparison[]> {
  const { rows } = await sql<SealComparison>`
    select s.*, a.found, a.now from (
      select *, lag(last_id, 1, ${last_id}::bigint) over (order by seal_id) as after from audit_seals
      where seal_id > ${seal_id} order by seal_id limit ${AT_ONCE}) s,
    lateral (select count(*)::int as found, ${CONTENT} as now from audit where audit_id > s.after and audit_id <= s.last_id) a
    order by s.seal_id`.execute(db);
  return rows;
}

type Purge = Pick<Seal, "purged" | "newest">;

function findFault(seal: SealComparison, last: typeof START, purges: readonly Purge[]): string | undefined {
  const { seal_id, last_id, found, lines } = seal;
  const name = `Block ${seal_id} of the audit trail (lines ${Math.max(0, last.last_id) + 1} to ${last_id})`;
  if (seal_id !== last.seal_id + 1) return `Block ${last.seal_id + 1} of the audit trail has no seal any more.`;
  if (seal.hash !== computeHash(seal, last.hash)) return `${name} does not agree with its seal, which was changed.`;
  if (lines === 0 && found === 0) return undefined;
  const isPurged = purges.some(
    ({ purged, newest }) => (purged ?? 0) >= seal_id && Number(newest) > Number(seal.newest),
  );
  if (found === 0 && isPurged) return undefined;
  if (found !== lines) return `${name} does not agree with its seal: ${lines} lines were sealed, ${found} are there.`;
  return seal.now === seal.content ? undefined : `${name} does not agree with its seal: a line was changed.`;
}
