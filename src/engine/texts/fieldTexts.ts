// Finds the words of a field by convention: product texts first, then the shared texts of all forms. Knows no language
// and formats nothing. A text that does not exist is simply left out.
import { recordSchemas } from "../fields/recordFields.ts";
import { BOUND_NAMES } from "../schema/rules.ts";
import type { Schema, UiSchema } from "../schema/schema.ts";
import { propertySchemas } from "../schema/schemaTree.ts";
import type { JsonObject, ListItem, Translator } from "../schema/types.ts";
import { markAnswers } from "./answersInTexts.ts";

const SHARED = "wizard.field";

/** The kinds of words of a field, except the words of its choices. Each kind is the end of a text key. */
export const FIELD_WORDS = [
  "label",
  "help",
  "placeholder",
  "tooltip",
  "unit",
  "item",
  "record",
  "add",
  "link",
] as const;

/**
 * Returns where a word is beside the rules of its field: a label is its `title`, that of a choice is in `options`, and the message of a
 * rule between answers is in the rule.
 */
export const wordMember = (kind: string): string[] => {
  const [, sort, name = ""] = /^(option|rule)\.(.*)$/.exec(kind) ?? [];
  if (sort === undefined) return [kind === "label" ? "title" : kind];
  return sort === "option" ? ["options", name] : ["rules", name, "message"];
};

export interface FieldTexts {
  /**
   * `item`: what each record of a list is. `record`: its title, with the answers that it names marked. `add`: the button that adds
   * one, with its article.
   */
  text(kind: "label" | "help" | "placeholder" | "tooltip" | "unit" | "item" | "record" | "add"): string | undefined;
  option(value: unknown): string | undefined;
}

export interface TextSource {
  step: string;
  /** `ui:options.texts` of the ui-schema: the shared texts of a portal form or of the request block. */
  prefix?: string;
  translate: Translator;
  values?: JsonObject;
}

function bases(source: TextSource, path: readonly string[], override: unknown): string[] {
  const whole = path.join(".");
  const last = path.at(-1) ?? "";
  const names = whole === last ? [last] : [whole, last];
  const prefixes = [source.step, "field", ...(source.prefix ? [source.prefix] : []), SHARED];
  const conventional = prefixes.flatMap((prefix) => names.map((name) => `${prefix}.${name}`));
  return typeof override === "string" ? [override, ...conventional] : conventional;
}

/** Every key that the convention tries for a field, most specific first: the check reads the same list. */
export function textKeys(
  source: Pick<TextSource, "step" | "prefix">,
  path: readonly string[],
  override?: unknown,
): string[] {
  return bases({ ...source, translate: () => null }, path, override);
}

/** Numbers of the schema that texts may mention, besides the manifest's own values. */
function limits(schema: Schema): JsonObject {
  const bounds: JsonObject = {};
  for (const name of BOUND_NAMES) {
    if (typeof schema[name] === "number") bounds[name] = schema[name];
  }
  return bounds;
}

export function fieldTexts(source: TextSource, path: readonly string[], schema: Schema, ui: UiSchema): FieldTexts {
  const options = ui["ui:options"] ?? {};
  const keys = bases(source, path, options.texts);
  const record = recordSchemas(schema).flatMap((described) => [...propertySchemas(described).keys()]);
  const values = { ...markAnswers(record), ...limits(schema), ...source.values };
  const first = (candidates: string[]): string | undefined => {
    for (const key of candidates) {
      const text = source.translate(key, values);
      if (text !== null) return text;
    }
    return undefined;
  };
  return {
    text: (kind) => first(keys.map((key) => `${key}.${kind}`)),
    option: (value) => {
      const ownKeys = typeof options.optionTexts === "string" ? [`${options.optionTexts}.${value}`] : [];
      return first([...ownKeys, ...keys.map((key) => `${key}.option.${value}`)]);
    },
  };
}

/** The item with the label that the texts give to its value, where it has none of its own. */
export function labelItem(item: ListItem, texts: FieldTexts): ListItem {
  if (item.label !== undefined) return item;
  const label = texts.option(item.value);
  return label === undefined ? item : { ...item, label };
}
