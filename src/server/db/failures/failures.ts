// The one table of database failures: what each SQLSTATE class of PostgreSQL means here, what the broker reads, and whether a retry
// may succeed. A code that is not listed is a bug of the portal (500).
import type { Refusal } from "../../http/errors/portalError.ts";

type Failure = { code?: string | undefined; message: string };

interface Kind {
  refusal: Refusal;
  /** Seconds after which the same call may work. Absent when a retry cannot help. */
  retryAfter?: number;
  level: "info" | "warn" | "error";
  /** Log line with the solution, for operators. */
  log: string;
}

export const KINDS = {
  value: { refusal: "bad_value", level: "info", log: "a value cannot be stored" },
  full: {
    refusal: "unavailable.full",
    retryAfter: 30,
    level: "error",
    log: "a disk is full: what was sent was not stored. Free some space",
  },
  readOnly: {
    refusal: "unavailable.read_only",
    retryAfter: 30,
    level: "error",
    log: "the database is read-only: what was sent was not stored. Is it a standby, or is its storage used up?",
  },
  away: { refusal: "unavailable", retryAfter: 1, level: "warn", log: "database not reachable" },
  closed: {
    refusal: "unavailable",
    retryAfter: 30,
    level: "error",
    log: "the database refuses the portal's role or database name: see doctor",
  },
} as const satisfies Record<string, Kind>;
export type FailureKind = keyof typeof KINDS;

/** Codes (five characters) and classes (two) of PostgreSQL, and codes of errors of the system or of a file store. */
const CODES: Record<FailureKind, readonly string[]> = {
  // Out of range, too long or too deep.
  value: ["22003", "22007", "22008", "22021", "22026", "22P02", "22P05", "54000", "54001"],
  full: ["53100", "ENOSPC", "EDQUOT"],
  readOnly: ["25006"],
  away: [
    // The connection failed. Memory or connections are used up. Stopped, starting or too slow. The server's own disk or system failed.
    ...["08", "53", "57", "58"],
    // A conflict with another transaction, a lock that is not available in time, a transaction ended by a time limit.
    ...["40001", "40P01", "55P03", "25P03", "25P04"],
    ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
  ],
  closed: ["28", "3D"],
};

/** The kind of each code. */
export const FAILURES: ReadonlyMap<string, FailureKind> = new Map(
  (Object.keys(CODES) as FailureKind[]).flatMap((kind) => CODES[kind].map((code) => [code, kind] as const)),
);

/** Messages of errors without a code, from `pg`, `pg-pool` and the embedded pool. */
const AWAY_SENTENCE =
  /^Connection terminated|^timeout exceeded when trying to connect|^Query read timeout|is not queryable$|^The (embedded )?database /;

/** Undefined for an error that is not the database's, or not listed. */
export function findKind({ code = "", message }: Failure): FailureKind | undefined {
  const ofClass = code.length === 5 ? FAILURES.get(code.slice(0, 2)) : undefined;
  return FAILURES.get(code) ?? ofClass ?? (AWAY_SENTENCE.test(message) ? "away" : undefined);
}

const isOfKind = (kind: FailureKind) => (failure: Failure) => findKind(failure) === kind;
export const isFull = isOfKind("full");
export const isReadOnly = isOfKind("readOnly");
export const isAway = isOfKind("away");
