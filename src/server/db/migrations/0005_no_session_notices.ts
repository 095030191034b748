// Sessions are read at every call: the database sends no notifications of changes any more.
import { type Kysely, sql } from "kysely";

export const up = (db: Kysely<unknown>) => sql`drop function say_session_changed() cascade`.execute(db);
