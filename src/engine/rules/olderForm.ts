// Brings what was written or published in an earlier form of the language to today's, so that the engine knows one form alone. What is in
// today's words stays as it is. Conditions over answers were JSON Schema; features of a tariff, named conditions and facts were three
// things. `npm run upgrade-content` rewrites files with it, and releases pass through it when they are loaded. Loaded on demand.
import type { Condition, Expression } from "../schema/schema.ts";
import { isObject } from "../schema/schemaTree.ts";
import { HOLDS_BY_NAME } from "../schema/schemaVisitor.ts";
import type { JsonObject, Manifest, StepSource } from "../schema/types.ts";

/** A part of a condition that expressions cannot say. */
export class NoExpressionError extends Error {}

const OF_VALUE: Record<string, string> = {
  minimum: "atLeast",
  maximum: "atMost",
  exclusiveMinimum: "more",
  exclusiveMaximum: "less",
};
const REMARKS: ReadonlySet<string> = new Set(["type", "properties", "required", "description", "$comment"]);

const joinAs = (operator: "all" | "any", parts: readonly Expression[]): Expression =>
  parts.length === 1 ? parts[0]! : { [operator]: parts };
const pathTo = (around: string, name: string): string => (/(^|\.)$/.test(around) ? around + name : `${around}.${name}`);
const toFact = (name: string): string => (name.includes(".") ? name : `facts.${name}`);

/**
 * Returns a condition as an expression. `path` leads to the answers that it is about: `.` for those beside it, empty for those of all steps.
 * An expression is unknown where an answer is missing, so that inside `not` each comparison asks for its answer too.
 */
export function toExpression(condition: Condition, path = "", inNot = false): Expression {
  const { properties = {}, required = [] } = condition;
  const names = [...new Set([...Object.keys(properties), ...required])];
  const parts = names.flatMap((name) => aboutMember(condition, name, pathTo(path, name), inNot));
  for (const [keyword, value] of Object.entries(condition))
    if (!REMARKS.has(keyword)) parts.push(aboutValue(keyword, value, path, inNot));
  return joinAs("all", parts);
}

function aboutMember({ properties = {}, required = [] }: Condition, name: string, path: string, inNot: boolean) {
  const inner = properties[name];
  const answered = { answered: path };
  const isAsked = inner !== undefined && Object.keys(inner).some((keyword) => keyword !== "type");
  if (!isAsked) return required.includes(name) ? [answered] : [];
  const part = toExpression(inner, path, inNot);
  if (!required.includes(name)) return [joinAs("any", [{ not: answered }, part])];
  return "not" in inner ? [answered, part] : [part];
}

function aboutValue(keyword: string, value: unknown, path: string, inNot: boolean): Expression {
  if (/(^|\.)$/.test(path) && !["condition", "allOf", "anyOf", "not"].includes(keyword))
    throw new NoExpressionError(`"${keyword}" here`);
  const asked = (part: Expression): Expression => (inNot ? joinAs("all", [{ answered: path }, part]) : part);
  const inner = (part: unknown) => toExpression(part as Condition, path, inNot);
  if (keyword === "condition") return toFact(String(value));
  if (keyword === "allOf") return joinAs("all", (value as unknown[]).map(inner));
  if (keyword === "anyOf") return joinAs("any", (value as unknown[]).map(inner));
  if (keyword === "not") return { not: toExpression(value as Condition, path, true) };
  if (keyword === "contains") return someEntry(`${path}.*`, value as Condition);
  if (keyword === "items") return { not: someEntry(`${path}.*`, { not: value as Condition }) };
  if (keyword === "const") return asked(equals(path, value));
  if (keyword === "enum") return asked(isAmong(path, value as unknown[]));
  if (keyword === "minItems") return { atLeast: [{ count: `${path}.*` }, value as number] };
  if (keyword === "maxItems") return { atMost: [{ count: `${path}.*` }, value as number] };
  if (keyword === "minLength" && value === 1) return { answered: path };
  const comparison = OF_VALUE[keyword];
  if (comparison) return asked({ [comparison]: [path, value as number] });
  throw new NoExpressionError(`"${keyword}" of ${path}`);
}

function equals(path: string, value: unknown): Expression {
  if (typeof value === "boolean") return value ? path : { not: path };
  return { [typeof value === "number" ? "equal" : "is"]: [path, value as string] };
}

function isAmong(path: string, values: readonly unknown[]): Expression {
  if (values.every((value) => typeof value === "string")) return { in: [path, ...values] };
  const parts = values.map((value) => equals(path, value));
  return joinAs("any", parts);
}

/** Whether an entry meets a condition. `path` leads to the entries. */
function someEntry(path: string, { type: _type, ...condition }: Condition): Expression {
  const [[keyword, value] = ["", undefined], ...others] = Object.entries(condition);
  if (others.length === 0 && keyword === "contains") return someEntry(`${path}.*`, value as Condition);
  if (others.length === 0 && (keyword === "const" || keyword === "enum"))
    return { has: [path.replace(/\.\*$/, ""), ...[value as string].flat()] };
  if (others.length > 0 || keyword !== "anyOf")
    return { more: [{ count: path, where: toExpression(condition, ".") }, 0] };
  const parts = (value as Condition[]).map((part) => someEntry(path, part));
  return joinAs("any", parts);
}

