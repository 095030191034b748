// Where an account stands: rows that are its own, rows of the office's relations that only name it, and the trail. `security.md` says
// so of every table, and a test that no column that could name an account is forgotten here.
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../db/open.ts";
import type { UserRow } from "../db/schema.ts";
import { type Condition, countRows, type Selected } from "./rows.ts";

export interface WhichAccount {
  login: string;
  /** Undefined: its row is gone, and something still names it. */
  user: UserRow | undefined;
}

/** Its own: they go, those before that the others refer to. */
export function selectOwn({ login, user }: WhichAccount): Selected {
  const own = sql`t.login_name = ${login}`;
  const others = sql`select from users u where lower(u.email) = lower(t.recipient) and u.login_name <> ${login}`;
  return {
    sessions: own,
    consents: own,
    last_viewed: own,
    // Where colleagues share an address, a mail is for whom it greets.
    outbox: user
      ? sql`lower(t.recipient) = lower(${user.email})
          and (position(${user.full_name} in t.text) > 0 or not exists (${others}))`
      : sql`false`,
    users: own,
  };
}

interface Naming {
  rows: Condition;
  /** What it says instead. */
  without: RawBuilder<unknown>;
}

/** `nobody`: the name that stands for it afterwards, so that what one person did still reads as done by one. */
export function selectNaming({ login, user }: WhichAccount, nobody = ""): Record<string, Naming> {
  const decided = sql`t.number in (select e.number from referral_events e
    where e.login_name = ${login} and e.kind in ('accepted', 'declined'))`;
  const replace = (column: string) => ({
    rows: sql`${sql.ref(`t.${column}`)} = ${login}`,
    without: sql`${sql.ref(column)} = ${nobody}`,
  });
  return {
    requests: replace("created_by"),
    submissions: replace("sent_by"),
    // Before the events, which say who decided.
    referrals: {
      rows: sql`t.sent_by = ${login} or ${decided}`,
      without: sql`sent_by = case when t.sent_by = ${login} then ${nobody} else t.sent_by end,
        decided_by = case when ${decided} then '' else t.decided_by end`,
    },
    referral_events: {
      rows: sql`t.login_name = ${login}`,
      without: sql`login_name = ${nobody}, full_name = ''`,
    },
    // Names him by his name alone: not where a colleague has the same.
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

/** The trail: what it did, and what was done with it. */
export const selectTrail = ({ login }: WhichAccount): Selected => ({
  audit: sql`t.login_name = ${login} or t.object = ${login}`,
});

export const selectNamingRows = (which: WhichAccount): Selected =>
  Object.fromEntries(Object.entries(selectNaming(which)).map(([table, { rows }]) => [table, rows]));

/** In a transaction: nobody changes it meanwhile. An account whose row was removed by hand is there as long as something names it. */
export async function findAccount(db: Db, login: string): Promise<WhichAccount> {
  const user = await db.selectFrom("users").selectAll().where("login_name", "=", login).forUpdate().executeTakeFirst();
  const which = { login, user };
  if (user) return which;
  const named = await countRows(db, selectNamingRows(which));
  if (Object.values(named).every((rows) => rows === 0)) throw new Error(`There is no account ${login}.`);
  return which;
}
