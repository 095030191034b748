// The wizard's calls: opening and resuming, forms and prefill, saving, progress, conflicts, changing and converting a
// quotation; and that nothing of another office is there.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FormsAnswer, ProgressAnswer, SaveAnswer } from "#engine/wire.ts";
import { sampleCompanyRegister } from "#server/requests/companyRegister.ts";
import { expectShape } from "../support/apiShapes.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { ANSWERS, fill, open, PRODUCT, save, send } from "../support/wizard.ts";

const OFFICE = 100245;
let server: TestServer;
let vera: Client;
let daan: Client;
let registerWorks = true;
let relations: number[];
let foreignRelation: number;
beforeAll(async () => {
  const silent = () => Promise.reject(new Error("no answer"));
  const register = { find: (kvk: string) => (registerWorks ? sampleCompanyRegister(server.db).find(kvk) : silent()) };
  server = await startServer({ register });
  [vera, daan] = [await loginAs(server, "v.voorbeeld"), await loginAs(server, "d.demo")];
  const rows = await server.db
    .selectFrom("relations")
    .select(["relation_number", "intermediary_number"])
    .orderBy("relation_number")
    .execute();
  relations = rows.filter((row) => row.intermediary_number === OFFICE).map((row) => row.relation_number);
  foreignRelation = rows.find((row) => row.intermediary_number !== OFFICE)?.relation_number ?? 0;
}, 60_000);
afterAll(() => server?.stop());

const fresh = () => relations.pop() ?? 0;
const forms = (client: Client, base: string, body: object = {}) =>
  client.ok<FormsAnswer>("POST", `${base}/wizard/steps/forms`, { body });
const progressOf = (client: Client, base: string) => client.ok<ProgressAnswer>("GET", `${base}/wizard/steps/progress`);

