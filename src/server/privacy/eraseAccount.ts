// Erases an account (article 17 of the GDPR): its own rows go, and its name goes out of what belongs to the office's relations and
// stays. The trail keeps its login name for as long as it keeps anything. Its sessions end at once at every process, since the
// database says that they changed (migration 0260).
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { writeAudit } from "../audit.ts";
import type { Config } from "../config.ts";
import type { Db } from "../db/open.ts";
import type { Role } from "../roles.ts";
import {
  findAccount,
  selectNaming,
  selectNamingRows,
  selectOwn,
  selectTrail,
  type WhichAccount,
} from "./accountData.ts";
import { type Counted, countRows, eraseOrTryOut, subtract } from "./rows.ts";

interface ErasureParts {
  db: Db;
  config: Pick<Config, "retention">;
}

export interface AccountErasure {
  /** In rows. */
  erased: Counted;
  /** Mails among them that had not been sent. */
  unsent: number;
  nameless: Counted;
  /** Lines of the trail; the last is kept until that day. */
  trail: { lines: number; until: string | null };
  /** Nobody else has this role; an administrator's is that of an office. */
  soleRole: { role: Role; office: number } | null;
}

export const eraseAccount = (parts: ErasureParts, login: string, dryRun: boolean): Promise<AccountErasure> =>
  eraseOrTryOut(parts.db, dryRun, (db) => erase({ ...parts, db }, login));

async function erase({ db, config }: ErasureParts, login: string): Promise<AccountErasure> {
  const which = await findAccount(db, login);
  const nobody = `erased-${randomBytes(6).toString("hex")}`;
  const own = selectOwn(which);
  const all = { ...selectNamingRows(which), ...own };
  const unsent = await countRows(db, { outbox: sql`${own.outbox} and t.state <> 'sent'` });
  const [before, soleRole, trail] = [
    await countRows(db, all),
    await findSoleRole(db, which),
    await readTrail(db, which, config.retention.audit),
  ];
  const consents = await db
    .selectFrom("consents")
    .select(["subject", "document_hash", "agreed_at"])
    .where("login_name", "=", login)
    .execute();
  for (const [table, { rows, without }] of Object.entries(selectNaming(which, nobody)))
    await sql`update ${sql.table(table)} t set ${without} where ${rows}`.execute(db);
  for (const [table, rows] of Object.entries(own))
    await sql`delete from ${sql.table(table)} t where ${rows}`.execute(db);
  const gone = Object.entries(subtract(before, await countRows(db, all)));
  const erased = Object.fromEntries(gone.filter(([table]) => table in own));
  const nameless = Object.fromEntries(gone.filter(([table]) => !(table in own)));
  await writeAudit(db, {
    login: null,
    office: which.user?.intermediary_number ?? null,
    action: "account erased",
    object: nobody,
    // That it was agreed, to which words and when: with the trail's own line of that moment the proof that has to be kept.
    detail: {
      erased,
      nameless,
      consents: consents.map((one) => ({ ...one, agreed_at: one.agreed_at.toISOString() })),
    },
  });
  return { erased, unsent: unsent.outbox ?? 0, nameless, trail, soleRole };
}

async function readTrail(db: Db, which: WhichAccount, days: number): Promise<AccountErasure["trail"]> {
  const { rows } = await sql<AccountErasure["trail"]>`select count(*)::int as lines,
    (max(t.at)::date + ${days}::int)::text as until from audit t where ${selectTrail(which).audit}`.execute(db);
  return rows[0] ?? { lines: 0, until: null };
}

async function findSoleRole(db: Db, { login, user }: WhichAccount): Promise<AccountErasure["soleRole"]> {
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
