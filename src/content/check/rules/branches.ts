// Fields that conditions show: a field must not depend on itself, by way of others or of what a list offers, conditions around each
// other must not contradict each other, and a choice must not be refused by another branch that counts whenever it is offered.
// Whether a condition can be true otherwise is shown by cases.
import { isDeepStrictEqual } from "node:util";
import { readsIn } from "#engine/expressions/paths.ts";
import { matches } from "#engine/rules/conditions.ts";
import { namesRead } from "#engine/schema/conditionNames.ts";
import type { Condition, Schema } from "#engine/schema/schema.ts";
import { partsAbout } from "#engine/schema/schemaVisitor.ts";
import type { Manifest } from "#engine/schema/types.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import { error, type Finding } from "../../read/findings/finding.ts";
import { t } from "../../read/findings/translate.ts";
import { placedSchemas, type Steps } from "../../read/steps/stepIndex.ts";
import { admits } from "./values.ts";

interface Guard {
  condition: Condition;
  place: string;
}

/** One place where an object describes a field, with the conditions around it. */
interface Appearance {
  schema: Schema;
  place: string;
  guards: readonly Guard[];
}

type FieldAppearances = Map<string, Appearance[]>;

export function checkBranches(product: ProductFiles, steps: Steps): Finding[] {
  const { lists } = readManifest(product);
  const findings: Finding[] = [];
  for (const { key, schema: file } of product.steps) {
    for (const { schema, place, path } of placedSchemas(steps[key]?.schema ?? {})) {
      const isObjectItself = schema.properties !== undefined || partsAbout(schema, "same").length > 0;
      if (!isObjectItself || /\/(then|else|allOf\/\d+)$/.test(place)) continue;
      const fields: FieldAppearances = new Map();
      addFields(fields, schema, place, []);
      const listReads = (list: string) => (path.length === 0 ? readByList(lists[list], key) : []);
      findings.push(...findCircles(fields, listReads, file.file), ...findRefused(fields, file.file));
      findings.push(...findContradictions([...fields.values()].flat(), file.file));
    }
  }
  return findings;
}

function addFields(fields: FieldAppearances, schema: Schema, place: string, guards: readonly Guard[]): void {
  for (const part of partsAbout(schema, "member")) {
    const appearance = { schema: part.schema, place: place + part.place, guards };
    fields.set(part.name, [...(fields.get(part.name) ?? []), appearance]);
  }
  for (const part of partsAbout(schema, "same")) {
    const { condition } = part;
    const own = condition ? [{ condition, place: `${place}/if` }] : [];
    addFields(fields, part.schema, place + part.place, [...guards, ...own]);
  }
}

/** The answers of a step that the rules of a list read. */
function readByList(source: Manifest["lists"][string] | undefined, step: string): string[] {
  const rules = source && "rules" in source ? source.rules : [];
  const addresses = readsIn(rules.map(({ when }) => when ?? true));
  return addresses.filter((address) => address.startsWith(`${step}.`)).map((address) => address.split(".")[1] ?? "");
}

/** The fields that decide whether a field is shown, or what it offers. Another rule for a field that is shown already does not. */
function findDependencies(appearances: readonly Appearance[], listReads: (list: string) => string[]): string[] {
  const names: string[] = [];
  for (const { guards, schema } of appearances) {
    const isShownAlready = appearances.some(
      (other) => other.guards.length < guards.length && other.guards.every((guard) => guards.includes(guard)),
    );
    if (!isShownAlready) for (const { condition } of guards) names.push(...namesRead(condition));
    if (schema.enumFrom !== undefined) names.push(...listReads(schema.enumFrom));
  }
  return names;
}

function findCircles(fields: FieldAppearances, listReads: (list: string) => string[], file: string): Finding[] {
  const reported = new Set<string>();
  const findings: Finding[] = [];
  for (const [start, [first]] of fields) {
    const circle = reported.has(start) ? null : findCircle(fields, start, listReads);
    if (!circle) continue;
    for (const other of circle) reported.add(other);
    const links = circle.map((other, index) => {
      const next = circle[index + 1] ?? start;
      return index === 0 ? t`"${other}" depends on "${next}"` : t`"${other}" on "${next}"`;
    });
    const sentence = t`${links.join(", ")}, so the order of the answers decides what is shown`;
    const place = first?.guards.at(-1)?.place ?? first?.place ?? "";
    findings.push(error(file, place, sentence, t`let one of them depend on other answers`));
  }
  return findings;
}

/** The shortest way from a field back to itself. */
function findCircle(fields: FieldAppearances, start: string, listReads: (list: string) => string[]): string[] | null {
  const ways = new Map([[start, [start]]]);
  for (const [name, way] of ways)
    for (const next of findDependencies(fields.get(name) ?? [], listReads)) {
      if (next === start) return way;
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  return null;
}

/** Choices that a branch with the same conditions, or fewer, always refuses. */
function findRefused(fields: FieldAppearances, file: string): Finding[] {
  const findings: Finding[] = [];
  for (const [name, appearances] of fields)
    for (const { schema, place, guards } of appearances) {
      const always = appearances.filter(
        (other) => other.schema !== schema && other.guards.every((guard) => isAmong(guard, guards)),
      );
      for (const [index, choice] of (schema.enum ?? []).entries()) {
        if (always.every((other) => admits(other.schema, choice))) continue;
        const sentence = t`${JSON.stringify(choice)} can never be chosen, because another rule of "${name}" always refuses it`;
        findings.push(error(file, `${place}/enum/${index}`, sentence, t`remove it here, or allow it there`));
      }
    }
  return findings;
}

const isAmong = ({ condition }: Guard, guards: readonly Guard[]): boolean =>
  guards.some((other) => isDeepStrictEqual(other.condition, condition));

/** Once for each outermost condition. */
function findContradictions(appearances: readonly Pick<Appearance, "guards">[], file: string): Finding[] {
  const findings = new Map<string, Finding>();
  for (const { guards } of appearances)
    for (const [index, { place }] of guards.entries()) {
      const wanted = collectWanted(guards.slice(0, index + 1).map(({ condition }) => condition));
      const [name] = [...wanted].find(([, conditions]) => contradict(conditions)) ?? [];
      if (name === undefined) continue;
      const sentence = t`this condition and those around it want different answers to "${name}", so it is never true`;
      findings.set(place, error(file, place, sentence, t`correct it, or remove what depends on it`));
      break;
    }
  return [...findings.values()];
}

/** What conditions that are all true want of each answer. */
function collectWanted(conditions: readonly Condition[], wanted = new Map<string, Condition[]>()) {
  for (const { properties = {}, required = [], allOf = [] } of conditions) {
    for (const name of required) wanted.set(name, [...(wanted.get(name) ?? []), properties[name] ?? {}]);
    collectWanted(allOf, wanted);
  }
  return wanted;
}

/** Whether no value meets all conditions: none of those that one of them names, or no number between their bounds. */
function contradict(conditions: readonly Condition[]): boolean {
  for (const { const: only, enum: some } of conditions) {
    const named = only === undefined ? some : [only];
    if (named) return !named.some((value) => conditions.every((condition) => matches(condition, value)));
  }
  const lows = conditions.map(({ minimum, exclusiveMinimum }) => minimum ?? exclusiveMinimum ?? -Infinity);
  const highs = conditions.map(({ maximum, exclusiveMaximum }) => maximum ?? exclusiveMaximum ?? Infinity);
  return Math.max(...lows) > Math.min(...highs);
}
