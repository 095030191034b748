// Where the words of a search are in a text: letters are compared as the server's search does, without case, accents, dots and dashes.
// A text that has a word only when its spaces are left out (`3511 JK` for `3511jk`) is found too.
import type { SearchWord } from "./searchWords.ts";

/** Start and end in the text. */
export type Mark = readonly [start: number, end: number];

const special: Record<string, string> = { ø: "o", ł: "l", đ: "d", ı: "i", œ: "oe", æ: "ae", ß: "ss", ĳ: "ij" };
const ignored = /[.'‘’`´‐‑\p{M}-]/gu;
const foldLetter = (letter: string) => {
  const plain = letter.normalize("NFD").replace(ignored, "").toLowerCase();
  return special[plain] ?? plain;
};

interface Folded {
  letters: string;
  /** For each of the letters, where it is in the text. */
  places: number[];
}

function fold(text: string, dropped?: RegExp): Folded {
  const places: number[] = [];
  let letters = "";
  let place = 0;
  for (const letter of text) {
    const folded = dropped?.test(letter) ? "" : foldLetter(letter);
    letters += folded;
    for (let index = 0; index < folded.length; index += 1) places.push(place);
    place += letter.length;
  }
  return { letters, places };
}

/** A word of one or two letters is only looked for at the beginning of a word, as by the server. */
function findIn({ letters, places }: Folded, part: string, text: string): Mark | null {
  const isShort = !/[\p{L}\p{N}]{3}/u.test(part);
  for (let at = letters.indexOf(part); at >= 0; at = letters.indexOf(part, at + 1)) {
    const start = places[at] ?? 0;
    if (isShort && start > 0 && !/\s/.test(text[start - 1] ?? "")) continue;
    const last = places[at + part.length - 1] ?? start;
    return [start, last + (String.fromCodePoint(text.codePointAt(last) ?? 0).length || 1)];
  }
  return null;
}

function findPart(text: string, part: string): Mark | null {
  const wanted = fold(part).letters;
  if (!wanted) return null;
  return findIn(fold(text), wanted, text) ?? findIn(fold(text, /[\s/]/), wanted, text);
}

/** The parts of a search, each of which some texts may have. A number in groups is looked for whole and in its groups. */
export const searchParts = (words: readonly SearchWord[]): string[] => [...new Set(words.flat(2))];

/** The marks of a text, in order: those that overlap, or have only spaces and signs between them, are one. */
export function findMarks(text: string, parts: readonly string[]): Mark[] {
  const marks = parts.map((part) => findPart(text, part)).filter((mark) => mark !== null);
  const joined: Mark[] = [];
  for (const [start, end] of marks.sort(([left], [right]) => left - right)) {
    const before = joined.at(-1);
    if (before && !/[\p{L}\p{N}]/u.test(text.slice(before[1], start)))
      joined.splice(-1, 1, [before[0], Math.max(before[1], end)]);
    else joined.push([start, end]);
  }
  return joined;
}

/** The parts that a text has. */
export const findParts = (text: string, parts: readonly string[]): string[] =>
  parts.filter((part) => findPart(text, part) !== null);
