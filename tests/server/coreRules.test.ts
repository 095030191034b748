// Rules across the steps of a request, over the calls: what follows the chamber-of-commerce number, what is locked, what waits
// for the broker, what is not priced, and which company a document names.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ErrorAnswer, ExistsAnswer, PremiumAnswer, SaveAnswer, SubmitAnswer } from "#api/wire/wireTypes.ts";
import type { CompanyRegister } from "#server/external/companyRegister.ts";
import { createProducts } from "#server/products/products.ts";
import { findCompanies } from "#server/requests/drafts/companyOf.ts";
import { evaluate } from "#server/requests/evaluate.ts";
import { formsFor } from "#server/requests/forms.ts";
import { relationFacts } from "#underwriting/company.ts";
import { lockFields, numbersToLock } from "#underwriting/requestForms.ts";
import { expectShape } from "../support/apiShapes.ts";
import { modelProducts } from "../support/model.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import {
  ANSWERS,
  BLOCK,
  companyAnswers,
  fill,
  type Opened,
  open,
  PRODUCT,
  save,
  saveWith,
  send,
} from "../support/wizard.ts";
import { forms, OFFICE, readProgress } from "./wizard/asked.ts";

let server: TestServer;
let vera: Client;
let relations: { relation_number: number; kvk_number: string }[];
const [FIRST, SECOND, UNKNOWN] = ["42601653", "42620371", "40000000"];
const general = (kvk: string, more = {}) => ({ ...ANSWERS["general-data"], kvk, ...more });

beforeAll(async () => {
  server = await startServer();
  vera = await loginAs(server, "v.voorbeeld");
  const rows = await server.db
    .selectFrom("relations")
    .innerJoin("company_register", "kvk", "kvk_number")
    .select(["relation_number", "kvk_number"])
    .where("intermediary_number", "=", OFFICE)
    .execute();
  relations = rows.flatMap(({ relation_number, kvk_number }) => (kvk_number ? [{ relation_number, kvk_number }] : []));
});
afterAll(() => server?.stop());

const relation = () => relations.pop()!;

/** A relation's request whose steps are complete, for the company given. */
async function complete(kvk: string, begun?: Opened): Promise<Opened> {
  const opened = begun ?? (await open(vera, OFFICE, relation().relation_number));
  await fill(vera, opened, { "general-data": general(kvk), "company-data": await companyAnswers(server, kvk) });
  return opened;
}

test("what the register filled follows the number, is emptied by an unknown one, and comes back", async () => {
  const opened = await open(vera, OFFICE);
  const company = async (kvk: string) => {
    const { data, prefill } = await forms(vera, opened.base, { kvk });
    expectShape("wizard-forms", { data, prefill });
    return { ...data["company-data"], values: prefill?.values };
  };
  await save(vera, opened, "general-data", general(FIRST));
  await save(vera, opened, "coverage-choice", ANSWERS["coverage-choice"]);
  const first = await company(FIRST);
  await save(vera, opened, "company-data", { ...first.data, city: "Elders", email_customer: "info@example.nl" });
  const second = await company(SECOND);
  expect(second.data).toMatchObject({ company: "Nieuwkomer Fictief Advies B.V.", legalform: "BV", city: "Elders" });
  expect(second.meta?.disabled).toEqual(["company", "legalform"]);
  const unknown = await company(UNKNOWN);
  expect(unknown.data).toEqual({ city: "Elders", email_customer: "info@example.nl" });
  expect(unknown.meta).toMatchObject({ disabled: [], prefilled: [] });
  expect(unknown.values).toMatchObject({ company: null, legalform: null, street: null });
  expect((await company(FIRST)).data).toMatchObject({ ...first.data, city: "Elders" });
});

