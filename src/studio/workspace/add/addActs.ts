// The acts that add to a form: a field with its rules, layout, texts and answer in the base of the cases, plain content, a section, a
// step and a question. Pure, as the other acts.
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import type { Edit } from "../../server/edit/patch.ts";
import { makeName } from "../model/choiceActs.ts";
import type { Content } from "../model/content.ts";
import { setAt, setRequired } from "../model/fieldActs.ts";
import type { Words } from "../model/members.ts";
import { findLayout, placeEntry } from "../model/orders.ts";
import { enter, insideOf, listParts, objectIn, type Path, type Place, type Target } from "../model/places.ts";
import { makeField, type PlainKind, type Wish } from "./kinds.ts";

const RULES_ORDER = ["description", "type", "properties", "required", "allOf"];

/** Returns the rules that list the fields around a target. */
export function findFields(content: Content, { step, around }: Target): Place | undefined {
  const file = content.findStepFile(step, "schema");
  if (around.length === 0) return content.part(file);
  const field = content.findField(step, around);
  return field && enter(field.rules);
}

/** The names that a new field beside the others cannot have: theirs, and those that the texts already explain. */
function listTaken(content: Content, target: Target): string[] {
  const holder = findFields(content, target);
  const own = holder ? listParts(holder).flatMap(({ node }) => Object.keys(Object(node.properties))) : [];
  const { own: texts, shared } = content.textFiles("nl");
  const keys = [texts, shared].flatMap((file) => Object.keys(content.read(file) ?? {}));
  const path = [...target.around, ""].join(".");
  const explained = keys.flatMap((key) => {
    const [, rest] = new RegExp(`^(?:field|wizard\\.field|${target.step})\\.(?:${path})?(.*)$`).exec(key) ?? [];
    return rest === undefined ? [] : [rest.split(".")[0] ?? ""];
  });
  return [...own, ...explained];
}

export const nameField = (content: Content, target: Target, words: string): string =>
  makeName(words, listTaken(content, target));

export function addField(content: Content, target: Target, wish: Wish): Edit[] {
  const holder = findFields(content, target);
  if (!holder) return [];
  const { rules, layout: own, base } = makeField(wish);
  const { name } = wish;
  const layout = own ?? (wish.kind === "choice" && isInTable(content, target) ? { "ui:widget": "select" } : undefined);
  return [
    ...addRules(content, holder, target, { name, rules: refer(content, holder.file, rules) }),
    ...(wish.isRequired ? addRequired(holder, target, name) : []),
    ...(wish.kind === "explained" ? addExplanation(holder, wish) : []),
    ...(wish.kind === "rows" ? addRowList(content, wish) : []),
    ...placeEntry(content, target, wish.kind === "explained" ? [name, explainedName(name)] : [name]),
    ...(layout ? setAt(findLayout(content, target.step, []), [...target.around, name], layout) : []),
    ...addBase(
      content,
      target,
      wish.kind === "explained" ? { [name]: base, [explainedName(name)]: "Toelichting" } : { [name]: base },
    ),
  ];
}

/** Buttons of a choice do not fit into a cell. */
function isInTable(content: Content, { step, around }: Target): boolean {
  const options = findLayout(content, step, around).node["ui:options"];
  return objectIn(options).layout === "table" || content.findField(step, around)?.rules.node.rows !== undefined;
}

/** Writes the way from the file to the shared definitions. */
function refer(content: Content, file: string, rules: JsonObject): JsonObject {
  const [from, to] = [file.split("/"), content.fieldsFile.split("/")];
  const common = from.findIndex((segment, index) => segment !== to[index]);
  const way = [...from.slice(common + 1).map(() => ".."), ...to.slice(common)].join("/");
  return JSON.parse(JSON.stringify(rules).replaceAll('"#/definitions/', `"${way}#/definitions/`)) as JsonObject;
}

function addRules(
  content: Content,
  holder: Place,
  { step, around, after }: Target,
  { name, rules }: { name: string; rules: JsonObject },
): Edit[] {
  const { properties } = holder.node;
  if (!isObject(properties)) return setAt(holder, ["properties", name], rules, RULES_ORDER);
  const before = after !== null && Object.hasOwn(properties, after) && content.findField(step, [...around, after]);
  const path: Path = [...holder.path, "properties", name];
  return [{ file: holder.file, path, value: rules, ...(before && { after: after }) }];
}

/** The list of required fields has the order in which the fields are. */
function addRequired(holder: Place, { after }: Target, name: string): Edit[] {
  const fields = Object.keys(objectIn(holder.node.properties));
  const order = fields.toSpliced(fields.indexOf(after ?? "") + 1 || fields.length + 1, 0, name);
  const node = { ...holder.node, properties: Object.fromEntries(order.map((each) => [each, {}])) };
  return setRequired({ parent: { ...holder, node }, names: [name] }, true);
}

