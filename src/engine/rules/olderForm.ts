// Brings what was written or published in an earlier form of the language to today's, so that the engine knows one form alone. What is in
// today's words stays as it is. Conditions over answers were JSON Schema; features of a tariff, named conditions and facts were three
// things. `npm run upgrade-content` rewrites files with it, and releases pass through it when they are loaded. Loaded on demand.
import type { Condition, Expression } from "../schema/schema.ts";
import { isObject } from "../schema/schemaTree.ts";
import { HOLDS_BY_NAME } from "../schema/schemaVisitor.ts";
import type { JsonObject } from "../schema/types.ts";

/** A part of a condition that expressions cannot say. */
export class NoExpressionError extends Error {}
const BOUNDS = { minimum: "atLeast", maximum: "atMost", exclusiveMinimum: "more", exclusiveMaximum: "less" };
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
  if (Object.hasOwn(BOUNDS, keyword)) return asked({ [BOUNDS[keyword as "minimum"]]: [path, value as number] });
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

type Changes = Record<string, (value: unknown, around: JsonObject) => JsonObject>;

/** Returns the object with these members replaced where it has them. */
const change = (content: JsonObject, changes: Changes): JsonObject =>
  Object.fromEntries(
    Object.entries(content).flatMap(([name, value]) =>
      Object.entries(Object.hasOwn(changes, name) ? changes[name]!(value, content) : { [name]: value }),
    ),
  );

/** Their members are named by authors. */
const NAMED: ReadonlySet<string> = new Set([...HOLDS_BY_NAME, "holds", "expects", "rules", "facts", "values"]);

/** Replaces members at every depth. */
const rewrite = <Content>(content: Content, changes: Changes): Content =>
  JSON.parse(JSON.stringify(content), (name, part) =>
    isObject(part) && !NAMED.has(name) ? change(part, changes) : part,
  );
const rename = (name: string) => (value: unknown) => ({ [name]: value });

/** No operator is called so, but `not`, which may contain either. */
const isCondition = (value: unknown): boolean =>
  isObject(value) &&
  (["properties", "condition", "allOf", "anyOf"].some((name) => name in value) || isCondition(value.not));
const when = (value: unknown) => {
  if (typeof value === "string") return { when: toFact(value) };
  return { when: isCondition(value) ? toExpression(value as Condition) : value };
};
const LOGIC: Changes = {
  ...{ when, known: rename("answered") },
  if: (value) => (isCondition(value) ? when(value) : { if: value }),
};

/** Returns `product.json`, as written or as published, or `questions.json`. */
export function upgradeManifest(manifest: JsonObject): JsonObject {
  const upgraded = rewrite(manifest, LOGIC);
  if (upgraded.facts === undefined) return upgraded;
  const named = Object.entries(upgraded.facts as Record<string, Expression>);
  const facts = named.map(([name, fact]) => [name, typeof fact === "object" && "value" in fact ? fact.value : fact]);
  return { ...upgraded, facts: Object.fromEntries(facts) };
}

/** Rules between answers were in `holds`, those that the broker may confirm in `expects`. */
const toRules = (_value: unknown, { holds, expects }: JsonObject) => {
  const warnings = Object.entries(Object(expects)).map(([name, rule]) => [name, { ...Object(rule), level: "warning" }]);
  return { rules: { ...Object(holds), ...Object.fromEntries(warnings) } };
};

/** The members of a table and of questions were in `additionalProperties`: rows, answers, or answers with what explains them. */
function toMembers(list: unknown, { requiredFrom, additionalProperties }: JsonObject): JsonObject {
  const { list: from, ...prefix } = isObject(list) ? list : { list };
  const members = { from, ...prefix, ...(requiredFrom === undefined && { optional: true }) };
  const { type, ...record } = Object(additionalProperties) as JsonObject;
  if (type !== "object") return { ask: members };
  const { answer, ...properties } = Object(record.properties) as JsonObject;
  if (!answer) return { rows: { ...members, ...record } };
  const required = [record.required ?? []].flat().filter((name) => name !== "answer");
  const all = Object.entries({ ...record, properties, required }).filter(([, part]) => JSON.stringify(part).length > 2);
  return { ask: { ...members, explain: Object.fromEntries(all) } };
}

/** Returns the rules of a step. */
export const upgradeSchema = <Rules>(schema: Rules): Rules =>
  rewrite(schema, {
    ...{ when, featureFlag: when, known: rename("answered") },
    ...{ holds: toRules, expects: toRules, alone: rename("exclusive"), $comment: rename("description") },
    ...{ requiredFrom: toMembers, propertiesFrom: toMembers },
    additionalProperties: (value, { requiredFrom, propertiesFrom }) =>
      (requiredFrom ?? propertiesFrom) === undefined ? { additionalProperties: value } : {},
  });

/** Plain content may have two conditions. */
function toShown(_value: unknown, { when: fact, if: condition }: JsonObject): JsonObject {
  const facts = fact === undefined ? {} : when(fact);
  if (!isCondition(condition)) return { ...facts, ...(condition === undefined ? {} : { if: condition }) };
  const parts = [...(Object.values(facts) as Expression[]), toExpression(condition as Condition, ".")];
  return { when: joinAs("all", parts) };
}

/** Returns a layout. */
export const upgradeLayout = <Layout>(layout: Layout): Layout =>
  rewrite(layout, {
    ...{ when: toShown, if: toShown },
    "ui:widget": (name) => ({ "ui:widget": name === "integer" ? "number" : name }),
    "ui:errors": (shown) => ({ "ui:errors": change(Object(shown), { alone: rename("exclusive") }) }),
  });

/** Returns a tariff without its features and its calculation in words, and the features as facts of the product. */
export function upgradeTariff({ features = {}, order: _order, ...tariff }: JsonObject) {
  const named = Object.entries(features as Record<string, { if: Condition }>);
  const facts = Object.fromEntries(named.map(([name, feature]) => [name, toExpression(feature.if)]));
  const toEmpty = (value: unknown) => (typeof value === "number" ? { empty: value } : { default: value });
  return { tariff: rewrite<JsonObject>(tariff, { feature: when, default: toEmpty }), facts };
}

/** Returns a published module of an earlier form. */
export const upgradeModule = <Module extends { manifest: object; steps: object }>(module: Module): Module => ({
  ...module,
  manifest: upgradeManifest({ ...module.manifest }),
  steps: Object.fromEntries(
    Object.entries(module.steps).map(([key, { schema, ui }]) => {
      return [key, { schema: upgradeSchema(schema), ui: upgradeLayout(ui) }];
    }),
  ),
});

/** Returns the private part of a release of an earlier form, and the facts that were features of its tariff. */
export function upgradeBack<Back extends { tariff: unknown }>(back: Back) {
  const tariff = (value: unknown) => ({ tariff: isObject(value) ? upgradeTariff(value).tariff : value });
  const tariffs = (list: unknown) => ({ tariffs: (list as JsonObject[]).map((each) => change(each, { tariff })) });
  const questions = (value: unknown) => ({ questions: rewrite(value, LOGIC) });
  const upgraded = change({ ...back }, { tariff, tariffs, questions }) as Back;
  return { back: upgraded, facts: isObject(back.tariff) ? upgradeTariff(back.tariff).facts : {} };
}
