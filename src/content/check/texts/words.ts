// Translations of the Dutch words in the portfolio's rows. A key that no row has, and that looks like a word without a translation,
// is a misspelt one. Other keys stay: a back end of others has words that are not known here.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { toPointer } from "#engine/fields/fieldPath.ts";
import type { JsonFile } from "../../read/files/readJson.ts";
import { type Finding, note } from "../../read/findings/finding.ts";
import { nearest } from "../../read/findings/sentences.ts";

/** What rows hold: the sample data, and what the server writes itself. */
const WRITTEN: [folder: string, kind: RegExp][] = [
  ["fixtures/portfolio", /\.json$/],
  ["src/server", /\.ts$/],
];

const checked = new WeakMap<JsonFile, Finding[]>();

/** `names`: of products, which have a check of their own. */
export function checkWords(words: JsonFile, base: string, names: readonly string[]): Finding[] {
  const misspellings = checked.get(words) ?? findMisspelt(words, base);
  checked.set(words, misspellings);
  return misspellings.filter(({ place }) => nearest(place.slice(1), names) === undefined);
}

function findMisspelt(words: JsonFile, base: string): Finding[] {
  const written = readWritten(base);
  const keys = Object.keys(words.content);
  const untranslated = [...written].filter((key) => !keys.includes(key));
  return keys
    .filter((key) => !key.startsWith("$") && !written.has(key))
    .flatMap((key) => {
      const alike = untranslated.filter((other) => Math.abs(other.length - key.length) <= 2);
      const meant = nearest(key, alike);
      const sentence = "no row has these words, so they translate nothing";
      return meant === undefined ? [] : [note(words.file, toPointer([key]), sentence, `did you mean "${meant}"?`)];
    });
}

function readWritten(base: string): ReadonlySet<string> {
  const files = WRITTEN.map(([folder, kind]) => [join(base, folder), kind] as const).filter(([folder]) =>
    existsSync(folder),
  );
  const texts = files.flatMap(([folder, kind]) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => kind.test(name))
      .map((name) => readFileSync(join(folder, name), "utf8")),
  );
  return new Set(texts.flatMap((text) => [...text.matchAll(/"(\p{Lu}[^"\n]{2,})"/gu)].map(([, word]) => word ?? "")));
}
