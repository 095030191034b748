// One visitor knows which keywords contain schemas. The dialect that authors are offered is the dialect that it
// traverses.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { RULE_NAMES } from "#engine/schema/rules.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { mapParts, splitTemplate, visitSchema } from "#engine/schema/schemaVisitor.ts";
import { is, when } from "./support/step.ts";

const text: Schema = { type: "string" };
const schema: Schema = {
  properties: { name: text, group: { properties: { inner: text } } },
  ask: { from: "asked", explain: { properties: { why: text } } },
  allOf: [when(is("name", "x"), { properties: { more: { items: text } } }, { required: ["name"] })],
};

it("visits every schema with its place and the members that lead to its value", () => {
  const seen: string[] = [];
  visitSchema(schema, ({ place, path }) => seen.push(`${place} ${path.join(".")}`.trim()));
  expect(seen).toEqual([
    ...["", "/properties/name name", "/properties/group group", "/properties/group/properties/inner group.inner"],
    ...["/allOf/0", "/allOf/0/then", "/allOf/0/then/properties/more more"],
    ...["/allOf/0/then/properties/more/items more.*", "/allOf/0/else", "/ask/explain *"],
    ...["/ask/explain/properties/answer *.answer", "/ask/explain/properties/why *.why"],
  ]);
});

it("returns what the answers must match for a branch to count", () => {
  const [branch] = schema.allOf ?? [];
  const conditions = splitTemplate(branch ?? {}).map(({ keyword, condition }) => [keyword, condition]);
  expect(conditions).toEqual([
    ["then", is("name", "x")],
    ["else", { not: is("name", "x") }],
  ]);
});

it("replaces parts and takes them out, and leaves the schema that it was given", () => {
  const before = JSON.stringify(schema);
  const changed = mapParts(schema, ({ name, schema: part }) => (name === "name" ? null : part));
  expect(Object.keys(changed.properties ?? {})).toEqual(["group"]);
  expect(changed.allOf).toEqual(schema.allOf);
  expect(JSON.stringify(schema)).toBe(before);
});

it("every keyword that an author may write is a rule, holds schemas, or is known as neither", () => {
  const meta = JSON.parse(readFileSync(join(import.meta.dirname, "../../schemas/meta/step.schema.json"), "utf8"));
  const offered = Object.keys(meta.definitions.rule.properties);
  const whole = Object.fromEntries(offered.map((keyword) => [keyword, keyword === "allOf" ? [{}] : { a: {} }]));
  const holding = splitTemplate(whole as Schema).map(({ keyword }) => keyword);
  const neither = [
    "$schema",
    "$id",
    "$ref",
    "computed",
    "title",
    "description",
    "default",
    "if",
    "prefill",
    "audience",
    "startsWith",
    "when",
    // Words beside the field, which the reader of a product takes out.
    ...["intro", "help", "placeholder", "tooltip", "unit", "item", "record", "add", "link", "options"],
  ];
  expect(offered.toSorted()).toEqual([...new Set([...RULE_NAMES, ...holding, ...neither])].toSorted());
});