test("a saved step follows too: it contains the second company, and it is not completed by itself", async () => {
  const opened = await complete(FIRST);
  const answer = (await save(vera, opened, "general-data", general(SECOND))).json() as SaveAnswer;
  expectShape("wizard-save", answer);
  expect(answer.progress).toMatchObject({ completed_steps: 1, can_send_quotation_request: false });
  expect(answer.progress.data["coverage-choice"]).toMatchObject({ active: true, completed: false, changed: true });
  expect(answer.progress.data["company-data"]).toMatchObject({ completed: false, changed: true });
  expect(answer.steps["company-data"]?.data).toMatchObject({ company: "Nieuwkomer Fictief Advies B.V." });
  const refused = await send(vera, opened);
  expect(refused.statusCode).toBe(422);
  expect((refused.json() as ErrorAnswer).errors).toContainEqual(
    expect.objectContaining({ step: "company-data", keyword: "incomplete" }),
  );
  const back = (await save(vera, opened, "general-data", general(FIRST))).json() as SaveAnswer;
  expect(back.progress.completed_steps).toBe(5);
});

test("a field that the register decides is refused to a forged save, and filled in where it was left out", async () => {
  const opened = await open(vera, OFFICE);
  await save(vera, opened, "general-data", general(FIRST));
  await save(vera, opened, "coverage-choice", ANSWERS["coverage-choice"]);
  const { company: _company, ...rest } = await companyAnswers(server, FIRST);
  for (const action of ["next", "save"]) {
    const forged = await saveWith(vera, opened, "company-data", { body: { ...rest, company: "Ander B.V." }, action });
    expect(forged.statusCode, action).toBe(422);
    expect((forged.json() as ErrorAnswer).errors).toEqual([
      expect.objectContaining({ pointer: "/company", keyword: "locked" }),
    ]);
  }
  const saved = (await save(vera, opened, "company-data", rest)).json() as SaveAnswer;
  expect(saved.steps["company-data"]?.data.company).toBe("Stichting Fictief Sprookjesbos");
});

test("a finished step that is saved for later unchanged stays finished", async () => {
  const opened = await open(vera, OFFICE);
  const first = (await save(vera, opened, "general-data", general(FIRST))).json() as SaveAnswer;
  expect(first.progress.data["general-data"]?.completed).toBe(true);
  const later = async (body: unknown) =>
    ((await saveWith(vera, opened, "general-data", { body, action: "save" })).json() as SaveAnswer).progress.data[
      "general-data"
    ];
  expect((await later(first.steps["general-data"]?.data))?.completed).toBe(true);
  expect((await later(general(SECOND)))?.completed, "what was changed is looked at again").toBe(false);
});

test("a company of a form that the product is not for gets no further, whatever form is chosen, and hears why", async () => {
  const office = "/api/aanvraag/bestuurdersaansprakelijkheid/100245";
  const { data } = await vera.ok<ExistsAnswer>("GET", `${office}/prerequisites/exists/`);
  const opened = { base: `${office}/${data.relation_number}` };
  const sole = { kvk: "42570371", legalform: "BV", incorporation_date: "2011-09-03" };
  const refused = await saveWith(vera, opened, "general-data", { body: sole });
  expect(refused.statusCode).toBe(422);
  const [error] = (refused.json() as ErrorAnswer).errors ?? [];
  expect(error).toMatchObject({ pointer: "/legalform", keyword: "locked", params: {} });
  expect(error?.message).toContain("In het Handelsregister staat bij dit KVK-nummer: Eenmanszaak.");
  const saved = (await saveWith(vera, opened, "general-data", { body: sole, action: "save" })).json() as SaveAnswer;
  expect(saved.steps["general-data"]).toMatchObject({
    data: sole,
    meta: { field_text: { legalform: error?.message }, disabled: ["incorporation_date"] },
  });
  expect(saved.progress.completed_steps).toBe(0);
});

test.each([
  ["Plein 1940 7", "Plein 1940", "7"],
  ["Kade 12 - 14", "Kade", "12-14"],
  ["Kade 106 - A", "Kade", "106-A"],
  ["Kade 12 bis", "Kade", "12 bis"],
  ["Kade 12 A 2", "Kade", "12 A 2"],
  ["Plein 1940 12 A - 2", "Plein 1940", "12 A-2"],
  ["Kade 3B/4", "Kade", "3B/4"],
  ["Kade", "Kade", undefined],
])("a relation at %s lives in %s, at number %s", (address, street, housenumber) => {
  const relation = { company: "Eerste", kvk_number: FIRST, address, city: "Zwolle", zipcode: "7400 AA" };
  const facts = relationFacts(relation as never, FIRST);
  expect([facts.street, facts.housenumber]).toEqual([street, housenumber]);
});

