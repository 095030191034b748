// The wizard's calls: opening and resuming, forms and prefill, saving, progress, conflicts, changing and converting a
// quotation. Also that no data of another office is reachable. The chapters in wizard/ share this file's server.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FormsAnswer, ProgressAnswer } from "#api/wire/wireTypes.ts";
import { sampleCompanyRegister } from "#server/external/companyRegister.ts";
import { expectShape } from "../support/apiShapes.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, BLOCK, fill, open, PRODUCT, save, saveWith, send } from "../support/wizard.ts";
import { forms, OFFICE, readProgress } from "./wizard/asked.ts";
import { describeBeginning } from "./wizard/beginning.ts";
import { describeJudging } from "./wizard/judging.ts";
import { describePrefill } from "./wizard/prefill.ts";
import { describeSaving } from "./wizard/saving.ts";

let server: TestServer;
let vera: Client;
let daan: Client;
const register = { works: true };
let relations: number[];
let foreignRelation: number;
beforeAll(async () => {
  const silent = () => Promise.reject(new Error("no answer"));
  const find = (kvk: string) => (register.works ? sampleCompanyRegister(server.db).find(kvk) : silent());
  server = await startServer({ register: { find } });
  [vera, daan] = [await loginAs(server, "v.voorbeeld"), await loginAs(server, "d.demo")];
  const rows = await server.db
    .selectFrom("relations")
    .select(["relation_number", "intermediary_number"])
    .orderBy("relation_number")
    .execute();
  relations = rows.filter((row) => row.intermediary_number === OFFICE).map((row) => row.relation_number);
  foreignRelation = rows.find((row) => row.intermediary_number !== OFFICE)?.relation_number ?? 0;
});
afterAll(() => server?.stop());

const fresh = () => relations.pop() ?? 0;
describe("opening", () => {
  test("a relation's request: all calls answer in their shape", async () => {
    const opened = await open(vera, OFFICE, fresh());
    expectShape("wizard-exists", { data: opened.exists });
    expect(opened.exists).toMatchObject({
      temporary_request: false,
      cookie_consent_exists: true,
      resumed: null,
      intermediary_number: OFFICE,
    });
    expectShape("wizard-forms", await forms(vera, opened.base));
    expectShape("wizard-progress", await readProgress(vera, opened.base));
    expectShape("wizard-professions", await vera.ok("GET", `${opened.base}/professions`));
    for (const call of ["acceptance", "closing-questions"]) {
      const answer = await vera.ok("GET", `${opened.base}/${call}`);
      expectShape("wizard-questions", answer);
    }
    expectShape("wizard-premium", await vera.ok("POST", `${opened.base}/premium`, { body: {} }));
  });

  test("labels follow the language", async () => {
    const opened = await open(vera, OFFICE, fresh());
    const frits = await loginAs(server, "f.fictief");
    frits.language("fr");
    const [dutch, french] = [
      await vera.ok("GET", `${opened.base}/acceptance`),
      await frits.ok("GET", `${opened.base}/acceptance`),
    ];
    expect(JSON.stringify(french)).toContain("Votre client");
    expect(JSON.stringify(dutch)).toContain("Werkt uw klant");
  });

  test("a draft is resumed, and restarted when asked", async () => {
    const relation = fresh();
    const opened = await open(vera, OFFICE, relation);
    await save(vera, opened, "general-data", ANSWERS["general-data"]);
    const again = await open(vera, OFFICE, relation);
    expect(again.exists.resumed).toMatchObject({ step: "general-data" });
    expect((await forms(vera, again.base)).data["general-data"]?.data).toMatchObject(ANSWERS["general-data"] ?? {});
    const restarted = await vera.ok("POST", `${opened.base}/wizard/restart`);
    expectShape("wizard-exists", restarted);
    expect((await readProgress(vera, opened.base)).completed_steps).toBe(0);
    // A GET throws nothing away: a link on another site could be one.
    await save(vera, opened, "general-data", ANSWERS["general-data"]);
    expect((await open(vera, OFFICE, relation, { start_anew: "true" })).exists.resumed).not.toBeNull();
  });

  test("opening stores nothing, whatever is opened", async () => {
    const stored = () => server.db.selectFrom("requests").select("request_id").orderBy("request_id").execute();
    const before = await stored();
    for (const relation of [fresh(), undefined, undefined]) {
      const opened = await open(vera, OFFICE, relation);
      await Promise.all([forms(vera, opened.base), readProgress(vera, opened.base)]);
      await open(vera, OFFICE, opened.number);
    }
    expect(await stored()).toEqual(before);
  });

  test("two tabs that open and save at once share one draft", async () => {
    for (const relation of [fresh(), undefined]) {
      const first = await open(vera, OFFICE, relation);
      const tabs = await Promise.all(Array.from({ length: 8 }, () => open(vera, OFFICE, first.number)));
      const ids = new Set(tabs.map(({ exists }) => exists.draft_id));
      const later = { action: "save" };
      await Promise.all(
        tabs.map((tab) => saveWith(vera, tab, "general-data", { body: ANSWERS["general-data"], ...later })),
      );
      const rows = await server.db
        .selectFrom("requests")
        .select("request_id")
        .where("address_number", "=", first.number)
        .execute();
      expect(rows.map(({ request_id }) => request_id)).toEqual([...ids]);
      expect((await open(vera, OFFICE, first.number)).exists.resumed).toMatchObject({ step: "general-data" });
    }
  });
});

