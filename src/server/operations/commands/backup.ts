// `backup <file>`: with PostgreSQL while the portal runs. With the embedded database the portal must be stopped.
// `restore <file>`: into a new database and an empty DATA_DIR.
import { nameCommand } from "../../config/nameCommand.ts";
import { openDatabase } from "../../db/open.ts";
import { createFileStore } from "../../files/fileStore.ts";
import { restoreBackup } from "../backup/restoreBackup.ts";
import { writeBackup } from "../backup/writeBackup.ts";
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
