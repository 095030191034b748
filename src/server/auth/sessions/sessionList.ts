// Lists and ends sessions, for users, administrators and the login environment. An ended session is refused at its next
// call, in every process. The audit trail records who ended it.
import { sql } from "kysely";
import type { ProfileAnswer } from "#api/wire/wireTypes.ts";
import type { Config } from "../../config/config.ts";
import { writeAudit } from "../../db/audit.ts";
import type { Db } from "../../db/open.ts";
import { runTransaction } from "../../db/transaction.ts";

/** Selects sessions. All given members must match. */
export interface SessionFilter {
  id_hash?: string;
  session_id?: string;
  login_name?: string;
  /** The login environment's id of the session (`sid`). */
  provider_session?: string;
  intermediary_number?: number;
  /** Issuer and subject of the user at the login environment. */
  subject?: string;
}

/** Why a session ended before its time, as the trail records it. */
export type EndReason = NonNullable<ProfileAnswer["ended"]>;

const OF_USER = ["intermediary_number", "subject"];

const withUsers = (db: Db, filter: SessionFilter) => {
  const named = Object.entries(filter) as [keyof SessionFilter, string | number][];
  let rows = db.selectFrom("sessions as s").innerJoin("users as u", "u.login_name", "s.login_name");
  for (const [name, value] of named)
    rows = rows.where(sql.ref(`${OF_USER.includes(name) ? "u" : "s"}.${name}`), "=", value);
  return rows;
};

/** Sessions that have not expired, most recently used first. */
export function listSessions(
  db: Db,
  filter: SessionFilter,
  { idleMinutes, absoluteHours }: Config["session"],
  now: Date,
) {
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  return withUsers(db, filter)
    .select(["s.session_id", "s.id_hash", "s.login_name", "u.full_name", "s.browser", "s.created_at", "s.seen_at"])
    .where("s.seen_at", ">", before(idleMinutes))
    .where("s.created_at", ">", before(absoluteHours * 60))
    .orderBy("s.seen_at", "desc")
    .orderBy("s.session_id")
    .limit(1_000)
    .execute();
}

/** Returns how many sessions ended. Writes a line to the audit trail for each, in the same transaction. */
export async function endSessions(
  db: Db,
  filter: SessionFilter,
  how: { by?: string; why: EndReason; call?: string },
): Promise<number> {
  if (Object.keys(filter).length === 0) throw new Error("endSessions needs a condition: it would end all sessions.");
  return runTransaction(db, async (all) => {
    const chosen = withUsers(all, filter).select("s.session_id");
    const ended = await all
      .deleteFrom("sessions as s")
      .using("users as u")
      .whereRef("u.login_name", "=", "s.login_name")
      .where("s.session_id", "in", chosen)
      .returning(["s.session_id", "s.login_name", "u.intermediary_number"])
      .execute();
    for (const { session_id, login_name, intermediary_number } of ended)
      await writeAudit(all, {
        login: login_name,
        office: intermediary_number,
        action: "session ended",
        object: session_id,
        detail: how,
      });
    return ended.length;
  });
}

/** Reads from the trail why a session that is gone was ended. */
export async function readEnd(db: Db, session_id: string): Promise<EndReason | undefined> {
  const line = await db
    .selectFrom("audit")
    .select("detail")
    .where("action", "=", "session ended")
    .where("object", "=", session_id)
    .executeTakeFirst();
  return line?.detail?.why as EndReason | undefined;
}
