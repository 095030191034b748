// Mistakes that an analyst makes, each with the findings that lead to it: at its place, in words, with a way out. Where
// it has a remedy, that is applied: the finding is gone and nothing else is wrong, so no premium is another one. These run beside the
// code that shows texts, because the check must know everything that could be meant.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { editJson } from "#content/read/files/formatJson.ts";
import { type Finding, isError } from "#content/read/findings/finding.ts";
import { planRemedy } from "#content/read/findings/remedies.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy, describeCause } from "./support/content.ts";
import {
  assign,
  cover,
  dutch,
  french,
  lineAndColumn,
  type Mistake,
  type Mistakes,
  manifest,
  remove,
  set,
  sharedFields,
} from "./support/faults/fault.ts";
import { fixtureFaults } from "./support/faults/fixtureFaults.ts";
import { formFaults } from "./support/faults/formFaults.ts";
import { layoutFaults } from "./support/faults/layoutFaults.ts";
import { productFaults } from "./support/faults/productFaults.ts";
import { tariffFaults } from "./support/faults/tariffFaults.ts";
import { HERE, textFaults } from "./support/faults/textFaults.ts";
import { wordFaults } from "./support/faults/wordFaults.ts";
import { oneCopy } from "./support/oneCopy.ts";
import { Random } from "./support/random.ts";

const faults: Mistakes[] = [formFaults, layoutFaults, productFaults, tariffFaults, wordFaults, fixtureFaults];
const mistakes = faults.flatMap((byFile) =>
  Object.entries(byFile).flatMap(([file, byName]) =>
    Object.entries(byName).map(([name, change]): Mistake => [name, file, change]),
  ),
);

/** Those that take two products, or a cover that is a number. */
const mistakesOfTwo: Mistake[] = [
  [
    "a choice in quotes that is a number elsewhere",
    "schemas/products/cyber/tariff.json",
    set("main.options.0.value", "250000"),
  ],
  [
    "a journey of another product than its file",
    "fixtures/journeys/cyber-newRequest-quotation.json",
    set("product", "edi"),
  ],
  ["cases of another product than their folder", "fixtures/steps/cyber/coverage-choice.json", set("product", "edi")],
  ["a length that every product refuses", sharedFields, set("definitions.kvk.minLength", 9)],
];

const MOST_FINDINGS = 3;

