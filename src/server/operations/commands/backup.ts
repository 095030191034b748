// `backup <file>`: with PostgreSQL while the portal runs. With the embedded database the portal must be stopped.
// `restore <file>`: into a new database and an empty DATA_DIR.

import { sql } from "kysely";
import { nameCommand } from "../../config/nameCommand.ts";
import { writeAudit } from "../../db/audit.ts";
import { type Db, openDatabase } from "../../db/open.ts";
import { createFileStore, type FileStore, keepWhile } from "../../files/fileStore.ts";
import { FORMAT, type Line, type Trailer, writeLines } from "../backup/backupFile.ts";
import { restoreBackup } from "../backup/restoreBackup.ts";
import { listMigrations, listTables, type Table } from "../backup/tables.ts";
import { type Data, namePlace } from "../withData.ts";

export async function backUp({ db, config }: Data, { file }: { file: string }): Promise<string> {
  const { lines, sha256 } = await writeBackup(file, db, createFileStore(config));
  return `Wrote ${lines} rows and files to ${file}, sha256 of its content ${sha256}.`;
}

export async function restore({ db, config, productsDir }: Data, { file }: { file: string }): Promise<string> {
  const { lines } = await restoreBackup(file, db, productsDir, createFileStore(config));
  const { databaseUrl: url, databaseMigrateUrl: migrateUrl } = config;
  // Grants the server's role its rights.
  if (url && migrateUrl) await (await openDatabase({ url, migrateUrl, migrate: true })).close();
  return `Restored ${lines} rows and files into the database of ${namePlace(config)}. Mail that waited is kept back: "${nameCommand("mail list")}" shows it.`;
}

// Writes a backup of a running portal into one file: a snapshot of all rows, files and documents. Omits sessions, so that all users have to log in after a restore, and the counters of the rate limit.

const LEFT_OUT = ["sessions", "logout_tokens", "rate_counts"];

export async function writeBackup(path: string, db: Db, files: FileStore): Promise<Trailer> {
  const trailer = await keepWhile(db, (connection) =>
    connection
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((snapshot) => writeLines(path, readAll(snapshot, files))),
  );
  await writeAudit(db, { login: null, office: null, action: "backup", object: trailer.sha256 });
  return trailer;
}

async function* readAll(db: Db, files: FileStore): AsyncGenerator<Line> {
  // The first statement fixes the snapshot. Sequences are not part of it and are read afterwards, so that none is too low.
  const tables = await listTables(db);
  const sequences = await readSequences(db);
  yield { header: { format: FORMAT, made: new Date().toISOString(), migrations: await listMigrations(db), sequences } };
  for (const table of tables) if (!LEFT_OUT.includes(table.name)) yield* readRows(db, table);
  yield* readOutside(db, files);
}

/** The contents outside the database, which a restore stores in its own place. */
async function* readOutside(db: Db, files: FileStore): AsyncGenerator<Line> {
  const uploads = db.selectFrom("uploads").select("location").where("location", "is not", null);
  const documents = db.selectFrom("documents").select("location").where("location", "is not", null);
  for (const { location } of await uploads.union(documents).execute())
    if (location) yield { location, content: (await files.read({ location, content: null })).toString("base64") };
}

async function readSequences(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; last: number }>`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = current_schema() and last_value is not null`.execute(db);
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]));
}

async function* readRows(db: Db, { name, columns, large }: Table): AsyncGenerator<Line> {
  const selected = sql.join(columns.map((column) => sql.ref(column)));
  await sql`declare backup_rows no scroll cursor for
    select row_to_json(one)::text as row from (select ${selected} from ${sql.table(name)}) one`.execute(db);
  const next = sql<{ row: string }>`fetch ${sql.raw(large ? "10" : "200")} from backup_rows`;
  for (let { rows } = await next.execute(db); rows.length > 0; { rows } = await next.execute(db))
    for (const { row } of rows) yield { table: name, row };
  await sql`close backup_rows`.execute(db);
}
