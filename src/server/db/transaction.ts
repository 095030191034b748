// The one way to run a transaction.
import type { Kysely } from "kysely";
import type { Database } from "./tables/schema.ts";

/** Inside another transaction, `work` becomes part of that one. */
export const runTransaction = <T>(db: Kysely<Database>, work: (running: Kysely<Database>) => Promise<T>): Promise<T> =>
  db.isTransaction ? work(db) : db.transaction().execute(work);
