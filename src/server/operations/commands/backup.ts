// `backup <file>`: with PostgreSQL while the portal runs. With the embedded database the portal must be stopped.
import { createFileStore } from "../../files/fileStore.ts";
import { writeBackup } from "../backup/writeBackup.ts";
import type { Data } from "../withData.ts";

export async function backUp({ db, config, productsDir }: Data, { file }: { file: string }): Promise<string> {
  const { lines, sha256 } = await writeBackup(file, db, productsDir, createFileStore(config));
  return `Wrote ${lines} rows and files to ${file}, sha256 of its content ${sha256}.`;
}
