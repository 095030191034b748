// One relation's data: every column is in a class, an export contains all of it, an erasure leaves only what the law
// requires and reports that, and the data of others is not touched.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES } from "#engine/values/languages.ts";
import { createFileStore } from "#server/files/fileStore.ts";
import { listTables } from "#server/operations/backup/tables.ts";
import { exportHeader } from "#server/portfolio/lists/exportColumns.ts";
import { listKinds } from "#server/portfolio/lists/listKinds.ts";
import { selectNaming, selectOwn, selectTrail } from "#server/privacy/accountData.ts";
import { eraseRelation } from "#server/privacy/eraseRelation.ts";
import { EXPORTED } from "#server/privacy/exportAccount.ts";
import { exportName, exportRelation } from "#server/privacy/exportRelation.ts";
import { findPerson, SEARCHED } from "#server/privacy/findPerson.ts";
import { selectRows } from "#server/privacy/relationData.ts";
import { removeContracts } from "#server/privacy/removeContracts.ts";
import { readRows } from "#server/privacy/rows.ts";
import { everyRow, findTables } from "../support/everyRow.ts";
import { findForgotten, findNamingTables, OF_ACCOUNT, OF_RELATION } from "../support/namingTables.ts";
import { loginAs, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, fill, open, save, saveWith, send } from "../support/wizard.ts";

const OFFICE = 100245;
/** In every text of a relation that a user types. */
const CANARY = "qxzkanarie";
const folder = mkdtempSync(join(tmpdir(), "privacy-"));
const files = { url: pathToFileURL(join(folder, "files")).href };
const store = createFileStore({ files });
const listFiles = () =>
  readdirSync(join(folder, "files"), { recursive: true }).filter((name) => String(name).length > 36);
let server: TestServer;

beforeAll(async () => {
  mkdirSync(join(folder, "files"));
  server = await startServer({ env: { FILES_URL: files.url } });
});
afterAll(() => server?.stop());

describe("classes of data", () => {
  const page = readFileSync(join(import.meta.dirname, "../../src/server/operations/personal-data.md"), "utf8");
  const rows = [
    ...page.replaceAll(/\n {2}/g, " ").matchAll(/^## `(\w+)`\n- about: (.*)\n- personal: (.*)\n- other: (.*)$/gm),
  ].map(([, table = "", about = "", personal = "", others = ""]) => ({
    table,
    about,
    columns: `${personal},${others}`
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name && name !== "-"),
  }));

  test("the columns of an exported list have different names", () => {
    for (const kind of listKinds)
      for (const language of LANGUAGES) {
        const names = exportHeader(kind.schema, language);
        expect(names, kind.list).toEqual([...new Set(names)]);
      }
  });

  test("every column of every table is in one", async () => {
    const tables = (await listTables(server.db)).map(({ name, columns }) => [name, columns.toSorted()]);
    const listed = rows.map(({ table, columns }) => [table, columns.toSorted()]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(tables));
    expect(listed.length, "each table once").toBe(tables.length);
  });

  const listAbout = (whom: string) =>
    rows.filter(({ about }) => about.split(", ").includes(whom)).map(({ table }) => table);

  /** Words in names of columns that mean another person there. */
  const OTHERS: Record<string, string> = {
    company_register: "sample of a public register",
    watchlist: "sample of the insurer's own list",
    relations: "its e-mail address is the relation's",
  };

  test("what is about a relation is exported and erased", async () => {
    const about = Object.keys(selectRows({ relation: 1, office: 1 }));
    expect(listAbout("relation").sort()).toEqual(about.toSorted());
    const naming = { columns: OF_RELATION, about };
    const tables = await findNamingTables(server.db, naming);
    expect(tables.filter((table) => !about.includes(table) && !(table in OTHERS))).toEqual([]);
    const forgotten = { one: "relation_number bigint", two: "id bigint references referrals", three: "kvk text" };
    expect(await findForgotten(server.db, naming, forgotten)).toEqual(Object.keys(forgotten).sort());
  });

  test("data about an account is erased, made nameless, or kept and reported", async () => {
    const which = { login: "", user: undefined };
    const about = Object.keys({ ...selectOwn(which), ...selectNaming(which), ...selectTrail(which) });
    expect(listAbout("account").sort()).toEqual(about.toSorted());
    expect(Object.keys(EXPORTED).concat("audit").sort(), "and exported").toEqual(about.toSorted());
    const naming = { columns: OF_ACCOUNT, about: Object.keys(selectOwn(which)) };
    const tables = await findNamingTables(server.db, naming);
    expect(tables.filter((table) => !about.includes(table) && !(table in OTHERS))).toEqual([]);
    const forgotten = { one: "noted_by text", two: "who text references users", three: "login_name text" };
    expect(await findForgotten(server.db, naming, forgotten)).toEqual(Object.keys(forgotten).sort());
  });
});

