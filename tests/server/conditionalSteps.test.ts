// A step that is asked only because of earlier answers, over the real calls: in progress, at sending, in the price and in what is kept.
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { FormsAnswer, PremiumAnswer, ProgressAnswer, SaveAnswer } from "#api/wire/wireTypes.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { PRODUCT, STEP } from "../content/support/asking.ts";
import { addConditionalStep, CONDITIONAL, FEW, GUARDED, MANY } from "../content/support/conditionalStep.ts";
import { ContentCopy } from "../content/support/content.ts";
import { OFFICE, serveChanged } from "../support/changedProduct.ts";
import type { Client, TestServer } from "../support/server.ts";
import { BLOCK, save, saveWith, send } from "../support/wizard.ts";
import { answers } from "../wizard/support/answers.ts";

const RELATION = 300101;

let server: TestServer;
let vera: Client;
let opened: { base: string };

const portal = serveChanged(addConditionalStep, { copy: new ContentCopy(PRODUCT) });
beforeAll(() => {
  ({ server, vera } = portal);
});
beforeEach(async () => {
  const officePath = `/api/aanvraag/${PRODUCT}/${OFFICE}`;
  await vera.ok("GET", `${officePath}/prerequisites/exists/`, { query: { relation: RELATION } });
  opened = { base: `${officePath}/${RELATION}` };
  await vera.ok("POST", `${opened.base}/wizard/restart`);
});

const first = (sites: JsonObject) => ({ ...answers["general-data"], ...sites });
async function fill(sites: JsonObject, more: Record<string, JsonObject> = {}): Promise<SaveAnswer> {
  const { [STEP]: _first, ...rest } = answers;
  let last: SaveAnswer | undefined;
  for (const [step, data] of Object.entries({ [STEP]: first(sites), ...more, ...rest })) {
    const response = await save(vera, opened, step, data);
    if (response.statusCode !== 200) throw new Error(`${step}: ${response.body}`);
    last = response.json();
  }
  return last!;
}
const steps = ({ data }: ProgressAnswer) => Object.keys(data);
const progress = () => vera.ok<ProgressAnswer>("GET", `${opened.base}/wizard/steps/progress`);
const stored = async () =>
  (await vera.ok<FormsAnswer>("POST", `${opened.base}/wizard/steps/forms`, { body: {} })).data[CONDITIONAL]?.data;
const amount = async (body: JsonObject) =>
  (await vera.ok<PremiumAnswer>("POST", `${opened.base}/premium`, { body })).premium.total_amount;

test("it is in progress and counted while the answers ask for it, and only then", async () => {
  const few = (await save(vera, opened, STEP, first(FEW))).json() as SaveAnswer;
  expect(few.progress).toMatchObject({ total_steps: 5, completed_steps: 1 });
  expect(steps(few.progress)).not.toContain(CONDITIONAL);
  const many = (await save(vera, opened, STEP, first(MANY))).json() as SaveAnswer;
  expect(many.progress).toMatchObject({ total_steps: 6, completed_steps: 1 });
  expect(steps(many.progress)[1]).toBe(CONDITIONAL);
});

test("a request is not sent while it is open, and nothing after it is saved; the error names it", async () => {
  await fill(FEW);
  const again = (await save(vera, opened, STEP, first(MANY))).json() as SaveAnswer;
  expect(again.progress).toMatchObject({ can_send_quotation_request: false, reason: "incomplete" });
  expect(again.progress.data[CONDITIONAL]).toEqual({ active: true, completed: false, disabled: false });
  const refused = await send(vera, opened);
  expect(refused.statusCode).toBe(422);
  expect(refused.json().errors).toContainEqual(
    expect.objectContaining({ step: CONDITIONAL, pointer: "/guards", keyword: "required" }),
  );
  const late = await save(vera, opened, "acceptance", answers.acceptance);
  expect(late.json().errors).toEqual([expect.objectContaining({ step: CONDITIONAL, keyword: "incomplete" })]);
  await save(vera, opened, CONDITIONAL, GUARDED);
  // Its answers have changed the price of the cover, which waits to be confirmed.
  await save(vera, opened, "coverage-choice", answers["coverage-choice"]);
  expect(await progress()).toMatchObject({ total_steps: 6, completed_steps: 6 });
  expect((await send(vera, opened)).json()).toMatchObject({ success: true });
});

test("its answers are kept while it is not asked, in no price and not sent, and come back", async () => {
  await fill(MANY, { [CONDITIONAL]: GUARDED });
  const with_guards = await amount({});
  await save(vera, opened, STEP, first(FEW));
  const without = await amount({});
  expect(without).toBeLessThan(with_guards!);
  expect(await amount({ [CONDITIONAL]: { guards: 9 } })).toBe(without);
  expect(await stored()).toEqual(GUARDED);
  await save(vera, opened, STEP, first(MANY));
  expect((await progress()).data[CONDITIONAL]).toMatchObject({ completed: true });
  expect(await amount({})).toBe(with_guards);
  await fill(FEW);
  const number = Number((await send(vera, opened)).json().number);
  const { answers: sent } = await server.db
    .selectFrom("quotation_answers")
    .select("answers")
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  expect(Object.keys(sent).sort()).toEqual(Object.keys(answers).sort());
});

test("an old tab that still shows it may save it: the answers are kept, and whatever is wrong with them refuses nothing", async () => {
  await fill(FEW);
  for (const [body, action] of [
    [GUARDED, "next"],
    [{ guards: 12 }, "next"],
    [{}, "save"],
  ] as const) {
    const response = await saveWith(vera, opened, CONDITIONAL, { body, action });
    expect(response.statusCode, response.body).toBe(200);
    expect(steps((response.json() as SaveAnswer).progress)).not.toContain(CONDITIONAL);
    expect(await stored()).toEqual(body);
  }
  await saveWith(vera, opened, CONDITIONAL, { body: { guards: 12 } });
  const saved = (await save(vera, opened, STEP, first(MANY))).json() as SaveAnswer;
  expect(saved.progress.data[CONDITIONAL]).toMatchObject({ completed: false, active: true });
  const refused = await send(vera, opened, "quotation", { body: BLOCK });
  expect(refused.json().errors).toContainEqual(
    expect.objectContaining({ step: CONDITIONAL, pointer: "/guards", keyword: "maximum" }),
  );
});
