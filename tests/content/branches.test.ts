// Fields that conditions show: circles, contradictions and choices that another branch refuses are found at their place.
import { expect, it } from "vitest";
import { checkBranches } from "#content/check/rules/branches.ts";
import type { ProductFiles } from "#content/read/catalogue.ts";
import type { Condition, Schema } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";

const CHOICES = ["x", "y", "z"];
const answered = (name: string, schema: Condition): Condition => ({ properties: { [name]: schema }, required: [name] });
// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
const when = (condition: Condition, shown: Schema): Schema => ({ if: condition, then: shown });
const choice = (name: string): Schema => ({ properties: { [name]: { type: "string", enum: CHOICES } } });
const shows = (condition: Condition, name: string): Schema => when(condition, choice(name));

function find(schema: Schema, lists: JsonObject = {}): string[] {
  const file = { file: "step.json", path: "", text: "", content: {} };
  const steps = [{ key: "step", schema: file, ui: file }];
  const product = { manifest: { ...file, content: { steps: [], lists } }, tariffs: [], steps } as never as ProductFiles;
  return checkBranches(product, { step: { schema, ui: {} } }).map(({ place, sentence }) => `${place}: ${sentence}`);
}

it.each([1, 2, 3, 4])("a circle of %i fields is one finding with their names", (length) => {
  const circle = ["a", "b", "c", "d"].slice(0, length);
  const links = circle.map((name, index) =>
    shows({ anyOf: [answered(circle[(index + 1) % length]!, { const: "x" })] }, name),
  );
  const follower = shows(answered("a", { const: "x" }), "follower");
  const found = find({
    ...choice("always"),
    allOf: [follower, ...links, shows(answered("always", { const: "x" }), "free")],
  });
  expect(found).toHaveLength(1);
  for (const name of circle) expect(found[0]).toContain(`on "${name}"`);
});

it("a circle through the choices of a list is found", () => {
  const rule = { when: { is: ["step.a", "x"] }, values: ["y"] };
  const schema: Schema = {
    properties: { b: { type: "string", enumFrom: "some" } },
    allOf: [shows(answered("b", { const: "y" }), "a")],
  };
  expect(find(schema, { some: { rules: [rule, { values: ["z"] }] } })).toEqual([
    expect.stringMatching(/^\/properties\/b: "b" depends on "a", "a" on "b"/),
  ]);
});

it("another rule for a field that is shown anyway makes no circle", () => {
  expect(find({ ...choice("a"), allOf: [shows(answered("a", { const: "x" }), "a")] })).toEqual([]);
});

const number = (condition: Condition) => answered("count", { type: "integer", ...condition });
const kind = (value: string) => answered("kind", { const: value });

it.each<[Condition, Condition, boolean]>([
  [number({ maximum: 4 }), number({ minimum: 5 }), true],
  [number({ maximum: 4 }), number({ minimum: 4 }), false],
  [kind("x"), kind("y"), true],
  [kind("x"), answered("kind", { enum: ["y", "z"] }), true],
  [kind("x"), answered("kind", { enum: ["x", "z"] }), false],
  [kind("x"), answered("kind", { not: { const: "x" } }), true],
  [kind("x"), number({ minimum: 2 }), false],
  [kind("x"), { anyOf: [kind("x"), kind("y")] }, false],
])("a condition %j around %j is never true: %s", (outer, inner, isNever) => {
  const schema: Schema = { ...choice("kind"), allOf: [when(outer, { allOf: [shows(inner, "more")] })] };
  const nested = find(schema);
  expect(nested).toHaveLength(isNever ? 1 : 0);
  if (isNever) expect(nested[0]).toMatch(/^\/allOf\/0\/then\/allOf\/0\/if: .* so it is never true$/);
  expect(find({ ...choice("kind"), allOf: [shows({ allOf: [outer, inner] }, "more")] })).toHaveLength(isNever ? 1 : 0);
});

it("a choice that a branch with the same condition refuses is found, and not one that another branch refuses", () => {
  const narrow: Schema = { properties: { more: { type: "string", enum: ["x", "y"] } } };
  const schema = (other: string): Schema => ({
    ...choice("kind"),
    allOf: [shows(kind("x"), "more"), when(kind(other), narrow)],
  });
  expect(find(schema("x"))).toEqual([
    expect.stringMatching(/^\/allOf\/0\/then\/properties\/more\/enum\/2: "z" can never/),
  ]);
  expect(find(schema("y"))).toEqual([]);
});
