// Commands run as root on the embedded database, and the portal as another user, which must be able to open it afterwards.
import { chownSync, mkdirSync, mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "#server/db/open.ts";
import { createFileStore } from "#server/files/fileStore.ts";
import { restoreBackup } from "#server/operations/backup/restoreBackup.ts";
import { writeBackup } from "#server/operations/commands/backup.ts";
import { dataDirectory } from "../support/model.ts";

const NOBODY = 65_534;
const files = createFileStore({ files: undefined });
const listOwners = (folder: string) => [
  ...new Set(readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, String(name))).uid)),
];

test.skipIf(process.getuid?.() !== 0)("what root reads, backs up and restores stays the portal's", async () => {
  const from = dataDirectory();
  for (const name of ["", ...readdirSync(from, { recursive: true })])
    chownSync(join(from, String(name)), NOBODY, NOBODY);
  const folder = mkdtempSync(join(tmpdir(), "root-"));
  const before = await openDatabase({ directory: join(from, "database") });
  await writeBackup(join(folder, "backup"), before.db, files);
  await before.close();
  expect(listOwners(from)).toEqual([NOBODY]);

  const into = join(folder, "data");
  mkdirSync(into);
  chownSync(into, NOBODY, NOBODY);
  const after = await openDatabase({ directory: join(into, "database"), migrate: "by hand" });
  await restoreBackup(join(folder, "backup"), after.db, join(into, "products"), files);
  await after.close();
  expect(listOwners(into)).toEqual([NOBODY]);
});
