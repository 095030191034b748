// The trail of who did what: logins, changes, decisions, files handed out, and what was refused. Written before the answer
// goes out, so that nothing acknowledged is missing in it; the database only lets it grow. Route and numbers, no answers.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { NamedAction } from "#api/wireTypes.ts";
import type { JsonObject } from "#engine/types.ts";
import { compileOnce } from "./db/compileOnce.ts";
import type { Db } from "./db/open.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** `refusals`: what is done writes its own line, in its own transaction. */
    audit?: "all" | "refusals";
  }
}

interface Entry {
  login: string | null;
  office: number | null;
  action: NamedAction | `${string} /${string}`;
  object?: string;
  detail?: JsonObject;
}

export async function writeAudit(db: Db, { login, office, action, object, detail }: Entry): Promise<void> {
  const line = { login_name: login, intermediary_number: office, action, object: object ?? null };
  await insertLine.later(db, { ...line, detail: detail ? JSON.stringify(detail) : null });
}

interface Line {
  login_name: string | null;
  intermediary_number: number | null;
  action: string;
  object: string | null;
  detail: string | null;
}
const insertLine = compileOnce((db, line: Line) => db.insertInto("audit").values(line).compile());

export function addAudit(app: FastifyInstance, db: Db): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (!isAudited(request, reply)) return done();
    auditCall(db, request, reply.statusCode).then(() => done(), done);
  });
}

/** The line of a call, where its own transaction writes it too. */
export const auditCall = (db: Db, request: FastifyRequest, status: number): Promise<void> =>
  writeAudit(db, {
    login: request.user?.login_name ?? request.loginOf,
    office: request.user?.intermediary_number ?? null,
    action: `${request.method} ${request.routeOptions.url as `/${string}`}`,
    object: nameObject(request),
    detail: { status, call: request.id },
  });

/** A call of nobody changes nothing and may come in any number: the log has it. What failed by itself says nothing about anybody. */
function isAudited({ user, routeOptions: { url, config } }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  if (statusCode === 429 || statusCode >= 500) return false;
  const refused = statusCode >= 400;
  if (url?.startsWith("/auth/")) return refused;
  return user !== null && (config.audit === "all" || (config.audit === "refusals" && refused));
}

/** Numbers and names of the address, as far as they can be ones. */
const nameObject = ({ params }: FastifyRequest) =>
  Object.values((params ?? {}) as Record<string, string>)
    .map((part) => (/^[\w.-]{1,60}$/.test(part) ? part : "?"))
    .join("/");

const AT_ONCE = 1_000;

/**
 * As JSON lines, from after the line of that number on. What is younger than a minute is left for the next time, with all that comes
 * after it: a transaction that still runs could put a line before it, and the next time goes on from the last number.
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
