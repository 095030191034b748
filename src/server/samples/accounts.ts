// Loads sample offices, accounts, the sample business register and the watchlist. Never runs in production.
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import type { Role } from "../config/roles.ts";
import type { Db } from "../db/open.ts";
import type { Database } from "../db/tables/schema.ts";

const folder = new URL("../../../fixtures/portfolio/", import.meta.url);
const read = <T>(name: string) => JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as T;

interface SampleUser {
  login_name: string;
  userFullName: string;
  userFirstName: string;
  userLastName: string;
  userEmail: string;
  userIntermediaryNumber: number;
  userProfiles: string[];
  insuranceTypes: string[];
  language: string;
  role: Role;
}

export async function seedAccounts(db: Db): Promise<void> {
  const offices = read<{ intermediary_number: number; intermediary_name: string }[]>("intermediaries");
  const users = read<SampleUser[]>("users");
  await db
    .insertInto("intermediaries")
    .values(offices.map(({ intermediary_number, intermediary_name }) => ({ intermediary_number, intermediary_name })))
    .onConflict((row) => row.doNothing())
    .execute();
  // Only into an empty table, so that an account that was erased does not come back.
  const firstUser = await db.selectFrom("users").select("login_name").limit(1).executeTakeFirst();
  if (!firstUser)
    await db
      .insertInto("users")
      .values(users.map(toRow))
      .onConflict((row) => row.doNothing())
      .execute();
  await db
    .insertInto("company_register")
    .values(read<Database["company_register"][]>("register"))
    .onConflict((row) => row.doNothing())
    .execute();
  await db
    .insertInto("watchlist")
    .values(read<{ name: string; kvk: string | null }[]>("watchlist").map(({ name, kvk }) => ({ name, kvk })))
    .onConflict((row) => row.doNothing())
    .execute();
}

/** Whether sample accounts are left from a trial of the portal on this database. False before its first migration. */
export async function hasSampleAccounts(db: Db): Promise<boolean> {
  const { rows } = await sql<{ name: string | null }>`select to_regclass('users')::text as name`.execute(db);
  if (!rows[0]?.name) return false;
  const logins = read<SampleUser[]>("users").map((user) => user.login_name);
  const sampleUsers = db.selectFrom("users").select("login_name").where("login_name", "in", logins).limit(1);
  return (await sampleUsers.executeTakeFirst()) !== undefined;
}

function toRow(user: SampleUser) {
  return {
    login_name: user.login_name,
    full_name: user.userFullName,
    first_name: user.userFirstName,
    last_name: user.userLastName,
    email: user.userEmail,
    intermediary_number: user.userIntermediaryNumber,
    profiles: JSON.stringify(user.userProfiles),
    insurance_types: JSON.stringify(user.insuranceTypes),
    language: user.language,
    role: user.role,
    subject: null,
  };
}
