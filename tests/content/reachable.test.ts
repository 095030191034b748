// Random steps with chains, circles and contradictions of conditions. The engine never shows what the check calls
// unreachable, whatever is filled in, changed and emptied in whatever order. Each circle is reported with its names.
import { expect, it } from "vitest";
import { checkReachable } from "#content/check/reach/reachable.ts";
import type { ProductFiles } from "#content/read/catalogue.ts";
import { activeData } from "#engine/answers/activeData.ts";
import { matches } from "#engine/rules/conditions.ts";
import type { Condition, Schema } from "#engine/schema/schema.ts";
import type { Answers, JsonObject } from "#engine/schema/types.ts";
import { Random } from "./support/random.ts";

const NAMES = ["a", "b", "c", "d"];
const CHOICES = ["x", "y", "z"];

const answered = (name: string, schema: Condition): Condition => ({ properties: { [name]: schema }, required: [name] });
// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
const when = (condition: Condition, shown: Schema): Schema => ({ if: condition, then: shown });
const shows = (condition: Condition, name: string): Schema =>
  when(condition, { properties: { [name]: { type: "string", enum: CHOICES } } });

function product(content: JsonObject): ProductFiles {
  const file = { file: "product.json", path: "", text: "", content };
  return { manifest: file, tariffs: [], steps: [{ key: "step", schema: { ...file, file: "step.json" } }] } as never;
}
const find = (schema: Schema, lists: JsonObject = {}) =>
  checkReachable(product({ steps: [], lists }), { step: { schema, ui: {} } }).filter(({ follows }) => !follows);

function randomCondition(random: Random, names: readonly string[], depth = 2): Condition {
  const parts = () => Array.from({ length: 1 + random.below(2) }, () => randomCondition(random, names, depth - 1));
  const kind = depth === 0 ? 0 : random.below(7);
  if (kind === 1) return { anyOf: parts() };
  if (kind === 2) return { allOf: parts() };
  if (kind === 3) return { not: randomCondition(random, names, depth - 1) };
  const name = random.pick(names);
  if (kind === 4) return { required: [name] };
  if (kind === 5) return answered(name, { not: { enum: [random.pick(CHOICES), random.pick(CHOICES)] } });
  return answered(name, random.chance(0.5) ? { const: random.pick(CHOICES) } : { enum: [random.pick(CHOICES), "x"] });
}

/**
 * The first field is always shown. Others are shown by answers to earlier fields, seldom by any answer, and some inside
 * another condition.
 */
function randomStep(random: Random): Schema {
  const always = NAMES.filter((name) => name === "a" || random.chance(0.2));
  const properties = Object.fromEntries(always.map((name) => [name, { type: "string", enum: CHOICES } as Schema]));
  const rest = NAMES.filter((name) => !always.includes(name) || random.chance(0.1));
  const allOf = rest.flatMap((name) => {
    const earlier = NAMES.slice(0, NAMES.indexOf(name));
    const condition = () => randomCondition(random, random.chance(0.05) || earlier.length === 0 ? NAMES : earlier);
    const block = shows(condition(), name);
    if (random.chance(0.5)) return [when(condition(), { allOf: [block] })];
    return random.chance(0.2) ? [block, shows(condition(), name)] : [block];
  });
  return { type: "object", properties, allOf };
}

/** Pointers of blocks, with all conditions around them. */
function blocksOf(schema: Schema, pointer = "", guards: readonly Condition[] = []): [string, readonly Condition[]][] {
  return (schema.allOf ?? []).flatMap((part, index) => {
    const all = [...guards, part.if ?? {}];
    const path = `${pointer}/allOf/${index}`;
    return [[`${path}/if`, all] as [string, readonly Condition[]], ...blocksOf(part.then ?? {}, `${path}/then`, all)];
  });
}

/** The blocks that the engine shows at some time: from an empty form, by every order of answering, changing and emptying. */
function shownBlocks(schema: Schema): Set<string> {
  const blocks = blocksOf(schema);
  const shown = new Set<string>();
  const seen = new Set<string>();
  const waiting: Answers[] = [{}];
  for (let data = waiting.pop(); data; data = waiting.pop()) {
    const key = JSON.stringify(Object.entries(data).sort());
    if (seen.has(key)) continue;
    seen.add(key);
    const now = blocks.filter(([, guards]) => guards.every((guard) => matches(guard, data)));
    for (const [pointer] of now) shown.add(pointer);
    const isVisible = (name: string) =>
      Object.hasOwn(schema.properties ?? {}, name) ||
      now.some(([pointer]) => Object.hasOwn(thenAt(schema, pointer).properties ?? {}, name));
    for (const name of NAMES.filter(isVisible)) {
      const { [name]: _emptied, ...rest } = data;
      for (const next of [rest, ...CHOICES.map((choice) => ({ ...rest, [name]: choice }))])
        waiting.push(activeData(schema, next, { lists: {}, today: "2026-11-20" }));
    }
  }
  return shown;
}

