// `sessions list [--user <login>]` lists sessions. `sessions end --user <login>` ends those of a user, in every process
// at the next call. With the embedded database the portal must be stopped.
import { endSessions, listSessions } from "../../auth/sessions/sessionList.ts";
import type { Db } from "../../db/open.ts";
import type { Data } from "../withData.ts";

/** Refuses an unknown login, so that a typing error does not look like a user without sessions. */
async function needAccount(db: Db, user: string): Promise<void> {
  const account = await db.selectFrom("users").select("login_name").where("login_name", "=", user).executeTakeFirst();
  if (!account) throw new Error(`There is no account ${user}.`);
}

export async function list(
  { db, config }: Pick<Data, "db" | "config">,
  { user }: { user: string | undefined },
  now = new Date(),
): Promise<string> {
  if (user !== undefined) await needAccount(db, user);
  const sessions = await listSessions(db, user === undefined ? {} : { login_name: user }, config.session, now);
  const lines = sessions.map((session) =>
    [
      session.session_id,
      session.login_name,
      `began ${session.created_at.toISOString()}`,
      `used ${session.seen_at.toISOString()}`,
      session.browser || "unknown browser",
    ].join("  "),
  );
  return [...lines, `${sessions.length} sessions.`].join("\n");
}

export async function end({ db }: Pick<Data, "db">, { user }: { user: string }): Promise<string> {
  await needAccount(db, user);
  const ended = await endSessions(db, { login_name: user }, { by: "operator", why: "ended by hand" });
  return `${ended} sessions of ${user} were ended.`;
}
