// Answers inside texts: `{plate}` in the title of a record. Texts are formatted before answers are known, so each name first
// becomes a mark, and the marks are filled in where the text is shown.
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
