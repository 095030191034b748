// Mistakes that an analyst makes, each with the findings that lead to it: at its place, in words, with a way out. Advice that is one
// instruction is followed, once for each form of advice, and nothing else is wrong then (ADVICE=all follows all). These run beside the
// code that shows texts, because the check must know everything that could be meant.
import { existsSync, readFileSync } from "node:fs";
import { afterAll, afterEach, expect, it } from "vitest";
import { type Finding, isError } from "#content/read/findings/finding.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { adviceForm, filesOf, follow } from "./support/advice.ts";
import { ContentCopy, describeCause } from "./support/content.ts";
import { boundFaults } from "./support/faults/boundFaults.ts";
import { caseFaults } from "./support/faults/caseFaults.ts";
import { conditionFaults } from "./support/faults/conditionFaults.ts";
import { controlFaults } from "./support/faults/controlFaults.ts";
import { lineAndColumn, type Mistake } from "./support/faults/fault.ts";
import { journeyFaults } from "./support/faults/journeyFaults.ts";
import { layoutFaults } from "./support/faults/layoutFaults.ts";
import { manifestFaults } from "./support/faults/manifestFaults.ts";
import { materialFaults } from "./support/faults/materialFaults.ts";
import { onceOnly } from "./support/faults/onceOnly.ts";
import { optionFaults } from "./support/faults/optionFaults.ts";
import { schemaFaults } from "./support/faults/schemaFaults.ts";
import { startFaults } from "./support/faults/startFaults.ts";
import { stepFaults } from "./support/faults/stepFaults.ts";
import { tariffFaults } from "./support/faults/tariffFaults.ts";
import { HERE, textFaults } from "./support/faults/textFaults.ts";
import { valueFaults } from "./support/faults/valueFaults.ts";

const mistakes: Mistake[] = [
  ...[boundFaults, controlFaults, tariffFaults, manifestFaults, schemaFaults, layoutFaults, optionFaults],
  ...[materialFaults, caseFaults, journeyFaults, valueFaults, stepFaults, conditionFaults, startFaults, onceOnly],
].flat();

const MOST_FINDINGS = 3;

/** Words of programmers, outside quoted content. */
const JARGON =
  /undefined|null|\bNaN\b|ajv|keyword|boolean|\binteger|\bstring|\bobject|\[obj|array|must NOT|should NOT|exception/;
const withoutQuoted = (sentence: string) => sentence.replace(/"[^"]*"/g, "");

const copy = new ContentCopy("beroepsaansprakelijkheid", "cyber").writeOut();
copy.addPortalForms();
copy.addCode();
copy.rewrite();
afterAll(() => copy.remove());
const identify = ({ file, place, sentence, hint }: Finding) => `${file} ${place}: ${sentence}; ${hint}`;
const before = new Set((await copy.findings()).map(identify));

/** What the check finds since the change: its errors, or its notes where there are none. */
async function findNew(): Promise<Finding[]> {
  const added = (await copy.findings()).filter((finding) => !before.has(identify(finding)));
  return added.some(isError) ? added.filter(isError) : added;
}

const originals = new Map<string, string>();
afterEach(() => {
  for (const [file, text] of originals) copy.write(file, text);
  originals.clear();
});
/** Changes files, which are restored after the test. */
function changeFiles(files: readonly string[], change: () => void): void {
  for (const file of files)
    if (!originals.has(file) && existsSync(copy.path(file))) originals.set(file, readFileSync(copy.path(file), "utf8"));
  change();
}

const followedForms = new Set<string>();

/**
 * Follows advice of a form that no mistake before has shown. A text that was written in one language alone needs its translation, and
 * cases test a rule that the mistake replaced.
 */
async function followAdvice(finding: Finding): Promise<void> {
  const form = adviceForm(finding.hint);
  if (form === undefined || finding.stage === "behaves" || (followedForms.has(form) && process.env.ADVICE !== "all"))
    return;
  followedForms.add(form);
  changeFiles(filesOf(finding.file), () => follow(finding, copy));
  const isExpected = ({ hint, stage }: Finding) => hint === "translate it" || stage === "behaves";
  const left = (await findNew()).filter((each) => !isExpected(each));
  expect(left.map(identify), identify(finding)).toEqual([]);
}

it.each(mistakes)("%s", async (_name, file, change) => {
  changeFiles([file], () => copy.change(file, change));
  const findings = await findNew();
  expect(findings.map(describeCause).join("\n")).toMatchSnapshot();
  expect(findings.length).toBeGreaterThan(0);
  expect(findings.length).toBeLessThanOrEqual(MOST_FINDINGS);
  for (const { file, place, line, column, sentence } of findings) {
    expect(withoutQuoted(sentence)).not.toMatch(JARGON);
    // A text that is missing is reported beside its neighbour, a file that is missing has no place.
    if (sentence.startsWith("the text is missing") || !existsSync(copy.path(file)) || !file.endsWith(".json")) continue;
    expect([line, column], place).toEqual(lineAndColumn(copy.read(file), place));
  }
  const [finding] = findings;
  if (findings.length === 1 && finding) await followAdvice(finding);
});

it.each(textFaults)("%s: found, in its place, with a way out", async (_name, file, from, to) => {
  const before = readFileSync(copy.path(file), "utf8");
  expect(before).toContain(from);
  const spoilt = before.replace(from, to);
  const lines = spoilt.slice(0, spoilt.indexOf(HERE)).split("\n");
  changeFiles([file], () => copy.write(file, spoilt.replace(HERE, "")));
  const findings = await findNew();
  expect(findings.map((finding) => [finding.file, finding.line, finding.column])).toEqual([
    [file, lines.length, lines.at(-1)!.length + 1],
  ]);
  expect(findings.map(describeCause).join("\n")).toMatchSnapshot();
});

const folder = "schemas/products/beroepsaansprakelijkheid";

it("a list that is added because the tariff has additional covers is not reported as unused", async () => {
  changeFiles([`${folder}/product.json`, `${folder}/coverage-choice.schema.json`], () => {
    copy.change(`${folder}/product.json`, ({ lists }) => delete (lists as JsonObject).additional_coverages);
    copy.change(`${folder}/coverage-choice.schema.json`, ({ properties }) => {
      delete (properties as JsonObject).additional_coverages;
    });
  });
  const path = "premium.all_additional_coverages";
  copy.change(`${folder}/product.json`, ({ lists }) =>
    Object.assign(lists as JsonObject, { covers: { call: "premium", path } }),
  );
  const sentences = (await copy.findings()).map(({ sentence }) => sentence);
  expect(sentences).not.toContain("no list offers the additional covers");
  expect(sentences).not.toContain('no step uses the list "covers"');
});

it("words for an answer are used, on the form or in the document alone; words for what is never answered are not", async () => {
  const files = ["nl", "fr"].map((language) => `${folder}/texts.${language}.json`);
  const keys = ["field.revenue.option.6", "field.coverage_code.option.101", "field.revenue.option.1000001"];
  changeFiles(files, () => {
    for (const file of files) copy.change(file, (texts) => keys.map((key) => Object.assign(texts, { [key]: "zes" })));
  });
  expect((await findNew()).map(({ place }) => place)).toEqual(["/field.revenue.option.1000001"]);
});