describe("another office", () => {
  test.each([
    ["its relation", () => `/api/aanvraag/${PRODUCT}/${OFFICE}/${foreignRelation}/wizard/steps/progress`],
    ["its number", () => `/api/aanvraag/${PRODUCT}/100871/${foreignRelation}/wizard/steps/progress`],
    ["an unknown relation", () => `/api/aanvraag/${PRODUCT}/${OFFICE}/399999/wizard/steps/progress`],
    ["an unknown product", () => `/api/aanvraag/none/${OFFICE}/300101/wizard/steps/progress`],
    ["a product of the prototype", () => `/api/aanvraag/constructor/${OFFICE}/300101/wizard/steps/progress`],
    ["no number", () => `/api/aanvraag/${PRODUCT}/${OFFICE}/abc/wizard/steps/progress`],
    ["a number too long", () => `/api/aanvraag/${PRODUCT}/${OFFICE}/99999999999999999999/wizard/steps/progress`],
    ["its quotation", () => `/api/aanvraag/${PRODUCT}/${OFFICE}/300101/wizard/steps/progress?quotation=1`],
  ])("%s is not there", async (_name, path) => {
    const response = await vera.call("GET", path());
    expect([response.statusCode, response.json().code]).toEqual([404, "not_found"]);
  });

  test("a temporary request of another office looks like a number that was never given", async () => {
    const opened = await open(vera, OFFICE);
    await save(vera, opened, "general-data", ANSWERS["general-data"]);
    const asDaan = async (number: number) => {
      const base = opened.base.replace(String(OFFICE), "100871").replace(String(opened.number), String(number));
      const answer = await daan.call("POST", `${base}/wizard/steps/forms`, { body: {} });
      return [answer.statusCode, answer.body];
    };
    expect(await asDaan(opened.number)).toEqual(await asDaan(999_999_999));
    expect((await asDaan(opened.number))[1]).not.toContain(String(ANSWERS["general-data"]?.kvk));
  });

  test("a user without an office cannot begin a request", async () => {
    const gijs = await loginAs(server, "g.gast");
    expect((await gijs.call("GET", `/api/aanvraag/${PRODUCT}/0/prerequisites/exists/`)).statusCode).toBe(404);
  });
});

const world = { server: () => server, vera: () => vera, fresh, first: () => relations[0] ?? 0, register };
describeBeginning(world);
describeSaving(world);
describePrefill(world);
describeJudging(world);

