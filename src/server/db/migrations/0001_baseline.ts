// Creates all tables (0001_baseline.sql).
import { readFileSync } from "node:fs";
import { type Kysely, sql } from "kysely";

const baseline = readFileSync(new URL("0001_baseline.sql", import.meta.url), "utf8");

export const up = (db: Kysely<unknown>) => sql.raw(baseline).execute(db);
