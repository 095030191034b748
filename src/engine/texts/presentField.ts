// What present() gives every field of a form: its words and the server's notes. Also the scope that they come from.
import { pathSegments, readsIn } from "../expressions/paths.ts";
import type { Schema, UiSchema } from "../schema/schema.ts";
import { isObject } from "../schema/schemaTree.ts";
import type { JsonObject, Lists, RequestAnswers, StepMeta, Translator } from "../schema/types.ts";
import { type FieldTexts, fieldTexts, type TextSource } from "./fieldTexts.ts";

export interface PresentOptions {
  step: string;
  meta: StepMeta;
  lists: Lists;
  /** With their facts: they decide which fields are there. */
  answers?: RequestAnswers;
  today: string;
  translate: Translator;
  /** Values for the placeholders of texts (`manifest.text_values`). */
  values?: JsonObject;
  /** Preferred choices of lists, as `resolveLists` gives them. */
  defaults?: Record<string, string | number>;
}

export interface Scope extends PresentOptions {
  texts: TextSource;
  missing: Set<string>;
}

export function readOptions(ui: UiSchema): JsonObject {
  return ui["ui:options"] ?? {};
}

/** The layout of a member, empty where there is none. */
export function memberUi(ui: UiSchema, name: string): UiSchema {
  const memberLayout = ui[name];
  return isObject(memberLayout) ? memberLayout : {};
}

export function buildWords(texts: FieldTexts): JsonObject {
  const words: JsonObject = {};
  for (const [option, kind] of [
    ["title", "label"],
    ["help", "help"],
    ["placeholder", "placeholder"],
    ["tooltip", "tooltip"],
    ["unit", "unit"],
    ["itemName", "item"],
    ["recordTitle", "record"],
    ["addItem", "add"],
  ] as const) {
    const text = texts.text(kind);
    if (text !== undefined) words[option] = text;
  }
  return words;
}

/** The names of the answers that a computed field follows from. A field of one row of a table goes by the name of the table. */
export function computedWords({ computed }: Schema, path: string[], source: TextSource): JsonObject {
  if (computed === undefined) return {};
  const labels = readsIn(computed).map((read) => {
    const [step, ...names] = pathSegments(read);
    const from = [...(step ? [] : path.slice(0, -1)), ...names].filter((name) => name !== "*");
    const label = (length: number) =>
      fieldTexts(step ? { ...source, step } : source, from.slice(0, length), {}, {}).text("label");
    return label(from.length) ?? label(1);
  });
  return { reads: [...new Set(labels.filter((label) => label !== undefined))] };
}

/** Disabled fields and notes. The note joins the options that are passed in. */
export function presentMeta(path: string[], options: JsonObject, { meta, translate }: Scope): UiSchema {
  const name = path.join(".");
  const disabled = meta.disabled?.includes(name) === true;
  const note = meta.field_text?.[name] ?? (disabled ? translate("wizard.notice.disabled_field") : null);
  if (note) options.note = note;
  if (note && meta.noted && Object.hasOwn(meta.noted, name)) options.noteOf = { value: meta.noted[name] };
  return disabled ? { "ui:readonly": true } : {};
}
