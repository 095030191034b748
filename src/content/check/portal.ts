// What the portal shows outside products: each block of a paper occurs once, a status has its label and a product its name in
// every language, and a form asks for what is kept, since an answer to another field would be lost without a word.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { toPointer } from "#engine/fields/fieldPath.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { Language } from "#engine/schema/types.ts";
import { DEFAULT_LANGUAGE, LANGUAGES } from "#engine/values/languages.ts";
import { type Catalogue, isExample, type ProductFiles } from "../read/catalogue.ts";
import type { JsonFile } from "../read/files/readJson.ts";
import { certainly, error, type Finding, note, removal } from "../read/findings/finding.ts";
import { member, objects, type Report, repeated, reporter } from "../read/findings/reporting.ts";
import { didYouMean, nearest } from "../read/findings/sentences.ts";
import { t } from "../read/findings/translate.ts";
import type { StepFiles } from "../read/shared/sharedContent.ts";

/** By form, what the back end stores of it. Its test compares the two. */
export const KEPT: Readonly<Record<"prerequisites" | "relation", readonly string[]>> = {
  prerequisites: ["personal_data", "cookies"],
  relation: [
    ...["company_name", "email", "email_financial", "address", "zipcode", "city", "country"],
    ...["correspondence_preference", "digital_policy", "kvk"],
  ],
};

/** What only a request has. */
const findLacking = () => ({
  audience: t`a form of the portal is on no paper`,
  prefill: t`no form of the portal is filled beforehand`,
  enumFrom: t`a form of the portal has no lists`,
  when: t`a form of the portal has no facts`,
});

/** `intact`, `sound`: files, and products of files, that have the shape that they should have. */
export function checkPortal(
  { portal, products, base }: Catalogue,
  intact: readonly JsonFile[],
  sound: readonly ProductFiles[],
): Finding[] {
  const findings: Finding[] = [];
  const named = (name: string) => intact.find(({ file }) => file === `schemas/portal/${name}.json`);
  const papers = named("papers");
  if (papers) checkBlocks(papers, reporter(papers.file, findings));
  const statuses = LANGUAGES.flatMap((language) => {
    const file = named(`statuses.${language}`);
    return file ? [{ language, file }] : [];
  });
  for (const language of LANGUAGES) {
    const words = named(`words.${language}`);
    if (!words) continue;
    for (const product of products)
      if (sound.includes(product) && !isExample(product)) checkName(product, language, { words, findings });
    findings.push(...checkWords(words, base, products.flatMap(findNames)));
  }
  for (const { file } of statuses) checkLabels(file, statuses, reporter(file.file, findings));
  for (const { key, schema } of portal?.steps ?? []) checkForm({ key, schema }, reporter(schema.file, findings));
  return findings;
}

/** Of a product in rows: its Dutch name, alone and with its code. */
function findNames({ texts, manifest }: ProductFiles): string[] {
  const name = String(texts[DEFAULT_LANGUAGE]?.content.name).trim();
  const { codes } = manifest.content;
  return ["", ...(Array.isArray(codes) ? codes : []).map((code) => ` (${code})`)].map((end) => name + end);
}

function checkName(
  { key, texts, manifest }: ProductFiles,
  language: Language,
  { words, findings }: { words: JsonFile; findings: Finding[] },
): void {
  const names = [DEFAULT_LANGUAGE, language].map((code) => texts[code]?.content.name);
  // A trailing blank is reported at its place.
  const [written, shown] = names.map((name) => (typeof name === "string" ? name.trim() : name));
  const { codes } = manifest.content;
  if (typeof written !== "string" || typeof shown !== "string" || written === shown || !Array.isArray(codes)) return;
  const ends = ["", ...codes.map((code) => ` (${code})`)];
  const wrong = ends.filter((end) => words.content[written + end] !== shown + end);
  const [end] = wrong;
  if (end === undefined) return;
  const text = words.content[written + end];
  const sentence =
    text === undefined
      ? t`"${written}${end}" has no translation, so lists name the product in Dutch`
      : t`lists say "${text}" for "${written}${end}", and the product's own name is "${shown}"`;
  const lines = wrong.map((ending) => [written + ending, shown + ending] as const);
  const hint = certainly(
    t`write ${lines.map((line) => line.map((name) => `"${name}"`).join(": ")).join(", ")}`,
    ...lines.map(([name, value]) => ({ kind: "replace", place: toPointer([name]), value }) as const),
  );
  const pointer = text === undefined ? "" : toPointer([written + end]);
  findings.push({ ...error(words.file, pointer, sentence, hint), product: key });
}

function checkBlocks({ content }: JsonFile, report: Report): void {
  for (const [index, block] of repeated(objects(content.blocks).map((part) => part.block)))
    report(`/blocks/${index}/block`, t`the block "${block}" is there twice`, t`put its rows into one of the two`);
}

/** What another language has a label for. */
function checkLabels(
  defaultFile: JsonFile,
  all: readonly { language: string; file: JsonFile }[],
  report: Report,
): void {
  for (const { language, file } of all)
    for (const [list, labels] of Object.entries(file.content))
      for (const code of isObject(labels) ? Object.keys(labels) : []) {
        if (Object.hasOwn(member(defaultFile.content, list), code)) continue;
        const sentence = t`the status "${code}" has no label; ${language} has one`;
        report(`/${list}`, sentence, t`add "${code}" with its translation`);
      }
}

function checkForm({ key, schema }: Pick<StepFiles, "key" | "schema">, report: Report): void {
  const storedFields = Object.entries(KEPT).find(([form]) => form === key)?.[1];
  for (const [name, field] of Object.entries(member(schema.content, "properties"))) {
    const pointer = `/properties/${name}`;
    if (storedFields && !storedFields.includes(name))
      report(pointer, t`nothing keeps an answer to "${name}"`, t`remove it, or ask a programmer to store it`);
    for (const [keyword, lacks] of Object.entries(findLacking()))
      if (isObject(field) && field[keyword] !== undefined) report(`${pointer}/${keyword}`, lacks, removal());
  }
}

/** What rows hold: the sample data, and what the server writes itself. */
const WRITTEN: [folder: string, kind: RegExp][] = [
  ["fixtures/portfolio", /\.json$/],
  ["src/server", /\.ts$/],
];

const checked = new WeakMap<JsonFile, Finding[]>();

/** `names`: of products, which have a check of their own. */
function checkWords(words: JsonFile, base: string, names: readonly string[]): Finding[] {
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
      const sentence = t`no row has these words, so they translate nothing`;
      return meant === undefined ? [] : [note(words.file, toPointer([key]), sentence, didYouMean(key, meant))];
    });
}

function readWritten(base: string): ReadonlySet<string> {
  const written = new Set<string>();
  for (const [folder, kind] of WRITTEN) {
    const path = join(base, folder);
    const names = existsSync(path) ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
    for (const name of names.filter((candidate) => kind.test(candidate)))
      for (const [, word = ""] of readFileSync(join(path, name), "utf8").matchAll(/"(\p{Lu}[^"\n]{2,})"/gu))
        written.add(word);
  }
  return written;
}