const explainedName = (name: string) => `${name}_explanation`;
const EXPLANATION = { nl: "Licht uw antwoord toe", fr: "Expliquez votre réponse" };

/** With yes a text is asked for. A part with fields that depend on others leaves open which it has. */
function addExplanation(holder: Place, { name }: Wish): Edit[] {
  const explanation = explainedName(name);
  const part = {
    if: { properties: { [name]: { const: true } }, required: [name] },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
    then: {
      properties: { [explanation]: { title: EXPLANATION, type: "string", minLength: 1, maxLength: 600 } },
      required: [explanation],
    },
  };
  const { allOf, additionalProperties } = holder.node;
  const isClosed = additionalProperties === false;
  const path = [...holder.path, "allOf"];
  return [
    ...(isClosed ? setAt(holder, ["additionalProperties"], undefined) : []),
    Array.isArray(allOf)
      ? { file: holder.file, path: [...path, -1], value: part }
      : { file: holder.file, path, value: [part] },
  ];
}

function addRowList(content: Content, { name, choices }: Wish): Edit[] {
  const list = { rules: [{ values: choices.map(({ value }) => value) }] };
  return setAt(content.part(content.manifest), ["lists", name], list);
}

/** New texts of the product come together, each in both languages. */
export function addTexts(content: Content, texts: readonly (readonly [key: string, words: Words])[]): Edit[] {
  return LANGUAGES.flatMap((language) => {
    const file = content.textFiles(language).own;
    const keys = Object.keys(content.read(file) ?? {});
    return texts.map(([key, words], index) => {
      const beginning = key.replace(/[^.]*\.[^.]*$/, "") || key.replace(/\..*$/, ".");
      const last = keys.findLast((other) => other.startsWith(beginning));
      const after = index > 0 ? texts[index - 1]![0] : last;
      return { file, path: [key], value: words[language], ...(after !== undefined && { after }) };
    });
  });
}

/** The answer of a field in the base of the cases of its step, in the first record where it is in a list. */
function addBase(content: Content, { step, around }: Target, answers: JsonObject): Edit[] {
  const file = `fixtures/steps/${content.product}/${step}.json`;
  const path: Path = ["base"];
  let node: unknown = content.read(file)?.base;
  for (const each of around) {
    node = Object(node)[each];
    path.push(each);
    if (!Array.isArray(node)) continue;
    node = node[0];
    path.push(0);
  }
  if (!isObject(node)) return [];
  return Object.entries(answers).flatMap(([name, value]) =>
    value === undefined ? [] : [{ file, path: [...path, name], value }],
  );
}

/** A text, a picture or a document between fields. */
export function addPlain(
  content: Content,
  target: Target,
  plain: { kind: PlainKind; name: string; words: Words },
): Edit[] {
  const { kind, name, words } = plain;
  const keys = Object.keys(content.read(content.textFiles("nl").own) ?? {}).map((key) => key.split(".")[1] ?? "");
  const key = `plain.${makeName(words.nl.slice(0, 24), keys)}`;
  const entry = {
    plain: { text: `${key}.text` },
    picture: { picture: name, alt: `${key}.alt` },
    document: { document: name, title: `${key}.title` },
  }[kind];
  const end = { plain: "text", picture: "alt", document: "title" }[kind];
  return [...placeEntry(content, target, [entry]), ...addTexts(content, [[`${key}.${end}`, words]])];
}

/** What a total can add up: a column of a list or table, or all numbers that are beside it. */
export function listSources(content: Content, target: Target): NonNullable<Wish["adds"]>[] {
  const holder = findFields(content, target);
  const layout = findLayout(content, target.step, target.around).node;
  const listNumbers = (fields: unknown, controls: unknown) =>
    Object.entries(objectIn(fields)).flatMap(([name, rules]) => {
      const { type, computed } = objectIn(rules);
      if ((type !== "integer" && type !== "number") || computed !== undefined) return [];
      return [{ name, isMoney: objectIn(objectIn(controls)[name])["ui:widget"] === "currency" }];
    });
  const parts = holder ? listParts(holder).map(({ node }) => objectIn(node.properties)) : [];
  const columns = parts.flatMap((fields) =>
    Object.entries(fields).flatMap(([list, rules]) =>
      listNumbers(insideOf(objectIn(rules))?.properties, layout[list]).map(({ name, isMoney }) => {
        const path = `.${list}.*.${name}`;
        return { path, sum: path, isMoney };
      }),
    ),
  );
  const beside = parts.flatMap((fields) => listNumbers(fields, layout));
  if (beside.length < 2) return columns;
  const path = beside.map(({ name }) => `.${name}`).join(" + ");
  const sum = beside.map(({ name }) => ({ of: `.${name}`, empty: 0 }));
  return [...columns, { path, sum, isMoney: beside.every(({ isMoney }) => isMoney) }];
}
