// Answers inside texts. `{plate}` in the title of a record: texts are formatted before answers are known, so each name first
// becomes a mark, and the marks are filled in where the text is shown. In other texts `{name}` is a value of `text_values`.
import type { Expression } from "../schema/schema.ts";
import { isObject } from "../schema/schemaTree.ts";
import type { JsonObject, Manifest } from "../schema/types.ts";

const MARK = "\u0000";

/** Values for a text that may name these answers. */
export const markAnswers = (names: Iterable<string>): Record<string, string> =>
  Object.fromEntries(Array.from(names, (name) => [name, `${MARK}${name}${MARK}`]));

const isName = (_part: string, index: number): boolean => index % 2 === 1;

/** The names of the answers that a text contains. */
export const answersIn = (text: string): string[] => text.split(MARK).filter(isName);

/** Returns the text with answers in words, or undefined without a text and while it contains an answer that is not given. */
export function fillAnswers(
  text: string | undefined,
  wordsFor: (name: string) => string | undefined,
): string | undefined {
  const parts = text?.split(MARK).map((part, index) => (isName(part, index) ? wordsFor(part) : part));
  return parts?.includes(undefined) ? undefined : parts?.join("");
}

/** In the place of an answer that is not given. */
export const UNKNOWN = "…";

/** The values as long as no answer is given. */
export const constantValues = ({ text_values = {} }: Pick<Manifest, "text_values">): JsonObject =>
  Object.fromEntries(Object.entries(text_values).map(([name, value]) => [name, isObject(value) ? UNKNOWN : value]));

/** The paths that the values follow from. */
export const followingValues = ({ text_values = {} }: Pick<Manifest, "text_values">): Expression[] =>
  Object.values(text_values).flatMap((value) => (isObject(value) ? [(value.answer ?? value) as Expression] : []));
