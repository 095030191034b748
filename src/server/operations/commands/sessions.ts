// `sessions list [--user <login>]` lists sessions; `sessions end --user <login>` ends those of a user, in every process at the next
// call. With the embedded database the portal must be stopped.
import { readCommandLine } from "#content/commandLine.ts";
import { endSessions, listSessions } from "../../auth/sessions/sessionList.ts";
import type { Config } from "../../config/config.ts";
import { nameCommand } from "../../config/nameCommand.ts";
import type { Db } from "../../db/open.ts";
import { withData } from "../withData.ts";

const USAGE = `Usage: ${nameCommand("sessions list [--user <login>] | end --user <login>")}`;

/** Refuses an unknown login, so that a typing error does not look like a user without sessions. */
async function needAccount(db: Db, user: string): Promise<void> {
  const found = await db.selectFrom("users").select("login_name").where("login_name", "=", user).executeTakeFirst();
  if (!found) throw new Error(`There is no account ${user}.`);
}

export async function answerSessions(db: Db, { session }: Config, args: string[], now: Date): Promise<string> {
  const { values, positionals } = readCommandLine({ user: { type: "string" } }, { args, words: 1 });
  const { user } = values;
  if (user) await needAccount(db, user);
  if (positionals[0] === "end" && user) {
    const ended = await endSessions(db, { login_name: user }, { by: "operator", why: "ended by hand" });
    return `${ended} sessions of ${user} were ended.`;
  }
  if (positionals[0] !== "list") throw new Error(USAGE);
  const sessions = await listSessions(db, user ? { login_name: user } : {}, session, now);
  const lines = sessions.map((one) =>
    [
      one.session_id,
      one.login_name,
      `began ${one.created_at.toISOString()}`,
      `used ${one.seen_at.toISOString()}`,
      one.browser || "unknown browser",
    ].join("  "),
  );
  return [...lines, `${sessions.length} sessions.`].join("\n");
}

export const run = (): Promise<void> =>
  withData(false, ({ db, config }) => answerSessions(db, config, process.argv.slice(2), new Date()));
