// Walks step schemas: which properties an object can have, in which order they stand, where a local `$ref` points. Judges
// no data.
import type { Schema, UiSchema } from "./schema.ts";
import type { JsonObject, StepSource } from "./types.ts";

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `enumFrom` and its kin name a list, or a list with the prefix that its values carry as property names. */
export interface ListRef {
  list: string;
  prefix: string;
}

export function listRef(keyword: unknown): ListRef | null {
  if (typeof keyword === "string") return { list: keyword, prefix: "" };
  if (!isObject(keyword) || typeof keyword.list !== "string") return null;
  return { list: keyword.list, prefix: typeof keyword.prefix === "string" ? keyword.prefix : "" };
}

/** The list whose items are the members of an object (questions, additional coverages). */
export function memberList(schema: Schema): (ListRef & { required: boolean }) | null {
  const required = listRef(schema.requiredFrom);
  if (required) return { ...required, required: true };
  const optional = listRef(schema.propertiesFrom);
  return optional && { ...optional, required: false };
}

/** Follows a local reference; other schemas are returned as they are. */
export function resolved(schema: Schema, root: Schema): Schema {
  let current = schema;
  for (let hops = 0; typeof current.$ref === "string" && hops < 8; hops += 1) {
    const { $ref, ...beside } = current;
    let target: unknown = root;
    for (const segment of String($ref).replace(/^#\/?/, "").split("/").filter(Boolean)) {
      target = isObject(target) ? target[segment] : undefined;
    }
    if (!isObject(target)) return beside;
    current = { ...(target as Schema), ...beside };
  }
  return current;
}

/** The schemas that hold for the same object besides `properties`: branches of conditions and `allOf`. */
export function branches(schema: Schema): Schema[] {
  return [...(schema.allOf ?? []), schema.then, schema.else].filter((branch) => branch !== undefined);
}

/** Every property that the object may have, in document order; the first mention of a name decides its place. */
export function propertySchemas(schema: Schema, root: Schema = schema): Map<string, Schema[]> {
  const found = new Map<string, Schema[]>();
  collect(resolved(schema, root), root, found, 0);
  return found;
}

function collect(schema: Schema, root: Schema, found: Map<string, Schema[]>, depth: number): void {
  if (depth > 16) return;
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const known = found.get(name) ?? [];
    known.push(resolved(property, root));
    found.set(name, known);
  }
  for (const branch of branches(schema)) collect(resolved(branch, root), root, found, depth + 1);
}

/** Names as `ui:order` has them: `*` stands for the rest, and names that are not there do no harm. */
export function orderedNames(names: string[], order: unknown): string[] {
  if (!Array.isArray(order)) return names;
  const known = new Set(names);
  const listed = [...new Set<string>(order)].filter((name) => name === "*" || known.has(name));
  const named = new Set(listed);
  const rest = names.filter((name) => !named.has(name));
  const star = listed.indexOf("*");
  return star < 0 ? [...listed, ...rest] : listed.toSpliced(star, 1, ...rest);
}

/** Field names of a section: rows are flattened. */
export function sectionFields(ui: UiSchema): string[] {
  const options = ui["ui:options"];
  const sections = isObject(options) && Array.isArray(options.sections) ? options.sections : [];
  return sections
    .flatMap((section) => (isObject(section) && Array.isArray(section.fields) ? section.fields.flat() : []))
    .filter((name): name is string => typeof name === "string");
}

/** Top-level fields as they stand on the page: sections first, then `ui:order`, then the order of the schema. */
export function documentOrder(source: StepSource): string[] {
  const names = orderedNames([...propertySchemas(source.schema).keys()], source.ui["ui:order"]);
  const known = new Set(names);
  const placed = sectionFields(source.ui).filter((name) => known.has(name));
  return [...new Set([...placed, ...names])];
}
