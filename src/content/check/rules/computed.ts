// Values that expressions give, of computed fields and of fields that start with another answer: no value needs itself, and a whole
// number has no decimals. Of computed fields also: nothing is asked of the broker at one.
import { overlaps, resolveRead } from "#engine/expressions/computed.ts";
import { findOperator } from "#engine/expressions/evaluate.ts";
import { isPath, pathSegments, readsIn } from "#engine/expressions/paths.ts";
import type { Expression, Schema } from "#engine/schema/schema.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import { removal } from "../../read/findings/finding.ts";
import type { Report } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";
import { namesShowing } from "../../read/steps/pricedAnswers.ts";
import { type PlacedSchema, placedSchemas, schemasAt } from "../../read/steps/stepIndex.ts";

/** What may be written beside `computed`: what shows, judges or explains a value. */
const BESIDE = new Set([
  ...["computed", "type", "format", "rules", "title", "description"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
]);

interface ValuePart extends PlacedSchema {
  keyword: "computed" | "startsWith";
  expression: Expression;
}

/** Checks the fields of a step whose values expressions give. The kinds of their expressions are checked with the rules. */
export function checkComputed(step: string, schema: Schema, report: Report): void {
  const parts: ValuePart[] = [];
  for (const part of placedSchemas(schema)) {
    const { computed, startsWith } = part.schema;
    if (computed !== undefined) parts.push({ ...part, keyword: "computed", expression: computed });
    else if (startsWith !== undefined) parts.push({ ...part, keyword: "startsWith", expression: startsWith });
  }
  const computedParts = parts.filter(({ keyword }) => keyword === "computed");
  for (const part of computedParts) checkBeside(part, report);
  for (const part of parts) {
    if (part.keyword === "computed" || !isPath(part.expression)) checkWhole(part, schema, report);
    const hint = t`begin with a dot: ".field" instead of "${step}.field"`;
    if (readsIn(part.expression).some((path) => path.startsWith(`${step}.`)))
      report(`${part.place}/${part.keyword}`, t`the expression reads its own step by the name of the step`, hint);
  }
  checkRequired(schema, computedParts, report);
  checkCycles(schema, parts, report);
}

function checkBeside({ schema, place, path }: ValuePart, report: Report): void {
  for (const keyword of Object.keys(schema)) {
    const sentence = t`the field ${path.join(".")} is computed, so "${keyword}" does nothing`;
    if (!BESIDE.has(keyword)) report(`${place}/${keyword}`, sentence, removal());
  }
}

/** A whole number is the sum or product of whole numbers, or rounded. A number is rounded where a division has no end. */
function checkWhole({ schema, place, path, keyword, expression }: ValuePart, step: Schema, report: Report): void {
  const find = (read: string) => (read.startsWith(".") ? schemasAt([step], resolveRead(path.slice(0, -1), read)) : []);
  const sentence = t`${path.join(".")} is a whole number, and its value may have decimals`;
  if (schema.type === "integer" && !isWhole(expression, find))
    report(`${place}/${keyword}`, sentence, t`add "round": 0, or make it a number`);
  if (schema.type === "number" && dividesOpenly(expression))
    report(`${place}/${keyword}`, t`a division may give decimals without an end`, t`add "round": 2`);
}

/** Operators whose result is a whole number. */
const WHOLE: ReadonlySet<string> = new Set(["count", "days", "months", "years", "year"]);

export function isWhole(expression: Expression, find: (read: string) => Schema[]): boolean {
  if (typeof expression === "number") return Number.isInteger(expression);
  if (isPath(expression)) {
    const schemas = find(expression);
    return schemas.length > 0 && schemas.every(({ type }) => type === "integer");
  }
  if (typeof expression !== "object") return true;
  if (expression.round !== undefined) return expression.round === 0;
  const name = findOperator(expression);
  if (name === "divide") return false;
  if (name && WHOLE.has(name)) return true;
  const { if: _asked, where: _chosen, ...parts } = expression;
  return listParts(parts).every((part) => isWhole(part, find));
}

const listParts = (operation: object): Expression[] => Object.values(operation).flat() as Expression[];

function dividesOpenly(expression: Expression): boolean {
  if (typeof expression !== "object" || expression.round !== undefined) return false;
  if (findOperator(expression) === "divide") return true;
  return listParts(expression).some(dividesOpenly);
}

function checkRequired(schema: Schema, parts: readonly ValuePart[], report: Report): void {
  for (const { schema: part, place, path } of placedSchemas(schema))
    for (const [index, name] of (part.required ?? []).entries()) {
      const sentence = t`${name} is computed, so it cannot be filled in`;
      if (parts.some((computed) => overlaps(computed.path, [...path, name])))
        report(`${place}/required/${index}`, sentence, t`require the answers that it reads`);
    }
}

/** A value cannot depend on itself: not by what it reads, nor by a condition that shows what it reads. */
function checkCycles(schema: Schema, parts: readonly ValuePart[], report: Report): void {
  const shown = namesShowing(schema);
  const reported = new Set<string>();
  for (const part of parts) {
    const circle = findCircle(part.path, part.path, { parts, shown }, []);
    const names = circle?.map((path) => path.join("."));
    if (!names || names.some((name) => reported.has(name))) continue;
    for (const name of names) reported.add(name);
    const hint = t`remove one of these, from the expression or from the condition that shows the field`;
    const sentence = t`the value depends on itself: ${[...names, names[0]].join(t` needs `)}`;
    report(`${part.place}/${part.keyword}`, sentence, hint);
  }
}

interface ValueGraph {
  parts: readonly ValuePart[];
  /** By top-level field the names that the conditions around it read. */
  shown: ReadonlyMap<string, ReadonlySet<string>>;
}

const leadsTo = (path: readonly string[], other: readonly string[]): boolean =>
  overlaps(path, other) || (path.length === 1 && path[0] === other[0]);

function findCircle(
  from: readonly string[],
  goal: readonly string[],
  graph: ValueGraph,
  before: readonly (readonly string[])[],
): (readonly string[])[] | null {
  const key = from.join(".");
  if (before.some((path) => path.join(".") === key)) return null;
  const way = [...before, from];
  const needed: (readonly string[])[] = [];
  for (const { expression, path } of graph.parts.filter((part) => leadsTo(from, part.path)))
    for (const read of readsIn(expression)) if (read.startsWith(".")) needed.push(resolveRead(path.slice(0, -1), read));
  for (const name of graph.shown.get(from[0] ?? "") ?? []) needed.push([name]);
  for (const next of needed) {
    if (leadsTo(next, goal)) return way;
    const circle = findCircle(next, goal, graph, way);
    if (circle) return circle;
  }
  return null;
}

/** Returns the answers that a value follows from: itself where it is answered, what it reads where it is computed. */
export function findSources(steps: Record<string, { schema: Schema }>, path: string): string[] {
  const [step = "", field = ""] = path.split(".");
  const described = propertySchemas(steps[step]?.schema ?? {}).get(field) ?? [];
  const computed = described.flatMap(({ computed }) => (computed === undefined ? [] : [computed]));
  if (computed.length === 0) return [path];
  return computed.flatMap(readsIn).flatMap((read) => {
    const [other, ...names] = pathSegments(read);
    return findSources(steps, [other || step, ...names].join("."));
  });
}
