// Answers of a shape that no control gives: null, an object or a list in the place of another kind. Every field of the example products is
// tried, also in records and groups. A call that sends one is refused at the field, a stored one is not an answer. Ring 1 sends a fifth.

import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { FormsAnswer } from "#api/wire/wireTypes.ts";
import { publish } from "#content/publish/publish.ts";
import { findMisplaced, withoutMisplaced } from "#engine/answers/misplaced.ts";
import { pointerSegments, toPointer } from "#engine/fields/fieldPath.ts";
import { memberList } from "#engine/schema/members.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import { visitSchema } from "#engine/schema/schemaVisitor.ts";
import type { Answers, JsonObject, Manifest } from "#engine/schema/types.ts";
import { EXAMPLES, exampleJourneys, root } from "../journeys/support/journey.ts";
import { thin } from "../support/ring.ts";
import { type Client, loginAs, startServer, type TestServer } from "../support/server.ts";

const OFFICE = 100245;
const RELATION = 300101;
/** Together the examples have every kind of field. Ring 1 tries the first. */
const PRODUCTS = [...new Set(exampleJourneys.map(({ product }) => product))];
/** `npm test -- --all` stores more. */
const RUNS = Number(process.env.STORED_RUNS ?? 3);
let server: TestServer;
let vera: Client;

beforeAll(async () => {
  server = await startServer();
  vera = await loginAs(server, "v.voorbeeld");
  await publish(join(root, "schemas"), join(server.config.dataDir, "products"), { examplesDir: EXAMPLES });
  await server.products.refresh();
});
afterAll(() => server?.stop());

const base = (product: string) => `/api/aanvraag/${product}/${OFFICE}`;

async function openProduct(product: string) {
  await vera.ok("GET", `${base(product)}/prerequisites/exists/`, { query: { relation: RELATION } });
  const { bundle } = (await server.products.current(product))!;
  return { bundle, address: `${base(product)}/${RELATION}` };
}

/** The fields of a step, with those in groups, tables and records. `*` is a member or an entry. */
function findFields(schema: Schema): string[][] {
  const paths = new Map<string, readonly string[]>();
  visitSchema(schema, ({ path }) => path.length > 0 && paths.set(path.join("."), path));
  return [...paths.values()].map((path) => [...path]);
}

/** Answers with one value at a path. A record or row is the first. */
const answersWith = (path: readonly string[], value: unknown): Answers =>
  path.reduceRight<unknown>((inner, name) => (name === "*" ? [inner] : { [name]: inner }), value) as Answers;

const STRANGE: unknown[] = [null, [null], { a: null }, "x"];

/** Each field with each value. One that a broker may have typed is tried once a field, as the calls are many. */
function findTries(step: string, schema: Schema, lists: Manifest["lists"]) {
  const tries = findFields(schema).flatMap((path) =>
    STRANGE.map((value) => ({ value, body: answersWith(path, value) })),
  );
  return tries.flatMap(({ value, body }) => {
    const misplaced = findMisplaced(schema, body).map((each) => toPointer(each.path));
    if (misplaced.some((pointer) => isNoRow(schema, pointer, lists))) return [];
    return misplaced.length > 0 || value === "x" ? [{ step, body, misplaced }] : [];
  });
}

/** Whether it is a row that the list of a table never offers: it is left out. */
function isNoRow(schema: Schema, pointer: string, lists: Manifest["lists"]): boolean {
  const [name = "", row = "*"] = pointerSegments(pointer);
  const [list] = (propertySchemas(schema).get(name) ?? []).flatMap((field) => memberList(field)?.list ?? []);
  const source = lists[list ?? ""];
  return source !== undefined && "rules" in source && !source.rules.some(({ values }) => values.includes(row));
}

const readErrors = (text: string): JsonObject[] => (JSON.parse(text) as { errors?: JsonObject[] }).errors ?? [];

