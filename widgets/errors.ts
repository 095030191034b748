// From a fact about an answer to words: the ui-schema's own text, the server's words, then the catalogue by keyword.
// Judges nothing, and invents no text: an unknown keyword gives the general message.
import { useCallback, useSyncExternalStore } from "react";
import { formatDate, formatMoney } from "#engine/formats.ts";
import type { Schema } from "#engine/schema.ts";
import type { FormSession } from "#engine/session.ts";
import type { FieldError, JsonObject, Language } from "#engine/types.ts";
import type { ErrorPresentation, FieldUi } from "./runtime.ts";
import type { Text, TextValues } from "./text.ts";

type Words = [key: string, values?: TextValues];

const FORMATS: Record<string, string> = {
  date: "error.validation.date",
  email: "error.validation.email",
  kvk: "error.validation.kvk",
  "nl-postal-code": "error.validation.postal_code",
  "house-number": "error.validation.house_number",
};

const PLAIN: Record<string, string> = {
  minItems: "error.validation.required",
  const: "error.validation.required_true",
  enum: "error.validation.option",
  enumFrom: "error.validation.option_unavailable",
  pairFrom: "error.validation.option_unavailable",
  propertiesFrom: "error.validation.option_unavailable",
  listUnavailable: "error.list_unavailable",
  refused: "error.refused",
  incomplete: "error.step_incomplete",
  unpriced: "error.unpriced",
};

const WHOLE: Record<string, string> = { currency: "error.validation.whole_euros" };

export interface ErrorPlace {
  ui: FieldUi;
  schema: Schema;
  language: Language;
}

const CHOICES = ["radio", "select", "cards"];

function required(ui: FieldUi, schema: Schema): Words {
  if (ui.widget === "agreement" || ui.widget === "checkbox") return ["error.validation.required_true"];
  if (ui.question || ui.widget === "yes-no" || schema.type === "boolean") return ["error.validation.yes_or_no"];
  return [CHOICES.includes(ui.widget ?? "") ? "error.validation.choice" : "error.validation.required"];
}

function dated(params: JsonObject, schema: Schema, language: Language): Words {
  const limit = formatDate(String(params.limit ?? ""), language);
  if (params.bound === "from") return ["error.validation.date_too_early", { minDate: limit }];
  const window = schema.dateWindow as { to?: string } | undefined;
  return window?.to === "0d"
    ? ["error.validation.date_in_future"]
    : ["error.validation.date_too_late", { maxDate: limit }];
}

function sized(keyword: string, limit: number, ui: FieldUi, schema: Schema): Words {
  if (schema.minLength === limit && schema.maxLength === limit)
    return ["error.validation.exact_length", { length: limit }];
  if (keyword === "maxLength") return ["error.validation.max_characters", { max: limit }];
  return limit === 1 ? required(ui, schema) : ["error.validation.min_characters", { min: limit }];
}

/** Written as the field writes it, for eye and ear alike. */
const figure = (limit: number, ui: FieldUi, language: Language): string =>
  ui.widget === "currency" ? formatMoney(limit, language, 0) : String(limit);

function words(error: FieldError, { ui, schema, language }: ErrorPlace): Words {
  const { keyword, params } = error;
  const limit = params.limit as number;
  switch (keyword) {
    case "required":
    case "requiredFrom":
      return required(ui, schema);
    case "format":
      return [FORMATS[params.format as string] ?? "error.validation.invalid", { length: 8 }];
    case "maxLength":
    case "minLength":
      return sized(keyword, limit, ui, schema);
    case "maxItems":
      return ["error.validation.max_professions", { maxItems: limit }];
    case "exclusiveMinimum":
      return limit === 0 && params.below !== true
        ? ["error.validation.char_not_allowed", { char: 0 }]
        : ["error.validation.above", { min: limit }];
    case "minimum":
    case "maximum":
      return [`error.validation.${keyword}`, { min: figure(limit, ui, language), max: figure(limit, ui, language) }];
    case "type":
      if (params.fraction === true) return [WHOLE[ui.widget ?? ""] ?? "error.validation.whole_number"];
      return [/number|integer/.test(String(params.type)) ? "error.validation.numeric" : "error.validation.invalid"];
    case "dateWindow":
      return dated(params, schema, language);
    default:
      return [PLAIN[keyword] ?? "error.validation.invalid"];
  }
}

export function presentationOf(error: FieldError, ui: FieldUi): ErrorPresentation | undefined {
  return ui.errors?.[error.keyword];
}

export function errorMessage(error: FieldError, place: ErrorPlace, text: Text): string {
  const own = presentationOf(error, place.ui);
  if (own?.message) {
    const { limit } = error.params as { limit?: number };
    const values: TextValues = { limit, max: limit, min: limit, maxItems: limit, ...own.values };
    return text(own.message, own.type ? { ...values, type: text(own.type) } : values);
  }
  if (error.message) return error.message;
  return text(...words(error, place));
}

/** The error to show at a field now, or nothing. Renders only the component that asks, and only when its error changes. */
export function useVisibleError(session: FormSession, id: string): FieldError | undefined {
  const subscribe = useCallback((changed: () => void) => session.subscribe(id, changed), [session, id]);
  return useSyncExternalStore(subscribe, () => session.visible(id));
}
