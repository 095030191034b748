// The trail for an auditor: page by page, the last first, by day, person, action and subject; and as a file of JSON lines. Reading
// it changes nothing; taking it along stands in it.
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type RawBuilder, sql } from "kysely";
import type { AuditRow } from "#api/wireTypes.ts";
import { describeCall } from "../apiSchemas.ts";
import { keepOffice } from "../db/office.ts";
import type { Db } from "../db/open.ts";
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
    const found = await readLines(db, query, { limit: query.limit + 1, before: query.before });
    const data = found.slice(0, query.limit).map(toRow);
    return { success: true, data, meta: { next: found.length > query.limit ? (data.at(-1)?.audit_id ?? null) : null } };
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
  for (let after = 0; ; ) {
    const lines = await readLines(db, query, { limit: AT_ONCE, after });
    if (lines.length > 0) yield lines.map((line) => `${JSON.stringify(toRow(line))}\n`).join("");
    if (lines.length < AT_ONCE) return;
    after = lines.at(-1)?.audit_id ?? after;
  }
}

function toRow({ at, detail, ...line }: Line): AuditRow {
  const { status = null, ...others } = detail ?? {};
  return { ...line, at: new Date(at).toISOString(), status: status as number | null, detail: others };
}

interface Part {
  limit: number;
  before?: number | undefined;
  after?: number;
}

/** What is typed is literal, wildcards included. */
const like = (text: string) => text.trim().replace(/[\\%_]/g, "\\$&");
const DUTCH = sql`'Europe/Amsterdam'`;

/** Before a line: the last first. After one: the first first. */
async function readLines(db: Db, query: Query, { limit, before, after }: Part): Promise<Line[]> {
  const { from, until, person = "", action = "", subject = "" } = query;
  const conditions: RawBuilder<unknown>[] = [
    ...(before === undefined ? [] : [sql`audit_id < ${before}`]),
    ...(after === undefined ? [] : [sql`audit_id > ${after}`]),
    ...(from ? [sql`at >= (${from}::timestamp at time zone ${DUTCH})`] : []),
    ...(until ? [sql`at < ((${until}::timestamp + interval '1 day') at time zone ${DUTCH})`] : []),
    ...(person.trim() ? [sql`login_name ilike ${`${like(person)}%`}`] : []),
    ...(action.trim() ? [sql`action ilike ${`%${like(action)}%`}`] : []),
    ...(subject.trim() ? [sql`object ilike ${`%${like(subject)}%`}`] : []),
  ];
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const order = after === undefined ? sql`desc` : sql`asc`;
  const { rows } =
    await sql<Line>`select audit_id, at, login_name, intermediary_number, action, object, detail from audit
    ${where} order by audit_id ${order} limit ${limit}`.execute(db);
  return rows;
}