describe.each(thin(PRODUCTS, PRODUCTS.length))("%s", (product) => {
  test("refuses them at their field in a save and in a premium call, and takes all others", async () => {
    const { bundle, address } = await openProduct(product);
    const all = bundle.manifest.steps.flatMap(({ key }) =>
      findTries(key, bundle.steps[key]?.schema ?? {}, bundle.manifest.lists),
    );
    for (const { step, body, misplaced } of thin(all, 5)) {
      const query = { action: "save" };
      const saved = await vera.call("POST", `${address}/wizard/step/${step}/save`, { query, body });
      const priced = await vera.call("POST", `${address}/premium`, { body: { [step]: body } });
      const pointers = [saved, priced].map(({ body: text }) => readErrors(text).map(({ pointer }) => pointer));
      expect(misplaced.length > 0 ? [422] : [200, 422], `${step} ${JSON.stringify(body)}`).toContain(saved.statusCode);
      expect(priced.statusCode, `${step} ${JSON.stringify(body)} ${priced.body}`).toBeLessThan(500);
      for (const found of pointers) expect(found).toEqual(expect.arrayContaining(misplaced));
    }
    expect(all.filter(({ misplaced }) => misplaced.length > 0).length).toBeGreaterThan(50);
  });

  test("opens a request in which they are stored, without them", async () => {
    const { bundle, address } = await openProduct(product);
    const json = fc.sample(fc.jsonValue({ maxDepth: 3 }), { numRuns: RUNS, seed: 9 });
    for (const { key } of bundle.manifest.steps) {
      const { schema = {} } = bundle.steps[key] ?? {};
      await vera.call("POST", `${address}/wizard/step/${key}/save`, { query: { action: "save" }, body: {} });
      for (const [index, value] of [null, [null], {}, ...json].entries()) {
        const names = [...new Set(findFields(schema).map(([name = ""]) => name))];
        const stored = Object.fromEntries(names.map((name, nth) => [name, (nth + index) % 2 ? value : null]));
        await server.db
          .updateTable("request_steps")
          .set({ data: JSON.stringify(stored) })
          .where("step", "=", key)
          .execute();
        const forms = await vera.call("POST", `${address}/wizard/steps/forms`, { body: {} });
        expect([key, value, forms.statusCode]).toEqual([key, value, 200]);
        const shown = (forms.json() as FormsAnswer).data[key]?.data ?? {};
        expect(findMisplaced(schema, shown)).toEqual([]);
        expect((await vera.call("POST", `${address}/premium`, { body: {} })).statusCode).toBeLessThan(500);
      }
      await server.db.updateTable("request_steps").set({ data: "{}" }).where("step", "=", key).execute();
    }
  });
});

test("what is left after they are removed has none of them, and loses nothing else", () => {
  const schema = {
    type: "object",
    properties: {
      text: { type: "string" },
      group: { type: "object", properties: { yes: { type: "boolean" } } },
      list: { type: "array", items: { type: "object", properties: { name: { type: "string" } } } },
      choices: { type: "array", items: { type: "string" } },
    },
  } as Schema;
  const valid = fc.record({
    text: fc.string(),
    group: fc.record({ yes: fc.boolean() }),
    list: fc.array(fc.record({ name: fc.string() }), { maxLength: 3 }),
    choices: fc.array(fc.string(), { maxLength: 3 }),
  });
  const member = fc.constantFrom("text", "group", "list", "choices");
  fc.assert(
    fc.property(valid, member, fc.jsonValue({ maxDepth: 3 }), (answers, name, value) => {
      expect(withoutMisplaced(schema, answers)).toBe(answers);
      const left = withoutMisplaced(schema, { ...answers, [name]: value } as Answers);
      expect(findMisplaced(schema, left)).toEqual([]);
      const { [name]: _replaced, ...rest } = answers as Answers;
      expect(left).toMatchObject(rest);
    }),
  );
});
