// Questions about a step's schema: which properties an object can have, in which order they are shown, which lists it names.
// Judges no data.
import { memberList } from "./members.ts";
import { oncePer } from "./oncePer.ts";
import type { Schema, UiSchema } from "./schema.ts";
import { partsAbout, visitSame } from "./schemaVisitor.ts";
import type { JsonObject, StepSource } from "./types.ts";

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Whether a list is that of records, by their address: `parties.drivers`, or `.drivers` in the same record. A choice among them is the
 * id of a record.
 */
export const isRecordsList = (list: string): boolean => list.includes(".");
export const isSiblingList = (list: unknown): list is string => String(list).startsWith(".");

/** Whether the schema is a group of fields with names of their own. A group is always there, also while none is answered. */
export const isGroup = (schema: Schema): boolean =>
  schema.type === "object" && schema.properties !== undefined && memberList(schema) === null;

/** Every property that the object may have, in document order. The first mention of a name decides its place. */
export const propertySchemas = oncePer((schema: Schema): ReadonlyMap<string, Schema[]> => {
  const schemasByName = new Map<string, Schema[]>();
  visitSame(schema, (same) => {
    for (const { name, schema: property } of partsAbout(same, "member")) {
      schemasByName.set(name, [...(schemasByName.get(name) ?? []), property]);
    }
  });
  return schemasByName;
});

/**
 * Returns the schemas of the value at a path or pointer, also those of branches. Any name leads into an entry of a list, and one
 * without a schema of its own to what all other members follow.
 */
export const schemasAt = (schema: Schema, path: readonly string[]): Schema[] =>
  path.reduce<Schema[]>((schemas, name) => schemas.flatMap((each) => schemasIn(each, name)), [schema]);

const schemasIn = (schema: Schema, name: string): Schema[] =>
  propertySchemas(schema).get(name) ??
  [...partsAbout(schema, "entry"), ...partsAbout(schema, "rest")].map((part) => part.schema);

/** Returns the path of a field in the layout, which is the same for each record of a list and each row of a table. */
export function layoutPath(schema: Schema, path: readonly string[]): string[] {
  let around = [schema];
  return path.filter((name) => {
    const inside = around.flatMap((each) => schemasAt(each, [name]));
    const isPart = around.some((each) => each.items ?? (memberList(each) && inside.some(isGroup)));
    around = inside;
    return !isPart;
  });
}

/** Names as `ui:order` has them: `*` matches the rest, and unknown names are ignored. So is plain content that is not among `names`. */
export function orderedNames<Entry>(names: Entry[], order: unknown): Entry[] {
  if (!Array.isArray(order)) return names;
  const knownNames = new Set(names);
  const listed = [...new Set<Entry>(order)].filter((name) => name === "*" || knownNames.has(name));
  const named = new Set(listed);
  const rest = names.filter((name) => !named.has(name));
  const star = listed.indexOf("*" as Entry);
  return star < 0 ? [...listed, ...rest] : listed.toSpliced(star, 1, ...rest);
}

/** Members of a group, of a record or of a row in the order of its layout. */
export const memberOrder = (schema: Schema, layout: unknown): string[] =>
  orderedNames([...propertySchemas(schema).keys()], isObject(layout) ? layout["ui:order"] : undefined);

/** Field names of a section: rows are flattened. */
function sectionFields(ui: UiSchema): string[] {
  const options = ui["ui:options"];
  const sections = isObject(options) && Array.isArray(options.sections) ? options.sections : [];
  return sections
    .flatMap((section) => (isObject(section) && Array.isArray(section.fields) ? section.fields.flat() : []))
    .filter((name): name is string => typeof name === "string");
}

/** Top-level fields in the order of the page: sections first, then `ui:order`, then the order of the schema. */
export function documentOrder(source: StepSource): string[] {
  const names = orderedNames([...propertySchemas(source.schema).keys()], source.ui["ui:order"]);
  const knownNames = new Set(names);
  const placed = sectionFields(source.ui).filter((name) => knownNames.has(name));
  return [...new Set([...placed, ...names])];
}
