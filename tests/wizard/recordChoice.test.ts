// A choice among the records of a list of another step, and texts with an answer of that step, in the open wizard on the real application.
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { publish } from "#content/publish/publish.ts";
import { PRODUCT, STEP } from "../content/support/asking.ts";
import { ContentCopy } from "../content/support/content.ts";
import { loginAs, startServer, type TestServer } from "../support/server.ts";
import { answers } from "./support/answers.ts";
import { openAt, serveRequests } from "./support/request.ts";

const CHOOSER = "coverage-choice";
const LIST = `${STEP}.drivers`;

function addTo(copy: ContentCopy, step: string, properties: object, required: string[] = []): void {
  copy.change(`schemas/products/${PRODUCT}/${step}.schema.json`, (schema) => {
    Object.assign(Object(schema.properties), properties);
    schema.required = [...((schema.required as string[] | undefined) ?? []), ...required];
  });
}

let server: TestServer;
serveRequests(async () => {
  server = await startServer();
  const copy = new ContentCopy(PRODUCT).writeOut();
  copy.addPortalForms();
  const born = { type: "string", format: "date", maxLength: 10 };
  const choice = { type: "string", maxLength: 40, enumFrom: LIST };
  const drivers = { type: "array", maxItems: 3, items: { type: "object", properties: { born } } };
  addTo(copy, STEP, { drivers, first: choice, town: { type: "string", maxLength: 40 } });
  copy.change(`schemas/products/${PRODUCT}/product.json`, (manifest) => {
    manifest.text_values = { town: { answer: `${STEP}.town` } };
  });
  addTo(copy, CHOOSER, { usual: choice, others: { type: "array", uniqueItems: true, items: choice } }, ["usual"]);
  await publish(copy.schemas, join(server.config.dataDir, "products"));
  copy.remove();
  return { server, client: await loginAs(server, "v.voorbeeld") };
});
afterAll(() => server?.stop());

const drivers = [{ _id: "a", born: "1980-02-01" }, { _id: "b" }];

test("offers the records, is emptied while its record is gone, and comes back with it", async () => {
  const { session, wizard } = await openAt();
  const labels = () => {
    const { uiSchema } = wizard.core.presented(CHOOSER);
    const { items } = Object(uiSchema.usual)["ui:options"] as { items: { label: string }[] };
    return items.map(({ label }) => label);
  };
  const [list, chooser] = [session(STEP), session(CHOOSER)];
  expect(labels()).toEqual([]);
  list.commit({ ...answers[STEP], drivers, first: "b" });
  expect(list.active().first).toBe("b");
  expect(labels()).toEqual(["drivers 1", "drivers 2"]);
  chooser.commit({ ...answers[CHOOSER], usual: "b", others: ["a", "b"] });
  const errors = () => chooser.errors().map(({ id, keyword }) => `${id} ${keyword}`);
  expect(errors()).not.toContain(`${CHOOSER}_usual required`);
  list.commitField(["drivers"], drivers.slice(0, 1));
  expect([list, chooser].map((form) => form.active())).toEqual([
    expect.not.objectContaining({ first: "b" }),
    expect.not.objectContaining({ usual: "b" }),
  ]);
  expect(chooser.active().others).toEqual(["a"]);
  expect(errors()).toContain(`${CHOOSER}_usual required`);

  list.commitField(["drivers"], drivers);
  expect(chooser.active()).toMatchObject({ usual: "b", others: ["a", "b"] });
});

test("texts name an answer as it is now", async () => {
  const { session, wizard } = await openAt();
  const list = session(STEP);
  list.commit({ ...answers[STEP] });
  expect(wizard.core.textValues()).toEqual({ town: "…" });
  list.commitField(["town"], "{town} <Ede>");
  expect(wizard.core.textValues()).toEqual({ town: "{town} <Ede>" });
});
