// The index of what the steps of a product contain: every schema with its place and rules, every field of a form with its layout, and
// the answers that exist. It is made once for each step that was parsed. Checks and cases filter it.

import { type AnswerRule, answerRules } from "#engine/expressions/breach.ts";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { isTable, recordSchemas } from "#engine/fields/recordFields.ts";
import { ANSWER, asksExplained, memberList } from "#engine/schema/members.ts";
import { oncePer } from "#engine/schema/oncePer.ts";
import { BOUND_NAMES } from "#engine/schema/rules.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { isGroup, isObject, propertySchemas } from "#engine/schema/schemaTree.ts";
import { partsAbout, visitSchema } from "#engine/schema/schemaVisitor.ts";
import type { ListItem, Manifest, StepSource } from "#engine/schema/types.ts";

export type Steps = Record<string, StepSource>;

export interface PlacedSchema {
  schema: Schema;
  /** In the schema of the step: `/allOf/0/then/properties/kvk`. */
  place: string;
  /** The members that lead to its value, `*` for each entry or row. */
  path: readonly string[];
  /** Its rules between answers. */
  rules: readonly AnswerRule[];
}

/** Every schema inside a schema, outer ones first. */
export const placedSchemas = oncePer((outermost: Schema): readonly PlacedSchema[] => {
  const all: PlacedSchema[] = [];
  visitSchema(outermost, (placed) => all.push({ ...placed, rules: answerRules(placed.schema) }));
  return all;
});

/** The fields of a step itself by their names. */
export function findFields(step: StepSource | undefined): ReadonlyMap<string, Schema[]> {
  return step ? propertySchemas(step.schema) : new Map();
}

/** The answers of all steps: `step.field`. */
export const listAnswers = (steps: Steps): string[] =>
  Object.entries(steps).flatMap(([key, step]) => [...findFields(step).keys()].map((field) => `${key}.${field}`));

export interface FormField {
  /** The place of its layout: `kvk`, in a group, record or row `owners/name`. */
  place: string;
  /** Where it is described: at its own place, and in conditions. */
  described: Schema[];
  layout: UiSchema | undefined;
  /** Always or under a condition. */
  isRequired: boolean;
}

/** The fields of a step, then those of its groups, records and rows, at any depth. Questions have no layout for their answer. */
export const formFields = oncePer((step: StepSource): readonly FormField[] => {
  const places = new Map(findFields(step));
  // A map goes on to what is added while it is read.
  for (const [name, described] of places) {
    const around = described.flatMap((field) => (isGroup(field) ? [field] : recordSchemas(field)));
    for (const [inner, schemas] of around.flatMap((group) => [...propertySchemas(group)]))
      if (inner !== ANSWER || !described.some(asksExplained)) places.set(`${name}/${inner}`, schemas);
  }
  const required = requiredPlaces(step);
  return [...places].map(([place, described]) => {
    const layout = valueAt(step.ui, place.split("/"));
    return { place, described, layout: isObject(layout) ? layout : undefined, isRequired: required.has(place) };
  });
});

/** The places of fields that must be answered, always or under a condition. */
export const requiredPlaces = oncePer(({ schema }: StepSource): ReadonlySet<string> => {
  const places = new Set<string>();
  for (const { schema: part, path } of placedSchemas(schema))
    for (const name of part.required ?? []) places.add([...path.filter((member) => member !== "*"), name].join("/"));
  return places;
});

/** Whether the items of a field name what it asks, so that it needs no label. */
export const isNamedByItems = (field: Schema): boolean =>
  field.type === "array" || (memberList(field) !== null && (!isTable(field) || asksExplained(field)));

/** Whether `<step>.<field>(.<member>)*` is an answer that exists. */
export function answerExists(steps: Steps, path: string): boolean {
  const [step = "", field = "", ...rest] = path.split(".");
  return (
    findFields(steps[step])
      .get(field)
      ?.some((schema) => reaches(schema, rest)) === true
  );
}

/** Entries of a list by their number, or all of them by `*`. Members of a group by their name. */
function reaches(schema: Schema, [part, ...deeper]: string[]): boolean {
  if (part === undefined) return true;
  if (schema.type === "array")
    return /^(\*|\d+)$/.test(part) && (deeper.length === 0 || !schema.items || reaches(schema.items, deeper));
  const properties = propertySchemas(schema);
  if (schema.type !== "object" && properties.size === 0) return false;
  const inside = properties.get(part) ?? (isTable(schema) ? recordSchemas(schema) : undefined);
  // Others may be given by a list.
  return inside ? inside.some((each) => reaches(each, deeper)) : memberList(schema) !== null || properties.size === 0;
}

/** Returns the schemas that describe the value at a path of an expression. `*` is every member or entry. */
export function schemasAt(schemas: readonly Schema[], path: readonly string[]): Schema[] {
  return path.reduce<Schema[]>((parents, name) => parents.flatMap((schema) => findMembers(schema, name)), [...schemas]);
}

function findMembers(schema: Schema, name: string): Schema[] {
  const properties = propertySchemas(schema);
  const others = [...partsAbout(schema, "rest"), ...partsAbout(schema, "entry")].map((part) => part.schema);
  if (name === "*") return [...[...properties.values()].flat(), ...others];
  return properties.get(name) ?? (schema.type === "object" ? others : []);
}

/** Bounds of a field that its texts may mention. */
export function findLimits(described: Schema[]): string[] {
  const numbers: string[] = BOUND_NAMES.filter((name) => described.some((schema) => typeof schema[name] === "number"));
  return described.some((schema) => isObject(schema.dateWindow)) ? [...numbers, "minDate", "maxDate"] : numbers;
}

/** All values that the rules of a list may give, or undefined where a call gives them. */
export function ruleValues(lists: Manifest["lists"], name = ""): ListItem["value"][] | undefined {
  const source = lists[name];
  return source && "rules" in source ? source.rules.flatMap(({ values }) => values) : undefined;
}
