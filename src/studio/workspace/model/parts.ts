// What a product has beside its steps: lists, facts, rules over answers, questions, documents, cases and journeys. Each with its place
// in a file and its part of the meta-schema, from which its panel is made.
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject, Language } from "#engine/schema/types.ts";
import { inEachLanguage } from "#engine/values/languages.ts";
import type { Edit } from "../../server/edit/patch.ts";
import type { Content } from "./content.ts";
import { setAt } from "./fieldActs.ts";
import type { MetaSchemas, Words } from "./members.ts";
import { effective, listIn, objectIn, type Path, readAt } from "./places.ts";
import { describeFact } from "./vocabulary.ts";

export const PART_KINDS = ["list", "fact", "rule", "question", "document"] as const;
export type PartKind = (typeof PART_KINDS)[number];

export interface ProductPart {
  kind: PartKind;
  /** Unique among those of its kind, as in the address. */
  name: string;
  label: string;
  file: string;
  path: Path;
}

/** The file and the members that have the parts of a kind, and where the file's meta-schema describes one. */
const SOURCES: Record<PartKind, { file: "product" | "questions"; members: string[]; meta: string }> = {
  list: { file: "product", members: ["lists"], meta: "definitions/list" },
  fact: { file: "product", members: ["facts"], meta: "properties/facts/additionalProperties" },
  rule: { file: "questions", members: ["answer_rules"], meta: "properties/answer_rules/items" },
  question: {
    file: "questions",
    members: ["acceptance_questions", "final_questions"],
    meta: "definitions/question",
  },
  document: { file: "product", members: ["documents"], meta: "properties/documents/additionalProperties" },
};

export function listParts(content: Content, language: Language): ProductPart[] {
  return PART_KINDS.flatMap((kind) => {
    const { file, members } = SOURCES[kind];
    const path = `${content.folder}/${file}.json`;
    return members.flatMap((member) =>
      entriesOf(content.read(path)?.[member]).map(([key, value]): ProductPart => {
        const name = Array.isArray(content.read(path)?.[member]) ? `${member}.${key}` : String(key);
        return {
          kind,
          name,
          label: labelOf(content, kind, [String(key), value], language),
          file: path,
          path: [member, key],
        };
      }),
    );
  });
}

export const NEW_KINDS = ["fact", "list", "rule"] as const;
export type NewKind = (typeof NEW_KINDS)[number];

/** The names that parts have in the files already. */
export const listTakenParts = (content: Content, kind: NewKind): string[] => {
  const { file, members } = SOURCES[kind];
  const entries = entriesOf(content.read(`${content.folder}/${file}.json`)?.[members[0]!]);
  return entries.map(([key, value]) => String(objectIn(value).name ?? key));
};

/** A part that changes nothing until its panel says more: it is about the first answer of the product. */
export function addPart(content: Content, kind: NewKind, name: string, words: Words): { edits: Edit[]; name: string } {
  const { file, members } = SOURCES[kind];
  const [member = ""] = members;
  const place = content.part(`${content.folder}/${file}.json`);
  const [step = ""] = content.listSteps().map((each) => each.name);
  const [field = ""] = Object.keys(objectIn(content.part(content.findStepFile(step, "schema")).node.properties));
  const first = { answered: `${step}.${field}` };
  if (kind === "fact") return { edits: setAt(place, [member, name], first), name };
  if (kind === "list") return { edits: setAt(place, [member, name], { rules: [{ values: [name] }] }), name };
  const rules = listIn(place.node[member]);
  const value = { name, when: { not: first }, effect: "refer", message: { ...words } };
  return { edits: setAt(place, [member], [...rules, value]), name: `${member}.${rules.length}` };
}

const entriesOf = (value: unknown): [string | number, unknown][] =>
  Array.isArray(value) ? [...value.entries()] : isObject(value) ? Object.entries(value) : [];

/** Names a part: a question by its wording, a rule by its message, a list by its field, a fact by what it computes, any other by its key. */
function labelOf(content: Content, kind: PartKind, [key, value]: [string, unknown], language: Language): string {
  if (kind === "fact")
    return describeFact(content, key)[language].replace(/^[a-z](?=.* )/, (letter) => letter.toUpperCase());
  if (kind === "list") return nameList(content, key)[language];
  const { use, question_text, message } = objectIn(value);
  const words = question_text ?? readShared(content, String(use)).question_text ?? message;
  return String(objectIn(words)[language] ?? key);
}

/** A list by the field whose choices or rows it gives. */
export function nameList(content: Content, list: string): Words {
  const field = content.listFields().find(({ rules, shared }) => {
    const { items, rows, ask, ...own } = effective(rules, shared);
    const inside = [own, items, rows, ask, objectIn(items).pairFrom].map(objectIn);
    return inside.some((each) => [each.enumFrom, each.from, each.list].includes(list));
  });
  return field ? content.labelOf(field) : inEachLanguage(() => list);
}

/** A question of shared/questions.json. */
export function readShared(content: Content, name: string): JsonObject {
  return content.part("schemas/shared/questions.json", ["questions", name]).node;
}

/** A part of a meta-schema with what it refers to. */
export interface MetaNode {
  schema: JsonObject;
  root: JsonObject;
  /** It is an expression, or a text in both languages. */
  as: "expression" | "words" | undefined;
}

export function findMeta(metas: MetaSchemas, kind: PartKind): MetaNode {
  const { file, meta } = SOURCES[kind];
  const root = metas[`${file}.schema.json`] ?? {};
  return resolveMeta(readAt(root, meta.split("/")), root);
}

/** Follows references inside the meta-schema. What is written beside a reference counts. */
export function resolveMeta(schema: unknown, root: JsonObject): MetaNode {
  const own = isObject(schema) ? schema : {};
  const [only] = Array.isArray(own.allOf) ? own.allOf : [];
  const ref = String(own.$ref ?? Object(only).$ref ?? "");
  if (ref.endsWith("/expression")) return { schema: own, root, as: "expression" };
  if (ref.endsWith("/words")) return { schema: own, root, as: "words" };
  if (!ref.startsWith("#/")) return { schema: own, root, as: undefined };
  const target = readAt(root, ref.slice(2).split("/"));
  const { $ref: _ref, allOf: _all, ...beside } = own;
  const resolved = resolveMeta(target, root);
  return { ...resolved, schema: { ...resolved.schema, ...beside } };
}

/** Returns the value with another one at a path inside. Undefined removes a member, and an entry of a list. */
export function setInside(value: unknown, [segment, ...rest]: Path, next: unknown): unknown {
  if (segment === undefined) return next;
  if (Array.isArray(value)) {
    const inside = setInside(value[Number(segment)], rest, next);
    return inside === undefined ? value.toSpliced(Number(segment), 1) : value.with(Number(segment), inside);
  }
  const { [segment]: was, ...others } = Object(value) as JsonObject;
  const inside = setInside(was, rest, next);
  if (inside === undefined) return others;
  return { ...(Object(value) as JsonObject), [segment]: inside };
}
