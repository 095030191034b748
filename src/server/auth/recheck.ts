// Confirms sessions with the login environment, so that a user who is removed there is out within a minute. A call that comes 30 s
// after the last answer starts a check in the background; one that comes after 60 s waits for it. Each check is made once for all
// processes and calls. While the environment is away a session lives on for 15 minutes. Without a valid token the browser has to log
// in silently (oidc.ts), and the session is unconfirmed until then.
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyBaseLogger } from "fastify";
import type { Selectable } from "kysely";
import type { IDToken } from "openid-client";
import type { Db } from "../db/open.ts";
import type { Database } from "../db/schema.ts";
import { keepRole, nameSubject } from "./account.ts";
import type { Provider, Tokens } from "./provider.ts";
import { seal, unseal } from "./seal.ts";
import { endSessions } from "./sessionList.ts";

const ASK_AFTER_MS = 30_000;
const TRUSTED_MS = 60_000;
const AWAY_MS = 15 * 60_000;
const LOOK_EVERY_MS = 100;
/** `confirmed_at` of an unconfirmed session. */
const NEVER = new Date(0);
type SessionRow = Selectable<Database["sessions"]>;

const isUnconfirmed = ({ confirmed_at }: Pick<SessionRow, "confirmed_at">) => confirmed_at?.getTime() === 0;

type CheckedSession = Pick<SessionRow, "id_hash" | "login_name" | "confirmed_at" | "tokens"> & {
  subject: string | null;
};

type Standing = "in" | "out" | "unconfirmed";

export interface Recheck {
  /** Whether the session with this cookie may continue. */
  holds(session: CheckedSession, cookie: string): Promise<Standing>;
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
function readAnswer(row: Pick<SessionRow, "asked_at" | "confirmed_at">): Standing | { asked: number } {
  if (isUnconfirmed(row)) return "unconfirmed";
  const asked = row.asked_at?.getTime() ?? 0;
  return (row.confirmed_at?.getTime() ?? 0) >= asked ? "in" : { asked };
}

export function createRecheck({ db, provider, now, log }: RecheckParts): Recheck {
  const asking = new Map<string, Promise<Standing>>();

  function ask(session: CheckedSession, cookie: string): Promise<Standing> {
    const { id_hash } = session;
    const known = asking.get(id_hash);
    if (known) return known;
    const asked = askOnce(session, cookie).finally(() => asking.delete(id_hash));
    asking.set(id_hash, asked);
    return asked;
  }

  async function askOnce(session: CheckedSession, cookie: string): Promise<Standing> {
    const liveOn = () => (measureAge(session) < AWAY_MS ? "in" : end(session, "not confirmed"));
    if (!(await claim(session.id_hash))) return (await hearOther(session)) ?? liveOn();
    const answer = await provider.confirm(unseal<Tokens>(cookie, session.tokens ?? ""));
    if (answer === "away") return liveOn();
    if (answer === "ended") {
      await keep(session, { confirmed_at: NEVER });
      return "unconfirmed";
    }
    if (answer === "refused" || !(await isVouchedFor(session, answer.claims))) return end(session, "removed");
    await keep(session, { confirmed_at: now(), tokens: seal(cookie, answer.tokens) });
    return "in";
  }

  const keep = ({ id_hash }: CheckedSession, set: { confirmed_at: Date; tokens?: string }) =>
    db.updateTable("sessions").set(set).where("id_hash", "=", id_hash).execute();

  /** Without claims the answer alone counts: an environment may confirm a token without naming the user. */
  async function isVouchedFor({ login_name, subject }: CheckedSession, claims: IDToken | undefined): Promise<boolean> {
    if (!claims) return true;
    return nameSubject(claims) === subject && (await keepRole(db, login_name, provider.oidc, claims));
  }

  /** Waits for the result of the process that is checking now; undefined when it gets none in time. */
  async function hearOther({ id_hash }: CheckedSession): Promise<Standing | undefined> {
    for (let turn = 0; turn < provider.limitMs / LOOK_EVERY_MS; turn += 1) {
      const row = await db
        .selectFrom("sessions")
        .select(["asked_at", "confirmed_at"])
        .where("id_hash", "=", id_hash)
        .executeTakeFirst();
      const told = row ? readAnswer(row) : "out";
      if (typeof told === "string") return told;
      if (now().getTime() - told.asked > provider.limitMs) return undefined;
      await sleep(LOOK_EVERY_MS);
    }
    return undefined;
  }

  const measureAge = ({ confirmed_at }: CheckedSession) => now().getTime() - (confirmed_at?.getTime() ?? 0);

  /** True for one process only, which then makes the check. */
  async function claim(id: string): Promise<boolean> {
    const before = new Date(now().getTime() - ASK_AFTER_MS);
    const { numUpdatedRows } = await db
      .updateTable("sessions")
      .set({ asked_at: now() })
      .where("id_hash", "=", id)
      .where((is) => is.or([is("asked_at", "is", null), is("asked_at", "<=", before)]))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async function end({ id_hash }: CheckedSession, why: string): Promise<Standing> {
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
    settled: () => Promise.allSettled(asking.values()),
  };
}
