// Fills a database with offices large enough to measure: brokers, relations, quotations and policies, beside the sample data.
// Only for databases made for measuring. Nothing in it is so old that the portal forgets it meanwhile.
import { sql } from "kysely";
import { type DatabaseOptions, type Db, type OpenDatabase, openDatabase } from "#server/db/open.ts";

export interface Broker {
  login: string;
  office: number;
  /** Relations that no other broker works on: the first and last number. */
  relations: [number, number];
}

const FIRST_OFFICE = 190_001;
const PER_OFFICE = 5;
const RELATIONS_PER_BROKER = 200;
const CONTRACTS_PER_OFFICE = 500;
const KINDS =
  "(array['Bakkerij','Adviesbureau','Notariaat','Schildersbedrijf','Bouwbedrijf','Kapsalon','Makelaardij'])";
const NAMES = "(array['De Vries','Jansen','Bakker','Visser','Smit','Meijer','Mulder','Bos','Vos','Peters'])";
const CITIES = "(array['Amsterdam','Utrecht','Groningen','Maastricht','Zwolle','Breda','Delft','Assen'])";

export function buildBrokers(count: number): Broker[] {
  return Array.from({ length: count }, (_, index) => {
    const first = 400_000 + index * RELATIONS_PER_BROKER;
    return {
      login: `meting.${String(index).padStart(3, "0")}`,
      office: FIRST_OFFICE + Math.floor(index / PER_OFFICE),
      relations: [first, first + RELATIONS_PER_BROKER - 1],
    };
  });
}

export async function fillOffices(
  options: Partial<DatabaseOptions>,
  brokers: Broker[],
  contracts = CONTRACTS_PER_OFFICE,
): Promise<void> {
  const database: OpenDatabase = await openDatabase({ ...options, statementTimeoutMs: 120_000 });
  try {
    await fill(database.db, brokers, contracts);
    // What either database does by itself within a minute.
    for (const table of ["relations", "quotations", "policies"]) await database.execute(`vacuum (analyze) ${table}`);
  } finally {
    await database.close();
  }
}

async function fill(db: Db, brokers: Broker[], contracts: number): Promise<void> {
  const offices = [...new Set(brokers.map((broker) => broker.office))];
  await db
    .insertInto("intermediaries")
    .values(offices.map((office) => ({ intermediary_number: office, intermediary_name: `Kantoor ${office}` })))
    .execute();
  await db.insertInto("users").values(brokers.map(findUser)).execute();
  for (const { office, relations } of brokers) await addRelations(db, office, relations);
  for (const office of offices) await addContracts(db, office, contracts);
}

const findUser = ({ login, office }: Broker) => ({
  login_name: login,
  full_name: `Meting ${login}`,
  first_name: "Meting",
  last_name: login,
  email: `${login}@example.com`,
  intermediary_number: office,
  profiles: JSON.stringify(["broker"]),
  insurance_types: JSON.stringify([]),
  language: "nl",
  subject: null,
});

const addRelations = (db: Db, office: number, [first, last]: [number, number]) =>
  sql
    .raw(`insert into relations (relation_number, intermediary_number, company, address, zipcode, city, email, kvk_number,
        active_on)
      select i, ${office}, ${KINDS}[1 + i % 7] || ' ' || ${NAMES}[1 + (i / 7) % 10] || ' ' || substr(md5(i::text), 1, 6),
        'Voorbeeldstraat ' || i % 200, '1234 AB', ${CITIES}[1 + i % 8], 'info@example.com', (41000000 + i)::text,
        current_date - i % 300 from generate_series(${first}, ${last}) i`)
    .execute(db);

async function addContracts(db: Db, office: number, count: number): Promise<void> {
  const columns = `number, policy_number, relation_number, relation_name, product, product_code,
    intermediary_number, start_date, end_date, contract_duration, debit_prolongation, insured_amount_per_claim, own_risk,
    premium, period, premium_period, insurance_tax, premium_total, last_modified_description`;
  const rows = (
    base: number,
    policy: string,
  ) => `select ${base} + ${(office - FIRST_OFFICE) * CONTRACTS_PER_OFFICE} + i,
    ${policy}, r.relation_number, r.company, 'Beroepsaansprakelijkheid', 'P01', ${office}, date '2025-01-01' + i % 600,
    date '2026-01-01' + i % 600, 12, 'J', 100000000, 100000, 50000, 12, 50000, 10500, 60500, 'Offerte per e-mail verstuurd'`;
  const from = `from generate_series(0, ${count - 1}) i join lateral (select * from relations
    where intermediary_number = ${office} order by relation_number offset i limit 1) r on true`;
  await sql
    .raw(`insert into quotations (${columns}, status, date) ${rows(51_000_000, "null::bigint")}, 'O',
      current_date - i % 300 ${from}`)
    .execute(db);
  const policyNumber = `${71_000_000} + ${(office - FIRST_OFFICE) * CONTRACTS_PER_OFFICE} + i`;
  await sql.raw(`insert into policies (${columns}) ${rows(71_000_000, policyNumber)} ${from}`).execute(db);
}
