// `audit [number]`: writes the audit trail to standard output. With the embedded database the portal must be stopped.
import { readAudit } from "../../db/audit.ts";
import { withData } from "../withData.ts";

await withData(false, async ({ db, said = "0" }) => {
  if (!/^\d{1,15}$/.test(said)) throw new Error("Name the number of the last line that you have.");
  for await (const line of readAudit(db, Number(said))) process.stdout.write(line);
  return "";
});
