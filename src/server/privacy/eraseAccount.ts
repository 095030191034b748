// Erases an account (article 17 of the GDPR): deletes its own rows, and removes its name from rows that belong to the office's
// relations. The audit trail keeps the login name until retention deletes its lines. Sessions end at once in every process.
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Config } from "../config/config.ts";
import type { Role } from "../config/roles.ts";
import { writeAudit } from "../db/audit.ts";
import type { Db } from "../db/open.ts";
import { type AccountKey, findAccount, selectNaming, selectNamingRows, selectOwn, selectTrail } from "./accountData.ts";
import { countRows, eraseOrTryOut, type RowCounts, subtract } from "./rows.ts";

interface ErasureParts {
  db: Db;
  config: Pick<Config, "retention">;
}

export interface AccountErasure {
  /** Deleted rows by table. */
  erased: RowCounts;
  /** Deleted mails that had not been sent. */
  unsent: number;
  /** Rows by table from which the name was removed. */
  nameless: RowCounts;
  /** Lines of the audit trail that name the account, and the day until which the last one is kept. */
  trail: { lines: number; until: string | null };
  /** Set when no other active account of the office has this role. */
  soleRole: { role: Role; office: number } | null;
}

export const eraseAccount = (parts: ErasureParts, login: string, dryRun: boolean): Promise<AccountErasure> =>
  eraseOrTryOut(parts.db, dryRun, (db) => erase({ ...parts, db }, login));

async function erase({ db, config }: ErasureParts, login: string): Promise<AccountErasure> {
  const account = await findAccount(db, login);
  const nobody = `erased-${randomBytes(6).toString("hex")}`;
  const ownRows = selectOwn(account);
  const all = { ...selectNamingRows(account), ...ownRows };
  const unsent = await countRows(db, { outbox: sql`${ownRows.outbox} and t.state <> 'sent'` });
  const [before, soleRole, trail] = [
    await countRows(db, all),
    await findSoleRole(db, account),
    await readTrail(db, account, config.retention.audit),
  ];
  const consents = await db
    .selectFrom("consents")
    .select(["subject", "document_hash", "agreed_at"])
    .where("login_name", "=", login)
    .execute();
  for (const [table, { rows, without }] of Object.entries(selectNaming(account, nobody)))
    await sql`update ${sql.table(table)} t set ${without} where ${rows}`.execute(db);
  for (const [table, rows] of Object.entries(ownRows))
    await sql`delete from ${sql.table(table)} t where ${rows}`.execute(db);
  const gone = Object.entries(subtract(before, await countRows(db, all)));
  const erased = Object.fromEntries(gone.filter(([table]) => table in ownRows));
  const nameless = Object.fromEntries(gone.filter(([table]) => !(table in ownRows)));
  await writeAudit(db, {
    login: null,
    office: account.user?.intermediary_number ?? null,
    action: "account erased",
    object: nobody,
    // The proof of consent that has to be kept: to which text it was given and when, together with the trail's line of that moment.
    detail: {
      erased,
      nameless,
      consents: consents.map((consent) => ({ ...consent, agreed_at: consent.agreed_at.toISOString() })),
    },
  });
  return { erased, unsent: unsent.outbox ?? 0, nameless, trail, soleRole };
}

async function readTrail(db: Db, account: AccountKey, days: number): Promise<AccountErasure["trail"]> {
  const { rows } = await sql<AccountErasure["trail"]>`select count(*)::int as lines,
    (max(t.at)::date + ${days}::int)::text as until from audit t where ${selectTrail(account).audit}`.execute(db);
  return rows[0] ?? { lines: 0, until: null };
}

async function findSoleRole(db: Db, { login, user }: AccountKey): Promise<AccountErasure["soleRole"]> {
  if (!user?.active || user.role === "broker") return null;
  const another = await db
    .selectFrom("users")
    .select("login_name")
    .where("role", "=", user.role)
    .where("intermediary_number", "=", user.intermediary_number)
    .where("active", "=", true)
    .where("login_name", "!=", login)
    .executeTakeFirst();
  return another ? null : { role: user.role, office: user.intermediary_number };
}
