// Copying a quotation into a new request: filled once, own number, never over work that was saved, never across offices.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ExistsAnswer, FormsAnswer, ProgressAnswer } from "#api/wire/wireTypes.ts";
import { expectShape } from "../support/apiShapes.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";

const OFFICE = 100245;
let server: TestServer;
let vera: Client;
let source: { number: number; relation_number: number; date: string; product: string; answers: Record<string, object> };

beforeAll(async () => {
  server = await startServer();
  vera = await loginAs(server, "v.voorbeeld");
  const row = await server.db
    .selectFrom("quotations as q")
    .innerJoin("quotation_answers as a", "a.number", "q.number")
    .select(["q.number", "q.relation_number", "q.date", "a.product_key", "a.answers"])
    .where("q.intermediary_number", "=", OFFICE)
    .where("q.status", "=", "O")
    .orderBy("q.number", "desc")
    .executeTakeFirstOrThrow();
  source = { ...row, product: row.product_key };
});
afterAll(() => server?.stop());

const base = (relation = source.relation_number, office = OFFICE) =>
  `/api/aanvraag/${source.product}/${office}/${relation}`;
const copy = (client: Client, address = base(), quotation: unknown = source.number) =>
  client.call("POST", `${address}/wizard/copy`, { body: { quotation } });

test("the new request has the answers and names the quotation, but asks its questions again", async () => {
  const answer = (await copy(vera)).json() as ExistsAnswer;
  expectShape("wizard-copy", answer);
  const { number, date, relation_number } = source;
  const copied = { quotation: number, date };
  expect(answer.data).toMatchObject({ quotation_number: null, resumed: null, relation_number, copied });
  const forms = await vera.ok<FormsAnswer>("POST", `${base()}/wizard/steps/forms`, { body: {} });
  expectShape("wizard-forms", forms);
  const progress = await vera.ok<ProgressAnswer>("GET", `${base()}/wizard/steps/progress`);
  for (const [step, values] of Object.entries(source.answers)) {
    const again = ["acceptance", "final-questions"].includes(step);
    expect(progress.data[step]?.completed, step).toBe(!again);
    expect(forms.data[step]?.data).toEqual(again ? {} : expect.objectContaining(values));
    if (!again) continue;
    const notes = Object.entries(values).flatMap(([field, answers]) =>
      Object.entries(answers as Record<string, boolean>).map(([question, isYes]) => [
        `${field}.${question}`,
        `In offerte ${number}: ${isYes ? "ja" : "nee"}`,
      ]),
    );
    expect(notes.length).toBeGreaterThan(0);
    expect(forms.data[step]?.meta.field_text).toMatchObject(Object.fromEntries(notes));
  }
});

test("the earlier answers stay beside the questions when they are answered, and after a reload", async () => {
  const save = { questions_of_acceptance: {} };
  await vera.ok("POST", `${base()}/wizard/step/acceptance/save`, { query: { action: "save" }, body: save });
  const query = { relation: source.relation_number };
  const path = `/api/aanvraag/${source.product}/${OFFICE}/prerequisites/exists/`;
  expect((await vera.ok<ExistsAnswer>("GET", path, { query })).data.copied?.quotation).toBe(source.number);
  const forms = await vera.ok<FormsAnswer>("POST", `${base()}/wizard/steps/forms`, { body: {} });
  expect(Object.values(forms.data.acceptance?.meta.field_text ?? {})[0]).toContain(`In offerte ${source.number}`);
  await vera.ok("POST", `${base()}/wizard/restart`);
  const fresh = await vera.ok<FormsAnswer>("POST", `${base()}/wizard/steps/forms`, { body: {} });
  expect(fresh.data.acceptance?.meta.field_text).toEqual({});
});

test("opening the request by its address copies nothing: a GET changes nothing", async () => {
  await vera.ok("POST", `${base()}/wizard/restart`);
  const query = { relation: source.relation_number, copy_from: source.number };
  await vera.ok("GET", `/api/aanvraag/${source.product}/${OFFICE}/prerequisites/exists/`, { query });
  expect((await vera.ok<ProgressAnswer>("GET", `${base()}/wizard/steps/progress`)).completed_steps).toBe(0);
});

test("what was saved meanwhile is resumed, not overwritten", async () => {
  const step = "general-data";
  await vera.ok("POST", `${base()}/wizard/step/${step}/save`, { query: { action: "save" }, body: {} });
  const answer = (await copy(vera)).json() as ExistsAnswer;
  expect(answer.data.resumed).not.toBeNull();
  const forms = await vera.ok<FormsAnswer>("POST", `${base()}/wizard/steps/forms`, { body: {} });
  expect(forms.data[step]?.data).not.toMatchObject(source.answers[step] ?? {});
});

test("where the broker chose it, the copy takes the place of the draft that was shown, and of no other", async () => {
  const step = "general-data";
  const save = () => vera.ok("POST", `${base()}/wizard/step/${step}/save`, { query: { action: "save" }, body: {} });
  const replace = async (draft: string) =>
    vera.ok<ExistsAnswer>("POST", `${base()}/wizard/copy`, {
      body: { quotation: source.number, replace: true },
      headers: { "x-draft": draft },
    });
  const shown = async () => (await vera.ok<FormsAnswer>("POST", `${base()}/wizard/steps/forms`, { body: {} })).data;
  await save();
  const open = (await copy(vera)).json() as ExistsAnswer;
  expect(open.data.resumed, "asked for without `replace`").not.toBeNull();

  const copied = await replace(open.data.draft_id ?? "");
  expectShape("wizard-copy", copied);
  expect(copied.data.resumed).toBeNull();
  expect(copied.data.draft_id).not.toBe(open.data.draft_id);
  expect((await shown())[step]?.data).toMatchObject(source.answers[step] ?? {});

  await save();
  const late = await replace(open.data.draft_id ?? "");
  expect(late.data, "a second copy of the same call").toMatchObject({
    draft_id: copied.data.draft_id,
    resumed: { step },
  });
  expect((await shown())[step]?.data).not.toMatchObject(source.answers[step] ?? {});
  for (const foreign of [
    { quotation: 999, replace: true },
    { quotation: source.number, replace: "yes" },
  ]) {
    await vera.call("POST", `${base()}/wizard/copy`, { body: foreign });
    const still = (await copy(vera)).json() as ExistsAnswer;
    expect(still.data, JSON.stringify(foreign)).toMatchObject({ draft_id: copied.data.draft_id });
  }
});

test("the original stays as it was, whatever is done with the copy", async () => {
  const original = () =>
    server.db
      .selectFrom("quotations as q")
      .innerJoin("quotation_answers as a", "a.number", "q.number")
      .selectAll()
      .where("q.number", "=", source.number)
      .execute();
  const before = await original();
  await vera.ok("POST", `${base()}/wizard/restart`);
  expect((await copy(vera)).statusCode).toBe(200);
  const step = "general-data";
  const changed = { ...source.answers[step], revenue: 4321 };
  await vera.ok("POST", `${base()}/wizard/step/${step}/save`, { query: { action: "save" }, body: changed });
  expect(await original()).toEqual(before);
});

test("a quotation of another relation or another office is not there", async () => {
  expect((await copy(vera, base(source.relation_number + 1))).statusCode).toBe(404);
  expect((await copy(vera, base(), 999)).statusCode).toBe(404);
  expect((await copy(vera, base(), { $gt: 0 })).statusCode).toBe(422);
  const daan = await loginAs(server, "d.demo");
  expect((await copy(daan)).statusCode).toBe(404);
  expect((await copy(daan, base(source.relation_number, 100871))).statusCode).toBe(404);
});