/** Renames an operator. */
const upgradeExpression = (expression: unknown): Expression =>
  JSON.parse(JSON.stringify(expression).replaceAll('"known":', '"answered":'));

/** Returns the object with these members replaced where it has them. */
function change(content: JsonObject, changes: Record<string, (value: unknown) => JsonObject>): JsonObject {
  const members = Object.entries(content).flatMap(([name, value]) =>
    Object.hasOwn(changes, name) ? Object.entries(changes[name]!(value)) : [[name, value] as const],
  );
  return Object.fromEntries(members);
}

/** Changes each entry of a list or member of an object. */
function each(value: unknown, upgrade: (entry: JsonObject) => unknown) {
  const upgraded = (entry: unknown) => (typeof entry === "object" ? upgrade(entry as JsonObject) : entry);
  if (Array.isArray(value)) return value.map(upgraded);
  return Object.fromEntries(Object.entries(value as JsonObject).map(([name, entry]) => [name, upgraded(entry)]));
}

const inEach = (name: string, changes: Parameters<typeof change>[1]) => (value: unknown) => ({
  [name]: each(value, (entry) => change(entry, changes)),
});

/** No operator is called so, but `not`, which may contain either. */
const isCondition = (value: unknown): boolean =>
  isObject(value) &&
  (["properties", "condition", "allOf", "anyOf"].some((name) => name in value) || isCondition(value.not));

const when = (value: unknown) => {
  if (typeof value === "string") return { when: toFact(value) };
  return { when: isCondition(value) ? toExpression(value as Condition) : value };
};

/** Returns `product.json`, as written or as published. */
export const upgradeManifest = (manifest: JsonObject): JsonObject =>
  change(manifest, {
    steps: inEach("steps", { when, notices: inEach("notices", { when }) }),
    lists: inEach("lists", { rules: inEach("rules", { if: when }) }),
    facts: (facts) => ({
      facts: each(facts, (fact) => (Object.hasOwn(fact, "value") ? upgradeExpression(fact.value) : fact)),
    }),
  });

/** Rules between answers were in `holds`, those that the broker may confirm in `expects`. */
const toRules = ({ holds = {}, expects = {} }: JsonObject): JsonObject => {
  const warnings = each(expects, (rule) => ({ ...rule, level: "warning" }));
  return { rules: upgradeExpression({ ...Object(holds), ...Object(warnings) }) };
};

/** Returns the rules of a step. */
export function upgradeSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(upgradeSchema);
  if (!isObject(schema)) return schema;
  const upgraded = change(schema, {
    when,
    featureFlag: when,
    holds: () => toRules(schema),
    expects: () => ("holds" in schema ? {} : toRules(schema)),
    computed: (value) => ({ computed: upgradeExpression(value) }),
    startsWith: (value) => ({ startsWith: upgradeExpression(value) }),
  });
  const within = (name: string, part: unknown) =>
    HOLDS_BY_NAME.has(name) ? each(part, upgradeSchema) : upgradeSchema(part);
  return Object.fromEntries(Object.entries(upgraded).map(([name, part]) => [name, within(name, part)]));
}

/** Returns a layout, whose plain content may have conditions. */
export function upgradeLayout(layout: unknown): unknown {
  if (Array.isArray(layout)) return layout.map(upgradeLayout);
  if (!isObject(layout)) return layout;
  const { when: fact, if: condition, ...rest } = layout;
  if (isObject(fact)) return layout;
  const parts: Expression[] = [];
  if (typeof fact === "string") parts.push(toFact(fact));
  if (isObject(condition)) parts.push(toExpression(condition as Condition, "."));
  const members = each(parts.length > 0 ? rest : layout, upgradeLayout) as JsonObject;
  return { ...members, ...(parts.length > 0 ? { when: joinAs("all", parts) } : {}) };
}

export const upgradeQuestions = (questions: JsonObject): JsonObject =>
  change(questions, { answer_rules: inEach("answer_rules", { if: when }) });

/** Returns a tariff without its features, and these as facts of the product. */
export function upgradeTariff({ features = {}, ...tariff }: JsonObject) {
  const facts = each(features, ({ if: condition }) => toExpression(condition as Condition)) as Record<
    string,
    Expression
  >;
  const oneOff = (value: unknown) => ({ one_off: change(value as JsonObject, { feature: when }) });
  return { tariff: change(tariff, { one_off: oneOff }), facts };
}

/** Returns a published module of an earlier form. */
export const upgradeModule = <Module extends { manifest: Manifest; steps: Record<string, StepSource> }>(
  module: Module,
): Module => ({
  ...module,
  manifest: upgradeManifest({ ...module.manifest }) as unknown as Manifest,
  steps: each(module.steps, ({ schema, ui }) => ({ schema: upgradeSchema(schema), ui: upgradeLayout(ui) })),
});

/** Returns the private part of a release of an earlier form, and the facts that were features of its tariff. */
export function upgradeBack<Back extends { tariff: unknown }>(back: Back) {
  const tariff = (value: unknown) => ({ tariff: isObject(value) ? upgradeTariff(value).tariff : value });
  const questions = (value: unknown) => ({ questions: isObject(value) ? upgradeQuestions(value) : value });
  const upgraded = change({ ...back }, { tariff, tariffs: inEach("tariffs", { tariff }), questions }) as Back;
  return { back: upgraded, facts: isObject(back.tariff) ? upgradeTariff(back.tariff).facts : {} };
}
