// `backup <file>`: with PostgreSQL while the portal works; with the embedded database while it is stopped.
import { needFile, withData } from "./withData.ts";
import { writeBackup } from "./writeBackup.ts";

await withData(false, async ({ db, productsDir, said }) => {
  const path = needFile(said);
  const { lines, sha256 } = await writeBackup(path, db, productsDir);
  return `Wrote ${lines} rows and files to ${path}, sha256 of its content ${sha256}.`;
});
