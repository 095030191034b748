// From what somebody typed to LIKE patterns that the trigram index can answer. Every word must occur; what is typed is
// literal, wildcards included. A word too short for the index is looked for at the beginning of words.
const MAX_WORDS = 6;

/** None for a text without words. */
export const searchPatterns = (typed: string): string[] =>
  typed.trim().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS).map(makePattern);

function makePattern(word: string): string {
  const literal = word.replace(/[\\%_]/g, "\\$&");
  const runs = word.match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = runs.some((run) => run.length >= 3) || /[^\p{L}\p{N}][\p{L}\p{N}]/u.test(word);
  return runs.length > 0 && !found ? `% ${literal}%` : `%${literal}%`;
}
