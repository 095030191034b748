// Kinds of database failures: a value that cannot be stored, a full disk, a database that is not reachable for a moment. Any other
// failure is a fault in the portal.
type Failure = { code?: string | undefined; message: string };

/** Characters it cannot store, numbers out of range, text that is no number. */
const BAD_VALUE = new Set(["22021", "22P05", "22003", "22P02", "22007", "22008", "22026", "54000", "54001"]);
export const isBadValue = ({ code }: Failure): boolean => BAD_VALUE.has(code ?? "");

/** A disk is full, of the database or of the folder of files: reading goes on, nothing more is kept until there is room. */
const FULL = new Set(["53100", "ENOSPC", "EDQUOT"]);
export const isFull = ({ code }: Failure): boolean => FULL.has(code ?? "");

/** Stopping, starting, out of connections, too slow, or the way there is cut: the same call may work in a moment. */
const AWAY_CODE =
  /^(08...|53...|57P0.|57014|55P03|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** Sentences of `pg`, `pg-pool` and the embedded pool, which carry no code. */
const AWAY_SENTENCE =
  /^Connection terminated|^timeout exceeded when trying to connect|is not queryable$|^The (embedded )?database /;
export const isAway = ({ code, message }: Failure): boolean =>
  AWAY_CODE.test(code ?? "") || AWAY_SENTENCE.test(message);
