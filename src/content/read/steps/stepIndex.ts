// Which fields and answers a product's steps have.
import { ANSWER, asksExplained } from "#engine/fields/questions.ts";
import { isTable, recordSchemas } from "#engine/fields/recordFields.ts";
import { BOUND_NAMES } from "#engine/schema/rules.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isGroup, isObject, memberList, propertySchemas } from "#engine/schema/schemaTree.ts";
import { visitSchema } from "#engine/schema/schemaVisitor.ts";
import type { ListItem, Manifest, StepSource } from "#engine/schema/types.ts";

export type Steps = Record<string, StepSource>;

/** Field names of a step, top level. */
export function findFields(step: StepSource | undefined): ReadonlyMap<string, Schema[]> {
  return step ? propertySchemas(step.schema) : new Map();
}

/**
 * Fields by the place of their layout: those of the step (`kvk`), those of its groups (`address/street`), those of a record of its
 * lists (`owners/name`) and those of a row of its tables (`turnover/last_year`). Questions have no layout for their answer.
 */
export function fieldPlaces(step: StepSource): ReadonlyMap<string, Schema[]> {
  const fields = [...findFields(step)];
  const inside = fields.flatMap(([name, described]) =>
    described
      .flatMap((field) => (isGroup(field) ? [field] : recordSchemas(field)))
      .flatMap((group) => [...propertySchemas(group)].map(([key, schemas]) => [`${name}/${key}`, schemas] as const)),
  );
  const answers = fields.flatMap(([name, described]) => (described.some(asksExplained) ? [`${name}/${ANSWER}`] : []));
  return new Map([...fields, ...inside.filter(([place]) => !answers.includes(place))]);
}

/** Whether the items of a field name what it asks, so that it needs no label. */
export const isNamedByItems = (field: Schema): boolean =>
  field.type === "array" || (memberList(field) !== null && (!isTable(field) || asksExplained(field)));

/** The fields of `fieldPlaces` that must be answered, always or under a condition. */
export function requiredPlaces({ schema }: StepSource): ReadonlySet<string> {
  const paths = new Set<string>();
  visitSchema(schema, ({ schema: { required = [] }, path }) => {
    for (const name of required) paths.add([...path.filter((part) => part !== "*"), name].join("/"));
  });
  return paths;
}

/** Whether `<step>.<field>(.<member>)*` is an answer that exists. */
export function answerExists(steps: Record<string, StepSource>, path: string): boolean {
  const [step = "", field = "", ...rest] = path.split(".");
  const described = findFields(steps[step]).get(field);
  if (!described) return false;
  return described.some((schema) => reaches(schema, rest));
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
