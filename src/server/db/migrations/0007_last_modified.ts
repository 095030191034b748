// When a quotation or policy was last modified. Empty for those from before, and from other systems.
import { type Kysely, sql } from "kysely";

export const up = (db: Kysely<unknown>) =>
  sql
    .raw(
      ["quotations", "policies"]
        .map((table) => `alter table ${table} add column last_modified_at timestamptz`)
        .join(";"),
    )
    .execute(db);
