// The files of a quotation live as long as what needs them: on each day of its life a request that changes, converts or copies it has
// them, whatever retention deleted meanwhile. A file that is lost is named and refused at its field, never left out.
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { ContractDetails, FormsAnswer, SubmitAnswer } from "#api/wire/wireTypes.ts";
import { dateAt, toEpochSeconds } from "#engine/values/dates.ts";
import { purge } from "#server/privacy/purge.ts";
import { addFields, OFFICE, serveChanged } from "../support/changedProduct.ts";
import { type Client, loginAs } from "../support/server.ts";
import { ANSWERS, BLOCK, fill, type Opened, open, save, saveWith, send } from "../support/wizard.ts";

const STEP = "general-data";
const EXPLAINING = "additional-explanation";
const PDF = "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n";
const asExpected = ANSWERS.acceptance?.questions_of_acceptance as Record<string, boolean>;
const WRONG = { questions_of_acceptance: { ...asExpected, "1101": true } };
const FILES = ["Taxatierapport: taxatie.pdf", "uitleg.pdf"];

/** The day of the quotation is today: the database has its own clock. */
const start = Date.now();
let day = 0;
const clock = {
  now: () => new Date(start + day * 86_400_000),
  today: () => new Date(start + day * 86_400_000).toISOString().slice(0, 10),
};
let vera: Client;

const portal = serveChanged(
  (copy) =>
    addFields(copy, STEP, {
      properties: { report: { $ref: "../../shared/fields.schema.json#/definitions/files", minItems: 1 } },
      required: ["report"],
      layout: { report: { "ui:widget": "dropzone" } },
      shown: ["report"],
      texts: { "field.report.label": ["Taxatierapport", "Rapport d’expertise"] },
    }),
  { clock },
);

/** A session ends long before the next day. */
async function goTo(newDay: number): Promise<void> {
  day = newDay;
  vera = await loginAs(portal.server, "v.voorbeeld");
}

const purgeNow = () => {
  const config = { ...portal.server.config, sampleData: false };
  return purge(portal.server.db, { clock, config });
};

beforeEach(() => goTo(0));

const block = () => ({ ...BLOCK, effective_date: toEpochSeconds(dateAt(clock.today(), "+1d")) });
const readForms = async ({ base }: Opened, query = {}) =>
  (await vera.ok<FormsAnswer>("POST", `${base}/wizard/steps/forms`, { body: {}, query })).data;
const nextRelation = () => {
  const relation = portal.relations.shift() ?? 0;
  portal.relations.push(relation);
  return relation;
};
const upload = async ({ base }: Opened, name: string, field?: string): Promise<string> =>
  (await vera.upload(`${base}/uploads${field ? `?field=${field}` : ""}`, name, PDF)).json().id;

/** A quotation with a file at a question, and one of its explanation, which is withdrawn when the answer is as expected. */
async function quote(relation: number, isExplained = true): Promise<number> {
  const first = await open(vera, OFFICE, relation);
  await vera.ok("POST", `${first.base}/wizard/restart`);
  const at = await open(vera, OFFICE, relation);
  const report = [await upload(at, "taxatie.pdf", `${STEP}.report`)];
  await fill(vera, at, { [STEP]: { ...ANSWERS[STEP], report }, acceptance: WRONG });
  const file = [await upload(at, "uitleg.pdf")];
  expect((await save(vera, at, EXPLAINING, { explanation: "Uitleg", file })).statusCode).toBe(200);
  if (!isExplained) await save(vera, at, "acceptance", ANSWERS.acceptance);
  const sent = await send(vera, at, "quotation", { body: block() });
  expect(sent.statusCode, sent.body).toBe(200);
  return Number((sent.json() as SubmitAnswer).number);
}

async function readContract(list: "quotations" | "policies", number: string | number): Promise<ContractDetails> {
  return (await vera.ok<{ data: ContractDetails }>("GET", `/api/${list}/${number}/details`)).data;
}

/** The contract shows its files, and its archive has their content. */
async function expectFiles(number: string | number): Promise<void> {
  const { answers, documents } = await readContract("quotations", number);
  expect(answers.flatMap(({ rows }) => rows)).toContainEqual({ label: "Taxatierapport", value: "taxatie.pdf" });
  for (const name of ["taxatie.pdf", "uitleg.pdf"]) {
    const document = documents.find(({ file_name }) => file_name === name);
    expect((await vera.call("GET", document?.download ?? "")).body, name).toBe(PDF);
  }
}

const WAYS = {
  async change(relation: number, quotation: number) {
    const query = { quotation };
    const at = await open(vera, OFFICE, relation, query);
    return send(vera, at, "quotation", { body: block(), query });
  },
  async convert(relation: number, quotation: number) {
    const query = { quotation };
    const at = await open(vera, OFFICE, relation, query);
    return send(vera, at, "insurance-policy", { body: block(), query });
  },
  async copy(relation: number, quotation: number) {
    const at = await open(vera, OFFICE, relation);
    await vera.ok("POST", `${at.base}/wizard/copy`, { body: { quotation, replace: true } });
    const copied = await open(vera, OFFICE, relation);
    const forms = await readForms(copied);
    const { acceptance: _asked, "final-questions": _last, ...answers } = ANSWERS;
    for (const step of Object.keys(answers))
      expect((await save(vera, copied, step, forms[step]?.data)).statusCode, step).toBe(200);
    for (const step of ["acceptance", "final-questions"])
      await save(vera, copied, step, step === "acceptance" ? WRONG : ANSWERS[step]);
    await save(vera, copied, EXPLAINING, forms[EXPLAINING]?.data);
    return send(vera, copied, "quotation", { body: block() });
  },
};

