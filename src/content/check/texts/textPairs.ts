// The texts of one place in every language: the same keys, with the same values. A key that two languages spell differently is one
// mistake, reported where the key is not used.
import { DEFAULT_LANGUAGE, LANGUAGES } from "#engine/values/languages.ts";
import { findPlace } from "../../read/files/places.ts";
import type { JsonFile } from "../../read/files/readJson.ts";
import {
  certainly,
  error,
  type Finding,
  type Hint,
  missing,
  type Remedy,
  TRANSLATE,
} from "../../read/findings/finding.ts";
import { didYouMean, nearest } from "../../read/findings/sentences.ts";
import { t } from "../../read/findings/translate.ts";

/** Key of a text -> the values it uses. */
export type Texts = Map<string, string[]>;

export interface CommonTexts {
  file: string;
  shared: Texts;
  usedShared: Set<string>;
  /** Keys that some form would show and that no text has, with the findings about those that it needs. */
  asked: Map<string, Finding[]>;
  /** Values of a product that texts of all products may use. */
  rateNames: readonly string[];
  /** The portal's own, or null when they are not known. */
  app: Texts | null;
}

/** An element that needs a text, and the values it gives, or null where a screen gives them. */
export interface TextNeed {
  file: string;
  place: string;
  values: string[] | null;
  /** Of several missing texts of one name, such as a notice, only the first is listed. */
  name?: string;
}

/** What one language has and another lacks, and what that one has in its place. */
interface MissingText {
  key: string;
  from: string;
  to: string;
  file: JsonFile;
  /** The key that would precede it. */
  before: string;
  instead?: string;
}

export class TextPair {
  /** Of all languages, so that a text is reported as missing only where it is. */
  readonly texts: Texts;
  readonly findings: Finding[];
  readonly #files: Record<string, JsonFile>;
  readonly #parsed: Record<string, Texts>;
  readonly #lacking: MissingText[];

  constructor(files: Record<string, JsonFile>, parsed: Record<string, Texts>) {
    this.#files = files;
    this.#parsed = parsed;
    this.texts = new Map(
      [...Object.values(parsed).toReversed(), parsed[DEFAULT_LANGUAGE] ?? []].flatMap((texts) => [...texts]),
    );
    this.findings = this.#findOtherValues();
    this.#lacking = this.#findLacking();
  }

  /** The place of a text, in the default language if possible. */
  fileOf(key: string): string | undefined {
    const language = [DEFAULT_LANGUAGE, ...LANGUAGES].find((candidate) => this.#parsed[candidate]?.has(key));
    return language && this.#files[language]?.file;
  }

  /** Once it is known which keys are used: what nothing uses needs no translation. `isAsked`: a form asks for exactly this one. */
  findLacking(isUsed: (key: string) => boolean, isAsked = isUsed): Finding[] {
    return this.#lacking.flatMap(({ key, from, file, before, instead }): Finding[] => {
      if (instead !== undefined) {
        const isMeant = isAsked(key) === isAsked(instead) ? from === DEFAULT_LANGUAGE : isAsked(key);
        if (!isMeant) return [];
        const sentence = t`${from} has "${key}" and not this text`;
        return [missing(file.file, `/${instead}`, sentence, didYouMean(instead, key))];
      }
      if (!isUsed(key)) return [];
      const lacking = error(file.file, `/${key}`, t`the text is missing; ${from} has it`, TRANSLATE());
      return [{ ...lacking, ...findPlace(file, `/${before}`) }];
    });
  }

  /** Keys that another language has by another spelling. */
  isMisspelt(key: string): boolean {
    return this.#lacking.some(
      (missing) => missing.instead !== undefined && (missing.key === key || missing.instead === key),
    );
  }

  #findLacking(): MissingText[] {
    const lacking: MissingText[] = [];
    for (const { from, to, file, theirs, ours } of this.#each()) {
      const others = [...theirs.keys()].filter((key) => !ours.has(key));
      let before = "";
      for (const key of ours.keys()) {
        const instead = theirs.has(key) ? undefined : nearest(key, others);
        if (theirs.has(key)) before = key;
        else lacking.push({ key, from, to, file, before, ...(instead !== undefined && { instead }) });
      }
    }
    return lacking;
  }

  #findOtherValues(): Finding[] {
    const findings: Finding[] = [];
    for (const { file, ours, theirs, from } of this.#each())
      for (const [key, values] of from === DEFAULT_LANGUAGE ? ours : []) {
        const there = theirs.get(key);
        if (!there || there.join() === values.join()) continue;
        const sentence = t`the text uses ${valueNames(there)}, ${from} uses ${valueNames(values)}`;
        findings.push(error(file.file, `/${key}`, sentence, t`use the same values in both languages`));
      }
    return findings;
  }

  /** Each language beside each other one. */
  #each() {
    return LANGUAGES.flatMap((from) =>
      LANGUAGES.flatMap((to) => {
        const [ours, theirs, file] = [this.#parsed[from], this.#parsed[to], this.#files[to]];
        return from !== to && ours && theirs && file ? [{ from, to, ours, theirs, file }] : [];
      }),
    );
  }
}

export const valueNames = (names: string[]): string =>
  names.length > 0 ? names.map((name) => `{${name}}`).join(", ") : t`no values`;

/** A text in every language. No text can be named after a key with other signs. */
export function adviseAdding(file: string, key: string): Hint {
  const advice = t`add it to ${file} and to the file of the other language`;
  const written = LANGUAGES.map((language): Remedy => {
    return { kind: "write", file: file.replace(/\w\w(?=\.json$)/, language), place: `/${key}` };
  });
  return /^[\w.-]+$/.test(key) ? certainly(advice, ...written) : advice;
}
