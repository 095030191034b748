// Texts that read the same in another language were copied and never translated. Names, codes and patterns of values may be the
// same; a sentence is not.
import { toPointer } from "#engine/fieldPath.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#engine/languages.ts";
import { isObject } from "#engine/schemaTree.ts";
import { type Finding, note } from "./finding.ts";
import type { JsonFile } from "./readJson.ts";

const OTHERS = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);
/** In fewer words two languages may say the same. */
const FEWEST_WORDS = 3;

/** In files of one language each, and where a file holds its texts in all of them. */
export function translatedFindings(files: readonly JsonFile[]): Finding[] {
  const byName = new Map(files.map((file) => [file.file, file]));
  return files.flatMap((file) => {
    const others = OTHERS.flatMap((language) => {
      const other = byName.get(file.file.replace(`.${DEFAULT_LANGUAGE}.json`, `.${language}.json`));
      return other && other !== file ? [...compare(file.content, other.content, other)] : [];
    });
    return [...others, ...inside(file.content, file)];
  });
}

function* inside(value: unknown, file: JsonFile, path: string[] = []): Generator<Finding> {
  if (!Array.isArray(value) && !isObject(value)) return;
  for (const [name, one] of Object.entries(value)) yield* inside(one, file, [...path, name]);
  const written = isObject(value) ? value[DEFAULT_LANGUAGE] : undefined;
  for (const language of written === undefined ? [] : OTHERS)
    yield* compare(written, Object(value)[language], file, [...path, language]);
}

function* compare(written: unknown, other: unknown, file: JsonFile, path: string[] = []): Generator<Finding> {
  if (isObject(written) && isObject(other))
    for (const [name, one] of Object.entries(written)) yield* compare(one, other[name], file, [...path, name]);
  else if (typeof written === "string" && written === other && countWords(written) >= FEWEST_WORDS && !isAddress(path))
    yield note(file.file, toPointer(path), `the text is that of the language ${DEFAULT_LANGUAGE}`, "translate it");
}

/** Such as `$schema`. */
const isAddress = ([name = ""]: string[]): boolean => name.startsWith("$");

const BRACES = /\{[^{}]*\}/g;

/** Beside values, and beside choices with their own braces. */
const countWords = (text: string): number =>
  text
    .replaceAll(BRACES, " ")
    .replaceAll(BRACES, " ")
    .match(/\p{L}{2,}/gu)?.length ?? 0;