/** Long after the retention of files without a request. */
test("on its last day a quotation is changed, converted and copied with its files", async () => {
  const ways = Object.entries(WAYS).map(([name, send]) => ({ name, send, relation: nextRelation() }));
  const quotations = [];
  for (const { relation } of ways) quotations.push(await quote(relation));
  await goTo(119);
  await purgeNow();
  for (const [row, { name, send, relation }] of ways.entries()) {
    const sent = await send(relation, quotations[row] ?? 0);
    expect(sent.statusCode, `${name}: ${sent.body}`).toBe(200);
    const { files, summary, number } = sent.json() as SubmitAnswer;
    expect(files, name).toEqual(FILES);
    await expectFiles(summary?.quotation ?? number ?? 0);
  }
});

const readFiles = async (at: Opened, query = {}) => {
  const forms = await readForms(at, query);
  return [STEP, EXPLAINING].flatMap((step) => forms[step]?.meta.uploads?.map(({ name }) => name) ?? []);
};

/** Changed and converted for 120 days, copied for a year, with a change that was begun at once and has been open since. */
test("on each day of its life, and after it to a copy, a quotation brings its files", async () => {
  const relation = nextRelation();
  const quotation = await quote(relation);
  const query = { quotation };
  const names = ["taxatie.pdf", "uitleg.pdf"];
  const missing: unknown[] = [];
  for (let on = 1; on <= 125; on += 1) {
    day = on;
    await purgeNow();
    // What retention deleted stays deleted: the next look finds it.
    if (on % 2 === 0) continue;
    await goTo(on);
    const at = await open(vera, OFFICE, relation);
    await vera.ok("POST", `${at.base}/wizard/copy`, { body: { quotation, replace: true } });
    expect((await saveWith(vera, at, "acceptance", { body: WRONG, action: "save" })).statusCode).toBe(200);
    const found = { copied: await readFiles(at), changed: names };
    if (on <= 119) found.changed = await readFiles(await open(vera, OFFICE, relation, query), query);
    if (JSON.stringify(found) !== JSON.stringify({ copied: names, changed: names })) missing.push([on, found]);
  }
  expect(missing).toEqual([]);
});

test("a quotation that was changed has its files for the next request too", async () => {
  const relation = nextRelation();
  const quotation = await quote(relation);
  for (const on of [31, 62, 93]) {
    await goTo(on);
    await purgeNow();
    expect((await WAYS.change(relation, quotation)).json(), String(on)).toMatchObject({ files: FILES });
  }
  await goTo(119);
  await purgeNow();
  expect((await WAYS.convert(relation, quotation)).json()).toMatchObject({ files: FILES });
});

test("a lost file is named at its field, and a request without it is refused there", async () => {
  const { db } = portal.server;
  const relation = nextRelation();
  const quotation = await quote(relation);
  await db.deleteFrom("uploads").where("name", "=", "taxatie.pdf").execute();
  await db.deleteFrom("documents").where("name", "=", "taxatie.pdf").execute();
  const query = { quotation };
  const at = await open(vera, OFFICE, relation, query);
  for (const [language, sentence] of [
    ["nl", "Een bestand bij dit veld is niet meer beschikbaar (Taxatierapport: taxatie.pdf)."],
    ["fr", "Un fichier de ce champ n’est plus disponible (Taxatierapport: taxatie.pdf)."],
  ] as const) {
    vera.language(language);
    const meta = (await readForms(at, query))[STEP]?.meta;
    expect(meta?.field_text?.report).toContain(sentence);
  }
  for (const action of ["quotation", "insurance-policy"]) {
    const sent = await send(vera, at, action, { body: block(), query });
    expect(sent.statusCode).toBe(422);
    expect(sent.json().errors).toContainEqual(
      expect.objectContaining({ step: STEP, pointer: "/report/0", keyword: "upload" }),
    );
  }
});

test("a file of a step that is not asked stays for a request that asks it again, and goes with its quotation", async () => {
  const { db } = portal.server;
  const relation = nextRelation();
  const quotation = await quote(relation, false);
  await goTo(119);
  await purgeNow();
  const query = { quotation };
  const at = await open(vera, OFFICE, relation, query);
  expect((await saveWith(vera, at, "acceptance", { body: WRONG, query })).statusCode).toBe(200);
  const { data, meta } = (await readForms(at, query))[EXPLAINING] ?? { data: {}, meta: {} };
  expect(meta.uploads).toMatchObject([{ id: (data.file as string[])[0], name: "uitleg.pdf" }]);
  await vera.ok("POST", `${at.base}/wizard/restart`, { query });
  await db.deleteFrom("requests").where("status", "!=", "submitted").execute();
  const stored = async () => {
    const { rows } = await sql`select u.upload_id from uploads u join submissions s using (request_id)
      where s.number = ${String(quotation)}
      union all select d.upload_id from documents d where d.contract_number = ${quotation}`.execute(db);
    return rows.length;
  };
  expect(await stored()).toBeGreaterThan(0);
  day = 366;
  await purgeNow();
  expect(await stored()).toBe(0);
});
