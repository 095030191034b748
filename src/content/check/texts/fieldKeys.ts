// Keys of the texts of a form's fields: what they begin with where the layout has "texts" (a misspelt one would make each of them
// missing), and those of the words of answers.
import { memberList } from "#engine/schema/members.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { Manifest } from "#engine/schema/types.ts";
import { textKeys } from "#engine/texts/fieldTexts.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import type { Hint } from "../../read/findings/finding.ts";
import { member } from "../../read/findings/reporting.ts";
import { meantOr, nearest } from "../../read/findings/sentences.ts";
import { t } from "../../read/findings/translate.ts";
import { ruleValues } from "../../read/steps/stepIndex.ts";
import { admits } from "../rules/values.ts";
import type { Texts } from "./textPairs.ts";

interface TextPrefix {
  prefix?: string;
  wrong?: [place: string, sentence: string, hint: Hint];
}

interface FormTexts {
  step: string;
  fields: readonly string[];
  /** Its own texts, and those that all share. */
  own: Texts;
  shared: Texts;
}

export function findPrefix(written: unknown, { step, fields, own, shared }: FormTexts): TextPrefix {
  const labels = [...shared.keys()].filter((key) => key.endsWith(".label"));
  const prefixes = [...new Set(labels.map((key) => key.split(".").slice(0, -2).join(".")))];
  if (typeof written === "string") {
    if (prefixes.includes(written)) return { prefix: written };
    const hint = meantOr(prefixes, written, t`write one of ${prefixes.join(", ")}`);
    const wrong: TextPrefix["wrong"] = ["/ui:options/texts", t`no text of a field begins with "${written}"`, hint];
    return { prefix: nearest(written, prefixes) ?? written, wrong };
  }
  const usual = fields.flatMap((name) => textKeys({ step }, [name]).map((key) => `${key}.label`));
  if (fields.length === 0 || usual.some((key) => own.has(key) || shared.has(key))) return {};
  const prefix = prefixes.find((candidate) => fields.every((name) => shared.has(`${candidate}.${name}.label`)));
  if (prefix === undefined) return {};
  const sentence = t`the texts of its fields are not called as those of a step`;
  return { prefix, wrong: ["/ui:options", sentence, t`add "texts": "${prefix}" to "ui:options"`] };
}

interface OptionKeys {
  /** Of each choice, of which one must exist: a choice without words would be shown as its code. */
  needed: string[][];
  /** Of other answers that have words, on the form or only in the document. */
  possible: string[][];
}

/** `bases`: the keys without the value. `lists`: of the product. */
export function findOptionKeys(
  bases: readonly string[],
  described: readonly Schema[],
  { lists, texts }: { lists: Manifest["lists"]; texts: readonly Texts[] },
): OptionKeys {
  const rules = described.flatMap((schema) => [schema, schema.items ?? {}]);
  const ruleChoices = rules.flatMap(({ enum: choices = [] }) => choices);
  const listed = rules.flatMap((schema) => ruleValues(lists, schema.enumFrom ?? memberList(schema)?.list) ?? []);
  // A number of a list of rules is an amount.
  const isAmount = (value: unknown) => typeof value === "number" && !ruleChoices.includes(value);
  const name = (value: unknown) => bases.map((base) => `${base}.${value}`);
  const open = rules.filter((schema) => !schema.enum && !ruleValues(lists, schema.enumFrom));
  const isAnswer = (value: string) => open.some((schema) => admits(schema, value) || admits(schema, Number(value)));
  const written = texts.flatMap((some) => [...some.keys()]);
  const others = bases.flatMap((base) =>
    written.filter((key) => key.startsWith(`${base}.`) && isAnswer(key.slice(base.length + 1))),
  );
  const all = [...new Set([...ruleChoices, ...listed])];
  return {
    needed: all.filter((value) => !isAmount(value)).map(name),
    possible: [...all.filter(isAmount).map(name), ...others.map((key) => [key])],
  };
}

/** Explains words of an agreement that link to nothing: they are drawn as plain ones. */
export function findWrongLink(
  name: string,
  links: boolean,
  ui: UiSchema,
  product: ProductFiles,
): [sentence: string, hint: string] | undefined {
  const { document } = member(ui, "ui:options");
  const { documents = {} } = readManifest(product);
  if (!links || document !== undefined || Object.hasOwn(documents, name)) return undefined;
  const names = Object.keys(documents).join(", ");
  const hint = names
    ? t`add "document" to "ui:options": one of ${names}`
    : t`add "document" to "ui:options": a name of "documents" in product.json, which has none yet`;
  return [t`the words of ${name} link to a document, and the layout names none`, hint];
}