/** Words of programmers, outside quoted content. */
const JARGON =
  /undefined|null|\bNaN\b|ajv|keyword|boolean|\binteger|\bstring|\bobject|\[obj|array|must NOT|should NOT|exception/;
const withoutQuoted = (sentence: string) => sentence.replace(/"[^"]*"/g, "");

const identify = ({ file, place, sentence, hint }: Finding) => `${file} ${place}: ${sentence}; ${hint}`;

/** Content without a mistake, beside the code that shows its texts. */
function addAround(copy: ContentCopy): ContentCopy {
  copy.addPortalForms();
  copy.addCode();
  copy.rewrite();
  return oneCopy(copy);
}

const tiny = addAround(ContentCopy.tiny());
const two = addAround(new ContentCopy("cyber", "edi").writeOut());
const before = new Set((await Promise.all([tiny.findings(), two.findings()])).flat().map(identify));

/** What the check finds since a change: its errors, or its notes where there are none. */
async function findNew(copy: ContentCopy): Promise<Finding[]> {
  const added = (await copy.findings()).filter((finding) => !before.has(identify(finding)));
  return added.some(isError) ? added.filter(isError) : added;
}

/** What an analyst writes where a text is missing. */
const WORDS = { nl: "Een tekst", fr: "Un texte" };

/**
 * What comes after a finding: cases that test a rule which the mistake replaced, a text in the other language, the next text or place
 * of one name, of which the check lists the first, and notes, which come when no error is left.
 */
const isNext = (finding: Finding, { level, file, place, remedy }: Finding) =>
  finding.stage === "behaves" ||
  finding.hint === "translate it" ||
  (level === "error" && finding.level === "note") ||
  (finding.file === file && finding.place === place) ||
  JSON.stringify(finding.remedy) === JSON.stringify(remedy);

/** Mends the first finding that has a remedy, as the studio does: it is gone, and no other one has come. */
async function mendFirst(copy: ContentCopy, findings: readonly Finding[]): Promise<void> {
  const read = (file: string) => (existsSync(copy.path(file)) ? copy.read(file) : undefined);
  const planned = findings.map((finding) => ({ finding, edits: planRemedy(finding, read) }));
  const mended = planned.find(({ edits }) => edits.length > 0);
  if (!mended) return;
  for (const { file, path, value, ask, ...place } of mended.edits) {
    const text = readFileSync(copy.path(file), "utf8");
    copy.write(file, editJson(text, path, ask ? WORDS[ask] : value, place));
  }
  const left = await findNew(copy);
  expect(left.map(identify)).not.toContain(identify(mended.finding));
  const others = findings.map(({ sentence }) => sentence);
  const added = left.filter((each) => !others.includes(each.sentence) && !isNext(each, mended.finding));
  expect(added.map(identify), JSON.stringify(mended.edits)).toEqual([]);
}

/** Records the findings of a mistake. */
async function findMistake(copy: ContentCopy, [_name, file, change]: Mistake): Promise<Finding[]> {
  copy.change(file, change);
  const findings = await findNew(copy);
  expect(findings.map(describeCause).join("\n")).toMatchSnapshot();
  expect(findings.length).toBeGreaterThan(0);
  expect(findings.length).toBeLessThanOrEqual(MOST_FINDINGS);
  for (const { file, place, line, column, sentence } of findings) {
    expect(withoutQuoted(sentence)).not.toMatch(JARGON);
    // A text that is missing is reported beside its neighbour, a file that is missing has no place.
    if (sentence.startsWith("the text is missing") || !existsSync(copy.path(file)) || !file.endsWith(".json")) continue;
    expect([line, column], place).toEqual(lineAndColumn(copy.read(file), place));
  }
  return findings;
}

it.each(mistakes)("%s", async (...mistake) => {
  await mendFirst(tiny, await findMistake(tiny, mistake));
});

it.each(mistakesOfTwo)("%s", async (...mistake) => {
  await mendFirst(two, await findMistake(two, mistake));
});

it.each(textFaults)("%s: found, in its place, with a way out", async (_name, file, from, to) => {
  const text = readFileSync(tiny.path(file), "utf8");
  expect(text).toContain(from);
  const spoilt = text.replace(from, to);
  const lines = spoilt.slice(0, spoilt.indexOf(HERE)).split("\n");
  tiny.write(file, spoilt.replace(HERE, ""));
  const findings = await findNew(tiny);
  expect(findings.map((finding) => [finding.file, finding.line, finding.column])).toEqual([
    [file, lines.length, lines.at(-1)!.length + 1],
  ]);
  expect(findings.map(describeCause).join("\n")).toMatchSnapshot();
});

it("a list that is added because the tariff has additional covers is not reported as unused", async () => {
  tiny.change(manifest, remove("lists.additional_coverages"));
  tiny.change(manifest, assign("lists", { covers: { call: "premium", path: "premium.all_additional_coverages" } }));
  tiny.change(cover, remove("properties.additional_coverages"));
  const sentences = (await tiny.findings()).map(({ sentence }) => sentence);
  expect(sentences).not.toContain("no list offers the additional covers");
  expect(sentences).not.toContain('no step uses the list "covers"');
});

it("words for an answer are used, on the form or in the document alone; words for what is never answered are not", async () => {
  const keys = ["field.revenue.option.6", "field.coverage_code.option.101", "field.revenue.option.1000001"];
  const words = Object.fromEntries(keys.map((key) => [key, "zes"]));
  for (const file of [dutch, french]) tiny.change(file, assign("", words));
  expect((await findNew(tiny)).map(({ place }) => place)).toEqual(["/field.revenue.option.1000001"]);
});

describe("whichever name of a product is misspelt, the check finds it with three errors at most", () => {
  const cyber = "schemas/products/cyber";

  interface Name {
    file: string;
    path: (string | number)[];
    isKey: boolean;
    written: string;
  }

  /** Words for people, and names that only the systems of others know. */
  const WORDS = /^(description|reference|sample|order|question_text|tooltip|list_items|refusal_yes|name|title|values)$/;
  const isName = ({ file, path, isKey, written }: Name): boolean =>
    !path.some((part) => WORDS.test(String(part)) && part !== written) &&
    (isKey || /^[^ *]+$/.test(written)) &&
    !(file.endsWith("handover.json") && !isKey && path[0] === "fields") &&
    !(/texts\./.test(file) && !isKey);

  function* findNames(file: string, value: unknown, path: (string | number)[] = []): Generator<Name> {
    if (typeof value === "string") yield { file, path, isKey: false, written: value };
    for (const [key, part] of Object.entries(isObject(value) || Array.isArray(value) ? value : {})) {
      const below = [...path, Array.isArray(value) ? Number(key) : key];
      if (isObject(value)) yield { file, path: below, isKey: true, written: key };
      yield* findNames(file, part, below);
    }
  }

  /** Its last two letters exchanged, or one more where they are the same. */
  function misspell(name: string): string {
    const exchanged = name.replace(/(.)(.)$/s, "$2$1");
    return exchanged === name ? `${name}x` : exchanged;
  }

  /** The key in its place, so that the lines stay. */
  function spoil(content: JsonObject, { path, isKey, written }: Name): void {
    const holder = path.slice(0, -1).reduce<unknown>((value, key) => Object(value)[key], content) as JsonObject;
    const last = String(path.at(-1));
    if (!isKey) holder[last] = misspell(written);
    else
      for (const [key, value] of Object.entries(holder)) {
        delete holder[key];
        holder[key === last ? misspell(key) : key] = value;
      }
  }

  // Every name in every file can be drawn. Some are, with a seed that is printed (MISSPELT_SEED repeats it). MISSPELT=all makes all of them.
  const seed = Number(process.env.MISSPELT_SEED ?? Date.now() % 1_000_000);
  const drawn = process.env.MISSPELT === "all" ? Number.POSITIVE_INFINITY : Number(process.env.MISSPELT_DRAWN ?? 10);
  const names = readdirSync(two.path(cyber))
    .filter((name) => name.endsWith(".json"))
    .flatMap((name) => [...findNames(`${cyber}/${name}`, two.read(`${cyber}/${name}`))])
    .filter(isName);
  const random = new Random(seed);

  it(`has hundreds of names to misspell (MISSPELT_SEED=${seed})`, () => expect(names.length).toBeGreaterThan(500));

  it.each(
    names
      .filter(() => random.chance(drawn / names.length))
      .map((name): [string, Name] => [`${name.file} ${name.isKey ? "key " : ""}/${name.path.join("/")}`, name]),
  )(`%s (MISSPELT_SEED=${seed})`, async (_title, name) => {
    two.change(name.file, (content) => spoil(content, name));
    const findings = await findNew(two);
    expect(findings.length).toBeGreaterThan(0);
    if (findings.some(isError))
      expect(findings.length, findings.map(describeCause).join("\n")).toBeLessThanOrEqual(MOST_FINDINGS);
  });
});
