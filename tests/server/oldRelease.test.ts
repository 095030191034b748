// A quotation that was made before a question was added is converted by the rules it was made with.
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProgressAnswer, QuestionsAnswer } from "#api/wireTypes.ts";
import { publish } from "#content/publish.ts";
import { ContentCopy } from "../content/support/content.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";
import { fill, open, PRODUCT, send } from "../support/wizard.ts";

const OFFICE = 100245;
const RELATION = 300101;
const NEW_QUESTION = 1999;

let server: TestServer;
let vera: Client;
let copy: ContentCopy;

beforeAll(async () => {
  server = await startServer();
  vera = await loginAs(server, "v.voorbeeld");
  copy = new ContentCopy(PRODUCT);
  copy.addPortalForms();
});
afterAll(async () => {
  copy?.remove();
  await server?.stop();
});

/** Publishes the product with one more acceptance question, into the folder that the running server reads. */
async function askMore(): Promise<void> {
  copy.change(`schemas/products/${PRODUCT}/questions.json`, (content) => {
    const questions = content.acceptance_questions as { id: number }[];
    questions.push({ ...questions[0]!, id: NEW_QUESTION });
  });
  await publish(copy.schemas, join(server.config.dataDir, "products"));
}

test("a new question stands in new requests and in no quotation that was given before", async () => {
  const at = await open(vera, OFFICE, RELATION);
  await vera.ok("POST", `${at.base}/wizard/restart`);
  await fill(vera, at);
  const quotation = Number((await send(vera, at)).json().number);
  await askMore();
  const fresh = await open(vera, OFFICE, RELATION);
  const asked = async (base: string, query: Record<string, number> = {}) =>
    (await vera.ok<QuestionsAnswer>("GET", `${base}/acceptance`, { query })).data.some(({ id }) => id === NEW_QUESTION);
  expect(await asked(fresh.base)).toBe(true);

  const query = { quotation };
  const again = await open(vera, OFFICE, RELATION, query);
  expect(again.exists.product_version).toBe(at.exists.product_version);
  expect(await asked(again.base, query)).toBe(false);
  const progress = await vera.ok<ProgressAnswer>("GET", `${again.base}/wizard/steps/progress`, { query });
  expect(progress.completed_steps).toBe(progress.total_steps);
  const policy = await send(vera, again, "insurance-policy", { query });
  expect(policy.json(), policy.body).toMatchObject({ success: true, accepted: "accepted" });
});