describe("an existing quotation", () => {
  test("keeps its first day, digital invoices and correspondence, but declarations are given again", async () => {
    const digital = { digital_invoice: true, digital_correspondence: true };
    const relation = fresh();
    const opened = await open(vera, OFFICE, relation);
    await fill(vera, opened);
    const sent = await send(vera, opened, "quotation", { body: { ...BLOCK, ...digital } });
    const query = { quotation: Number(sent.json().number) };
    const again = await open(vera, OFFICE, relation, query);
    const block = async () =>
      (await vera.ok<FormsAnswer>("POST", `${again.base}/wizard/steps/forms`, { query })).data.request;
    expect((await block())?.data).toEqual({ effective_date: "2026-12-01", ...digital });
    await server.db
      .updateTable("quotations")
      .set({ start_date: "2026-01-01" })
      .where("number", "=", query.quotation)
      .execute();
    const late = await block();
    expect(late?.data, "a first day that is not allowed any more").toEqual(digital);
    expect(late?.meta.field_text?.effective_date, "and says so").toMatch(/\d{2}-\d{2}-\d{4}/);
    expect((await forms(vera, opened.base)).data.request, "a new request has none").toBeUndefined();
  });

  test("with the same answers as another is converted by itself, also for a client that names no key", async () => {
    const relation = fresh();
    const convert = async (number: number) => {
      const query = { quotation: number };
      const opened = await open(vera, OFFICE, relation, query);
      return Number((await send(vera, opened, "insurance-policy", { query })).json().number);
    };
    const made: number[] = [];
    for (const key of ["first", "second"]) {
      const opened = await open(vera, OFFICE, relation);
      await fill(vera, opened);
      made.push(Number((await send(vera, opened, "quotation", { key: `same-${key}` })).json().number));
    }
    const policies = [await convert(made[0] ?? 0), await convert(made[1] ?? 0)];
    expect(new Set([...made, ...policies]).size).toBe(4);
    const stored = server.db.selectFrom("quotations").select("policy_number").where("number", "in", made);
    expect((await stored.orderBy("number").execute()).map((row) => row.policy_number)).toEqual(policies);
  });

  test("starts filled, is changed under its own number, converted once, and then closed", async () => {
    const number = 50010414;
    const stored = await server.db
      .selectFrom("quotations")
      .selectAll()
      .where("number", "=", number)
      .executeTakeFirstOrThrow();
    const office = stored.intermediary_number;
    const client = office === OFFICE ? vera : daan;
    const query = { quotation: number };
    const opened = await open(client, office, stored.relation_number, query);
    expect(opened.exists.quotation_number).toBe(number);
    expect(opened.exists.quoted).toEqual({ total: stored.premium_total / 100, months: stored.period });
    const progress = await client.ok<ProgressAnswer>("GET", `${opened.base}/wizard/steps/progress`, { query });
    expect(progress.completed_steps).toBe(progress.total_steps);
    const changed = await send(client, opened, "quotation", { query });
    expect(changed.json(), changed.body).toMatchObject({ success: true, number: String(number) });
    const again = await open(client, office, stored.relation_number, query);
    const policy = await send(client, again, "insurance-policy", { query });
    expect(policy.json(), policy.body).toMatchObject({ success: true, accepted: "accepted" });
    const after = await server.db
      .selectFrom("quotations")
      .select(["status", "policy_number"])
      .where("number", "=", number)
      .executeTakeFirstOrThrow();
    expect(after).toEqual({ status: "P", policy_number: Number(policy.json().number) });
    const closed = await client.call("GET", `/api/aanvraag/${PRODUCT}/${office}/prerequisites/exists/`, {
      query: { ...query, relation: stored.relation_number },
    });
    // A new request is no longer possible. The answer names what it became (decisions 89).
    expect(closed.json().data).toMatchObject({ sent: { number: policy.json().number, type: "insurance-policy" } });
    const anew = await client.call("POST", `${again.base}/wizard/restart`, { query, body: {} });
    expect([anew.statusCode, anew.json()]).toEqual([
      409,
      expect.objectContaining({ code: "quotation_not_open", status: "P" }),
    ]);
  });
});
