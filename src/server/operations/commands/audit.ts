// `audit [number]`: writes the audit trail to standard output. With the embedded database the portal must be stopped.
import { readAudit } from "../../db/audit.ts";
import type { Data } from "../withData.ts";

export async function printTrail({ db }: Data, { number = 0 }: { number: number | undefined }): Promise<string> {
  for await (const line of readAudit(db, number)) process.stdout.write(line);
  return "";
}
