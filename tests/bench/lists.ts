// Measures lists and search among 1,000,000 relations of 2,000 offices, in the largest with 20,000 and in a usual one. Prints
// p50 and p95 per question, as the server's own query code answers it. `npm run bench:lists [-- relations]`.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import pg from "pg";
import { runInOffice } from "#server/db/office.ts";
import { type Db, openDatabase } from "#server/db/open.ts";
import { quotationList } from "#server/portfolio/lists/contractRows.ts";
import { readLastViewed } from "#server/portfolio/lists/lastViewed.ts";
import { countFilters, type ListRequest, readPage } from "#server/portfolio/lists/lists.ts";
import { relationList } from "#server/portfolio/lists/relationRows.ts";
import { openMeasuringServer } from "../support/postgres.ts";

const OFFICES = 2_000;
const LARGEST = 100_001;
const USUAL = LARGEST + 1;
/** One relation in fifty belongs to the largest office. The other offices share the rest. */
const SHARE = 50;
const ROUNDS = 100;
const TABLES = ["relations", "quotations"];
const EMBEDDED_LIMIT = 100_000;
const count = Number(process.argv[2]) || 1_000_000;

// Ten kinds of company times ten family names times a unique word. `n` counts within an office.
const company = `
  (array['Bakkerij','Adviesbureau','Notariaat','Schildersbedrijf','Administratiekantoor','Bouwbedrijf','Kapsalon',
           'Fietsenmaker','Makelaardij','Transportbedrijf'])[1 + (n * 7) % 10] || ' '
  || (array['De Vries','Jansen','Bakker','Visser','Smit','Meijer','Mulder','Bos','Vos','Peters'])[1 + (n * 3 / 10) % 10]
  || ' ' || substr(md5(i::text), 1, 8) || case when n % 2 = 0 then ' B.V.' else ' Voorbeeld' end`;
const city = `(array['Amsterdam','Utrecht','Groningen','Maastricht','Zwolle','Breda','Delft','Assen'])[1 + n % 8]`;

async function fill(db: Db): Promise<void> {
  await sql`truncate relations cascade`.execute(db);
  await sql`drop index relations_by_words`.execute(db);
  await sql
    .raw(`insert into relations (relation_number, intermediary_number, company, address, zipcode, city, kvk_number, active_on)
      select 1000000 + i, case when i % ${SHARE} = 0 then ${LARGEST} else ${USUAL} + i % ${OFFICES - 1} end, ${company},
        'Voorbeeldstraat ' || i, '1234 AB', ${city}, (42000000 + i)::text, date '2020-01-01' + (i % 2000)::int
      from (select i, i / ${SHARE} as n from generate_series(1, ${count}) i order by md5(i::text)) made`)
    .execute(db);
  await sql`create index relations_by_words on relations using gin (search gin_trgm_ops)`.execute(db);
  // One relation in five has a quotation.
  await sql
    .raw(`insert into quotations (number, relation_number, relation_name, product, product_code, intermediary_number, start_date,
        end_date, contract_duration, debit_prolongation, premium, period, premium_period, insurance_tax, premium_total,
        last_modified_description, status, date)
      select relation_number, relation_number, company, (array['Cyber','Beroepsaansprakelijkheid'])[1 + relation_number % 2], 'P',
        intermediary_number, date '2026-01-01', date '2026-12-31', 12, 'J', 50000, 12, 50000, 10500, 60500, '',
        (array['O','P','V'])[1 + relation_number % 3], date '2026-11-27' - (relation_number % 300)::int
      from relations where relation_number % 5 = 0`)
    .execute(db);
  if (server) await vacuum(server.url);
  else for (const table of TABLES) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}

/** No transaction may hold it, and the portal's statements are all in one. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`vacuum analyze ${TABLES.join()}`).finally(() => client.end());
}

const any = (most: number) => 1 + Math.floor(Math.random() * most);
const md5 = (number: number) => createHash("md5").update(String(number)).digest("hex");
/** A relation of the largest office. */
const anyNumber = () => SHARE * any(count / SHARE);

/** Answers how many rows were found, or shown where none are counted. */
type Ask = (db: Db, office: number, size: number) => Promise<number>;
const list =
  (buildRequest: (size: number) => Partial<ListRequest>): Ask =>
  async (db, office, size) => {
    const page = await readPage(db, relationList, { office, language: "nl", page: 1, limit: 7, ...buildRequest(size) });
    return page.total;
  };
const search = (term: () => string) => list(() => ({ search: term() }));

const today = "2026-11-27";
const quotations =
  (changed: Partial<ListRequest>): Ask =>
  async (db, office) =>
    (await readPage(db, quotationList, { office, language: "nl", page: 1, limit: 8, today, ...changed })).total;

