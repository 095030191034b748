// The words of an error: the ui-schema's own text, the server's words, then the catalogue by keyword. Judges nothing.
// An unknown keyword gives the general message.

import { type Control, findControl, numberWords } from "#engine/fields/controls.ts";
import type { ErrorName } from "#engine/schema/rules.ts";
import type { ErrorLayout, Schema } from "#engine/schema/schema.ts";
import type { FieldError, JsonObject, Language } from "#engine/schema/types.ts";
import { isCalendarDay } from "#engine/values/dates.ts";
import { formatDate } from "#engine/values/dateText.ts";
import { writeNumber } from "#engine/values/formats.ts";
import { findNotation, writeNotation } from "#engine/values/notations.ts";
import { sizeLimit } from "./fields/files/fileSize.ts";
import type { FieldUi } from "./runtime/runtime.ts";
import type { Text, TextValues } from "./runtime/text.ts";

type Words = [key: string, values?: TextValues];

interface ErrorPlace {
  ui: FieldUi;
  schema: Schema;
  language: Language;
}

/** `nl-postal-code`: postal_code. Content of old releases names these keys too: they stay. */
const nameText = (format: string) => format.replace(/^nl-/, "").replaceAll("-", "_");

const ASKED: Record<NonNullable<Control["asks"]>, string> = {
  choice: "error.validation.choice",
  file: "error.validation.file",
  tick: "error.validation.required_true",
  "yes or no": "error.validation.yes_or_no",
};

const isForFiles = (ui: FieldUi) => findControl(ui.field)?.asks === "file";
const hasRecords = ({ items }: Schema) => items?.properties !== undefined;

function describeMissing(ui: FieldUi, schema: Schema): Words {
  if (hasRecords(schema)) return ["error.validation.min_records", { min: schema.minItems ?? 1 }];
  const asks =
    findControl(ui.field ?? ui.widget)?.asks ?? (ui.question || schema.type === "boolean" ? "yes or no" : undefined);
  return [asks ? ASKED[asks] : "error.validation.required"];
}

function describeDate(params: JsonObject, schema: Schema, language: Language): Words {
  const limit = formatDate(String(params.limit ?? ""), language);
  if (params.bound === "from") return ["error.validation.date_too_early", { minDate: limit }];
  return schema.dateWindow?.to === "0d"
    ? ["error.validation.date_in_future"]
    : ["error.validation.date_too_late", { maxDate: limit }];
}

function describeLength(keyword: string, limit: number, ui: FieldUi, schema: Schema): Words {
  if (schema.minLength === limit && schema.maxLength === limit)
    return ["error.validation.exact_length", { length: limit }];
  if (keyword === "maxLength") return ["error.validation.max_characters", { max: limit }];
  return limit === 1 ? describeMissing(ui, schema) : ["error.validation.min_characters", { min: limit }];
}

const isMoney = (ui: FieldUi) => numberWords(ui).money === true;

/** As the field writes its value, so that it reads and sounds the same. */
function formatLimit(limit: number, ui: FieldUi, language: Language): string {
  return isMoney(ui) || ui.unit !== undefined ? writeNumber(limit, language, numberWords(ui)) : String(limit);
}

/** A whole number, so many decimals, or else a multiple. */
function describeStep(step: number, ui: FieldUi, language: Language): Words {
  const decimals = -Math.log10(step);
  if (step === 1) return [isMoney(ui) ? "error.validation.whole_euros" : "error.validation.whole_number"];
  if (Number.isInteger(decimals) && decimals > 0) return ["error.validation.decimals", { count: decimals }];
  return step > 0
    ? ["error.validation.multiple", { step: writeNumber(step, language, {}) }]
    : ["error.validation.invalid"];
}

function describeNotation(format: string, language: Language): Words {
  const notation = findNotation(format);
  if (!notation?.names) return [notation ? `error.validation.${nameText(format)}` : "error.validation.invalid"];
  const example = writeNotation(format, notation.example, language);
  return ["error.validation.register_number", { name: notation.names[language], example }];
}

type Wording = (error: FieldError, errorPlace: ErrorPlace, text: Text) => Words;
const plain =
  (key: string): Wording =>
  () => [key];
const OPTION_GONE = plain("error.validation.option_unavailable");
const INVALID = plain("error.validation.invalid");

const readLimit = ({ params }: FieldError) => params.limit as number;
const length: Wording = (error, { ui, schema }) => describeLength(error.keyword, readLimit(error), ui, schema);
const missing: Wording = (_error, { ui, schema }) => describeMissing(ui, schema);
const bound: Wording = (error, { ui, language }) => {
  const limit = formatLimit(readLimit(error), ui, language);
  return [`error.validation.${error.keyword}`, { min: limit, max: limit }];
};

/** Errors that only the server or only a widget can find. */
type OtherErrorName =
  | "refused"
  | "incomplete"
  | "unpriced"
  | "unchosen"
  | "unlisted"
  | "unlisted_choice"
  | "several"
  | FileError;
