// Sessions: an opaque 256-bit cookie of which only the hash is stored, new at every login. A session ends by logout, by default after
// 30 minutes without a call or 8 hours, by a user (sessionList.ts) or by the login environment (recheck.ts, backChannel.ts). Sessions
// are in the database, shared by all processes, and read there at every call: what ended one counts at once.
import { hash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { type Config, isSecure } from "../../config/config.ts";
import { writeAudit } from "../../db/audit.ts";
import { isReadOnly } from "../../db/failures/failures.ts";
import type { Db } from "../../db/open.ts";
import type { Tokens } from "../provider/provider.ts";
import type { SessionUser } from "../user.ts";
import { AWAY_MS, type Recheck } from "./recheck.ts";
import { seal, unseal } from "./seal.ts";
import { type EndReason, endSessions, readEnd } from "./sessionList.ts";

const TOUCH_EVERY_MS = 30_000;
/** Cookie set from logout until the next login. The page then deletes what this browser has stored. */
export const LOGGED_OUT = "logged_out";
const MAX_PER_USER = 5;
const COOKIE = /^[\w-]{43}$/;
/** Selected together with the user, because every call needs both. */
const AGREED = sql<SessionUser["agreed"]>`(select coalesce(json_agg(json_build_object('subject', c.subject,
  'document_hash', c.document_hash)), '[]') from consents c where c.login_name = u.login_name)`;

/** A session's user, or `unconfirmed` when the login environment has to confirm the session first. */
type SessionLookup = SessionUser | "unconfirmed" | undefined;

export interface Sessions {
  /** The user of a request. Keeps the session alive. */
  find(request: FastifyRequest): Promise<SessionLookup>;
  start(reply: FastifyReply, login: string, granted?: ProviderGrant): Promise<void>;
  /** Ends the session of a request. Returns when it began, and the ID token of the login environment. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<{ began: Date; idToken?: string } | undefined>;
  /** Why the session of a request ended before its time. Undefined when it ran out, or never existed. */
  explainEnd(request: FastifyRequest): Promise<EndReason | undefined>;
}

/** What the login environment gave at the login. */
interface ProviderGrant {
  tokens: Tokens;
  /** Its id of the session (`sid`), by which it may end it. */
  session?: string | undefined;
  /** Start of the session that this login continues. */
  began?: Date | undefined;
}

interface SessionParts {
  config: Pick<Config, "env" | "session" | "baseUrl">;
  now: () => Date;
  /** Absent without a login environment. */
  recheck?: Recheck | undefined;
}

export function createSessions(db: Db, { config, now, recheck }: SessionParts): Sessions {
  const secure = isSecure(config);
  const name = secure ? "__Host-session" : "session";
  const cookie = { path: "/", httpOnly: true, secure, sameSite: "lax" } as const;
  const [idle, absolute] = [config.session.idleMinutes * 60_000, config.session.absoluteHours * 3_600_000];
  const isOver = ({ seen_at, created_at }: Row, time: number) =>
    time - seen_at.getTime() > idle || time - created_at.getTime() > absolute;

  async function find(request: FastifyRequest): Promise<SessionLookup> {
    const value = request.cookies[name];
    if (!value || !COOKIE.test(value)) return undefined;
    const id = computeHash(value);
    const row = await readRow(db, id);
    if (!row) return undefined;
    const time = now().getTime();
    if (isOver(row, time)) {
      await db.deleteFrom("sessions").where("id_hash", "=", id).execute().catch(ignoreReadOnly);
      return undefined;
    }
    const held = (await recheck?.holds(row, value).catch((error) => liveOn(error, row, time))) ?? "in";
    if (held === "unconfirmed") return held;
    if (held === "out") return undefined;
    const final = row.created_at.getTime() + absolute - time;
    const idleEnd = (await touch(db, row, time)) + idle - time;
    return { ...row, session_ends_in: Math.min(idleEnd, final), session_final_in: final };
  }

  async function start(reply: FastifyReply, login: string, granted?: ProviderGrant): Promise<void> {
    const [value, time] = [randomBytes(32).toString("base64url"), now()];
    const row = {
      id_hash: computeHash(value),
      session_id: nameSession(value),
      login_name: login,
      csrf_token: randomBytes(32).toString("base64url"),
      browser: nameBrowser(reply.request.headers["user-agent"]),
      provider_session: granted?.session ?? null,
      tokens: granted ? seal(value, granted.tokens) : null,
    };
    await db
      .insertInto("sessions")
      .values({ ...row, created_at: granted?.began ?? time, seen_at: time, confirmed_at: granted ? time : null })
      .execute();
    await writeAudit(db, { login, office: null, action: "login", detail: { call: reply.request.id } });
    await endSurplus(db, login, new Date(time.getTime() - absolute));
    reply.setCookie(name, value, cookie);
    reply.clearCookie(LOGGED_OUT, { path: "/" });
  }

  async function end(request: FastifyRequest, reply: FastifyReply): ReturnType<Sessions["end"]> {
    const value = request.cookies[name];
    reply.clearCookie(name, cookie);
    if (!value) return undefined;
    const id = computeHash(value);
    const row = await db
      .deleteFrom("sessions")
      .where("id_hash", "=", id)
      .returning(["tokens", "login_name", "created_at"])
      .executeTakeFirst();
    if (!row) return undefined;
    await writeAudit(db, { login: row.login_name, office: null, action: "logout", detail: { call: request.id } });
    const began = row.created_at;
    return row.tokens ? { began, idToken: unseal<Tokens>(value, row.tokens).idToken } : { began };
  }

  async function explainEnd(request: FastifyRequest): Promise<EndReason | undefined> {
    const value = request.cookies[name];
    return value && COOKIE.test(value) ? readEnd(db, nameSession(value)) : undefined;
  }
  return { find, start, end, explainEnd };
}

type Row = NonNullable<Awaited<ReturnType<typeof readRow>>>;

/** Runs with every call. */
const readRow = (db: Db, id: string) =>
  db
    .selectFrom("sessions as s")
    .innerJoin("users as u", "u.login_name", "s.login_name")
    .leftJoin("intermediaries as i", "i.intermediary_number", "u.intermediary_number")
    .selectAll("u")
    .select([
      "s.id_hash",
      "s.session_id",
      "s.csrf_token",
      "s.created_at",
      "s.seen_at",
      "s.confirmed_at",
      "s.tokens",
      "i.intermediary_name",
    ])
    .select(AGREED.as("agreed"))
    .where("s.id_hash", "=", id)
    .where("u.active", "=", true)
    .executeTakeFirst();

/** Updates the time of last use, at most every 30 s. Returns that time. */
async function touch(db: Db, row: Row, time: number): Promise<number> {
  const { id_hash, seen_at } = row;
  if (time - seen_at.getTime() <= TOUCH_EVERY_MS) return seen_at.getTime();
  const touched = db
    .updateTable("sessions")
    .set({ seen_at: new Date(time) })
    .where("id_hash", "=", id_hash)
    .execute();
  await touched.catch(ignoreReadOnly);
  return time;
}

/** While the database is read-only a session cannot be written, and reading goes on. @throws any other error. */
function ignoreReadOnly(error: Error): void {
  if (!isReadOnly(error)) throw error;
}

/**
 * The same for the check with the login environment, which is recorded in the session, for as long as if it were
 * unreachable.
 */
function liveOn(error: Error, { confirmed_at }: Row, time: number): "in" {
  ignoreReadOnly(error);
  if (time - (confirmed_at?.getTime() ?? 0) > AWAY_MS) throw error;
  return "in";
}

/** Deletes all expired sessions, and ends the user's oldest ones beyond the limit. */
async function endSurplus(db: Db, login: string, over: Date): Promise<void> {
  await db.deleteFrom("sessions").where("created_at", "<", over).execute();
  const surplus = await db
    .selectFrom("sessions")
    .select("session_id")
    .where("login_name", "=", login)
    .orderBy("created_at", "desc")
    .offset(MAX_PER_USER)
    .execute();
  for (const which of surplus) await endSessions(db, which, { why: "one too many" });
}

const computeHash = (value: string) => hash("sha256", value);

/** The session's id in lists and in the trail. It follows from the cookie, so that an ended session can still be named. */
const nameSession = (value: string) =>
  computeHash(`name of ${value}`).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");

// Names the browser and system of a session, so that users recognise it. Nothing else of the user agent is stored.

const BROWSERS: [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/(Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/** Such as `Firefox, Windows`. Empty when unknown. */
export function nameBrowser(userAgent: string | undefined): string {
  const find = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent ?? ""))?.[1];
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(", ");
}
