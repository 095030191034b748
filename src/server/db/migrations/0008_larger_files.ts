// A field may take files of up to 10 MB.
import { type Kysely, sql } from "kysely";

export const up = (db: Kysely<unknown>) =>
  sql`alter table uploads drop constraint uploads_size_check,
    add constraint uploads_size_check check (size between 0 and 10485760)`.execute(db);
