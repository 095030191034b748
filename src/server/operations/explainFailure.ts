// Explains errors to operators: the problem, the setting that it concerns, and the solution. Never contains the value of a setting,
// as an address may contain a password.

import { nameCommand } from "../config/nameCommand.ts";
import { isAway, isFull } from "../db/failures/failures.ts";
import { findCause } from "../http/logging.ts";

type Failure = NodeJS.ErrnoException & { address?: string; port?: number };

export const MISSING_RIGHT = "42501";
const PLACES = ["EACCES", "EPERM", "EROFS", "ENOTDIR", "ENOENT", "EISDIR", "EEXIST"];

/** Codes of PostgreSQL about roles and databases, and of certificates that are not accepted. */
const NOT_LET_IN = /^(28|3D)|CERT|^ERR_TLS_|^UNABLE_TO_/;
/** Messages of `pg` without a code: no password in the address, and a server without TLS. */
const NOT_ASKED = /^(SASL: |The server does not support SSL)/;

/** Why a connection to PostgreSQL failed, as a code where there is one. */
export const tellConnection = (error: Error): string =>
  NOT_ASKED.test(error.message) ? error.message : (findCause(error) ?? "unknown");

const isRefused = ({ code = "", message, syscall }: Failure) =>
  NOT_LET_IN.test(code) || NOT_ASKED.test(message) || syscall === "connect";

/** Undefined for an error that an operator cannot fix. */
export function explainFailure(error: Error): string | undefined {
  const { code = "", path, message } = error as Failure;
  if (isFull(error))
    return `The disk is full (${code}${path ? `, ${path}` : ""}): make room, ${code === "53100" ? "where the database is" : "in DATA_DIR or where the file goes"}.`;
  // Our own messages, which start with "The ", are more precise.
  const refused = isRefused(error);
  if (refused || (isAway(error) && !message.startsWith("The ")))
    return `The database of DATABASE_URL cannot be opened (${refused ? tellConnection(error) : code || "no answer"}). Is it running, and may its role connect? If DATABASE_MIGRATE_URL is set, the same goes for its role.`;
  if (code === MISSING_RIGHT)
    return `PostgreSQL refuses this to the role that asks (${message}). For a command, set DATABASE_MIGRATE_URL to the role that owns the tables, or in a new database to the one that owns the database. If it is the server that is refused, run "${nameCommand("migrate")}" with that setting: it grants the server's role its rights.`;
  if (message.startsWith("Aborted("))
    return "The embedded database in DATA_DIR cannot be opened: give all its files to the portal's user (chown -R), or restore a backup into a new DATA_DIR.";
  if (path && PLACES.includes(code))
    return `${path} cannot be used (${code}): give its folder to the user of the portal, or name another, in DATA_DIR or for this command.`;
  return undefined;
}

/** Explains why a server cannot listen at the address of these settings. Rethrows other errors. */
export const explainAddress =
  (settings: string) =>
  (error: Failure): never => {
    const { code, address, port } = error;
    const says = {
      EADDRINUSE: `Port ${port} is in use: stop what listens there, or set ${settings} to another.`,
      EADDRNOTAVAIL: `${address} is not an address of this machine: set ${settings} to one that is.`,
      EACCES: `This user may not listen at port ${port}: set ${settings} to one above 1023.`,
    }[code ?? ""];
    throw says ? new CannotListen(says) : error;
  };

export class CannotListen extends Error {}
