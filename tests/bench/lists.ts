// Measures lists and search at 100 to 1,000,000 relations of one office, the hardest case. Prints p50 and p95 per question,
// as the server's own query code answers it. `npm run bench:lists [-- 100 10000]`.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { type Db, openDatabase } from "#server/db/open.ts";
import { readLastViewed } from "#server/portfolio/lastViewed.ts";
import { readPage } from "#server/portfolio/lists.ts";
import { relationList } from "#server/portfolio/relationRows.ts";
import { readSearch } from "#server/portfolio/searchList.ts";
import { openMeasuringServer } from "../support/postgres.ts";

const OFFICE = 100245;
const ROUNDS = 100;
const EMBEDDED_LIMIT = 100_000;
const sizes = process.argv.slice(2).map(Number).filter(Boolean);
const steps = sizes.length > 0 ? sizes : [100, 10_000, 100_000, 1_000_000];

// Ten kinds of company times ten family names times a word nobody else has; a fiftieth begins with "zonne" and stands
// together near the end of the list, which is the worst place for a search that reads from the start.
const company = `
  case when i % 50 = 0 then 'Zonnepanelen ' else
    (array['Bakkerij','Adviesbureau','Notariaat','Schildersbedrijf','Administratiekantoor','Bouwbedrijf','Kapsalon',
           'Fietsenmaker','Makelaardij','Transportbedrijf'])[1 + (i * 7) % 10] || ' ' end
  || (array['De Vries','Jansen','Bakker','Visser','Smit','Meijer','Mulder','Bos','Vos','Peters'])[1 + (i * 3 / 10) % 10]
  || ' ' || substr(md5(i::text), 1, 8) || case when i % 2 = 0 then ' B.V.' else ' Voorbeeld' end`;
const city = `(array['Amsterdam','Utrecht','Groningen','Maastricht','Zwolle','Breda','Delft','Assen'])[1 + i % 8]`;

async function fill(db: Db, count: number): Promise<void> {
  await sql`truncate relations cascade`.execute(db);
  await sql`delete from list_blocks`.execute(db);
  await sql`delete from list_changes`.execute(db);
  await sql`drop index if exists relations_by_words`.execute(db);
  await sql`alter table relations disable trigger relations_added`.execute(db);
  await sql
    .raw(`insert into relations (relation_number, intermediary_number, company, address, zipcode, city, kvk_number, active_on)
      select 1000000 + i, ${OFFICE}, ${company}, 'Voorbeeldstraat ' || i, '1234 AB', ${city},
        (42000000 + i)::text, date '2020-01-01' + (i % 2000)::int from generate_series(1, ${count}) i order by md5(i::text)`)
    .execute(db);
  await sql`alter table relations enable trigger relations_added`.execute(db);
  await sql`create index relations_by_words on relations using gin (search gin_trgm_ops)`.execute(db);
  await sql`select list_rebuild('relations', ${OFFICE})`.execute(db);
  await sql`vacuum analyze relations`.execute(db);
  await sql`vacuum analyze list_blocks`.execute(db);
}

const viewer = { login: "bench", intermediary: OFFICE, language: "nl" as const, consent: true };
const any = (count: number) => 1 + Math.floor(Math.random() * count);
const page = (db: Db, number: number) =>
  readPage(db, relationList, { office: OFFICE, page: number, limit: 7 }).then((answer) => answer.rows.length);
const search = (db: Db, term: string) =>
  readSearch(db, relationList, { office: OFFICE, page: 1, limit: 7 }, term).then((answer) => answer.total);

const questions: Record<string, (db: Db, count: number) => Promise<number>> = {
  "first page": (db) => page(db, 1),
  "any page": (db, count) => page(db, any(count / 7)),
  "last page": (db) => page(db, 1e9),
  "last viewed": (db) => readLastViewed(db, relationList, viewer, {}).then((answer) => answer.rows.length),
  "search one name": (db, count) => search(db, md5(any(count)).slice(0, 8)),
  "search a number": (db, count) => search(db, String(1_000_000 + any(count))),
  "search two words": (db) => search(db, "bakker utrecht"),
  "search everybody": (db) => search(db, "voorbeeld"),
  "search the end": (db) => search(db, "zonnepanelen"),
  "search 2 letters": (db) => search(db, "zo"),
  "search 1 letter": (db) => search(db, "q"),
  "search nothing": (db) => search(db, "xqzwvk"),
  "search a wildcard": (db) => search(db, "%"),
};

const md5 = (number: number) => createHash("md5").update(String(number)).digest("hex");

/** Seconds of processor time that the database spent on our connection; null when it runs on another machine. */
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
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  const cpu = before === null || after === null ? null : ((after - before) * 1_000) / ROUNDS;
  return { p50: at(0.5), p95: at(0.95), cpu, answer };
}

const server = await openMeasuringServer();
console.log(
  server
    ? `PostgreSQL ${server.version}`
    : "No PostgreSQL found (set DATABASE_URL): measured on the embedded engine, which says nothing about PostgreSQL.",
);
const opened = await openDatabase({ url: server?.url, statementTimeoutMs: 0 });
try {
  for (const count of steps) {
    if (!server && count > EMBEDDED_LIMIT) {
      console.log(`${count} relations: left out, too many for the embedded engine in memory`);
      continue;
    }
    const start = performance.now();
    await fill(opened.db, count);
    console.log(`\n${count} relations (filled in ${((performance.now() - start) / 1000).toFixed(1)} s)`);
    for (const [name, ask] of Object.entries(questions)) {
      const { p50, p95, cpu, answer } = await measure(opened.db, () => ask(opened.db, count));
      const work = cpu === null ? "" : `   database ${cpu.toFixed(1).padStart(5)} ms`;
      const spread = `p50 ${p50.toFixed(1).padStart(7)} ms   p95 ${p95.toFixed(1).padStart(7)} ms`;
      console.log(`  ${name.padEnd(18)} ${spread}${work}   answer ${answer}`);
    }
  }
} finally {
  await opened.close();
  await server?.close();
}
