// Where data about an account is stored: its own rows, rows of the office's relations that only name it, and the audit
// trail. `personal-data.md` lists every table. A test checks that no column that can name an account is missing here.
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/open.ts";
import type { UserRow } from "../db/tables/schema.ts";
import { type Condition, countRows, type Selected } from "./rows.ts";

export interface AccountKey {
  login: string;
  /** Undefined when its row was removed but other rows still name it. */
  user: UserRow | undefined;
}

/**
 * Rows that an erasure deletes, in this order. `users` comes last, because conditions and foreign keys of the others
 * refer to it.
 */
export function selectOwn({ login, user }: AccountKey): Selected {
  const ofLogin = sql`t.login_name = ${login}`;
  const others = sql`select from users u where lower(u.email) = lower(t.recipient) and u.login_name <> ${login}`;
  return {
    sessions: ofLogin,
    consents: ofLogin,
    last_viewed: ofLogin,
    // When colleagues share an address, a mail belongs to the one whose name is in it.
    outbox: user
      ? sql`lower(t.recipient) = lower(${user.email})
          and (position(${user.full_name} in t.text) > 0 or not exists (${others}))`
      : sql`false`,
    users: ofLogin,
  };
}

interface NameRows {
  rows: Condition;
  /** The assignments that remove the name. */
  without: RawBuilder<unknown>;
}

/**
 * Selects rows that name an account. An erasure passes the pseudonym that replaces the login name, so that actions of
 * one person remain recognisable as such.
 */
export function selectNaming({ login, user }: AccountKey, nobody = ""): Record<string, NameRows> {
  const decided = sql`t.number in (select e.number from referral_events e
    where e.login_name = ${login} and e.kind in ('accepted', 'declined'))`;
  const replace = (column: string) => ({
    rows: sql`${sql.ref(`t.${column}`)} = ${login}`,
    without: sql`${sql.ref(column)} = ${nobody}`,
  });
  return {
    requests: replace("created_by"),
    submissions: replace("sent_by"),
    // Before `referral_events`, by which the condition finds who decided.
    referrals: {
      rows: sql`t.sent_by = ${login} or ${decided}`,
      without: sql`sent_by = case when t.sent_by = ${login} then ${nobody} else t.sent_by end,
        decided_by = case when ${decided} then '' else t.decided_by end`,
    },
    referral_events: {
      rows: sql`t.login_name = ${login}`,
      without: sql`login_name = ${nobody}, full_name = ''`,
    },
    // Has the full name only, so rows are skipped when a colleague has the same name.
    open_invoices: {
      rows: user
        ? sql`t.employee_name = ${user.full_name} and t.intermediary_number = ${user.intermediary_number}
            and not exists (select from users u where u.full_name = ${user.full_name}
              and u.intermediary_number = ${user.intermediary_number} and u.login_name <> ${login})`
        : sql`false`,
      without: sql`employee_name = ''`,
    },
  };
}

/** Lines of the audit trail by or about the account. */
export const selectTrail = ({ login }: AccountKey): Selected => ({
  audit: sql`t.login_name = ${login} or t.object = ${login}`,
});

export const selectNamingRows = (which: AccountKey): Selected =>
  Object.fromEntries(Object.entries(selectNaming(which)).map(([table, { rows }]) => [table, rows]));

/** Locks the account's row. An account without a row, which was removed by hand, still counts if other rows name it. */
export async function findAccount(db: Db, login: string): Promise<AccountKey> {
  const user = await db.selectFrom("users").selectAll().where("login_name", "=", login).forUpdate().executeTakeFirst();
  const which = { login, user };
  if (user) return which;
  const named = await countRows(db, selectNamingRows(which));
  if (Object.values(named).every((rows) => rows === 0)) throw new Error(`There is no account ${login}.`);
  return which;
}
