// Exports the data of an account into a folder (articles 15 and 20 of the GDPR). Excludes the contents of what the user wrote or was
// sent about relations, which is their data, and the secrets of sessions.
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Language } from "#engine/schema/types.ts";
import type { Clock } from "../config/clock.ts";
import { writeAudit } from "../db/audit.ts";
import type { Db } from "../db/open.ts";
import { serverTexts } from "../texts/serverTexts.ts";
import { type AccountKey, findAccount, selectNamingRows, selectOwn, selectTrail } from "./accountData.ts";

interface ExportParts {
  db: Db;
  clock: Pick<Clock, "now">;
  language: Language;
}

/** Columns about the user, by table. */
export const EXPORTED: Record<string, readonly string[]> = {
  users: [
    ...["login_name", "full_name", "first_name", "last_name", "email", "language", "intermediary_number"],
    ...["role", "profiles", "insurance_types", "active", "subject"],
  ],
  sessions: ["session_id", "browser", "created_at", "seen_at"],
  consents: ["subject", "document", "document_hash", "agreed_at"],
  last_viewed: ["list", "number", "viewed_at"],
  outbox: ["recipient", "subject", "state", "created_at", "sent_at"],
  requests: ["request_id", "product", "address_number", "status", "created_at", "saved_at"],
  submissions: ["number", "action", "sent_at"],
  referrals: ["number", "status", "sent_at"],
  referral_events: ["number", "kind", "full_name", "at"],
  open_invoices: ["offer_number", "booking_date", "employee_name"],
};
const AT_ONCE = 1_000;

/** Fails if the folder has an export already. Returns the number of rows and of lines of the audit trail. */
export async function exportAccount({ db, clock, language }: ExportParts, login: string, folder: string) {
  const account = await findAccount(db, login);
  const words: Record<string, string> = serverTexts[language].account_export;
  const exported = await readExported(db, account);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const parts = Object.entries(exported).map(([table, rows]) => ({ about: words[table], table, rows }));
  const content = { made: clock.now().toISOString(), language, parts, trail: words.audit };
  const fileOptions = { mode: 0o600, flag: "wx" };
  writeFileSync(join(folder, "account.json"), `${JSON.stringify(content, null, 2)}\n`, fileOptions);
  const trail = join(folder, "trail.jsonl");
  writeFileSync(trail, "", fileOptions);
  let lines = 0;
  for await (const some of readTrail(db, account)) {
    appendFileSync(trail, some.map((line) => `${JSON.stringify(line)}\n`).join(""));
    lines += some.length;
  }
  const office = account.user?.intermediary_number ?? null;
  await writeAudit(db, { login: null, office, action: "account exported", object: login });
  return { rows: Object.values(exported).flat().length, lines };
}

async function readExported(db: Db, account: AccountKey): Promise<Record<string, object[]>> {
  const selected = { ...selectOwn(account), ...selectNamingRows(account) };
  const rowsByTable: Record<string, object[]> = {};
  for (const [table, columns] of Object.entries(EXPORTED)) {
    const { rows } = await sql<object>`select ${sql.join(columns.map((name) => sql.ref(`t.${name}`)))}
      from ${sql.table(table)} t where ${selected[table]}`.execute(db);
    rowsByTable[table] = rows;
  }
  return rowsByTable;
}

async function* readTrail(db: Db, account: AccountKey): AsyncGenerator<{ audit_id: number }[]> {
  for (let last = 0; ; ) {
    const { rows } = await sql<{ audit_id: number }>`select t.audit_id, t.at, t.action, t.object, t.detail from audit t
      where t.audit_id > ${last} and (${selectTrail(account).audit}) order by t.audit_id limit ${AT_ONCE}`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)?.audit_id ?? last;
  }
}