const questions: Record<string, Ask> = {
  "first page": list(() => ({})),
  "any page": list((size) => ({ page: any(size / 7) })),
  "last page": list(() => ({ page: 1e9 })),
  "any page by city": list((size) => ({ page: any(size / 7), sort: "-city" })),
  "any page by number": list((size) => ({ page: any(size / 7), sort: "relation_number" })),
  "last viewed": async (db, office) => {
    const viewer = { login: "bench", intermediary: office, language: "nl" as const, consent: true };
    return (await readLastViewed(db, relationList, viewer, {})).rows.length;
  },
  "search one name": search(() => md5(anyNumber()).slice(0, 8)),
  "search a number": search(() => String(1_000_000 + anyNumber())),
  "search two words": search(() => "bakker utrecht"),
  "search everybody": search(() => "voorbeeld"),
  "search by city": list(() => ({ search: "bakker", sort: "city" })),
  "search 2 letters": search(() => "ba"),
  "search 1 letter": search(() => "q"),
  "search nothing": search(() => "xqzwvk"),
  "search a wildcard": search(() => "%"),
  "search a street": search(() => `voorbeeldstraat ${anyNumber()}`),
  "search a postcode": search(() => "1234AB"),
  quotations: quotations({}),
  "quotations by premium": quotations({ sort: "-premium_total" }),
  "quotations of a street": async (db, office) =>
    quotations({ search: `voorbeeldstraat ${anyNumber()}` })(db, office, 0),
  "quotations of a city": quotations({ search: "utrecht cyber" }),
  "quotations of a choice": quotations({ choices: { status: "O", expiry: "30" } }),
  "choices of quotations": async (db, office) =>
    (await countFilters(db, quotationList, { office, language: "nl", today, choices: { status: "O" } })).length,
};

/** Seconds of processor time that the database spent on our connection, or null when it runs on another machine. */
async function databaseCpu(db: Db): Promise<number | null> {
  if (!server) return null;
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
  try {
    const stat = readFileSync(`/proc/${rows[0]?.pid}/stat`, "utf8");
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(11, 13)
      .map(Number);
    return stat.includes("(postgres)") ? (user + system) / 100 : null;
  } catch {
    return null;
  }
}

interface Figures {
  p50: number;
  p95: number;
  /** Milliseconds of processor time of the database per question: comparable when the machine is busy. */
  cpu: number | null;
  answer: number;
}

async function measure(db: Db, ask: () => Promise<number>): Promise<Figures> {
  const times: number[] = [];
  let answer = await ask();
  const before = await databaseCpu(db);
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    answer = await ask();
    times.push(performance.now() - start);
  }
  const after = await databaseCpu(db);
  times.sort((a, b) => a - b);
  const percentile = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  const cpu = before === null || after === null ? null : ((after - before) * 1_000) / ROUNDS;
  return { p50: percentile(0.5), p95: percentile(0.95), cpu, answer };
}

const server = await openMeasuringServer();
console.log(
  server
    ? `PostgreSQL ${server.version}`
    : "No PostgreSQL found (set DATABASE_URL): measured on the embedded engine, which says nothing about PostgreSQL.",
);
const opened = await openDatabase({ url: server?.url, statementTimeoutMs: 0 });
try {
  if (!server && count > EMBEDDED_LIMIT)
    throw new Error(`Too many for the embedded engine: npm run bench:lists -- ${EMBEDDED_LIMIT}`);
  const start = performance.now();
  await fill(opened.db);
  console.log(`${count} relations, filled in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  // As the portal's own role, whom row-level security binds.
  const database = server ? await openDatabase({ url: server.portalUrl, migrateUrl: server.url }) : opened;
  for (const office of [LARGEST, USUAL]) {
    const size = await runInOffice(office, () =>
      readPage(database.officeDb, relationList, { office, language: "nl" }),
    ).then(({ total }) => total);
    console.log(`\nan office with ${size}`);
    for (const [name, ask] of Object.entries(questions)) {
      const { p50, p95, cpu, answer } = await runInOffice(office, () =>
        measure(database.officeDb, () => ask(database.officeDb, office, size)),
      );
      const work = cpu === null ? "" : `   database ${cpu.toFixed(1).padStart(5)} ms`;
      const spread = `p50 ${p50.toFixed(1).padStart(7)} ms   p95 ${p95.toFixed(1).padStart(7)} ms`;
      console.log(`  ${name.padEnd(18)} ${spread}${work}   answer ${answer}`);
    }
  }
  if (database !== opened) await database.close();
} finally {
  await opened.close();
  await server?.close();
}
