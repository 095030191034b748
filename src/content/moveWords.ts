// Moves texts that one field alone shows to that field, in the rules of the product's own step. Texts that several fields share stay, and
// so do those of shared steps. What is published stays the same: the key of the words beside a field is that of the text.
import { dirname } from "node:path";
import type { Schema } from "#engine/schema/schema.ts";
import { visitSchema } from "#engine/schema/schemaVisitor.ts";
import type { JsonObject, StepSource } from "#engine/schema/types.ts";
import { stepTextKeys } from "#engine/steps/stepTexts.ts";
import { FIELD_WORDS, textKeys, wordMember } from "#engine/texts/fieldTexts.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#engine/values/languages.ts";
import { stepSources } from "./publish/compile.ts";
import { findExamples, type ProductFiles, readCatalogue } from "./read/catalogue.ts";
import { formatJson } from "./read/files/formatJson.ts";
import { member } from "./read/findings/reporting.ts";
import { formFields } from "./read/steps/stepIndex.ts";
import { STEP_WORDS } from "./read/words/fieldWords.ts";

/** By the key of its text, where a word is to be written. */
type Moves = Map<string, { step: string; path: string[]; kind: string }>;

/** Returns the new text of each file that changes. Writes nothing. */
export function planWords(schemasDir: string, fixturesDir: string): Map<string, string> {
  const catalogue = readCatalogue(schemasDir, undefined, findExamples(fixturesDir));
  const read = new Map(catalogue.files.map((file) => [file.path, file.content]));
  const shared = catalogue.sharedTexts[DEFAULT_LANGUAGE]?.content ?? {};
  const changed = catalogue.products.flatMap((product) => moveWords(product, shared, (path) => read.get(path) ?? {}));
  return new Map(changed.map(([path, content]) => [path, formatJson(JSON.stringify(content))]));
}

/** Returns the files of a product that change. `shared` are the texts of all products. */
function moveWords(
  product: ProductFiles,
  shared: JsonObject,
  read: (path: string) => JsonObject,
): [path: string, content: JsonObject][] {
  const files = LANGUAGES.map((language) => {
    const path = product.texts[language]?.path ?? "";
    return { language, path, texts: read(path) };
  });
  const isInAll = (key: string) => files.every(({ texts }) => Object.hasOwn(texts, key));
  const moves = [...findMoves(product, files[0]!.texts, shared)].filter(([key]) => isInAll(key));
  if (moves.length === 0) return [];
  const moved = new Set(moves.map(([key]) => key));
  const schemas = product.steps.flatMap(({ key, schema }): [string, JsonObject][] => {
    const own = moves.filter(([, { step }]) => step === key);
    const content = structuredClone(read(schema.path));
    for (const [text, { path, kind }] of own.toReversed()) {
      const words = Object.fromEntries(files.map(({ language, texts }) => [language, texts[text]]));
      writeWords(findNode(content, path, kind), kind, words);
    }
    return own.length > 0 ? [[schema.path, content]] : [];
  });
  const left = files.map(({ path, texts }): [string, JsonObject] => [
    path,
    Object.fromEntries(Object.entries(texts).filter(([key]) => !moved.has(key))),
  ]);
  return [...schemas, ...left];
}

/** `own` and `shared` are texts by key. */
function findMoves(product: ProductFiles, own: JsonObject, shared: JsonObject): Moves {
  const moves: Moves = new Map();
  const users = new Map<string, number>();
  const sources = stepSources(product, []);
  const isText = (key: string) => Object.hasOwn(own, key) || Object.hasOwn(shared, key);
  for (const { key: step, schema } of product.steps) {
    const isOwn = dirname(schema.path) === product.directory;
    for (const { path, bases, kind } of listWords(step, sources[step]!, own)) {
      const key = bases.map((base) => `${base}.${kind}`).find(isText) ?? "";
      users.set(key, (users.get(key) ?? 0) + 1);
      const isItsOwn = path.length === 0 || key === `field.${path.join(".")}.${kind}`;
      if (isOwn && isItsOwn) moves.set(key, { step, path, kind });
    }
  }
  for (const [key, count] of users) if (count > 1) moves.delete(key);
  return moves;
}

const KINDS = new RegExp(`^(?:${FIELD_WORDS.join("|")}|option\\..+)$`);

interface ShownWord {
  path: string[];
  /** What its key may begin with, the first that there is. */
  bases: string[];
  kind: string;
}

/** The words of a step and of its fields that the texts have. */
function listWords(step: string, source: StepSource, texts: JsonObject): ShownWord[] {
  const { texts: prefix } = member(source.ui, "ui:options");
  const form = { step, ...(typeof prefix === "string" ? { prefix } : {}) };
  const ofStep = STEP_WORDS.map((kind) => ({
    path: [],
    bases: [stepTextKeys(step, kind)[0]!.slice(0, -kind.length - 1)],
    kind,
  }));
  const ofFields = formFields(source).flatMap(({ place, layout }) => {
    const path = place.split("/");
    const bases = textKeys(form, path, member(layout, "ui:options").texts);
    return listKinds(texts, bases).map((kind) => ({ path, bases, kind }));
  });
  return [...ofStep, ...ofFields];
}

/** The kinds of words that texts have under one of the keys. */
const listKinds = (texts: JsonObject, bases: readonly string[]): string[] => {
  const ends = Object.keys(texts).flatMap((key) =>
    bases.filter((base) => key.startsWith(`${base}.`)).map((base) => key.slice(base.length + 1)),
  );
  return [...new Set(ends.filter((end) => KINDS.test(end)))];
};

/** The rules of a field, where its kind of value is. Words of choices are where these are listed. */
export function findNode(content: JsonObject, path: readonly string[], kind: string): JsonObject {
  const nodes: Schema[] = [];
  visitSchema(content as Schema, ({ schema, path: names }) => {
    if (names.filter((name) => name !== "*").join(".") === path.join(".") && names.at(-1) !== "*") nodes.push(schema);
  });
  const node = (nodes.find((each) => "type" in each || "$ref" in each) ?? nodes[0]) as JsonObject;
  const isOfEntries = kind.startsWith("option.") && ["enum", "enumFrom"].some((name) => name in member(node, "items"));
  return isOfEntries ? member(node, "items") : node;
}

/** Words come before rules, and those of choices after the choices. */
export function writeWords(node: JsonObject, kind: string, words: JsonObject): void {
  const [name = "", value] = wordMember(kind);
  const { options, ...others } = node;
  for (const each of Object.keys(node)) delete node[each];
  const ofChoices = { ...(value === undefined ? {} : { [value]: words }), ...Object(options) };
  for (const [each, content] of Object.entries(others)) {
    if (value === undefined && !REMARKS.has(each)) node[name] ??= words;
    node[each] = content;
    if (each === "enum" && Object.keys(ofChoices).length > 0) node.options = ofChoices;
  }
  if (value === undefined) node[name] ??= words;
  if (Object.keys(ofChoices).length > 0) node.options ??= ofChoices;
}

const REMARKS: ReadonlySet<string> = new Set(["$schema", "$id", "description", "$ref"]);
