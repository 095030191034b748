// Texts that read the same in another language were copied and never translated. Names, codes and patterns of values
// may be the same. A sentence may not.
import { pointerSegments, toPointer, valueAt } from "#engine/fields/fieldPath.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, readLanguage } from "#engine/values/languages.ts";
import type { JsonFile } from "../../read/files/readJson.ts";
import { type Finding, note, TRANSLATE } from "../../read/findings/finding.ts";
import { membersOf } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";

const OTHERS = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);
/** Shorter texts may be equal in two languages. */
const FEWEST_WORDS = 3;

/** In files of one language each, and where a file holds its texts in all of them. */
export function checkTranslated(files: readonly JsonFile[]): Finding[] {
  const byName = new Map(files.map((file) => [file.file, file]));
  const copied: Finding[] = [];
  for (const file of files) {
    for (const language of OTHERS) {
      const other = byName.get(file.file.replace(`.${DEFAULT_LANGUAGE}.json`, `.${language}.json`));
      if (other && other !== file) copied.push(...compare(file.content, other.content, other));
    }
    for (const { value, place } of membersOf(file.content))
      if (isObject(value) && value[DEFAULT_LANGUAGE] !== undefined) copied.push(...compareInside(value, file, place));
  }
  // Copied texts are reported as such.
  const reported = new Set(copied.map(({ file, place }) => `${file} ${place}`));
  return [...copied, ...files.flatMap((file) => findMisplaced(file, reported))];
}

/** Words of almost every sentence of one language and of none of the other. */
const FREQUENT: Record<Language, RegExp> = {
  nl: /^(?:het|een|van|en|is|dat|voor|met|niet|zijn|wordt|worden|u|uw|bij|aan|door|deze|naar|ook|kan|hebben)$/,
  fr: /^(?:le|la|les|des|du|et|est|une|vous|votre|vos|avec|pour|dans|sur|pas|au|aux|qui|par|ces|cette)$/,
};

const countFrequent = (language: Language, text: string): number =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => FREQUENT[language].test(word)).length;

/** Of a language none of whose words a text has: which other one it is written in. */
const findOther = (text: unknown, language: Language): Language | undefined =>
  typeof text === "string" && countFrequent(language, text) === 0
    ? LANGUAGES.find((other) => other !== language && countFrequent(other, text) >= 2)
    : undefined;

/** Texts of another language than their file's. */
function findMisplaced(file: JsonFile, reported: ReadonlySet<string>): Finding[] {
  const language = readLanguage(/\.(\w+)\.json$/.exec(file.file)?.[1]);
  const odd = Object.entries(language === null ? {} : file.content).flatMap(([key, text]) => {
    const other = findOther(text, language ?? DEFAULT_LANGUAGE);
    return other === undefined || reported.has(`${file.file} ${toPointer([key])}`) ? [] : [{ key, other }];
  });
  const [first, ...more] = odd;
  if (!first) return [];
  const sentence =
    more.length > 0
      ? t`the text reads as ${first.other}, and so do ${more.length} more of this file`
      : t`the text reads as ${first.other}`;
  return [note(file.file, toPointer([first.key]), sentence, t`write it in ${language}, or exchange the files`)];
}

/** A text in all languages in one file. */
function compareInside(texts: JsonObject, file: JsonFile, place: string): Finding[] {
  const findings: Finding[] = [];
  const odd = LANGUAGES.find((language) => findOther(texts[language], language));
  if (odd) {
    const sentence = t`the text reads as ${findOther(texts[odd], odd)}`;
    findings.push(note(file.file, `${place}/${odd}`, sentence, t`write it in ${odd}, or exchange the two`));
  }
  for (const language of OTHERS)
    findings.push(...compare(texts[DEFAULT_LANGUAGE], texts[language], file, `${place}/${language}`));
  return findings;
}

/** Texts that are equal in both, at the same place. */
function compare(written: unknown, other: unknown, file: JsonFile, around = ""): Finding[] {
  const findings: Finding[] = [];
  for (const { value, place } of membersOf({ written })) {
    const below = place.slice("/written".length);
    if (typeof value !== "string") continue;
    if (/^\/\$/.test(below) || !isCopied(value, valueAt(other, pointerSegments(below)))) continue;
    findings.push(
      note(file.file, around + below, t`the text is that of the language ${DEFAULT_LANGUAGE}`, TRANSLATE()),
    );
  }
  return findings;
}

/** Unless it is in the other language already: then the first one is reported. */
const isCopied = (written: string, other: unknown): boolean =>
  written === other && countWords(written) >= FEWEST_WORDS && findOther(written, DEFAULT_LANGUAGE) === undefined;

const BRACES = /\{[^{}]*\}/g;

/** Beside values, and beside choices with their own braces. */
const countWords = (text: string): number =>
  text
    .replaceAll(BRACES, " ")
    .replaceAll(BRACES, " ")
    .match(/\p{L}{2,}/gu)?.length ?? 0;
