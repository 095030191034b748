// How a search term is read into words, by the server that searches and by the page that marks what was found. A number may be
// written in groups: `42 61 49 96`, `42.61.49.96`. Dots, dashes and apostrophes do not matter.
import { withoutUnseen } from "./formats.ts";

/** A word of a search: alternatives, each of parts that a row contains all. */
export type SearchWord = readonly (readonly string[])[];

const ignored = /[.'‘’`´‐‑-]|(?<=\p{N}\s*)[‒–—―−](?=\s*\p{N})/gu;
/** Single letters with blanks between them are one abbreviation: `b v` is `bv`. */
const apartLetters = /(?<=(?:^|\s)\p{L})\s+(?=\p{L}(?:\s|$))/gu;
/** Signs around a word: `KVK:`, `#42614996`, `Utrecht,`. */
const around = /(?<=^|\s)[#:;,/=]+|[#:;,/=]+(?=\s|$)/gu;
const afterLabel = /(?<=\p{L})\s*[#:=]\s*(?=\p{N})/gu;
const token = /(?<![^\s/])\p{N}+(?:[\s/]+\p{N}+)+(?![^\s/])|\S+/gu;

export function readSearchWords(term: string): SearchWord[] {
  const letters = withoutUnseen(term).normalize("NFC").replace(ignored, "");
  const plain = letters.replace(apartLetters, "").replace(afterLabel, " ").replace(around, "");
  return [...plain.matchAll(token)].map(([text]) => readToken(text));
}

/** Short groups are one number. Others may be several: a postcode and a house number. */
function readToken(text: string): SearchWord {
  if (!/[\s/]/.test(text)) return [[text]];
  const joined = [text.replace(/[\s/]+/g, "")];
  if (/\s/.test(text) && text.split(/[\s/]+/).every(({ length }) => length <= 3)) return [joined];
  return [joined, text.split(/\s+/)];
}
