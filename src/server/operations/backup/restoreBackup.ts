// Restores a backup into an empty portal, all or nothing, from either kind of database. Migrates the database to the backup's schema
// first, and after loading to that of this program.
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, resolve, sep } from "node:path";
import { sql } from "kysely";
import { writeInOneMove } from "#content/read/files/writeInOneMove.ts";
import { writeAudit } from "../../db/audit.ts";
import { giveAllToOwner } from "../../db/giveToOwner.ts";
import { migrate } from "../../db/migrate.ts";
import type { Db } from "../../db/open.ts";
import type { FileStore } from "../../files/fileStore.ts";
import { createReleases } from "../../products/releases.ts";
import { FORMAT, type Header, type Line, type OutsideContent, readLines, type Trailer, verify } from "./backupFile.ts";
import { listMigrations, listTables, type Table } from "./tables.ts";

/** `db` may be empty or have an older schema. Afterwards it has that of this program. */
export async function restoreBackup(path: string, db: Db, productsDir: string, files: FileStore): Promise<Trailer> {
  const { header, trailer } = await verify(path);
  if (header?.format !== FORMAT) throw new Error(`${path} was written by another version of this program.`);
  if (existsSync(productsDir)) throw new Error(`${productsDir} exists already: restore into an empty DATA_DIR.`);
  // The old portal may still use the place. Two portals there would each sweep the other's files.
  if (await files.isUsed())
    throw new Error(
      "FILES_URL has files of a portal already: name a new folder or bucket. What a restore left there that failed may be removed.",
    );
  await refuseUsed(db, header);
  await migrate(db, { had: header.migrations });
  const tables = new Map((await listTables(db)).map((table) => [table.name, table]));
  const restoring = db.transaction().execute(async (all) => {
    for (const name of tables.keys()) await sql`alter table ${sql.table(name)} disable trigger user`.execute(all);
    await load(path, all, tables, { productsDir, files });
    for (const name of tables.keys()) await sql`alter table ${sql.table(name)} enable trigger user`.execute(all);
    for (const [name, last] of Object.entries(header.sequences))
      await sql`select setval(${name}::regclass, ${last})`.execute(all);
    // These may have been sent after the backup, so an operator decides whether to send them again.
    for (const name of ["outbox", "handover_deliveries"])
      await sql`update ${sql.table(name)} set state = 'given_up', last_error = 'restored from a backup'
        where state = 'waiting'`.execute(all);
    await sql`update handover_events set spread = true`.execute(all);
  });
  await restoring.catch((error) => {
    // Files are not part of the transaction, so they are removed separately.
    rmSync(productsDir, { recursive: true, force: true });
    throw error;
  });
  await migrate(db);
  // The start of the portal does it again when this fails.
  await createReleases(db, productsDir)
    .refresh()
    .catch(() => undefined);
  await giveAllToOwner(productsDir);
  await writeAudit(db, { login: null, office: null, action: "restored", object: trailer.sha256 });
  return trailer;
}

async function refuseUsed(db: Db, { migrations }: Header): Promise<void> {
  const later = (await listMigrations(db)).some((name) => !migrations.includes(name));
  if (later) throw new Error("The database has a newer shape than the backup: restore into a new database.");
  for (const { name } of await listTables(db)) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length > 0) throw new Error("The database is not empty: restore into a new database.");
  }
}

/** Where to restore what is outside the database. */
interface Places {
  productsDir: string;
  files: FileStore;
}

const MAX_ROWS = 200;
const MAX_CHARACTERS = 8_000_000;

/** Loads rows in batches per table, and files one by one. */
async function load(path: string, db: Db, tables: Map<string, Table>, places: Places): Promise<void> {
  let table = "";
  let rows: string[] = [];
  let size = 0;
  const flush = async () => {
    const definition = tables.get(table);
    if (rows.length > 0 && definition) await insert(db, definition, rows);
    rows = [];
    size = 0;
  };
  const take = async (line: Line) => {
    if ("file" in line) return writeFile(places.productsDir, line);
    if ("location" in line) {
      await flush();
      return restoreContent(db, line, places.files);
    }
    if (!("table" in line)) return;
    if (line.table !== table || rows.length >= MAX_ROWS || size > MAX_CHARACTERS) await flush();
    table = line.table;
    rows.push(line.row);
    size += line.row.length;
  };
  await readLines(path, take);
  await flush();
}

/** Stores content in this portal's place, which may differ from the old one, and updates the rows that refer to it. */
async function restoreContent(db: Db, { location: before, content }: OutsideContent, files: FileStore): Promise<void> {
  const stored = await files.keep(Buffer.from(content, "base64"));
  const location = { location: stored.location };
  const uploads = db.updateTable("uploads").set(location).where("location", "=", before).returning("upload_id");
  const documents = db.updateTable("documents").set(location).where("location", "=", before).returning("id");
  const [ofUploads, ofDocuments] = [await uploads.execute(), await documents.execute()];
  if (!stored.content) return;
  const inside = { content: stored.content };
  for (const row of ofUploads)
    await db
      .insertInto("upload_contents")
      .values({ ...row, ...inside })
      .execute();
  for (const row of ofDocuments)
    await db
      .insertInto("document_contents")
      .values({ ...row, ...inside })
      .execute();
}

async function insert(db: Db, { name, columns }: Table, rows: string[]): Promise<void> {
  const listed = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(name)} (${listed}) overriding system value
    select ${listed} from json_populate_recordset(null::${sql.table(name)}, ${`[${rows.join(",")}]`}::json)`.execute(
    db,
  );
}

function writeFile(folder: string, { file, content }: { file: string; content: string }): void {
  const path = resolve(folder, file);
  if (!path.startsWith(resolve(folder) + sep))
    throw new Error(`The backup names a file outside of its folder: ${file}`);
  mkdirSync(dirname(path), { recursive: true });
  writeInOneMove(path, Buffer.from(content, "base64"));
}