const thenAt = (schema: Schema, pointer: string): Schema =>
  pointer
    .split("/")
    .slice(1, -1)
    .concat("then")
    .reduce((inside, name) => Object(inside)[name], schema) as Schema;

const SEED = Number(process.env.REACH_SEED ?? 1);
const RUNS = Number(process.env.REACH_RUNS ?? 200);

it("what the check reports is never shown, and what is never shown is reported", () => {
  const count = { never: 0, circles: 0 };
  for (let seed = SEED; seed < SEED + RUNS; seed += 1) {
    const schema = randomStep(new Random(seed));
    const findings = find(schema);
    const circular = findings.filter(({ sentence }) => sentence.includes("depends on"));
    count.circles += circular.length;
    if (circular.length > 0) continue;
    const shown = shownBlocks(schema);
    const never = blocksOf(schema).flatMap(([pointer]) => (shown.has(pointer) ? [] : [pointer]));
    const outermost = never.filter((pointer) => !never.some((outer) => isInside(pointer, outer)));
    expect(
      findings.map(({ place }) => place),
      `REACH_SEED=${seed} ${JSON.stringify(schema)}`,
    ).toEqual(outermost);
    count.never += outermost.length;
  }
  expect(count.never).toBeGreaterThan(RUNS / 20);
  expect(count.circles).toBeGreaterThan(RUNS / 20);
});

const isInside = (pointer: string, outer: string): boolean => pointer.startsWith(outer.replace(/if$/, "then/"));

it("without a circle every order of answers leads to the same fields; each circle is reported with its names", () => {
  for (let seed = SEED; seed < SEED + 100; seed += 1) {
    const random = new Random(seed);
    const circle = NAMES.slice(0, 1 + random.below(4));
    const links = circle.map((name, index) => {
      const condition = answered(circle[(index + 1) % circle.length]!, { const: random.pick(CHOICES) });
      return shows(random.chance(0.5) ? { anyOf: [condition] } : condition, name);
    });
    const follower = shows(answered(random.pick(circle), { const: "x" }), "follower");
    const free = shows(answered("always", { const: "x" }), "free");
    const blocks = [...links, follower, free].sort(() => random.next() - 0.5);
    const [finding, ...others] = find({ properties: { always: { type: "string", enum: CHOICES } }, allOf: blocks });
    expect(others).toEqual([]);
    for (const name of circle) expect(finding?.sentence).toContain(`on "${name}"`);
    expect(finding?.sentence).toMatch(/can never be shown$/);
    const { then: added } = blocks[Number(finding?.place.split("/")[2])]!;
    expect(circle).toContain(Object.keys(added?.properties ?? {})[0]);
  }
});

it("conditions that contradict each other are found across blocks, fields and numbers", () => {
  const number = (condition: Condition) => answered("count", { type: "integer", ...condition });
  const count = { count: { type: "integer", minimum: 1, maximum: 9 } };
  const nested = (outer: Condition, inner: Condition): Schema => ({
    properties: { ...count, kind: { type: "string", enum: CHOICES } },
    allOf: [when(outer, { allOf: [shows(inner, "more")] })],
  });
  const says = (schema: Schema) => find(schema).map(({ place, sentence }) => `${place}: ${sentence}`);
  expect(says(nested(number({ maximum: 4 }), number({ minimum: 5 })))).toEqual([
    '/allOf/0/then/allOf/0/if: the conditions here and around it are not true for any answers to "count"',
  ]);
  expect(says(nested(number({ maximum: 4 }), number({ minimum: 4 })))).toEqual([]);
  expect(says(nested(answered("kind", { const: "x" }), answered("kind", { const: "y" })))).toHaveLength(1);
  expect(says(nested(answered("kind", { const: "x" }), number({ minimum: 2 })))).toEqual([]);
  expect(says(nested(number({ exclusiveMinimum: 4 }), number({ exclusiveMaximum: 5 })))).toHaveLength(1);
});

it("a circle through the choices of a list is found", () => {
  const rule = { if: answered("step", answered("a", { const: "x" })), values: ["y"] };
  const lists = { some: { rules: [rule, { values: ["z"] }] } };
  const schema: Schema = {
    properties: { b: { type: "string", enumFrom: "some" } },
    allOf: [shows(answered("b", { const: "y" }), "a")],
  };
  expect(find(schema, lists).map(({ place, sentence }) => `${place}: ${sentence}`)).toEqual([
    '/properties/b: "b" depends on "a", "a" on "b", so they may be shown or not for the same answers',
  ]);
});