describe("one relation", () => {
  const which = { relation: 399_001, office: OFFICE };
  /** Its neighbour, with the same kinds of things. */
  const other = { relation: 300_108, office: OFFICE };
  const erasing = (now = new Date("2026-11-20T12:00:00Z")) => ({
    db: server.db,
    clock: { now: () => now },
    config: server.config,
  });
  const exporting = (language: "nl" | "fr") => ({
    db: server.db,
    files: store,
    products: server.products,
    clock: { now: () => new Date(), today: () => "2026-11-20" },
    provider: "De Verzekeraar",
    language,
  });
  let [policy, referred] = [0, 0];
  const DAMAGE = 990_001;
  const buildDamage = (policy_number: number) => ({
    ...{ claim_id: DAMAGE, title: "Schade", report_date: "2026-11-01", claim_number_office: "1", policy_number },
    ...{ relation_number: which.relation, intermediary_number: OFFICE, relation_name: "" },
    ...{ desc_status_code: "Afgehandeld", finished: true },
  });

  beforeAll(async () => {
    await server.db
      .insertInto("relations")
      .values({
        relation_number: which.relation,
        intermediary_number: OFFICE,
        company: `${CANARY} Handel B.V.`,
        address: `${CANARY}straat 1`,
        zipcode: "1234 AB",
        city: `${CANARY}stad`,
        email: `${CANARY}@example.nl`,
        email_financial: `geld.${CANARY}@example.nl`,
        active_on: "2026-11-20",
      })
      .execute();
    const vera = await loginAs(server, "v.voorbeeld");
    const answers = ANSWERS.acceptance?.questions_of_acceptance as Record<string, boolean>;
    const explained = { acceptance: { questions_of_acceptance: { ...answers, "1101": true } } };
    const explain = async (opened: Awaited<ReturnType<typeof open>>) => {
      const { id } = (await vera.upload(`${opened.base}/uploads`, `${CANARY}.pdf`, `%PDF-1.4 ${CANARY}`)).json();
      await save(vera, opened, "additional-explanation", { explanation: `Uitleg ${CANARY}`, file: [id] });
    };
    const begin = async (relation: number, changed = {}) => {
      const opened = await open(vera, OFFICE, relation);
      await fill(vera, opened, changed);
      if (changed === explained) await explain(opened);
      return opened;
    };
    const sendNow = async (opened: Awaited<ReturnType<typeof open>>, action: string) =>
      Number((await send(vera, opened, action)).json().number);
    await sendNow(await begin(other.relation), "quotation");
    policy = await sendNow(await begin(which.relation), "insurance-policy");
    referred = await sendNow(await begin(which.relation, explained), "insurance-policy");
    await begin(which.relation, explained);
    await server.db.insertInto("damages").values(buildDamage(policy)).execute();
    await vera.ok("GET", `/api/relations/${which.relation}`);
    for (const path of [`policies/${policy}`, `damages/${DAMAGE}`]) await vera.ok("GET", `/api/${path}`);
    await server.outbox.sendWaiting();
    await server.handover.deliverDue();
  });

  test("is found by a name in any row, answers and texts included", async () => {
    const there = await findTables(server.db, CANARY);
    const found = await findPerson(server.db, CANARY.toUpperCase());
    expect([...new Set(found.map(({ table }) => table))].sort()).toEqual(
      there.filter((table) => table in SEARCHED).sort(),
    );
    const notNaming = ["handover_deliveries", "handover_subjects", "last_viewed"];
    const searchable = Object.keys(selectRows(which)).filter((table) => !table.endsWith("_contents"));
    expect(Object.keys(SEARCHED).sort()).toEqual(searchable.filter((table) => !notNaming.includes(table)).sort());
    const others = found.filter(({ table, relation }) => table !== "outbox" && relation !== which.relation);
    expect(others).toEqual([]);
  });

  test("a person in a record of an answer is found with the place, by name and birth date in any notation", async () => {
    const { number } = await server.db.selectFrom("quotation_answers").select("number").executeTakeFirstOrThrow();
    const owners = [
      { first_name: "Anaïs", last_name: "de Vriès", birth_date: "1970-05-03" },
      { first_name: "Anais", last_name: "Jansen", birth_date: "1971-05-03" },
    ];
    const stored = sql`answers || ${JSON.stringify({ parties: { owners, note: "Via mevrouw O'Neill-Smits" } })}::jsonb`;
    await sql`update quotation_answers set answers = ${stored} where number = ${number}`.execute(server.db);
    const find = async (words: string) =>
      (await findPerson(server.db, words)).flatMap(({ table, row, places }) =>
        table === "quotation_answers" && row === String(number) ? places.map(({ path }) => path) : [],
      );
    const owner = ["/answers/parties/owners/0"];
    for (const words of ["anais vries", "Vriès Anaïs", "3-5-1970 vries", "1970-05-03 Anaïs"])
      expect(await find(words)).toEqual(owner);
    for (const words of ["oneill smits", "O'Neill-Smits", "smits"])
      expect(await find(words)).toEqual(["/answers/parties/note"]);
    expect(await find("Anais 04-05-1970")).toEqual([]);
  });

  test("is exported whole, in the reader's words, as stored, and with its files", async () => {
    const out = join(folder, "export");
    const { files: written } = await exportRelation(exporting("fr"), which, out);
    const stored = JSON.parse(readFileSync(join(out, "rows.json"), "utf8"));
    const there = await findTables(server.db, CANARY);
    expect(there.filter((table) => !JSON.stringify(stored.rows[table] ?? "").includes(CANARY))).toEqual([]);
    expect(there).toEqual(expect.arrayContaining(["outbox", "referral_events", "request_steps", "uploads"]));
    const trail = await server.db.selectFrom("audit").selectAll().where("action", "=", "relation exported").execute();
    expect(trail).toMatchObject([{ object: String(which.relation), intermediary_number: OFFICE }]);
    const names = readdirSync(join(out, "files"));
    expect([written, names.length]).toEqual([5, 5]);
    const texts = names.map((name) => readFileSync(join(out, "files", name), "latin1"));
    expect(texts.filter((text) => text.includes(CANARY)).length, "three files that were added").toBe(3);
    const exported = JSON.parse(readFileSync(join(out, "relation.json"), "utf8"));
    expect(exported.relations).toEqual([expect.objectContaining({ "Nom de l’entreprise": `${CANARY} Handel B.V.` })]);
    expect(exported.answers).toHaveLength(4);
    expect(JSON.stringify(exported.answers)).toContain(`Uitleg ${CANARY}`);
    expect(JSON.stringify(exported.answers)).not.toMatch(/"(revenue|questions_of_acceptance|wizard\.[^"]*)"/);
    expect(statSync(join(out, "rows.json")).mode & 0o077, "for its owner alone").toBe(0);
    await expect(exportRelation(exporting("nl"), { ...which, office: 100_871 }, join(folder, "no"))).rejects.toThrow(
      "has no relation",
    );
  });

  test("a dry run changes nothing; a request that waits for an underwriter is kept until it is decided", async () => {
    const before = await everyRow(server.db);
    const { kept } = await eraseRelation(erasing(), which, true);
    expect(await everyRow(server.db)).toEqual(before);
    expect(kept).toContainEqual({ what: "quotation", number: referred, reason: "undecided", until: null });
  });

  test("a policy and its papers are kept for seven years after its end; all else goes, and nothing of anybody else", async () => {
    await sql`update quotations set status = 'A' where number = ${referred}`.execute(server.db);
    const neighbour = await readRows(server.db, selectRows(other));
    const { kept, erased } = await eraseRelation(erasing(), which, false);
    const until = "2034-11-30";
    expect(kept).toEqual([
      { what: "damage", number: DAMAGE, reason: "law", until },
      { what: "document", number: expect.any(Number), reason: "of what is kept", until },
      { what: "policy", number: policy, reason: "law", until },
      { what: "relation", number: which.relation, reason: "of what is kept", until },
    ]);
    expect(erased).toMatchObject({ quotations: 1, referrals: 1, requests: 2, uploads: 2, documents: 2, outbox: 2 });
    expect(await findTables(server.db, referred)).toEqual([]);
    expect((await readRows(server.db, selectRows(which))).handover_events, "what was told and taken").toEqual([]);
    expect(await findTables(server.db, `Uitleg ${CANARY}`)).toEqual([]);
    expect(await findTables(server.db, `${CANARY}@example.nl`)).toEqual([]);
    expect((await findTables(server.db, CANARY)).sort()).toEqual(["policies", "relations", "submissions"]);
    expect(await readRows(server.db, selectRows(other))).toEqual(neighbour);
    await store.sweep(server.db, new Date(Date.now() + 7_200_000));
    expect(listFiles(), "the policy, and the neighbour's quotation").toHaveLength(2);
  });

  test("after that day it goes too; the trail has its number and no name", async () => {
    const { kept } = await eraseRelation(erasing(new Date("2034-12-01T12:00:00Z")), which, false);
    expect(kept).toEqual([]);
    expect(await findTables(server.db, CANARY)).toEqual([]);
    for (const number of [policy, DAMAGE, which.relation]) expect(await findTables(server.db, number)).toEqual([]);
    await store.sweep(server.db, new Date(Date.now() + 7_200_000));
    expect(listFiles()).toHaveLength(1);
    const { rows } = await sql<{ object: string; line: string }>`select object, a::text as line from audit a
      where action = 'relation erased' or position(${CANARY} in a::text) > 0`.execute(server.db);
    expect(rows.map(({ object }) => object)).toEqual([String(which.relation), String(which.relation)]);
    expect(rows.filter(({ line }) => line.includes(CANARY))).toEqual([]);
  });
});

