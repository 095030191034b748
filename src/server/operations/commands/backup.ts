// `backup <file>`: with PostgreSQL while the portal runs; with the embedded database the portal must be stopped.
import { createFileStore } from "../../files/fileStore.ts";
import { writeBackup } from "../backup/writeBackup.ts";
import { needFile, withData } from "../withData.ts";

// Before an upgrade the database is older than this program; the file records its migrations, and a restore brings it up to date.
await withData("may be older", async ({ db, config, productsDir, said }) => {
  const path = needFile(said);
  const { lines, sha256 } = await writeBackup(path, db, productsDir, createFileStore(config));
  return `Wrote ${lines} rows and files to ${path}, sha256 of its content ${sha256}.`;
});
