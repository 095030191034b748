// The answers of a product, each found once: its kind, its label and its choices, and what can be read of it from a place.
import { controlFor } from "#engine/fields/controls.ts";
import type { Expression, Schema } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { inEachLanguage } from "#engine/values/languages.ts";
import { inBoth } from "../words.ts";
import { findChoices } from "./choiceActs.ts";
import type { Content } from "./content.ts";
import type { Words } from "./members.ts";
import { effective, type FieldPlace, listIn, objectIn } from "./places.ts";

export type AnswerKind = "boolean" | "choice" | "choices" | "number" | "date" | "text";

export interface Answer {
  expression: Expression;
  kind: AnswerKind;
  label: Words;
  values: { value: Expression; label: Words }[];
  /** Operator before the label: the sum of answers. */
  of?: string;
}

/** An answer of the product, by the names of its fields with `*` for each record. */
export interface Found extends Omit<Answer, "expression"> {
  step: string;
  path: string[];
  isRecords: boolean;
}

/** What an answer that is a year can be compared with. */
export const THIS_YEAR: Expression = { year: "today" };

export function findAnswer(content: Content, field: FieldPlace): Found | undefined {
  const { step, names } = field;
  const rules = effective(field.rules, field.shared);
  const answerKind = findKind(rules);
  const isRecords = isObject(rules.items) && rules.items.properties !== undefined;
  if (!answerKind && !isRecords) return undefined;
  const [, ...path] = content.addressOf(step, names);
  const label = content.labelOf(field);
  const values = listChoices(content, field)
    .filter(isChoice)
    .map((value) => ({
      value,
      label: inEachLanguage((language) => content.findText(field, `option.${value}`, language).text ?? String(value)),
    }));
  const isYear = controlFor(rules as Schema) === "year";
  const years = isYear ? [{ value: THIS_YEAR, label: inBoth("aYear") }] : [];
  return { step, path, isRecords, kind: answerKind ?? "number", label, values: [...values, ...years] };
}

const isChoice = (value: unknown): value is string | number => typeof value === "string" || typeof value === "number";

/** The choices beside the field, otherwise those of the list that the product's rules give. */
export function listChoices(content: Content, field: FieldPlace): unknown[] {
  const own = findChoices(field, "all")?.values;
  const list = effective(field.rules, field.shared).enumFrom;
  if (own || typeof list !== "string") return own ?? [];
  const source = content.valueAt(content.manifest, ["lists", list]);
  return [...new Set(listIn(objectIn(source).rules).flatMap((rule) => listIn(objectIn(rule).values)))];
}

function findKind(rules: JsonObject): AnswerKind | undefined {
  if (rules.enum !== undefined || rules.enumFrom !== undefined) return "choice";
  if (rules.type === "boolean") return "boolean";
  if (rules.type === "integer" || rules.type === "number") return "number";
  if (rules.type === "string") return rules.format === "date" ? "date" : "text";
  const hasChoices = isObject(rules.items) && (rules.items.enum !== undefined || rules.items.enumFrom !== undefined);
  return hasChoices ? "choices" : undefined;
}

/** One value of an answer at a path, or what is computed of those of several records. */
export function readOne({ kind, label, values, isRecords }: Found, path: string): Answer[] {
  const make = (expression: Expression, of?: string, as = kind): Answer => ({
    expression,
    kind: as,
    label,
    values,
    ...(of && { of }),
  });
  if (isRecords) return path.includes("*") ? [] : [make({ count: `${path}.*` }, "count", "number")];
  if (!path.includes("*")) return [make(path)];
  if (kind === "number") return ["sum", "max", "min"].map((of) => make({ [of]: path }, of));
  return kind === "choice" || kind === "choices" ? [make(path, undefined, "choices")] : [];
}
