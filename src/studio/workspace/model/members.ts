// What the panel of a field offers, read from the meta-schemas: the members with their words in both languages, their group in the
// panel, and for which kinds of value they are. A new member of the form language gets its panel there.
import { findControl } from "#engine/fields/controls.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject, Language } from "#engine/schema/types.ts";
import { CONVENTIONS, LANGUAGES } from "#engine/values/languages.ts";
import { objectIn, readAt } from "./places.ts";

export type Words = Record<Language, string>;
export const EMPTY: Words = { nl: "", fr: "" };
export const isWhole = (words: Words): boolean => LANGUAGES.every((language) => words[language].trim() !== "");

export type MetaSchemas = Record<string, JsonObject>;
export type Source = "rules" | "layout" | "texts" | "handover";
export const GROUPS = ["texts", "answer", "choices", "limits", "look", "note"] as const;

export interface Member {
  source: Source;
  /** Where the value is, from the rules or the layout of the field, or the end of the text's key. */
  path: string[];
  group: (typeof GROUPS)[number];
  words: Words;
  /** How it is edited where its kind of value does not say it. */
  as: "decimals" | "choices" | "control" | "long" | undefined;
  schema: JsonObject;
  /** Names around it in the order in which the meta-schema lists them: where a new member comes. */
  order: string[];
}

export interface Panel {
  group: Member["group"];
  types?: string[];
  formats?: string[];
  without?: string[];
  as?: Member["as"];
}

const memberOf = (value: unknown, ...path: string[]): JsonObject => objectIn(readAt(value, path));

/** Returns the members for a field with these rules and this control. */
export function listMembers(metas: MetaSchemas, rules: JsonObject, control: string | undefined): Member[] {
  const fieldRules = memberOf(metas, "step.schema.json", "definitions", "rule", "properties");
  const ui = memberOf(metas, "ui.schema.json");
  const layout = memberOf(ui, "definitions", "field", "properties");
  const texts = memberOf(metas, "texts.schema.json", "definitions", "field", "properties");
  const handover = memberOf(metas, "handover.schema.json", "properties", "fields");
  const options = findControl(control)?.options ?? [];
  const members = [
    ...walk("texts", texts, []),
    ...walk("rules", fieldRules, []),
    ...walk("handover", { additionalProperties: handover.additionalProperties }, []),
    ...walk("layout", layout, [], ui).filter(({ path }) => path[0] !== "ui:options" || options.includes(path[1] ?? "")),
  ];
  const hasChoices = Array.isArray(rules.enum) || Array.isArray(memberOf(rules, "items").enum);
  return members
    .filter(({ as, schema }) => fits(schema.panel as unknown as Panel, rules) && (as !== "choices" || hasChoices))
    .sort(inGroups);
}

const inGroups = (one: Member, other: Member): number => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group);

function walk(source: Source, properties: JsonObject, path: string[], root: JsonObject = {}): Member[] {
  const order = Object.keys(properties);
  return order.flatMap((name): Member[] => {
    const schema = resolve(memberOf(properties, name), root);
    // What refers to a definition that refers to itself, such as the layout of entries, has a panel of its own.
    const isOwn = schema.$ref === undefined && isObject(schema.properties);
    const inside = isOwn ? walk(source, schema.properties as JsonObject, [...path, name], root) : [];
    const { panel, words } = schema as { panel?: Panel; words?: Words };
    if (!panel || !words || name === "ui:field") return inside;
    const place = { source, path: [...path, name], order };
    return [{ ...place, group: panel.group, words, as: panel.as, schema }, ...inside];
  });
}

function resolve(schema: JsonObject, root: JsonObject): JsonObject {
  const name = /^#\/definitions\/(\w+)$/.exec(String(schema.$ref))?.[1];
  return name ? { ...memberOf(root, "definitions", name), ...schema } : schema;
}

function fits({ types, formats, without = [] }: Panel, rules: JsonObject): boolean {
  if (types && !types.includes(String(rules.type))) return false;
  if (formats && !formats.includes(String(rules.format))) return false;
  return !without.some((name) => rules[name] !== undefined);
}

/** Why a value is not taken, by the keyword of the meta-schema, or null. */
export function refuse(
  schema: JsonObject,
  value: unknown,
): { keyword: "number" | "integer" | "minimum" | "pattern"; limit?: number } | null {
  if (value === undefined) return null;
  const isNumber = schema.type === "number" || schema.type === "integer";
  if (isNumber && typeof value !== "number") return { keyword: "number" };
  if (schema.type === "integer" && !Number.isInteger(value)) return { keyword: "integer" };
  if (typeof schema.minimum === "number" && Number(value) < schema.minimum)
    return { keyword: "minimum", limit: schema.minimum };
  if (typeof schema.pattern === "string" && !new RegExp(schema.pattern).test(String(value)))
    return { keyword: "pattern" };
  return null;
}

/** Trims the text and writes the non-breaking spaces of its language, which analysts do not type. */
export function tidy(words: Words): Words {
  const [nl = "", fr = ""] = LANGUAGES.map((language) => {
    const { apart, group } = CONVENTIONS[language];
    return words[language]
      .trim()
      .replace(/(?<=(?<!\d)\d{1,3}) (?=\d{3}(?!\d))/g, group.trim() === "" ? group : " ")
      .replace(/ (?=(\S))/g, (blank, sign: string) => (apart.includes(sign) ? "\u00a0" : blank));
  });
  return { nl, fr };
}
