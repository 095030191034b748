// From what somebody typed to LIKE patterns that the trigram index can answer. Every word must occur; what is typed is
// literal, wildcards included. A word too short for the index is looked for at the beginning of words.
const MAX_WORDS = 6;

export interface SearchTerm {
  patterns: string[];
  /** False when no word has a letter or digit: such a term is looked for in the first rows of the list only. */
  indexed: boolean;
}

export function searchTerm(typed: string): SearchTerm | null {
  const words = typed.trim().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  if (words.length === 0) return null;
  return { patterns: words.map(patternOf), indexed: words.some((word) => /[\p{L}\p{N}]/u.test(word)) };
}

function patternOf(word: string): string {
  const literal = word.replace(/[\\%_]/g, "\\$&");
  const runs = word.match(/[\p{L}\p{N}]+/gu) ?? [];
  const found = runs.some((run) => run.length >= 3) || /[^\p{L}\p{N}][\p{L}\p{N}]/u.test(word);
  return runs.length > 0 && !found ? `% ${literal}%` : `%${literal}%`;
}
