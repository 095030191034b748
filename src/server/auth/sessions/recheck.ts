// Confirms sessions with the login environment, so that a user who is removed there is out within a minute. A call that
// comes 30 s after the last answer starts a check in the background. One that comes after 60 s waits for it. Each check
// is made once for all processes and calls. While the environment is away a session lives on for 15 minutes. Without a
// valid token the browser has to log in silently (oidc.ts), and the session is unconfirmed until then. The same applies
// when a refresh token is refused after a check without an answer: that answer may have contained the next token, so
// the refusal does not prove that the user was removed.
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import { type Selectable, sql } from "kysely";
import type { IDToken } from "openid-client";
import type { Db } from "../../db/open.ts";
import type { Database } from "../../db/tables/schema.ts";
import { keepRole, nameSubject } from "../account.ts";
import type { Confirmation, Provider, Tokens } from "../provider/provider.ts";
import { seal, unseal } from "./seal.ts";
import { type EndReason, endSessions } from "./sessionList.ts";

const ASK_AFTER_MS = 30_000;
const TRUSTED_MS = 60_000;
/** For how long a session lives on while it cannot be confirmed. */
export const AWAY_MS = 15 * 60_000;
const LOOK_EVERY_MS = 100;
/** `confirmed_at` of an unconfirmed session. */
const NEVER = new Date(0);
type SessionRow = Selectable<Database["sessions"]>;

const isUnconfirmed = ({ confirmed_at }: Pick<SessionRow, "confirmed_at">) => confirmed_at?.getTime() === 0;

type CheckedSession = Pick<SessionRow, "id_hash" | "login_name" | "confirmed_at" | "tokens"> & {
  subject: string | null;
};

type AskedSession = CheckedSession & { cookie: string; unanswered: boolean };

type SessionStanding = "in" | "out" | "unconfirmed";

export interface Recheck {
  /** Whether the session with this cookie may continue. */
  holds(session: CheckedSession, cookie: string): Promise<SessionStanding>;
  /** Resolves when all background checks have ended. */
  settled(): Promise<unknown>;
}

interface RecheckParts {
  db: Db;
  provider: Provider;
  now: () => Date;
  log: FastifyBaseLogger;
}

/** The result of the last check, or when the running one began. */
function readAnswer(row: Pick<SessionRow, "asked_at" | "confirmed_at">): SessionStanding | { asked: number } {
  if (isUnconfirmed(row)) return "unconfirmed";
  const askedAt = row.asked_at?.getTime() ?? 0;
  return (row.confirmed_at?.getTime() ?? 0) >= askedAt ? "in" : { asked: askedAt };
}

/**
 * Returns the tokens for one process only, which then makes the check. `unanswered`: the check before got no answer, so its refresh
 * token may have been exchanged for one that was lost.
 */
async function claim(
  db: Db,
  id: string,
  askedAt: Date,
): Promise<{ tokens: string | null; unanswered: boolean } | undefined> {
  const { rows } = await sql<{ tokens: string | null; unanswered: boolean }>`
    update sessions s set asked_at = ${askedAt}
    from (select id_hash, asked_at, confirmed_at from sessions where id_hash = ${id} for update) before
    where s.id_hash = before.id_hash
      and (before.asked_at is null or before.asked_at <= ${new Date(askedAt.getTime() - ASK_AFTER_MS)})
    returning s.tokens, coalesce(before.asked_at > before.confirmed_at, false) as unanswered`.execute(db);
  return rows[0];
}

/** Work that no call waits for: logs its failures. */
function trackWork(log: FastifyBaseLogger) {
  const running = new Set<Promise<unknown>>();
  return {
    add(work: Promise<unknown>): void {
      const tracked = work.catch((error: unknown) => log.error({ err: error }, "a session could not be confirmed"));
      running.add(tracked);
      tracked.finally(() => running.delete(tracked));
    },
    settled: () => Promise.allSettled(running),
  };
}

export function createRecheck({ db, provider, now, log }: RecheckParts): Recheck {
  const asking = new Map<string, Promise<SessionStanding>>();
  const late = trackWork(log);

  function ask(session: CheckedSession, cookie: string): Promise<SessionStanding> {
    const { id_hash } = session;
    const running = asking.get(id_hash);
    if (running) return running;
    const confirmation = askOnce(session, cookie).finally(() => asking.delete(id_hash));
    asking.set(id_hash, confirmation);
    return confirmation;
  }

  async function askOnce(session: CheckedSession, cookie: string): Promise<SessionStanding> {
    const liveOn = () => (measureAge(session) < AWAY_MS ? "in" : end(session, "not confirmed"));
    const claimed = await claim(db, session.id_hash, now());
    if (!claimed) return (await hearOther(session)) ?? liveOn();
    const settle = (answer: Confirmation) =>
      applyAnswer({ ...session, cookie, unanswered: claimed.unanswered }, answer);
    const answer = await provider.confirm(unseal<Tokens>(cookie, claimed.tokens ?? ""), (answerLater) =>
      late.add(settle(answerLater)),
    );
    return answer === "away" ? liveOn() : settle(answer);
  }

  async function applyAnswer(session: AskedSession, answer: Confirmation): Promise<SessionStanding> {
    if (answer === "ended" || (answer === "refused" && session.unanswered)) {
      await keep(session, { confirmed_at: NEVER });
      return "unconfirmed";
    }
    if (answer === "refused" || !(await isVouchedFor(session, answer.claims))) return end(session, "removed");
    await keep(session, { confirmed_at: now(), tokens: seal(session.cookie, answer.tokens) });
    return "in";
  }

  const keep = ({ id_hash }: CheckedSession, set: { confirmed_at: Date; tokens?: string }) =>
    db.updateTable("sessions").set(set).where("id_hash", "=", id_hash).execute();

  /** Without claims the answer alone counts: an environment may confirm a token without naming the user. */
  async function isVouchedFor({ login_name, subject }: CheckedSession, claims: IDToken | undefined): Promise<boolean> {
    if (!claims) return true;
    return nameSubject(claims) === subject && (await keepRole(db, login_name, provider.oidc, claims));
  }

  /** Waits for the result of the process that is checking now, or undefined when it gets none in time. */
  async function hearOther({ id_hash }: CheckedSession): Promise<SessionStanding | undefined> {
    for (let turn = 0; turn < provider.limitMs / LOOK_EVERY_MS; turn += 1) {
      const row = await db
        .selectFrom("sessions")
        .select(["asked_at", "confirmed_at"])
        .where("id_hash", "=", id_hash)
        .executeTakeFirst();
      const standing = row ? readAnswer(row) : "out";
      if (typeof standing === "string") return standing;
      if (now().getTime() - standing.asked > provider.limitMs) return undefined;
      await sleep(LOOK_EVERY_MS);
    }
    return undefined;
  }

  const measureAge = ({ confirmed_at }: CheckedSession) => now().getTime() - (confirmed_at?.getTime() ?? 0);

  async function end({ id_hash }: CheckedSession, why: EndReason): Promise<SessionStanding> {
    await endSessions(db, { id_hash }, { why });
    return "out";
  }

  return {
    async holds(session, cookie) {
      const age = measureAge(session);
      if (isUnconfirmed(session)) return "unconfirmed";
      if (session.confirmed_at === null || age < ASK_AFTER_MS) return "in";
      const answer = ask(session, cookie);
      if (age >= TRUSTED_MS) return answer;
      answer.catch((error: unknown) => log.error({ err: error }, "a session could not be confirmed"));
      return "in";
    },
    settled: async () => [await Promise.allSettled(asking.values()), await late.settled()],
  };
}
