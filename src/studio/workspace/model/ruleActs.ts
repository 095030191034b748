// When a field is shown or required by answers beside it: `if` and `then` in the rules of the object around it. The patches move the
// field or its name between the object and its conditions. Pure.
import { sameValue } from "#engine/fields/formValues.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Edit } from "../../server/edit/patch.ts";
import type { Content } from "./content.ts";
import { setAt } from "./fieldActs.ts";
import { type FieldPlace, listIn, namesIn, objectIn, type Path, type Place } from "./places.ts";

/** The order of the parts of an object's rules, for where a new one comes. */
const ORDER = ["$schema", "$id", "description", "type", "properties", "required", "additionalProperties", "allOf"];

export type Aspect = "shown" | "required";

/** A condition around a field, or around its being required. */
export interface Branch {
  aspect: Aspect;
  /** Its entry in `allOf`. Undefined: it is written elsewhere, and is shown but not changed. */
  index: number | undefined;
  schema: unknown;
  /** The field counts when the condition is false. */
  isElse: boolean;
}

/** The rules of the object that has the field, around all its conditions. */
function findObject(content: Content, { parent: { file, path } }: FieldPlace): Place {
  const isInside = (segment: Path[number], index: number) =>
    /^(?:items|rows|explain)$/.test(String(segment)) || path[index - 1] === "properties";
  return content.part(file, path.slice(0, path.findLastIndex(isInside) + 1));
}

const readEntries = ({ node }: Place): JsonObject[] => listIn(node.allOf).filter(isObject);

/** Every condition of a field by answers beside it. */
export function listBranches(content: Content, field: FieldPlace): Branch[] {
  const object = findObject(content, field);
  const name = field.names.at(-1) ?? "";
  const inside = field.parent.path.slice(object.path.length);
  const around = inside.flatMap((segment, depth): Branch[] => {
    if (segment !== "then" && segment !== "else") return [];
    const holder = content.part(object.file, [...object.path, ...inside.slice(0, depth)]).node;
    const isPlain = inside.length === 3 && inside[0] === "allOf" && holder.else === undefined;
    return [
      {
        aspect: "shown",
        index: isPlain ? Number(inside[1]) : undefined,
        schema: holder.if,
        isElse: segment === "else",
      },
    ];
  });
  const required = readEntries(object).flatMap((entry, index): Branch[] => {
    const then = objectIn(entry.then);
    const isAsked = namesIn(then.required).includes(name) && !Object.hasOwn(objectIn(then.properties), name);
    return isAsked ? [{ aspect: "required", index, schema: entry.if, isElse: false }] : [];
  });
  return [...around, ...required];
}

/** Gives the field another condition by answers beside it, a first one (without `index`), or none. */
export function setBranch(
  content: Content,
  field: FieldPlace,
  { aspect, index }: Pick<Branch, "aspect" | "index">,
  condition: JsonObject | undefined,
): Edit[] {
  const object = findObject(content, field);
  const name = field.names.at(-1) ?? "";
  const next = structuredClone(object.node);
  const entries = readEntries({ ...object, node: next });
  const current = index === undefined ? undefined : entries[index];
  if (current && sameValue(current.if, condition)) return [];
  const part = takePart(current ? objectIn(current.then) : next, name, aspect);
  const { all, target } = findTarget(entries, current, condition);
  if (target) putPart(objectIn(target.then), name, part);
  else if (part.rules) putPart(next, name, part);
  // A conditional field is not among the fields that are always there, beside which no others may be.
  if (!current && part.rules && next.additionalProperties === false) delete next.additionalProperties;
  return [
    ...setAt(object, ["properties", name], objectIn(next.properties)[name]),
    ...setAt(object, ["required"], next.required, ORDER),
    ...setAt(object, ["additionalProperties"], next.additionalProperties),
    ...setAt(object, ["allOf"], all.length > 0 ? all : undefined, ORDER),
  ];
}

/** The entry for a condition: the one that nothing is left in, that with the same condition, or a new one. */
function findTarget(entries: JsonObject[], current: JsonObject | undefined, condition: JsonObject | undefined) {
  const isEmpty = current !== undefined && Object.keys(objectIn(current.then)).length === 0;
  if (!condition) return { all: entries.filter((entry) => entry !== current || !isEmpty) };
  if (isEmpty) return { all: entries, target: Object.assign(current, { if: condition }) };
  const same = entries.find((entry) => entry.else === undefined && sameValue(entry.if, condition));
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  const target = same ?? { if: condition, then: {} };
  return { all: same ? entries : [...entries, target], target };
}

/** What moves: the rules of the field, and whether it is required. */
interface Part {
  rules: JsonObject | undefined;
  isRequired: boolean;
}

/** Takes the field, or that it is required, out of some rules. */
function takePart(node: JsonObject, name: string, aspect: Aspect): Part {
  const properties = objectIn(node.properties);
  const required = namesIn(node.required);
  const rules = aspect === "shown" ? objectIn(properties[name]) : undefined;
  if (rules) delete properties[name];
  node.required = required.filter((each) => each !== name);
  for (const [member, value] of Object.entries({ properties, required: node.required as string[] }))
    if (Object.keys(value).length === 0) delete node[member];
  return { rules, isRequired: aspect === "required" || required.includes(name) };
}

function putPart(node: JsonObject, name: string, { rules, isRequired }: Part): void {
  const { properties, required, ...others } = node;
  for (const member of Object.keys(node)) delete node[member];
  const names = [...namesIn(required), ...(isRequired ? [name] : [])];
  Object.assign(node, {
    ...((properties || rules) && { properties: { ...objectIn(properties), ...(rules && { [name]: rules }) } }),
    ...(names.length > 0 && { required: names }),
    ...others,
  });
}
