// Following the check's own advice removes its finding and creates no other. For each form of advice one mistake is
// tried. ADVICE=all tries all mistakes.
import { existsSync, readFileSync } from "node:fs";
import { afterAll, afterEach, expect, it } from "vitest";
import type { Finding } from "#content/read/findings/finding.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { adviceForm, filesOf, follow } from "./support/advice.ts";
import { ContentCopy, readSnapshots } from "./support/content.ts";
import { boundFaults } from "./support/faults/boundFaults.ts";
import { conditionFaults } from "./support/faults/conditionFaults.ts";
import { controlFaults } from "./support/faults/controlFaults.ts";
import type { Mistake } from "./support/faults/fault.ts";
import { layoutFaults } from "./support/faults/layoutFaults.ts";
import { manifestFaults } from "./support/faults/manifestFaults.ts";
import { materialFaults } from "./support/faults/materialFaults.ts";
import { onceOnly } from "./support/faults/onceOnly.ts";
import { optionFaults } from "./support/faults/optionFaults.ts";
import { schemaFaults } from "./support/faults/schemaFaults.ts";
import { stepFaults } from "./support/faults/stepFaults.ts";
import { tariffFaults } from "./support/faults/tariffFaults.ts";
import { valueFaults } from "./support/faults/valueFaults.ts";

const copy = new ContentCopy("beroepsaansprakelijkheid", "cyber").writeOut();
copy.addPortalForms();
copy.addCode();
afterAll(() => copy.remove());
const identify = ({ file, place, sentence, hint }: Finding) => `${file} ${place}: ${sentence}; ${hint}`;
const before = new Set((await copy.findings()).map(identify));
const findNew = async () => (await copy.findings()).filter((finding) => !before.has(identify(finding)));

const mistakes: Mistake[] = [
  ...[boundFaults, controlFaults, tariffFaults, manifestFaults, schemaFaults, layoutFaults, optionFaults],
  ...[materialFaults, valueFaults, stepFaults, conditionFaults, onceOnly],
].flat();
const [recorded, recordedOnce] = [readSnapshots("check"), readSnapshots("oneFinding")];
/** The form of the advice that was recorded for a mistake, where it is the only one. */
const formOf = (name: string): string | undefined => {
  const findings =
    recorded[`a mistake > ${name}: found, in its place, in words, with a way out 1`] ?? recordedOnce[`${name} 1`] ?? "";
  const [line = "", ...others] = findings.trim().slice(1, -1).split("\n");
  return others.length === 0 ? adviceForm(line.slice(line.indexOf("; ") + 2)) : undefined;
};
const followed = mistakes.filter(([name], index) => {
  const form = formOf(name);
  const isFirst = mistakes.findIndex(([other]) => formOf(other) === form) === index;
  return form !== undefined && (process.env.ADVICE === "all" || isFirst);
});

const restorers: (() => void)[] = [];
afterEach(() => {
  for (const restore of restorers.splice(0).toReversed()) restore();
});
/** Changes files, which are restored after the test. */
function changeFiles(files: readonly string[], change: () => void): void {
  for (const file of files.filter((name) => existsSync(copy.path(name)))) {
    const text = readFileSync(copy.path(file), "utf8");
    restorers.push(() => copy.write(file, text));
  }
  change();
}

/**
 * A text that was written in one language alone needs its translation. Cases test a rule that a mistake replaced by
 * another.
 */
const isExpected = (finding: Finding, changed: string): boolean =>
  finding.hint === "translate it" || (finding.file.startsWith("fixtures/") && !changed.startsWith("fixtures/"));

it.each(followed)("%s: its advice is followed, and nothing else is wrong", async (_name, file, change) => {
  changeFiles([file], () => copy.change(file, change));
  const wrong = await findNew();
  const advised = wrong.filter(({ follows, hint }) => !follows && adviceForm(hint) !== undefined);
  for (const finding of advised) {
    changeFiles(filesOf(finding.file), () => follow(finding, copy));
    const others = wrong.filter((other) => other !== finding).map(identify);
    const left = (await findNew()).filter((entry) => !entry.follows && !isExpected(entry, file)).map(identify);
    expect(
      left.filter((line) => !others.includes(line)),
      identify(finding),
    ).toEqual([]);
  }
});

const folder = "schemas/products/beroepsaansprakelijkheid";

it("a list that is added because the tariff has additional covers is not reported as unused", async () => {
  changeFiles([`${folder}/product.json`, `${folder}/coverage-choice.schema.json`], () => {
    copy.change(`${folder}/product.json`, ({ lists }) => delete (lists as JsonObject).additional_coverages);
    copy.change(`${folder}/coverage-choice.schema.json`, ({ properties }) => {
      delete (properties as JsonObject).additional_coverages;
    });
  });
  const advice = (await copy.findings()).find(({ sentence }) => sentence === "no list offers the additional covers");
  const [, path] = /"path": "([^"]+)"/.exec(advice?.hint ?? "") ?? [];
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
