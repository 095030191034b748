// The acts on a field: each returns the patch for the files as they are now, or why it cannot be made. Pure, so that a patch that no
// longer fits is made again on the new text.
import { valueAt } from "#engine/fields/fieldPath.ts";
import { sameValue } from "#engine/fields/formValues.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject, Language } from "#engine/schema/types.ts";
import { FIELD_WORDS, wordMember } from "#engine/texts/fieldTexts.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import type { Act, Edit } from "../../server/edit/patch.ts";
import type { Content, FieldText } from "./content.ts";
import type { Member, Words } from "./members.ts";
import { type FieldPlace, namesIn, type Path, type Place } from "./places.ts";

/** Whether a shared field changes for all products that use it. */
export type Scope = "all" | "product";

/** Returns the edits that give a part of a file another value at a path, with the parts around it that are missing or become empty. */
export function setAt(place: Place, path: readonly string[], value: unknown, order: readonly string[] = []): Edit[] {
  const [name = "", ...rest] = path;
  const was = place.node[name];
  const { file } = place;
  const at: Path = [...place.path, name];
  if (rest.length === 0) {
    if (sameValue(was, value)) return [];
    return [{ file, path: at, value, was, after: findPredecessor(Object.keys(place.node), name, order) }];
  }
  if (value !== undefined && !isObject(was)) {
    const whole = rest.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
    return setAt(place, [name], whole, order);
  }
  if (!isObject(was)) return [];
  if (value === undefined && isOnly(was, rest)) return setAt(place, [name], undefined);
  return setAt({ file, path: at, node: was }, rest, value, order);
}

/** Whether a part has nothing but what is at the path. */
function isOnly(node: JsonObject, [name = "", ...rest]: readonly string[]): boolean {
  const inside = node[name];
  return Object.keys(node).length === 1 && (rest.length === 0 || (isObject(inside) && isOnly(inside, rest)));
}

/** The member after which a new one comes: the last one that the order has before it. Undefined: at the end. */
function findPredecessor(names: readonly string[], name: string, order: readonly string[]): string | undefined {
  const rank = order.indexOf(name);
  return rank < 0 ? undefined : names.findLast((other) => order.indexOf(other) >= 0 && order.indexOf(other) < rank);
}

export function setMember(field: FieldPlace, member: Member, value: unknown, scope: Scope): Edit[] {
  if (member.source === "rules")
    return setAt(scope === "all" && field.shared ? field.shared : field.rules, member.path, value, member.order);
  const { sharedLayout } = field;
  if (scope === "all" && sharedLayout && Object.keys(sharedLayout.node).length > 0)
    return setAt(sharedLayout, member.path, value, member.order);
  return setAt(field.stepLayout, [...field.names, ...member.path], value, member.order);
}

/** Under which name the answer leaves for other systems, after the last one of its step. */
export function setHandover(content: Content, field: FieldPlace, value: unknown): Edit[] {
  const address = content.addressOf(field.step, field.names).join(".");
  const ofStep = Object.keys(content.handover.node).filter((each) => each.startsWith(`${field.step}.`));
  return setAt(content.handover, [address], value, [...ofStep, address]);
}

/** Undefined or empty removes the text. */
export function setText(
  content: Content,
  field: FieldPlace,
  { kind, language, scope }: { kind: string; language: Language; scope: Scope },
  typed: string,
): Edit[] {
  const value = typed.trim() === "" ? undefined : typed;
  const current = content.findText(field, kind, language);
  if (!current.isShared || scope === "all") return writeTexts(content, [{ ...current, value }]);
  // Both languages have the same keys: the other one keeps its words.
  const own = LANGUAGES.flatMap((each) => {
    const { isShared, text } = content.findText(field, kind, each);
    const written = each === language ? (value ?? current.text) : text;
    return isShared || each === language ? [{ ...content.ownPlace(field, kind, each), value: written }] : [];
  });
  return writeTexts(content, own);
}

interface WrittenText extends Pick<FieldText, "place" | "path"> {
  /** Undefined removes the text. */
  value: string | undefined;
}

/** Returns the edits for the text of a field or of a choice in one language or in all. */
export function writeTexts(content: Content, texts: readonly WrittenText[]): Edit[] {
  const [first, ...others] = texts.filter(({ path }) => path.length > 1);
  const ofFiles = texts.filter(({ path }) => path.length === 1).flatMap((text) => writeText(content, text));
  if (!first) return ofFiles;
  if (others.length === 0) return [...ofFiles, ...setAt(first.place, first.path, first.value, WORDS)];
  const around = first.path.slice(0, -1);
  const written = Object.fromEntries([first, ...others].map(({ path, value }) => [path.at(-1), value]));
  const words = Object.entries({ ...Object(valueAt(first.place.node, around)), ...written });
  const left = words.filter(([, value]) => value !== undefined);
  return [...ofFiles, ...setAt(first.place, around, left.length > 0 ? Object.fromEntries(left) : undefined, WORDS)];
}

/** Words come before the rules, those of choices after these. */
const WORDS = ["description", "$ref", ...FIELD_WORDS.flatMap(wordMember), "type", "enum", "options"];

/** A new text of a file comes after the last one whose key begins alike. */
function writeText(content: Content, { place: { file }, path: [key = ""], value }: WrittenText): Edit[] {
  const texts = content.read(file) ?? {};
  if (texts[key] === value) return [];
  return [{ file, path: [key], value, was: texts[key], after: findNeighbour(Object.keys(texts), key) }];
}

function findNeighbour(keys: readonly string[], key: string): string | undefined {
  const segments = key.split(".");
  for (let length = segments.length - 1; length > 0; length -= 1) {
    const beginning = `${segments.slice(0, length).join(".")}.`;
    const neighbour = keys.findLast((other) => other.startsWith(beginning));
    if (neighbour) return neighbour;
  }
  return undefined;
}

export const isRequired = ({ parent, names }: FieldPlace): boolean =>
  namesIn(parent.node.required).includes(names.at(-1) ?? "");

/** The list of required fields follows the order of the fields. */
export function setRequired({ parent, names }: Pick<FieldPlace, "parent" | "names">, on: boolean): Edit[] {
  const name = names.at(-1) ?? "";
  const current = namesIn(parent.node.required);
  const fields = Object.keys(Object(parent.node.properties) as JsonObject);
  const wanted = on ? insertInOrder(current, name, fields) : current.filter((each) => each !== name);
  const value = wanted.length > 0 ? wanted : undefined;
  return setAt(parent, ["required"], value, ["properties", "required"]);
}

function insertInOrder(current: readonly string[], name: string, order: readonly string[]): string[] {
  if (current.includes(name)) return [...current];
  const rank = order.indexOf(name);
  const before = current.findLastIndex((other) => order.indexOf(other) < rank);
  return [...current.slice(0, before + 1), name, ...current.slice(before + 1)];
}

/** Acts one after the other with the same `merge` are undone as one. */
export const makeAct = (sentence: Words, edits: Edit[], merge?: string): Act => ({
  sentence,
  edits,
  ...(merge !== undefined && { merge }),
});
