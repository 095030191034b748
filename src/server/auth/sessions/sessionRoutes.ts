// The calls that list and end sessions: a user's own ones, and for administrators those of colleagues. Row-level
// security hides other offices' sessions. Number 0 is not an office.
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Clock } from "../../config/clock.ts";
import type { Config } from "../../config/config.ts";
import type { Db } from "../../db/open.ts";
import { describeAnswer } from "../../http/apiSchemas.ts";
import { notFound } from "../../http/errors/portalError.ts";
import { findUser } from "../user.ts";
import { endSessions, listSessions, type SessionFilter } from "./sessionList.ts";

interface SessionRouteParts {
  /** Sees the rows of the call's office only. */
  db: Db;
  config: Pick<Config, "session">;
  clock: Clock;
}

const OWN = "/api/sessions";
const SCOPES: [string, (request: FastifyRequest) => SessionFilter][] = [
  [OWN, (request) => ({ login_name: findUser(request).login_name })],
  ["/api/office/sessions", (request) => ({ intermediary_number: findOffice(request) })],
];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function addSessionRoutes(app: FastifyInstance, { db, config, clock }: SessionRouteParts): void {
  for (const [path, findScope] of SCOPES) {
    app.get(`${path}/`, { schema: describeAnswer("sessions-list") }, async (request) => {
      const { login_name: own } = findUser(request);
      const listed = await listSessions(db, findScope(request), config.session, clock.now());
      const rows = listed.filter(({ login_name }) => path === OWN || login_name !== own);
      const data = rows.map((row) => ({
        session_id: row.session_id,
        login_name: row.login_name,
        username: row.full_name,
        browser: row.browser,
        began_at: row.created_at.toISOString(),
        used_at: row.seen_at.toISOString(),
        current: row.session_id === findUser(request).session_id,
      }));
      return { success: true, data };
    });
    app.delete(`${path}/:session`, { config: { audit: "refusals" } }, async (request, reply) => {
      const { session } = request.params as { session: string };
      const which = { ...findScope(request), session_id: session };
      const how = { by: findUser(request).login_name, why: "ended by hand", call: request.id } as const;
      if (!UUID.test(session) || (await endSessions(db, which, how)) === 0) throw notFound();
      return reply.code(204).send();
    });
  }
}

function findOffice(request: FastifyRequest): number {
  const { intermediary_number } = findUser(request);
  if (intermediary_number === 0) throw notFound();
  return intermediary_number;
}
