// `audit [number]`: writes the audit trail to standard output. `audit verify`: compares it with its seals. With the embedded database the portal must be stopped.
import { readAudit } from "../../db/audit.ts";
import { verifyTrail } from "../../db/auditSeals.ts";
import type { Data } from "../withData.ts";

export async function printTrail({ db }: Data, { number = 0 }: { number: number | undefined }): Promise<string> {
  for await (const line of readAudit(db, number)) process.stdout.write(line);
  return "";
}

export async function verify({ db }: Pick<Data, "db">, { seal }: { seal: string | undefined }): Promise<string> {
  const { seals, lines, open, hash, broken } = await verifyTrail(db);
  if (broken) throw new Error(broken);
  const sealRow =
    seal && (await db.selectFrom("audit_seals").select("seal_id").where("hash", "=", seal).executeTakeFirst());
  if (seal && !sealRow)
    throw new Error(`The chain has no seal ${seal}: its end was removed, or another chain was made.`);
  return `The audit trail agrees with its ${seals} seals: ${lines} lines, and ${open} that are not sealed yet. Last seal: ${hash || "none"}.`;
}
