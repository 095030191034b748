// `restore <file>`: into a new database and an empty DATA_DIR.
import { restoreBackup } from "./restoreBackup.ts";
import { withData } from "./withData.ts";

await withData("by hand", async (path, db, productsDir) => {
  const { lines } = await restoreBackup(path, db, productsDir);
  return `Restored ${lines} rows and files. Mail that waited is kept back: \`portal mail list\` shows it.`;
});
