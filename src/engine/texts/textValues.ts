// The values that texts name in braces (`text_values` in product.json): constants, an answer in its words, or what an expression
// follows from the answers and the day of the request. Judges nothing.
import { compute } from "../expressions/evaluate.ts";
import { valueAt } from "../fields/fieldPath.ts";
import { FACTS } from "../rules/facts.ts";
import type { Expression } from "../schema/schema.ts";
import { isObject } from "../schema/schemaTree.ts";
import type { JsonObject } from "../schema/types.ts";
import { isCalendarDay } from "../values/dates.ts";
import { formatDate } from "../values/dateText.ts";
import { constantValues, UNKNOWN } from "./answersInTexts.ts";
import { type AnswerSource, findField, writeAnswer } from "./answerWords.ts";

/** The values for these answers. */
export function textValues(source: AnswerSource, today: string): JsonObject {
  const { manifest } = source.bundle;
  const following = Object.entries(manifest.text_values ?? {}).filter(([, value]) => isObject(value));
  const words = following.map(([name, value]) => [name, writeValue(source, value as JsonObject, today) ?? UNKNOWN]);
  return { ...constantValues(manifest), ...Object.fromEntries(words) };
}

/** An amount stays a number, for texts that write it as one. */
function writeValue(source: AnswerSource, value: JsonObject, today: string): string | number | undefined {
  const [step = "", ...path] = String(value.answer ?? FACTS).split(".");
  const scope = { here: undefined, answers: source.answers, today };
  const result =
    step === FACTS ? compute((value.answer ?? value) as Expression, scope) : valueAt(source.answers[step], path);
  if (result === undefined || result === null || result === "") return undefined;
  if (step !== FACTS || typeof result === "boolean") return writeAnswer(findField(source, step, path), result);
  return typeof result === "string" && isCalendarDay(result) ? formatDate(result, source.language) : (result as number);
}
