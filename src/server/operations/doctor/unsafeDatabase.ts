// The part of the table of unsafe starts that only the database can answer. Production refuses to start with any of
// them. `doctor` reports them, in development those that concern development too.
import { type Kysely, sql } from "kysely";
import type { Database } from "../../db/tables/schema.ts";
import { hasSampleAccounts } from "../../samples/accounts.ts";

export interface DatabaseFacts {
  superuser: boolean;
  bypass: boolean;
  owner: boolean;
  fsync: boolean;
  samples: boolean;
}

interface UnsafeDatabase {
  is(facts: DatabaseFacts): boolean;
  says: string;
  /** Normal while developing, so only production reports it. */
  productionOnly?: true;
}

export const UNSAFE_DATABASE: Record<string, UnsafeDatabase> = {
  samples: {
    is: ({ samples }) => samples,
    says: "DATABASE_URL leads to a database with the demo accounts: give production a database of its own.",
    productionOnly: true,
  },
  fsync: {
    is: ({ fsync }) => !fsync,
    says: "PostgreSQL runs with fsync off and loses data in a power failure: set fsync = on.",
  },
  superuser: {
    is: ({ superuser }) => superuser,
    says: "The portal connects to PostgreSQL as a superuser, whom row-level security does not bind: give DATABASE_URL a plain role of its own.",
  },
  bypass: {
    is: ({ superuser, bypass }) => bypass && !superuser,
    says: "The portal's role may bypass row-level security and sees every office's rows: as a superuser, run alter role … nobypassrls.",
  },
  owner: {
    is: ({ superuser, owner }) => owner && !superuser,
    says: "The portal connects to PostgreSQL as the owner of its tables or database: give DATABASE_URL a plain role, and DATABASE_MIGRATE_URL the owner.",
    productionOnly: true,
  },
};

export async function readDatabaseFacts(db: Kysely<Database>): Promise<DatabaseFacts> {
  const { rows } = await sql<Omit<DatabaseFacts, "samples">>`select
    current_setting('is_superuser') = 'on' as superuser, current_setting('fsync') = 'on' as fsync,
    (select rolbypassrls from pg_roles where rolname = current_user) as bypass,
    exists (select from pg_class where oid = to_regclass('audit') and pg_has_role(relowner, 'usage'))
      or exists (select from pg_database where datname = current_database() and pg_has_role(datdba, 'usage')) as owner`.execute(
    db,
  );
  const facts = rows[0] ?? { superuser: true, bypass: true, owner: true, fsync: false };
  // A role that may not even read the accounts is reported for its other faults.
  return { ...facts, samples: await hasSampleAccounts(db).catch(() => false) };
}

export const findUnsafeDatabase = (facts: DatabaseFacts, env: string): string[] =>
  Object.values(UNSAFE_DATABASE)
    .filter(({ is, productionOnly }) => (env === "production" || !productionOnly) && is(facts))
    .map(({ says }) => says);
