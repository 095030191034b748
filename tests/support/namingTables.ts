// Which tables could identify a person, from the database itself: by the name of a column, or by a reference to such a
// table.
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

export interface Naming {
  /** Columns, as a pattern of PostgreSQL. */
  columns: string;
  /** Tables that are about him. */
  about: readonly string[];
}

export const OF_ACCOUNT =
  "login|user|author|owner|employee|sender|recipient|receiver_name|(full|first|last)_name|e?mail$|_by$";
export const OF_RELATION =
  "relation|company|kvk|claim|offer|(quotation|policy|contract|address|request|reference)_number|(request|document|upload)_id";

export async function findNamingTables(db: Db, { columns, about }: Naming): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'm') and (
      exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attname ~ ${columns})
      or exists (select from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and f.relname = any(${about})))
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** A migration that forgets about them: each is found. */
export async function findForgotten(db: Db, naming: Naming, made: Record<string, string>): Promise<string[]> {
  const takenBack = new Error("taken back");
  const before = await findNamingTables(db, naming);
  let forgotten: string[] = [];
  await db
    .transaction()
    .execute(async (all) => {
      for (const [name, columns] of Object.entries(made))
        await sql.raw(`create table ${name} (${columns})`).execute(all);
      forgotten = (await findNamingTables(all, naming)).filter((name) => !before.includes(name));
      throw takenBack;
    })
    .catch((error: unknown) => {
      if (error !== takenBack) throw error;
    });
  return forgotten;
}