test("which field is filled, from where, and whose word locks it, is the content's", async () => {
  const product = (await createProducts(modelProducts).current(PRODUCT))!;
  const bundle = { ...product.bundle, steps: structuredClone(product.bundle.steps) };
  const fields = bundle.steps["company-data"]!.schema.properties!;
  fields.city!.prefill = { from: ["register.city"], locked: "register" };
  fields.street!.prefill = { from: ["relation.city"], locked: "relation" };
  fields.company!.prefill = { from: ["register.company"] };
  delete fields.postalcode!.prefill;
  const entry = { company: "Eerste B.V.", legalform: "BV", street: "Weg", housenumber: "1", postalcode: "1234 AB" };
  const register: CompanyRegister = { find: async () => ({ ...entry, city: "Zwolle", incorporation_date: null }) };
  const ownRelation = { company: "Tweede", kvk_number: FIRST, address: "Laan 2", city: "Deventer", zipcode: "7400 AA" };
  const facts = {
    open: { product: { ...product, bundle } },
    register,
    steps: new Map(),
    relation: ownRelation as never,
  };
  const evaluation = evaluate(facts.open.product, facts.steps, { today: "2026-11-20", language: "nl" });
  const { data, prefill } = await formsFor({ ...facts, kvk: FIRST, language: "nl" }, evaluation, ownRelation as never);
  expect(data["company-data"]).toMatchObject({
    data: { company: "Eerste B.V.", city: "Zwolle", street: "Deventer", housenumber: "1" },
    meta: { disabled: ["legalform", "street", "city"] },
  });
  expect(data["company-data"]?.data.postalcode).toBeUndefined();
  expect(prefill.registered).toEqual(["company", "legalform", "housenumber", "city"]);
  const forged = { company: "Derde", city: "Elders", street: "Elders" };
  const saved = { step: "company-data", action: "save", data: forged } as const;
  const lockFacts = { rules: facts.open.product, steps: facts.steps, relationKvk: FIRST };
  const find = await findCompanies(register, ownRelation as never, numbersToLock(lockFacts, saved));
  const { errors } = lockFields(lockFacts, saved, find);
  expect(errors.map(({ pointer, keyword }) => [pointer, keyword])).toEqual([
    ["/street", "locked"],
    ["/city", "locked"],
  ]);
});

test("a number other than the relation's is sent only with the broker's word, and the document names that company", async () => {
  const opened = await complete(SECOND);
  expect(opened.exists.kvk_number).not.toBe(SECOND);
  const { other_company: _word, ...block } = BLOCK;
  const refused = await send(vera, opened, "quotation", { body: block });
  expect([refused.statusCode, (refused.json() as ErrorAnswer).errors?.map(({ pointer }) => pointer)]).toEqual([
    422,
    ["/other_company"],
  ]);
  const { number } = (await send(vera, opened)).json() as SubmitAnswer;
  const mail = await server.db
    .selectFrom("outbox")
    .select("text")
    .where("subject", "like", `%${number}%`)
    .executeTakeFirstOrThrow();
  expect(mail.text).toContain("Nieuwkomer Fictief Advies B.V.");
  const submission = await server.db
    .selectFrom("submissions")
    .select("agreements")
    .where("number", "=", String(number))
    .executeTakeFirstOrThrow();
  expect(submission.agreements).toMatchObject({ other_company: true });
});

test("the relation's own number needs no further word", async () => {
  const ownRelation = relation();
  const opened = await complete(ownRelation.kvk_number, await open(vera, OFFICE, ownRelation.relation_number));
  const { other_company: _word, ...block } = BLOCK;
  expect((await send(vera, opened, "quotation", { body: block })).statusCode).toBe(200);
});

const design = {
  sector: "190",
  professions: [["190", "19001"]],
  terms_of_delivery: true,
  terms_of_delivery_option: "both",
};

