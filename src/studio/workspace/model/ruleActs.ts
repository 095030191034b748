// The acts on the rules of a field. When it is shown or required by answers beside it is `if` and `then` in the rules of the object around
// it: the patches move the field or its name between the object and its conditions. A rule between answers is an expression under a
// name at the field, with a level and a message: beside it, or of shared rules a text that the layout names. Pure.
import { sameValue } from "#engine/fields/formValues.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import type { Edit } from "../../server/edit/patch.ts";
import { makeName } from "./choiceActs.ts";
import type { Content } from "./content.ts";
import { setAt, writeTexts } from "./fieldActs.ts";
import type { Words } from "./members.ts";
import { effective, type FieldPlace, listIn, namesIn, objectIn, type Path, type Place } from "./places.ts";

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

/** Returns the entry for a condition: an entry that became empty, the one with the same condition, or a new one. */
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

export const LEVELS = ["error", "warning"] as const;
type Level = (typeof LEVELS)[number];

/** What an analyst changes of a rule. */
export interface RuleChange {
  level?: Level;
  expression?: Expression | undefined;
  texts?: Partial<Words>;
}

export interface RuleBetween extends Required<RuleChange> {
  name: string;
  /** Of the text that the layout names. Undefined: the message is beside the rule. */
  key: string | undefined;
}

export function listRules(content: Content, field: FieldPlace): RuleBetween[] {
  const rules = effective(field.rules, field.shared);
  const errors = objectIn(effective(field.layout, field.sharedLayout)["ui:errors"]);
  return Object.entries(objectIn(rules.rules)).map(([name, written]): RuleBetween => {
    const { level, message, ...expression } = objectIn(written);
    const named = objectIn(errors[name]).message;
    const key = typeof named === "string" ? named : undefined;
    const texts = key ? content.textsOf(key) : objectIn(message);
    return { name, level: level === "warning" ? level : "error", expression: expression as Expression, key, texts };
  });
}

export function changeRule(content: Content, field: FieldPlace, rule: RuleBetween, change: RuleChange): Edit[] {
  const { level, expression } = { ...rule, ...change };
  const { key } = rule;
  const message = key === undefined && { message: { ...rule.texts, ...change.texts } };
  const value = expression && { ...Object(expression), ...(level === "warning" && { level }), ...message };
  const isInRule = message || "level" in change || "expression" in change;
  const texts = LANGUAGES.filter((code) => key !== undefined && change.texts && code in change.texts);
  return [
    ...(isInRule ? setAt(field.rules, ["rules", rule.name], value) : []),
    ...texts.flatMap((code) => {
      const place = content.part(content.textFiles(code).own);
      return writeTexts(content, [{ place, path: [key!], value: change.texts?.[code] }]);
    }),
  ];
}

/** A rule and its texts are one act. Its name follows from the field and the operator. */
export function addRule(content: Content, field: FieldPlace, change: Required<RuleChange>): Edit[] {
  const [operator = "rule"] = Object.keys(Object(change.expression));
  const files = [field.rules.file, content.textFiles("nl").own].map((file) => content.texts[file] ?? "");
  const taken = [...files.join().matchAll(/"(?:error\.)?(\w+)"\s*:/g)].map(([, name = ""]) => name);
  const plain = operator.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const name = makeName(`${field.names.at(-1)}_${plain}`, taken);
  const key = field.rules.file.startsWith(`${content.folder}/`) ? undefined : `error.${name}`;
  return [
    ...changeRule(content, field, { ...change, name, key }, change),
    ...(key ? setAt(field.stepLayout, [...field.names, "ui:errors", name], { message: key }) : []),
  ];
}

/** Its texts go with it unless something else names them. */
export function removeRule(content: Content, field: FieldPlace, rule: RuleBetween): Edit[] {
  const uses = Object.values(content.texts).reduce((count, text) => count + text.split(`"${rule.key}"`).length - 1, 0);
  const isAlone = uses <= LANGUAGES.length + 1;
  const texts = isAlone && { texts: { nl: undefined, fr: undefined } as Partial<Words> };
  return [
    ...changeRule(content, field, rule, { level: "error", expression: undefined, ...texts }),
    ...setAt(field.stepLayout, [...field.names, "ui:errors", rule.name], undefined),
  ];
}
