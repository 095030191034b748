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

/** What moves: the rules of the field, and whether it is required. */
interface Part {
  rules?: JsonObject;
  required: boolean;
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
  const entries = readEntries(object);
  const current = index === undefined ? undefined : entries[index];
  if (current && sameValue(current.if, condition)) return [];
  const part = takePart(current ? objectIn(current.then) : object.node, name, aspect);
  const rest = current && withoutPart(current, name, part);
  const next =
    condition && current && !rest
      ? entries.map((entry) => (entry === current ? { ...entry, if: condition } : entry))
      : addPart(
          entries.flatMap((entry): JsonObject[] => (entry !== current ? [entry] : rest ? [rest] : [])),
          { condition, name, part },
        );
  return [
    ...(current ? [] : leaveObject(object, name, part)),
    ...(condition ? [] : enterObject(object, name, part)),
    ...setAt(object, ["allOf"], next.length > 0 ? next : undefined, ORDER),
  ];
}

function takePart(node: JsonObject, name: string, aspect: Aspect): Part {
  if (aspect === "required") return { required: true };
  return { rules: objectIn(objectIn(node.properties)[name]), required: namesIn(node.required).includes(name) };
}

/** Undefined: nothing is left of the entry. */
function withoutPart(entry: JsonObject, name: string, { rules }: Part): JsonObject | undefined {
  const { properties, required, ...others } = objectIn(entry.then);
  const { [name]: _moved, ...rest } = objectIn(properties);
  const then = makeThen(
    rules ? rest : objectIn(properties),
    namesIn(required).filter((each) => each !== name),
    others,
  );
  return Object.keys(then).length > 0 ? setThen(entry, then) : undefined;
}

const setThen = (entry: JsonObject, then: JsonObject): JsonObject => ({ ...entry, then });

const makeThen = (properties: JsonObject, required: string[], others: JsonObject = {}): JsonObject => ({
  ...(Object.keys(properties).length > 0 && { properties }),
  ...(required.length > 0 && { required }),
  ...others,
});

/** The part joins the entry with the same condition, or comes in one of its own. */
function addPart(
  entries: JsonObject[],
  { condition, name, part: { rules, required } }: { condition: JsonObject | undefined; name: string; part: Part },
): JsonObject[] {
  if (!condition) return entries;
  const join = (then: JsonObject): JsonObject => {
    const { properties, required: names, ...others } = then;
    const fields = { ...objectIn(properties), ...(rules && { [name]: rules }) };
    return makeThen(fields, [...namesIn(names), ...(required ? [name] : [])], others);
  };
  const same = entries.find((entry) => entry.else === undefined && sameValue(entry.if, condition));
  if (!same) return [...entries, setThen({ if: condition }, join({}))];
  return entries.map((entry) => (entry === same ? setThen(entry, join(objectIn(entry.then))) : entry));
}

/** A conditional field is not among the fields that are always there, beside which no others may be. */
function leaveObject(object: Place, name: string, { rules }: Part): Edit[] {
  const names = namesIn(object.node.required).filter((each) => each !== name);
  return [
    ...(rules ? setAt(object, ["properties", name], undefined) : []),
    ...setAt(object, ["required"], names.length > 0 ? names : undefined),
    ...(rules && object.node.additionalProperties === false ? setAt(object, ["additionalProperties"], undefined) : []),
  ];
}

/** Without its condition a field is always there. One that is required at times no longer is. */
function enterObject(object: Place, name: string, { rules, required }: Part): Edit[] {
  if (!rules) return [];
  return [
    ...setAt(object, ["properties", name], rules),
    ...(required ? setAt(object, ["required"], [...namesIn(object.node.required), name], ORDER) : []),
  ];
}