describe("opening", () => {
  test("a relation's request: all calls answer in their shape", async () => {
    const at = await open(vera, OFFICE, fresh());
    expectShape("wizard-exists", { data: at.exists });
    expect(at.exists).toMatchObject({
      temporary_request: false,
      cookie_consent_exists: true,
      resumed: null,
      intermediary_number: OFFICE,
    });
    expectShape("wizard-forms", await forms(vera, at.base));
    expectShape("wizard-progress", await progressOf(vera, at.base));
    expectShape("wizard-professions", await vera.ok("GET", `${at.base}/professions`));
    for (const call of ["acceptance", "closing-questions"]) {
      const answer = await vera.ok("GET", `${at.base}/${call}`);
      expectShape("wizard-questions", answer);
      expect(JSON.stringify(answer)).not.toContain("expected_answer");
    }
    expectShape("wizard-premium", await vera.ok("POST", `${at.base}/premium`, { body: {} }));
  });

  test("labels follow the language", async () => {
    const at = await open(vera, OFFICE, fresh());
    const frits = await loginAs(server, "f.fictief");
    frits.language("fr");
    const [dutch, french] = [
      await vera.ok("GET", `${at.base}/acceptance`),
      await frits.ok("GET", `${at.base}/acceptance`),
    ];
    expect(JSON.stringify(french)).toContain("Votre client");
    expect(JSON.stringify(dutch)).toContain("Werkt uw klant");
  });

  test("a draft is resumed, and started anew when asked", async () => {
    const relation = fresh();
    const at = await open(vera, OFFICE, relation);
    await save(vera, at, "general-data", ANSWERS["general-data"]);
    const again = await open(vera, OFFICE, relation);
    expect(again.exists.resumed).toMatchObject({ step: "general-data" });
    expect((await forms(vera, again.base)).data["general-data"]?.data).toMatchObject(ANSWERS["general-data"] ?? {});
    const restarted = await vera.ok("POST", `${at.base}/wizard/restart`);
    expectShape("wizard-exists", restarted);
    expect((await progressOf(vera, at.base)).completed_steps).toBe(0);
    // A GET throws nothing away: a link on another site could be one.
    await save(vera, at, "general-data", ANSWERS["general-data"]);
    expect((await open(vera, OFFICE, relation, { start_anew: "true" })).exists.resumed).not.toBeNull();
  });

  test("two tabs that open at once share one draft", async () => {
    const relation = fresh();
    await Promise.all(Array.from({ length: 8 }, () => open(vera, OFFICE, relation)));
    const rows = await server.db
      .selectFrom("requests")
      .select("request_id")
      .where("address_number", "=", relation)
      .execute();
    expect(rows).toHaveLength(1);
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

  test("a temporary request is only there for the office that began it", async () => {
    const { base } = await open(vera, OFFICE);
    expect((await daan.call("GET", `${base.replace(String(OFFICE), "100871")}/wizard/steps/progress`)).statusCode).toBe(
      404,
    );
  });

  test("nobody without an office begins a request", async () => {
    const gijs = await loginAs(server, "g.gast");
    expect((await gijs.call("GET", `/api/aanvraag/${PRODUCT}/0/prerequisites/exists/`)).statusCode).toBe(404);
  });
});

describe("saving", () => {
  test("goes step by step to a request that can be sent", async () => {
    const at = await open(vera, OFFICE, fresh());
    const last = await fill(vera, at);
    expectShape("wizard-save", last);
    expect(last.progress).toMatchObject({
      total_steps: 5,
      completed_steps: 5,
      can_send_quotation_request: true,
      can_send_insurance_policy_request: true,
      reason: null,
    });
  });

  test("with next refuses what is wrong, field by field, and stores nothing", async () => {
    const at = await open(vera, OFFICE, fresh());
    await save(vera, at, "general-data", ANSWERS["general-data"]);
    const refused = await save(vera, at, "general-data", {
      ...ANSWERS["general-data"],
      revenue: 1_000_001,
      sector: "none",
    });
    expect(refused.statusCode).toBe(422);
    expectShape("wizard-save#/definitions/refused", refused.json());
    expect((refused.json() as SaveAnswer).errors.map((error) => [error.pointer, error.keyword])).toContainEqual([
      "/revenue",
      "maximum",
    ]);
    expect((await forms(vera, at.base)).data["general-data"]?.data).toMatchObject(ANSWERS["general-data"] ?? {});
  });

  test("for later keeps what is wrong, but only members the step knows", async () => {
    const at = await open(vera, OFFICE, fresh());
    const saved = await save(
      vera,
      at,
      "general-data",
      { revenue: 9_999_999, kvk: "1", unknown: true },
      { action: "save" },
    );
    expect(saved.statusCode).toBe(200);
    expect((saved.json() as SaveAnswer).steps["general-data"]?.data).toEqual({ revenue: 9_999_999, kvk: "1" });
    expect((saved.json() as SaveAnswer).progress.data["general-data"]).toMatchObject({
      completed: false,
      active: true,
    });
  });

  test("un-completes what no longer stands, and completes it again", async () => {
    const at = await open(vera, OFFICE, fresh());
    await fill(vera, at);
    const back = await save(vera, at, "coverage-choice", { coverage_code: "101" }, { action: "save" });
    const { progress } = back.json() as SaveAnswer;
    expect(progress).toMatchObject({ completed_steps: 1, can_send_quotation_request: false, reason: "incomplete" });
    expect(progress.data["coverage-choice"]).toMatchObject({ active: true, completed: false });
    const again = (await save(vera, at, "coverage-choice", ANSWERS["coverage-choice"])).json() as SaveAnswer;
    expect(again.progress.completed_steps).toBe(5);
  });

  test("a wrong answer adds the extra step; one that leads to dropout stops everything", async () => {
    const at = await open(vera, OFFICE, fresh());
    await fill(vera, at);
    const answers = ANSWERS.acceptance?.questions_of_acceptance as Record<string, boolean>;
    const wrong = (
      await save(vera, at, "acceptance", { questions_of_acceptance: { ...answers, "1101": true } })
    ).json() as SaveAnswer;
    expect(wrong.progress).toMatchObject({
      total_steps: 6,
      completed_steps: 5,
      can_send_quotation_request: true,
      can_send_insurance_policy_request: true,
    });
    const dropout = (
      await save(vera, at, "acceptance", { questions_of_acceptance: { ...answers, "1105": true } })
    ).json() as SaveAnswer;
    expect(dropout.progress).toMatchObject({
      can_send_quotation_request: false,
      can_send_insurance_policy_request: false,
      reason: "dropout",
    });
    const sent = await send(vera, at, "insurance-policy");
    expect([sent.statusCode, sent.json().code, sent.json().accepted]).toEqual([422, "dropout", "declined"]);
    expectShape("wizard-submit#/definitions/refused", sent.json());
  });

  test.each([
    ["an unknown step", "none", {}, "next", 404],
    ["the request block", "request", {}, "next", 404],
    ["an unknown action", "general-data", {}, "later", 400],
    ["a list", "general-data", [], "next", 400],
    ["nothing", "general-data", null, "next", 400],
  ])("%s is refused", async (_name, step, body, action, status) => {
    const at = await open(vera, OFFICE, relations[0] ?? 0);
    const response = await save(vera, at, step, body, { action });
    expect(response.statusCode, response.body).toBe(status);
    expectShape("error", response.json());
  });

  test("from a stale revision answers what is stored, and stores nothing", async () => {
    const at = await open(vera, OFFICE, fresh());
    const first = (await save(vera, at, "general-data", ANSWERS["general-data"], { revision: 0 })).json() as SaveAnswer;
    expect(first.revision).toBe(1);
    const other = await save(vera, at, "general-data", { revenue: 5 }, { action: "save", revision: 0 });
    expect(other.statusCode).toBe(409);
    expectShape("wizard-conflict", other.json());
    expect(other.json()).toMatchObject({ revision: 1, stored: { data: ANSWERS["general-data"] } });
    expect((await save(vera, at, "general-data", { revenue: 5 }, { action: "save", revision: 1 })).statusCode).toBe(
      200,
    );
    expect((await save(vera, at, "general-data", { revenue: 6 }, { action: "save" })).statusCode).toBe(200);
  });

  test("of many tabs with one revision only one wins", async () => {
    const at = await open(vera, OFFICE, fresh());
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        save(vera, at, "general-data", { revenue: n }, { action: "save", revision: 0 }),
      ),
    );
    expect(answers.filter((one) => one.statusCode === 200)).toHaveLength(1);
    expect(answers.filter((one) => one.statusCode === 409)).toHaveLength(9);
  });
});

