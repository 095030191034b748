// The audit trail for an auditor: in pages, newest first, filtered by day, person, action and subject. Also as an
// export of JSON lines. The trail itself records every export, and a page only when it is refused.
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type RawBuilder, sql } from "kysely";
import type { AuditRow } from "#api/wire/wireTypes.ts";
import { keepOffice } from "../db/office.ts";
import type { Db } from "../db/open.ts";
import { apiValidator, describeCall } from "../http/apiSchemas.ts";
import { attachmentHeaders } from "./attachment.ts";
import type { PortfolioContext } from "./viewer.ts";

interface Query {
  from?: string;
  until?: string;
  person?: string;
  action?: string;
  subject?: string;
  before?: number;
  limit: number;
}

const EXPORT_LIMIT_MS = 300_000;
const AT_ONCE = 1_000;

export function addTrailRoutes(app: FastifyInstance, { db, clock }: PortfolioContext): void {
  const schema = describeCall("audit-list");
  app.get("/", { schema, config: { audit: "refusals" } }, async (request) => {
    const query = request.query as Query;
    const { lines, next } = await readPage(db, query, query);
    return { success: true, data: lines.map(toRow), meta: { next } };
  });
  app.get(
    "/export",
    {
      schema: { ...schema, response: { 200: { $ref: "lists.schema.json#/definitions/file" } } },
      config: { audit: "all", handlerMs: EXPORT_LIMIT_MS },
    },
    async (request: FastifyRequest, reply) => {
      const headers = attachmentHeaders(`audit-${clock.today()}.jsonl`, "application/x-ndjson; charset=utf-8");
      return reply.headers(headers).send(Readable.from(keepOffice(writeLines(db, request.query as Query))));
    },
  );
}

type Line = Omit<AuditRow, "status" | "at" | "detail"> & { at: Date | string; detail: Record<string, unknown> | null };

async function* writeLines(db: Db, query: Query): AsyncGenerator<string> {
  for await (const lines of readAll(db, query)) yield lines.map((line) => `${JSON.stringify(toRow(line))}\n`).join("");
}

function toRow({ at, detail, ...line }: Line): AuditRow {
  const { status = null, ...others } = detail ?? {};
  // A decision of before wrote the letter that its referral came to.
  return {
    ...line,
    at: new Date(at).toISOString(),
    status: typeof status === "number" ? status : null,
    detail: others,
  };
}

/** Lines that one statement scans, and the time limit for filling a page: scanning millions of lines for a rare word takes longer. */
const SLICE = 100_000;
const LOOK_MS = 2_000;

export interface PageOptions {
  limit: number;
  slice?: number;
  lookMs?: number;
}

/**
 * A page of lines, newest first. It may be empty when time ran out before a match: go on with `before` set to `next`, which is null
 * at the end of the trail.
 */
export async function readPage(
  db: Db,
  query: Query,
  { limit, slice = SLICE, lookMs = LOOK_MS }: PageOptions,
): Promise<{ lines: Line[]; next: number | null }> {
  const { first, last } = await findBounds(db, query);
  const end = performance.now() + lookMs;
  const matches: Line[] = [];
  let top = Math.min(last, (query.before ?? Number.MAX_SAFE_INTEGER) - 1);
  do {
    const ids = { from: top - slice + 1, to: top };
    matches.push(...(await readLines(db, query, { ids, order: "desc", limit: limit + 1 - matches.length })));
    top -= slice;
  } while (matches.length <= limit && top >= first && performance.now() < end);
  const lines = matches.slice(0, limit);
  if (matches.length > limit) return { lines, next: lines.at(-1)?.audit_id ?? null };
  return { lines, next: top >= first ? top + 1 : null };
}

async function* readAll(db: Db, query: Query): AsyncGenerator<Line[]> {
  const { first, last } = await findBounds(db, query);
  for (let from = first; from <= last; ) {
    const to = Math.min(last, from + SLICE - 1);
    const lines = await readLines(db, query, { ids: { from, to }, order: "asc", limit: AT_ONCE });
    if (lines.length > 0) yield lines;
    from = lines.length < AT_ONCE ? to + 1 : (lines.at(-1)?.audit_id ?? to) + 1;
  }
}

const DUTCH = sql`'Europe/Amsterdam'`;
const begin = (from: string) => sql`at >= (${from}::timestamp at time zone ${DUTCH})`;
const end = (until: string) => sql`at < ((${until}::timestamp + interval '1 day') at time zone ${DUTCH})`;
/**
 * A line is numbered when it is written but has the time at which its call began, so numbers and times can differ in order. The
 * bounds of a day are therefore taken over this many lines.
 */
const AROUND = 1_000;

async function findBounds(db: Db, { from, until }: Query): Promise<{ first: number; last: number }> {
  const lines = (condition: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
    sql`(select audit_id from audit where ${condition} order by at ${order}, audit_id ${order} limit ${AROUND}) l`;
  const first = from ? sql`min(audit_id) from ${lines(begin(from), sql`asc`)}` : sql`min(audit_id) from audit`;
  const last = until ? sql`max(audit_id) from ${lines(end(until), sql`desc`)}` : sql`max(audit_id) from audit`;
  const { rows } = await sql<{ first: number; last: number }>`select
    coalesce((select ${first}), 1) as first, coalesce((select ${last}), 0) as last`.execute(db);
  return rows[0] ?? { first: 1, last: 0 };
}

interface Part {
  ids: { from: number; to: number };
  order: "asc" | "desc";
  limit: number;
}

/** A name, or a call with its method, is that action alone: reading the trail is not taking it along, nor `login` a refused one. */
const isWhole = (action: string) =>
  apiValidator("audit-list#/definitions/named")(action) === true || /^(GET|HEAD|POST|DELETE) \//.test(action);

/** Escapes wildcards. */
const like = (text: string) => text.trim().replace(/[\\%_]/g, "\\$&");
/** Every filter finds any part of a text, in capitals or not. */
const anyPart = (text: string) => `%${like(text)}%`;

/** Lines of accounts by their login or full name. An erased account is only found by what the trail has of it. */
const findPerson = (part: string) =>
  sql`(login_name ilike ${part} or login_name in (select login_name from users where full_name ilike ${part}))`;

async function readLines(db: Db, query: Query, { ids, order, limit }: Part): Promise<Line[]> {
  const { from, until, person = "", action = "", subject = "" } = query;
  const conditions: RawBuilder<unknown>[] = [
    sql`audit_id between ${ids.from} and ${ids.to}`,
    ...(from ? [begin(from)] : []),
    ...(until ? [end(until)] : []),
    ...(person.trim() ? [findPerson(anyPart(person))] : []),
    ...(action.trim() ? [sql`action ilike ${isWhole(action.trim()) ? like(action) : anyPart(action)}`] : []),
    ...(subject.trim() ? [sql`object ilike ${anyPart(subject)}`] : []),
  ];
  const { rows } =
    await sql<Line>`select audit_id, at, login_name, intermediary_number, action, object, detail from audit
    where ${sql.join(conditions, sql` and `)} order by audit_id ${sql.raw(order)} limit ${limit}`.execute(db);
  return rows;
}
