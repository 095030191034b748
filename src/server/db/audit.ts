// The audit trail: logins, changes, decisions, downloads, opened items and refused calls. Written before the response
// is sent, so that nothing acknowledged is missing. The database makes it append-only. Contains routes and numbers, no
// answers of requests.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { NamedAction, NamedDetail } from "#api/wire/wireTypes.ts";
import { isReadOnly } from "./failures/failures.ts";
import type { Db } from "./open.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /**
     * `refusals`: every refused call is written. A successful call writes its line itself, in its own transaction.
     * Without it only calls that were forbidden or named an unknown number are written.
     */
    audit?: "all" | "refusals";
  }
}

interface Entry {
  login: string | null;
  office: number | null;
  action: NamedAction | `${string} /${string}`;
  object?: string;
  /** Of a call how it ended, and the call itself. */
  detail?: Partial<Record<NamedDetail | "status" | "call", unknown>>;
}

export async function writeAudit(db: Db, { login, office, action, object, detail }: Entry): Promise<void> {
  // Users of the insurer have number 0, which is not an office.
  const line = { login_name: login, intermediary_number: office || null, action, object: object ?? null };
  await db
    .insertInto("audit")
    .values({ ...line, detail: detail ? JSON.stringify(detail) : null })
    .execute();
}

export function addAudit(app: FastifyInstance, db: Db): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (!isAudited(request, reply)) return done();
    auditCall(db, request, reply.statusCode).then(
      () => done(),
      (error) => (mayGoUnwritten(request, error) ? done() : done(error)),
    );
  });
}

/** A read-only database does not end reading: a call that came here without an error has changed nothing. The log keeps its route. */
function mayGoUnwritten({ log, routeOptions }: FastifyRequest, error: Error): boolean {
  if (!isReadOnly(error)) return false;
  log.warn(
    { route: routeOptions.url, reason: error.message },
    "This call is missing in the audit trail: the database is read-only.",
  );
  return true;
}

/** Writes the line of a call, also for handlers that write it in their own transaction. */
export const auditCall = (db: Db, request: FastifyRequest, status: number): Promise<void> =>
  writeAudit(db, {
    login: request.user?.login_name ?? request.loginOf,
    office: request.user?.intermediary_number ?? null,
    action: `${request.method} ${request.routeOptions.url as `/${string}`}`,
    object: nameObject(request),
    detail: { status, call: request.id },
  });

/**
 * Anonymous calls, except refused logins, are only in the log: they change nothing and could flood the trail.
 * Rate-limited calls (429) and server errors are left out too, as they do not show what a user did.
 */
function isAudited({ user, routeOptions: { url, config } }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  if (statusCode === 429 || statusCode >= 500) return false;
  const refused = statusCode >= 400;
  if (url?.startsWith("/auth/")) return refused;
  if (user === null) return false;
  const tried = statusCode === 403 || statusCode === 404;
  return config.audit === "all" || (refused && (config.audit === "refusals" || tried));
}

/** Members of a query that name a row. A foreign number in them is refused as one in the path is. */
const QUERIED = ["relation", "relation_id", "quotation"];

/** The parameters and the queried numbers of the address, with `?` for those that cannot be a number or name. A search term is not written. */
function nameObject({ params, query }: FastifyRequest): string {
  const { term: _, ...path } = (params ?? {}) as Record<string, string>;
  const queried = Object.entries((query ?? {}) as Record<string, unknown>).filter(([name]) => QUERIED.includes(name));
  const numbers = queried.map(([name, value]) => `${name}=${cleanPart(value)}`);
  return [Object.values(path).map(cleanPart).join("/"), ...numbers].filter(Boolean).join(" ");
}

const cleanPart = (part: unknown): string => (/^[\w.-]{1,60}$/.test(String(part)) ? String(part) : "?");

const AT_ONCE = 1_000;

/**
 * The trail as JSON lines, after line `after`. Stops at the first line younger than a minute: a running transaction may still commit
 * a line with a lower number, which an export that continues from the last number would miss.
 */
export async function* readAudit(db: Db, after: number): AsyncGenerator<string> {
  for (let last = after; ; ) {
    const rows = await db
      .selectFrom("audit")
      .selectAll()
      .select(sql<boolean>`at < now() - interval '1 minute'`.as("settled"))
      .where("audit_id", ">", last)
      .orderBy("audit_id")
      .limit(AT_ONCE)
      .execute();
    for (const { settled, ...row } of rows) {
      if (!settled) return;
      yield `${JSON.stringify(row)}\n`;
      last = row.audit_id;
    }
    if (rows.length < AT_ONCE) return;
  }
}