describe("prefill", () => {
  test("fills a relation's own data, and what the register says about its number", async () => {
    const relation = await server.db
      .selectFrom("relations")
      .selectAll()
      .where("relation_number", "=", 300101)
      .executeTakeFirstOrThrow();
    const at = await open(vera, OFFICE, 300101);
    await vera.ok("POST", `${at.base}/wizard/restart`);
    const { data, prefill } = await forms(vera, at.base);
    expect(prefill).toBeUndefined();
    expect(data["general-data"]?.data.kvk).toBe(relation.kvk_number);
    expect(data["company-data"]?.data).toMatchObject({
      company: relation.company,
      city: relation.city,
      postalcode: relation.zipcode,
      email_customer: relation.email,
    });
    expect(data["company-data"]?.meta.disabled).toContain("company");
    expect(data["company-data"]?.meta.field_text?.city).toContain("Handelsregister");
  });

  test("by number for a temporary request, and only when somebody asks", async () => {
    const at = await open(vera, OFFICE);
    expect((await forms(vera, at.base)).data["company-data"]?.data).toEqual({});
    const answer = await forms(vera, at.base, { kvk: "42712573" });
    expectShape("wizard-forms", answer);
    expect(answer.prefill).toMatchObject({
      found: true,
      available: true,
      values: { company: "Voorbeeld Advies Noord B.V." },
    });
    expect(answer.data["company-data"]?.data).toMatchObject({
      company: "Voorbeeld Advies Noord B.V.",
      street: "Voorbeeldstraat",
    });
    expect(answer.data["company-data"]?.data.email_customer).toBeUndefined();
    expect((await forms(vera, at.base, { kvk: "00000000" })).prefill).toMatchObject({ found: false, available: true });
    expect((await vera.call("POST", `${at.base}/wizard/steps/forms`, { body: { kvk: 12345678 } })).statusCode).toBe(
      400,
    );
  });

  test("what the broker changed stays", async () => {
    const at = await open(vera, OFFICE);
    await save(vera, at, "company-data", { city: "Elders" }, { action: "save" });
    expect((await forms(vera, at.base, { kvk: "42712573" })).data["company-data"]?.data).toMatchObject({
      city: "Elders",
      company: "Voorbeeld Advies Noord B.V.",
    });
  });

  test("a register that does not answer is a notice", async () => {
    const at = await open(vera, OFFICE);
    registerWorks = false;
    const { prefill } = await forms(vera, at.base, { kvk: "42712573" });
    registerWorks = true;
    expect(prefill).toEqual({ found: false, available: false, values: {} });
  });
});

describe("an existing quotation", () => {
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
    const at = await open(client, office, stored.relation_number, query);
    expect(at.exists.quotation_number).toBe(number);
    const progress = await client.ok<ProgressAnswer>("GET", `${at.base}/wizard/steps/progress`, { query });
    expect(progress.completed_steps).toBe(progress.total_steps);
    const changed = await send(client, at, "quotation", { query });
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
    expect([closed.statusCode, closed.json().code]).toEqual([409, "quotation_not_open"]);
  });
});
