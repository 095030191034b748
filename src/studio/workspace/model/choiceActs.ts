import { isObject } from "#engine/schema/schemaTree.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import type { Edit } from "../../server/edit/patch.ts";
import type { Content } from "./content.ts";
import { type Scope, setAt, writeTexts } from "./fieldActs.ts";
import type { Words } from "./members.ts";
import type { FieldPlace, Place } from "./places.ts";

/** The list of choices of a field, or of the entries of a list. */
export function findChoices(field: FieldPlace, scope: Scope): { place: Place; values: unknown[] } | null {
  const places = scope === "all" ? [field.shared, field.rules] : [field.rules, field.shared];
  for (const place of places) {
    if (!place) continue;
    if (Array.isArray(place.node.enum)) return { place, values: place.node.enum };
    const items = place.node.items;
    if (isObject(items) && Array.isArray(items.enum))
      return { place: { file: place.file, path: [...place.path, "items"], node: items }, values: items.enum };
  }
  return null;
}

export function setChoices(field: FieldPlace, values: readonly unknown[], scope: Scope): Edit[] {
  const found = findChoices(field, scope);
  if (!found) return [];
  const target = scope === "product" && found.place === field.shared ? field.rules : found.place;
  return setAt(target, ["enum"], values, ["type", "enum"]);
}

/** Another choice, with its words in both languages. Its value follows from the Dutch words. */
export function addChoice(content: Content, field: FieldPlace, words: Words, scope: Scope): Edit[] {
  const values = findChoices(field, scope)?.values ?? [];
  const value = makeName(words.nl, values.map(String), true);
  const texts = LANGUAGES.map((language) => {
    const { place, path } = content.findText(field, `option.${String(values[0])}`, language);
    const [first = "", ...inside] = path;
    const named = inside.length > 0 ? [first, value, language] : [first.replace(/[^.]*$/, value)];
    return { place, path: named, value: words[language] };
  });
  return [...setChoices(field, [...values, value], scope), ...writeTexts(content, texts)];
}

export function removeChoice(content: Content, field: FieldPlace, value: unknown, scope: Scope): Edit[] {
  const values = findChoices(field, scope)?.values ?? [];
  const others = values.filter((other) => other !== value);
  const texts = LANGUAGES.map((language) => content.findText(field, `option.${String(value)}`, language));
  const gone = texts.filter(({ isShared }) => !isShared).map((text) => ({ ...text, value: undefined }));
  return [...setChoices(field, others, scope), ...writeTexts(content, gone)];
}

/** A name of small letters, digits and _ that is not taken. The value of a choice may begin with a digit. */
export function makeName(words: string, taken: readonly string[], isValue = false): string {
  const plain = words
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase();
  const name =
    plain
      .replace(/[^a-z0-9]+/g, "_")
      .replace(isValue ? /^_+|_+$/g : /^[^a-z]+|_+$/g, "")
      .slice(0, 40) || "veld";
  if (!taken.includes(name)) return name;
  const free = taken.map((_, index) => `${name}_${index + 2}`).find((other) => !taken.includes(other));
  return free ?? `${name}_${taken.length + 2}`;
}
