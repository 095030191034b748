// A computed field over the real calls: refused when it is sent, worked out for the judgement, the price and what is sent on.
import { beforeAll, expect, test } from "vitest";
import type { FormsAnswer } from "#api/wire/wireTypes.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { at as inside } from "../content/support/faults/fault.ts";
import { addFields, OFFICE, serveChanged } from "../support/changedProduct.ts";
import type { Client, TestServer } from "../support/server.ts";
import { ANSWERS, fill, open, PRODUCT, save, saveWith, send } from "../support/wizard.ts";

const RELATION = 300101;
const STEP = "general-data";

let server: TestServer;
let vera: Client;

const portal = serveChanged((copy) => {
  addFields(copy, STEP, {
    properties: {
      abroad: { type: "integer", minimum: 0, maximum: 1_000_000 },
      both: { type: "integer", maximum: 500_000, computed: { sum: [".revenue", ".abroad"] } },
    },
    layout: { abroad: { "ui:widget": "currency" }, both: { "ui:widget": "computed" } },
  });
  copy.change(`schemas/products/${PRODUCT}/handover.json`, (content) =>
    Object.assign(inside(content, "fields"), { [`${STEP}.both`]: "own.both" }),
  );
});
beforeAll(() => {
  ({ server, vera } = portal);
});

const answers: JsonObject = { ...ANSWERS[STEP], revenue: 150_000, abroad: 2000 };

test("a computed value that is sent is refused at its field with a sentence, and nothing is stored", async () => {
  const opened = await open(vera, OFFICE, RELATION);
  await vera.ok("POST", `${opened.base}/wizard/restart`);
  for (const action of ["next", "save"]) {
    const refused = await saveWith(vera, opened, STEP, { body: { ...answers, both: 152_000 }, action });
    expect(refused.statusCode, refused.body).toBe(422);
    expect(refused.json().errors).toEqual([
      expect.objectContaining({ pointer: "/both", keyword: "computed", message: expect.stringContaining("volgt uit") }),
    ]);
  }
  const premium = await vera.call("POST", `${opened.base}/premium`, { body: { [STEP]: { ...answers, both: 1 } } });
  expect(premium.statusCode, premium.body).toBe(422);
  const stored = await server.db.selectFrom("request_steps").select("step").where("step", "=", STEP).execute();
  expect(stored).toEqual([]);
});

test("its bounds refuse the step, and its value is in what is sent, in no stored answer and in no form", async () => {
  const opened = await open(vera, OFFICE, RELATION);
  await vera.ok("POST", `${opened.base}/wizard/restart`);
  const refused = await save(vera, opened, STEP, { ...answers, abroad: 400_000 });
  expect(refused.json().errors).toEqual([expect.objectContaining({ pointer: "/both", keyword: "maximum" })]);
  await fill(vera, opened, { [STEP]: answers });
  const forms = await vera.ok<FormsAnswer>("POST", `${opened.base}/wizard/steps/forms`, { body: {} });
  expect(forms.data[STEP]?.data).toMatchObject({ abroad: 2000 });
  expect(forms.data[STEP]?.data).not.toHaveProperty("both");
  const number = Number((await send(vera, opened)).json().number);
  const { answers: sent } = await server.db
    .selectFrom("quotation_answers")
    .select("answers")
    .where("number", "=", number)
    .executeTakeFirstOrThrow();
  expect(sent[STEP]).toMatchObject({ abroad: 2000, both: 152_000 });
});
