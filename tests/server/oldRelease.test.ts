// A quotation that was made before a question was added is converted by the rules it was made with. A replay reports
// beforehand who will be asked the question.
import { beforeAll, expect, test } from "vitest";
import type { ProgressAnswer, QuestionsAnswer } from "#api/wire/wireTypes.ts";
import { compare } from "#content/compare/compare.ts";
import { writeTable } from "#content/compare/table.ts";
import { storedRequests } from "#server/operations/compare.ts";
import { type ContentCopy, SCHEMAS } from "../content/support/content.ts";
import { OFFICE, serveChanged } from "../support/changedProduct.ts";
import type { Client, TestServer } from "../support/server.ts";
import { ANSWERS, fill, open, PRODUCT, save, send } from "../support/wizard.ts";

const RELATION = 300101;
const NEW_QUESTION = 1999;

const portal = serveChanged();
let server: TestServer;
let vera: Client;
let copy: ContentCopy;

beforeAll(() => {
  ({ server, vera, copy } = portal);
});

/** Publishes the product with one more acceptance question, into the folder that the running server reads. */
async function askMore(): Promise<void> {
  copy.change(`schemas/products/${PRODUCT}/questions.json`, (content) => {
    const questions = content.acceptance_questions as { id: number }[];
    questions.push({ ...questions[0]!, id: NEW_QUESTION });
  });
  await portal.publish();
}

test("a new question is in new requests and in no quotation that was given before", async () => {
  const opened = await open(vera, OFFICE, RELATION);
  await vera.ok("POST", `${opened.base}/wizard/restart`);
  await fill(vera, opened);
  const quotation = Number((await send(vera, opened)).json().number);
  await askMore();
  const fresh = await open(vera, OFFICE, RELATION);
  const isAsked = async (base: string, query: Record<string, number> = {}) =>
    (await vera.ok<QuestionsAnswer>("GET", `${base}/acceptance`, { query })).data.some(({ id }) => id === NEW_QUESTION);
  expect(await isAsked(fresh.base)).toBe(true);

  const query = { quotation };
  const again = await open(vera, OFFICE, RELATION, query);
  expect(again.exists.product_version).toBe(opened.exists.product_version);
  expect(await isAsked(again.base, query)).toBe(false);
  const progress = await vera.ok<ProgressAnswer>("GET", `${again.base}/wizard/steps/progress`, { query });
  expect(progress.completed_steps).toBe(progress.total_steps);
  const policy = await send(vera, again, "insurance-policy", { query });
  expect(policy.json(), policy.body).toMatchObject({ success: true, accepted: "accepted" });
});

test("a replay of the database names who would be asked, by number alone", async () => {
  const opened = await open(vera, OFFICE, 300108);
  await save(vera, opened, "general-data", ANSWERS["general-data"]);
  await save(vera, opened, "coverage-choice", ANSWERS["coverage-choice"]);
  const { requests, without } = await storedRequests(server.db);
  const all = await server.db.selectFrom("quotations").select("number").execute();
  const closed = requests.filter(({ open: begun }) => !begun);
  expect(closed.length + without).toBe(all.length);
  expect(requests.filter(({ open: begun }) => begun)).toMatchObject([
    { number: opened.exists.draft_id, product: PRODUCT, answers: { "general-data": ANSWERS["general-data"] } },
  ]);

  const { fixtures } = copy;
  const comparison = await compare({
    before: { schemas: SCHEMAS, fixtures },
    after: { schemas: copy.schemas, fixtures },
    portfolioOnly: true,
    findRequests: async () => ({ requests, without }),
  });
  const { begun, verdicts } = comparison.portfolio!.products.find(({ product }) => product === PRODUCT)!;
  const numbers = closed.filter(({ product }) => product === PRODUCT).map(({ number }) => number);
  expect(begun).toMatchObject([{ verdict: "asked", step: "acceptance", rule: "required", numbers }]);
  expect(begun[0]!.at).toContain(`/${NEW_QUESTION}`);
  expect(verdicts).toContainEqual({ from: "accepted", to: "accepted", count: 1 });

  const table = writeTable(comparison, { before: "old", after: "new" });
  expect(table).toContain(numbers[0]);
  const personal = requests.flatMap(({ answers }) => {
    const { company, kvk, email_customer, street } = Object.assign({}, ...Object.values(answers));
    return [company, kvk, email_customer, street].filter(Boolean);
  });
  expect(personal.length).toBeGreaterThan(20);
  for (const value of personal) expect(table).not.toContain(value);
});