test("what the contract refuses is not priced, and a cover whose choices changed waits for the broker", async () => {
  const opened = await complete(FIRST);
  const cover = { ...ANSWERS["coverage-choice"], deductible_amount: 500 };
  await save(vera, opened, "coverage-choice", cover);
  const changed = (await save(vera, opened, "general-data", general(FIRST, design))).json() as SaveAnswer;
  expect(changed.progress.data["coverage-choice"]).toMatchObject({ active: true, completed: false, changed: true });
  const shown = changed.steps["coverage-choice"];
  expect(shown?.data.deductible_amount).toBe(2000);
  expect(shown?.meta.field_text?.deductible_amount).toMatch(/alleen deze keuze/);
  const priced = await vera.call("POST", `${opened.base}/premium`, { body: { "coverage-choice": cover } });
  expect(priced.statusCode).toBe(422);
  expect((priced.json() as ErrorAnswer).errors).toEqual([
    expect.objectContaining({ step: "coverage-choice", pointer: "/deductible_amount", keyword: "enumFrom" }),
  ]);
  const again = (await save(vera, opened, "coverage-choice", shown?.data)).json() as SaveAnswer;
  expect(again.progress.completed_steps).toBe(5);
});

test("a cover waits when its price changes, not when another answer leaves the price as it was", async () => {
  const opened = await complete(FIRST);
  const saveRevenue = async (revenue: number) =>
    ((await save(vera, opened, "general-data", general(FIRST, { revenue }))).json() as SaveAnswer).progress;
  expect((await saveRevenue(190_000)).completed_steps).toBe(5);
  expect((await saveRevenue(400_000)).data["coverage-choice"]).toMatchObject({ completed: false, changed: true });
  expect((await saveRevenue(190_000)).completed_steps).toBe(5);
});

test("missing inputs give lists and no amount; an empty step in the body is not filled from what is stored", async () => {
  const opened = await complete(FIRST);
  const { premium } = await vera.ok<PremiumAnswer>("POST", `${opened.base}/premium`, {
    body: { "coverage-choice": {} },
  });
  expect(premium.total_amount).toBeNull();
  expect(premium.all_main_coverages.length).toBeGreaterThan(0);
});

test("a profession of the strictest sector counts whatever the sector is: asked for, and judged", async () => {
  const opened = await open(vera, OFFICE);
  const mixed = general(FIRST, { sector: "181", professions: [["190", "19001"]] });
  const unasked = await save(vera, opened, "general-data", mixed);
  expect((unasked.json() as ErrorAnswer).errors).toEqual([
    expect.objectContaining({ pointer: "/terms_of_delivery", keyword: "required" }),
  ]);
  const strict = {
    "general-data": { ...mixed, terms_of_delivery: false },
    "coverage-choice": { ...ANSWERS["coverage-choice"], deductible_amount: 2000 },
    "company-data": await companyAnswers(server, FIRST),
    "additional-explanation": { explanation: "Geen leveringsvoorwaarden." },
  };
  await fill(vera, opened, strict);
  expect((await readProgress(vera, opened.base)).total_steps).toBe(6);
  expect((await send(vera, opened, "insurance-policy")).json()).toMatchObject({ accepted: "referred" });
});

test("a quotation's answers were made with each other: they are kept when it is changed", async () => {
  const quotation = await server.db
    .selectFrom("quotations")
    .innerJoin("quotation_answers", "quotation_answers.number", "quotations.number")
    .select(["quotations.number", "relation_number"])
    .where("product_key", "=", PRODUCT)
    .where("status", "=", "O")
    .where("intermediary_number", "=", OFFICE)
    .executeTakeFirstOrThrow();
  const opened = await open(vera, OFFICE, quotation.relation_number, { quotation: quotation.number });
  const query = { quotation: quotation.number };
  const progress = await vera.ok<SaveAnswer["progress"]>("GET", `${opened.base}/wizard/steps/progress`, { query });
  expect(progress.completed_steps).toBe(5);
  const { data } = await vera.ok<{ data: SaveAnswer["steps"] }>("POST", `${opened.base}/wizard/steps/forms`, {
    query,
    body: {},
  });
  const answers = { ...data["general-data"]?.data, kvk: UNKNOWN };
  const saved = (await saveWith(vera, opened, "general-data", { body: answers, query })).json() as SaveAnswer;
  expect(saved.progress.data["company-data"]).toMatchObject({ completed: false });
  expect(saved.steps["company-data"]?.data.company).toBeUndefined();
});
