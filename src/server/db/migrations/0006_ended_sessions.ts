// Finds in the trail why a session ended, by its name.
import { type Kysely, sql } from "kysely";

export const up = (db: Kysely<unknown>) =>
  sql`create index audit_ended_sessions on audit (object) where action = 'session ended'`.execute(db);
