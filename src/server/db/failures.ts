// Classifies database failures: a value that cannot be stored, a full disk, a database that is temporarily unreachable. Any other
// failure is a bug in the portal.
type Failure = { code?: string | undefined; message: string };

/** Characters that cannot be stored, numbers out of range, text that is not a number. */
const BAD_VALUE = new Set(["22021", "22P05", "22003", "22P02", "22007", "22008", "22026", "54000", "54001"]);
export const isBadValue = ({ code }: Failure): boolean => BAD_VALUE.has(code ?? "");

/** The disk of the database or of the file store is full: reads still work, writes fail until there is room. */
const FULL = new Set(["53100", "ENOSPC", "EDQUOT"]);
export const isFull = ({ code }: Failure): boolean => FULL.has(code ?? "");

/** The database is stopping, starting, out of connections, too slow or unreachable: a retry may succeed. */
const AWAY_CODE =
  /^(08...|53...|57P0.|57014|55P03|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of errors without a code, from `pg`, `pg-pool` and the embedded pool. */
const AWAY_SENTENCE =
  /^Connection terminated|^timeout exceeded when trying to connect|is not queryable$|^The (embedded )?database /;
export const isAway = ({ code, message }: Failure): boolean =>
  AWAY_CODE.test(code ?? "") || AWAY_SENTENCE.test(message);