describe("a quotation whose policy an underwriter has to judge", () => {
  const which = { relation: 399_002, office: OFFICE };
  const now = new Date("2026-11-20T12:00:00Z");
  const erase = () => eraseRelation({ db: server.db, clock: { now: () => now }, config: server.config }, which, false);
  let [quotation, request] = [0, 0];
  /** Its papers and what was sent are stored under a number that is not the quotation's. */
  const papers = async () => {
    const { documents, submissions, referrals } = await readRows(server.db, selectRows(which));
    return [documents, submissions, referrals].map((rows) => rows?.length);
  };

  beforeAll(async () => {
    const address = { company: "Tweede Handel B.V.", address: "Laan 2", zipcode: "1234 AB", city: "Utrecht" };
    const relation = { relation_number: which.relation, intermediary_number: OFFICE, active_on: "2026-11-20" };
    await server.db
      .insertInto("relations")
      .values({ ...relation, ...address })
      .execute();
    const vera = await loginAs(server, "v.voorbeeld");
    const first = await open(vera, OFFICE, which.relation);
    await fill(vera, first);
    quotation = Number((await send(vera, first, "quotation")).json().number);
    const again = await open(vera, OFFICE, which.relation, { quotation });
    const answers = ANSWERS.acceptance?.questions_of_acceptance as Record<string, boolean>;
    const query = { quotation };
    await saveWith(vera, again, "acceptance", {
      body: { questions_of_acceptance: { ...answers, "1101": true } },
      query,
    });
    const uploaded = await vera.upload(`${again.base}/uploads?quotation=${quotation}`, "uitleg.pdf", "%PDF-1.4 uitleg");
    const explanation = { explanation: "Omdat het moet.", file: [uploaded.json().id] };
    await saveWith(vera, again, "additional-explanation", { body: explanation, query });
    const sent = await send(vera, again, "insurance-policy", { query });
    request = Number(sent.json().number);
    expect([sent.json().accepted, request === quotation]).toEqual(["referred", false]);
    await server.outbox.sendWaiting();
  });

  test("keeps its form, its file and what was sent until it is decided", async () => {
    expect(await papers()).toEqual([3, 2, 1]);
    const { kept } = await erase();
    expect(kept).toContainEqual({ what: "quotation", number: quotation, reason: "undecided", until: null });
    expect(kept.filter(({ what }) => what === "document")).toHaveLength(3);
    expect(await papers()).toEqual([3, 2, 1]);
  });

  test("and they go with it, when its question is gone too", async () => {
    await removeContracts(server.db, { quotations: [quotation], policies: [] });
    expect(await papers()).toEqual([0, 0, 0]);
    expect((await erase()).kept).toEqual([]);
    expect(await findTables(server.db, request)).toEqual([]);
  });
});

test("the name of an exported file fits in a file system, in any letters, with its extension", () => {
  for (const letter of ["a", "Ж", "申", "👍🏽"]) {
    const name = exportName("upload-1-", `${letter.repeat(120)}.pdf`);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^upload-1-.+\.pdf$/su);
    expect(name.isWellFormed()).toBe(true);
  }
});
