// Sessions: an opaque 256-bit cookie of which only the hash is stored. A new one at every login; ended by logout, 30 minutes
// without a call or 8 hours, by whoever may (sessionList.ts) and by the login environment (recheck.ts, backChannel.ts). Nothing is
// kept in memory, so several processes may share one database.
import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sql } from "kysely";
import { writeAudit } from "../audit.ts";
import type { Config } from "../config.ts";
import { compileOnce } from "../db/compileOnce.ts";
import type { Db } from "../db/open.ts";
import { nameBrowser } from "./browserName.ts";
import type { Tokens } from "./provider.ts";
import type { Recheck } from "./recheck.ts";
import { seal, unseal } from "./seal.ts";
import type { SessionUser } from "./user.ts";

const TOUCH_EVERY_MS = 30_000;
/** Cookie, set until the next login: the page deletes what this browser stored. */
export const LOGGED_OUT = "logged_out";
const MAX_PER_USER = 5;
/** Selected together with the user, because every call needs both. */
const AGREED = sql<SessionUser["agreed"]>`(select coalesce(json_agg(json_build_object('subject', c.subject,
  'document_hash', c.document_hash)), '[]') from consents c where c.login_name = u.login_name)`;

export interface Sessions {
  /** The user of a request, or undefined. Keeps the session alive. */
  find(request: FastifyRequest): Promise<SessionUser | undefined>;
  start(reply: FastifyReply, login: string, granted?: Granted): Promise<void>;
  /** Ends the session of a request; returns the ID token of the identity provider, if there was one. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined>;
}

/** What the login environment said at the login. */
export interface Granted {
  tokens: Tokens;
  /** Its own name for the session, by which it may end it. */
  session?: string | undefined;
}

interface SessionParts {
  config: Pick<Config, "env" | "session" | "baseUrl">;
  now: () => Date;
  /** Absent: no login environment could be asked. */
  recheck?: Recheck | undefined;
}

export function createSessions(db: Db, { config, now, recheck }: SessionParts): Sessions {
  const secure = config.baseUrl.startsWith("https://");
  const name = secure ? "__Host-session" : "session";
  const cookie = { path: "/", httpOnly: true, secure, sameSite: "lax" } as const;
  const idle = config.session.idleMinutes * 60_000;
  const absolute = config.session.absoluteHours * 3_600_000;

  async function find(request: FastifyRequest): Promise<SessionUser | undefined> {
    const value = request.cookies[name];
    if (!value || !/^[\w-]{43}$/.test(value)) return undefined;
    const id = computeHash(value);
    const [row] = await findRow(db, { id });
    if (!row) return undefined;
    const at = now().getTime();
    if (at - row.seen_at.getTime() > idle || at - row.created_at.getTime() > absolute) {
      await db.deleteFrom("sessions").where("id_hash", "=", id).execute();
      return undefined;
    }
    if (recheck && !(await recheck.holds(row, value))) return undefined;
    const touched = at - row.seen_at.getTime() > TOUCH_EVERY_MS;
    if (touched) {
      await db.updateTable("sessions").set({ seen_at: now() }).where("id_hash", "=", id).execute();
    }
    const final = row.created_at.getTime() + absolute - at;
    const idleEnd = (touched ? at : row.seen_at.getTime()) + idle - at;
    return { ...row, session_ends_in: Math.min(idleEnd, final), session_final_in: final };
  }

  async function start(reply: FastifyReply, login: string, granted?: Granted): Promise<void> {
    const value = randomBytes(32).toString("base64url");
    const row = {
      id_hash: computeHash(value),
      login_name: login,
      csrf_token: randomBytes(32).toString("base64url"),
      browser: nameBrowser(reply.request.headers["user-agent"]),
      provider_session: granted?.session ?? null,
      tokens: granted ? seal(value, granted.tokens) : null,
    };
    await db
      .insertInto("sessions")
      .values({ ...row, created_at: now(), seen_at: now(), confirmed_at: granted?.tokens.refreshToken ? now() : null })
      .execute();
    await writeAudit(db, { login, office: null, action: "login", detail: { call: reply.request.id } });
    await deleteSurplus(db, login);
    await db
      .deleteFrom("sessions")
      .where("created_at", "<", new Date(now().getTime() - absolute))
      .execute();
    reply.setCookie(name, value, cookie);
    reply.clearCookie(LOGGED_OUT, { path: "/" });
  }

  async function end(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined> {
    const value = request.cookies[name];
    reply.clearCookie(name, cookie);
    if (!value) return undefined;
    const row = await db
      .deleteFrom("sessions")
      .where("id_hash", "=", computeHash(value))
      .returning(["tokens", "login_name"])
      .executeTakeFirst();
    if (row)
      await writeAudit(db, { login: row.login_name, office: null, action: "logout", detail: { call: request.id } });
    return row?.tokens ? unseal<Tokens>(value, row.tokens).idToken : undefined;
  }
  return { find, start, end };
}

/** Every call asks for it. */
const findRow = compileOnce((db, { id }: { id: string }) =>
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
    .compile(),
);

/** The oldest sessions of a user beyond the limit. */
async function deleteSurplus(db: Db, login: string): Promise<void> {
  const surplus = db
    .selectFrom("sessions")
    .select("id_hash")
    .where("login_name", "=", login)
    .orderBy("created_at", "desc")
    .offset(MAX_PER_USER);
  await db.deleteFrom("sessions").where("id_hash", "in", surplus).execute();
}

const computeHash = (value: string) => createHash("sha256").update(value).digest("hex");
