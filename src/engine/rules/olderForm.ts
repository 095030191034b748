// Brings what was written or published in the first form of the language to today's, so that the engine knows one form alone. Conditions
// over answers were JSON Schema; features of a tariff, named conditions and facts were three things. `npm run upgrade-content` rewrites
// files with it, and releases of that time pass through it when they are loaded. Loaded on demand.
import type { Condition, Expression, Schema, UiSchema } from "../schema/schema.ts";
import { isObject } from "../schema/schemaTree.ts";
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

const isAmong = (path: string, values: readonly unknown[]): Expression =>
  values.every((value) => typeof value === "string")
    ? { in: [path, ...values] }
    : joinAs(
        "any",
        values.map((value) => equals(path, value)),
      );

/** Whether an entry meets a condition. `path` leads to the entries. */
function someEntry(path: string, { type: _type, ...condition }: Condition): Expression {
  const [[keyword, value] = ["", undefined], ...others] = Object.entries(condition);
  const names = Object.keys(condition.properties ?? {});
  const isOfOne = names.length === 1 && String(condition.required) === names[0];
  const member = condition.properties?.[names[0]!];
  if (others.length === 0 && (keyword === "const" || keyword === "enum"))
    return { has: [path.replace(/\.\*$/, ""), ...[value as string].flat()] };
  if (others.length === 0 && keyword === "contains") return someEntry(`${path}.*`, value as Condition);
  if (others.length === 0 && keyword === "anyOf")
    return joinAs(
      "any",
      (value as Condition[]).map((part) => someEntry(path, part)),
    );
  if (
    isOfOne &&
    others.length === 1 &&
    (member?.const ?? member?.enum) !== undefined &&
    Object.keys(member!).length === 1
  )
    return someEntry(`${path}.${names[0]}`, member!);
  return { more: [{ count: path, where: toExpression(condition, ".") }, 0] };
}

/** Renames operators in an expression. */
function upgradeExpression(expression: unknown): unknown {
  if (Array.isArray(expression)) return expression.map(upgradeExpression);
  if (!isObject(expression)) return expression;
  return Object.fromEntries(
    Object.entries(expression).map(([name, part]) => [name === "known" ? "answered" : name, upgradeExpression(part)]),
  );
}

/** Returns the object with these members replaced where it has them. Undefined removes one. */
function change(content: JsonObject, changes: Record<string, (value: unknown) => JsonObject | undefined>): JsonObject {
  const members = Object.entries(content).flatMap(([name, value]) =>
    Object.hasOwn(changes, name) ? Object.entries(changes[name]!(value) ?? {}) : [[name, value] as const],
  );
  return Object.fromEntries(members);
}

const each = (value: unknown, upgrade: (entry: JsonObject) => JsonObject): unknown =>
  Array.isArray(value)
    ? value.map((entry) => (isObject(entry) ? upgrade(entry) : entry))
    : Object.fromEntries(
        Object.entries(value as JsonObject).map(([name, entry]) => [name, isObject(entry) ? upgrade(entry) : entry]),
      );

const when = (value: unknown) => ({
  when: typeof value === "string" ? toFact(value) : toExpression(value as Condition),
});

/** Returns `product.json`, as written or as published. */
export const upgradeManifest = (manifest: JsonObject): JsonObject =>
  change(manifest, {
    steps: (steps) => ({
      steps: each(steps, (step) =>
        change(step, { when, notices: (list) => ({ notices: each(list, (notice) => change(notice, { when })) }) }),
      ),
    }),
    lists: (lists) => ({
      lists: each(lists, (list) =>
        change(list, { rules: (rules) => ({ rules: each(rules, (rule) => change(rule, { if: when })) }) }),
      ),
    }),
    facts: (facts) => ({
      facts: Object.fromEntries(
        Object.entries(facts as JsonObject).map(([name, fact]) => [
          name,
          upgradeExpression((fact as JsonObject).value),
        ]),
      ),
    }),
  });

const EXPRESSIONS: ReadonlySet<string> = new Set(["holds", "expects", "computed", "startsWith"]);

/** Returns the rules of a step. */
export function upgradeSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(upgradeSchema);
  if (!isObject(schema)) return schema;
  const members = Object.entries(schema).map(([name, value]) => {
    const isFact = (name === "featureFlag" || name === "when") && typeof value === "string";
    if (isFact) return ["when", toFact(value)] as const;
    return [name, EXPRESSIONS.has(name) ? upgradeExpression(value) : upgradeSchema(value)] as const;
  });
  return Object.fromEntries(members);
}

/** Returns a layout, whose plain content may have conditions. */
export function upgradeLayout(layout: unknown): unknown {
  if (Array.isArray(layout)) return layout.map(upgradeLayout);
  if (!isObject(layout)) return layout;
  const { when: fact, if: condition, ...rest } = layout;
  const parts: Expression[] = [];
  if (typeof fact === "string") parts.push(toFact(fact));
  if (isObject(condition)) parts.push(toExpression(condition as Condition, "."));
  const members = Object.entries(parts.length > 0 ? rest : layout).map(([name, value]) => [name, upgradeLayout(value)]);
  return { ...Object.fromEntries(members), ...(parts.length > 0 ? { when: joinAs("all", parts) } : {}) };
}

export const upgradeQuestions = (questions: JsonObject): JsonObject =>
  change(questions, { answer_rules: (rules) => ({ answer_rules: each(rules, (rule) => change(rule, { if: when })) }) });

/** Returns a tariff without its features, and these as facts of the product. */
export function upgradeTariff({ features = {}, ...tariff }: JsonObject): { tariff: JsonObject; facts: JsonObject } {
  const entries = Object.entries(features as Record<string, { if: Condition }>);
  const facts = Object.fromEntries(entries.map(([name, feature]) => [name, toExpression(feature.if)]));
  const oneOff = (value: unknown) => ({ one_off: change(value as JsonObject, { feature: when }) });
  return { tariff: change(tariff, { one_off: oneOff }), facts };
}

/** Returns a published module of the first form. */
export const upgradeModule = <Module extends { manifest: Manifest; steps: Record<string, StepSource> }>(
  module: Module,
): Module => ({
  ...module,
  manifest: upgradeManifest(module.manifest as unknown as JsonObject) as unknown as Manifest,
  steps: Object.fromEntries(
    Object.entries(module.steps).map(([key, { schema, ui }]) => [
      key,
      { schema: upgradeSchema(schema) as Schema, ui: upgradeLayout(ui) as UiSchema },
    ]),
  ),
});

interface PrivatePart {
  tariff: JsonObject | null;
  tariffs?: { from: string; tariff: JsonObject }[];
  questions: JsonObject | null;
}

/** Returns the private part of a release of the first form, and the facts that were features of its tariff. */
export function upgradeBack<Back extends PrivatePart>(back: Back): { back: Back; facts: Record<string, Expression> } {
  const first = back.tariff ? upgradeTariff(back.tariff) : { tariff: null, facts: {} };
  const later = (back.tariffs ?? []).map(({ from, tariff }) => ({ from, tariff: upgradeTariff(tariff).tariff }));
  const questions = back.questions && upgradeQuestions(back.questions);
  const upgraded = { ...back, tariff: first.tariff, questions, ...(later.length > 0 ? { tariffs: later } : {}) };
  return { back: upgraded, facts: first.facts as Record<string, Expression> };
}
