// The one table of database failures: what each SQLSTATE class of PostgreSQL means here, what the broker reads, and whether a retry
// may succeed. A class or code that is not listed is a bug of the portal (500).
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
  bug: { refusal: "internal", level: "error", log: "request failed" },
} as const satisfies Record<string, Kind>;
export type FailureKind = keyof typeof KINDS;

interface Row {
  /** A class (two characters), a code (five), or the code of an error of the system or of a file store. */
  codes: readonly string[];
  means: string;
  kind: FailureKind;
}

/** Exact codes come before their class, because the first row that fits applies. */
export const FAILURES: readonly Row[] = [
  {
    codes: ["22003", "22007", "22008", "22021", "22026", "22P02", "22P05"],
    means: "value out of range",
    kind: "value",
  },
  { codes: ["54000", "54001"], means: "value too long or too deep", kind: "value" },
  { codes: ["53100", "ENOSPC", "EDQUOT"], means: "disk or quota full", kind: "full" },
  { codes: ["25006"], means: "read-only: a standby or a used-up storage", kind: "readOnly" },
  { codes: ["08"], means: "connection failed", kind: "away" },
  { codes: ["40001", "40P01"], means: "conflict with another transaction", kind: "away" },
  { codes: ["53"], means: "out of memory or connections", kind: "away" },
  { codes: ["55P03"], means: "lock not available in time", kind: "away" },
  { codes: ["57"], means: "stopped, starting or too slow", kind: "away" },
  { codes: ["58"], means: "the server's own disk or system failed", kind: "away" },
  { codes: ["25P03", "25P04"], means: "transaction ended by a time limit", kind: "away" },
  {
    codes: [
      "ECONNREFUSED",
      "ECONNRESET",
      "EPIPE",
      "ETIMEDOUT",
      "ENOTFOUND",
      "EAI_AGAIN",
      "EHOSTUNREACH",
      "ENETUNREACH",
    ],
    means: "the server cannot be reached",
    kind: "away",
  },
  { codes: ["28"], means: "role or password refused", kind: "closed" },
  { codes: ["3D"], means: "no such database", kind: "closed" },
  { codes: ["XX"], means: "internal error or damaged data", kind: "bug" },
  { codes: ["F0"], means: "configuration file error", kind: "bug" },
  { codes: ["22", "23", "42", "P0"], means: "wrong statement, constraint or missing right", kind: "bug" },
  {
    codes: ["0A", "25", "26", "2D", "34", "3B", "3F", "40", "54", "55"],
    means: "wrong use of the server",
    kind: "bug",
  },
  {
    codes: [
      "01",
      "02",
      "03",
      "09",
      "0B",
      "0F",
      "0L",
      "0P",
      "0Z",
      "10",
      "20",
      "21",
      "24",
      "27",
      "2B",
      "2F",
      "38",
      "39",
      "44",
      "72",
      "HV",
    ],
    means: "not expected of the portal's statements",
    kind: "bug",
  },
];

/** Messages of errors without a code, from `pg`, `pg-pool` and the embedded pool. */
const AWAY_SENTENCE =
  /^Connection terminated|^timeout exceeded when trying to connect|^Query read timeout|is not queryable$|^The (embedded )?database /;

/** Undefined for an error that is not the database's, or not listed. */
export function findKind({ code = "", message }: Failure): FailureKind | undefined {
  const row = FAILURES.find(({ codes }) =>
    codes.some((prefix) => code === prefix || (code.length === 5 && code.startsWith(prefix))),
  );
  return row?.kind ?? (AWAY_SENTENCE.test(message) ? "away" : undefined);
}

const isOfKind = (kind: FailureKind) => (failure: Failure) => findKind(failure) === kind;
export const isFull = isOfKind("full");
export const isReadOnly = isOfKind("readOnly");
export const isAway = isOfKind("away");