type FileError = "upload" | "upload_field" | "file_type" | "file_size";

const wordings: Record<ErrorName | OtherErrorName, Wording> = {
  required: missing,
  rows: missing,
  type: ({ params }, { ui }) => {
    if (params.fraction === true)
      return [isMoney(ui) ? "error.validation.whole_euros" : "error.validation.whole_number"];
    if (!/number|integer/.test(String(params.type))) return ["error.validation.invalid"];
    return [params.long === true ? "error.validation.too_long" : "error.validation.numeric"];
  },
  const: plain("error.validation.required_true"),
  enum: plain("error.validation.option"),
  enumFrom: OPTION_GONE,
  pairFrom: OPTION_GONE,
  ask: OPTION_GONE,
  listUnavailable: plain("error.list_unavailable"),
  format: ({ params: { format } }, { language }) => describeNotation(String(format), language),
  minLength: length,
  maxLength: length,
  minItems: (error, { ui, schema }) => {
    const limit = readLimit(error);
    if (limit <= 1 || hasRecords(schema)) return describeMissing(ui, schema);
    return [`error.validation.min_${isForFiles(ui) ? "files" : "choices"}`, { min: limit }];
  },
  maxItems: (error, { schema, ui }) => {
    if (isForFiles(ui)) return ["error.validation.max_files", { max: readLimit(error) }];
    if (hasRecords(schema)) return ["error.validation.max_records", { max: readLimit(error) }];
    const key = schema.items?.pairFrom ? "error.validation.max_professions" : "error.validation.max_choices";
    return [key, { maxItems: readLimit(error), max: readLimit(error) }];
  },
  exclusive: plain("error.validation.exclusive"),
  uniqueBy: plain("error.validation.unique_by"),
  minimum: bound,
  maximum: bound,
  exclusiveMinimum: (error) =>
    readLimit(error) === 0 && error.params.below !== true
      ? ["error.validation.char_not_allowed", { char: 0 }]
      : ["error.validation.above", { min: readLimit(error) }],
  dateWindow: ({ params }, { schema, language }) => describeDate(params, schema, language),
  refused: plain("error.refused"),
  incomplete: plain("error.step_incomplete"),
  unpriced: plain("error.unpriced"),
  unchosen: plain("error.validation.profession_unchosen"),
  unlisted: plain("error.validation.profession_unlisted"),
  unlisted_choice: plain("error.validation.choice_unlisted"),
  several: plain("error.validation.several"),
  upload: plain("error.file.unknown"),
  upload_field: ({ params }) => ["error.file.elsewhere", { name: String(params.name) }],
  file_type: ({ params: { name, allowed } }) => [
    "error.file.type_not_allowed",
    { name: String(name), extensions: String(allowed) },
  ],
  file_size: ({ params: { name, limit } }, _place, text) => [
    "error.file.too_large",
    { name: String(name), max: sizeLimit(Number(limit), text) },
  ],
  exclusiveMaximum: INVALID,
  multipleOf: ({ params }, { ui, language }) => describeStep(Number(params.multipleOf), ui, language),
  pattern: INVALID,
  rules: plain("error.validation.disagrees"),
  uniqueItems: INVALID,
  contains: INVALID,
  when: INVALID,
  additionalProperties: INVALID,
};

/** A rule between answers has a name of its own. Another back end may refuse by a rule that is not ours. */
function wordingFor({ keyword, params }: FieldError): Wording {
  if (params.rule !== undefined) return wordings.rules;
  return Object.hasOwn(wordings, keyword) ? wordings[keyword as keyof typeof wordings] : INVALID;
}

/** A side of a comparison: a day as it is read. */
const side = (value: unknown, language: Language): string | number | undefined =>
  typeof value === "string" && isCalendarDay(value) ? formatDate(value, language) : (value as number | undefined);

export function findPresentation(error: FieldError, ui: FieldUi): ErrorLayout | undefined {
  return ui.errors?.[error.keyword];
}

export function errorMessage(error: FieldError, errorPlace: ErrorPlace, text: Text): string {
  const presentation = findPresentation(error, errorPlace.ui);
  if (presentation?.message) {
    const [limit, value] = [error.params.limit, error.params.value].map((bound) => side(bound, errorPlace.language));
    const values: TextValues = { limit, value, max: limit, min: limit, maxItems: limit, ...presentation.values };
    return text(presentation.message, presentation.type ? { ...values, type: text(presentation.type) } : values);
  }
  if (error.message) return error.message;
  return text(...wordingFor(error)(error, errorPlace, text));
}

/** A field with what is wrong there, on one line: a question has its own mark already. */
export const joinFieldError = (text: Text, field: string, message: string): string =>
  text(field.endsWith("?") ? "error.summary_line_asked" : "error.summary_line", { field, message });
