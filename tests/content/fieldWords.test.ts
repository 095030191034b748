// Words beside their field are published as texts are, and the check names the place where they are written. `upgrade-content` moves
// texts to the one field that shows them.
import { expect, test } from "vitest";
import { planWords } from "#content/moveWords.ts";
import { stepSources } from "#content/publish/compile.ts";
import { readCatalogue } from "#content/read/catalogue.ts";
import { isError } from "#content/read/findings/finding.ts";
import { applyUpgrade } from "#content/upgradeContent.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy } from "./support/content.ts";
import { at } from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";

const copy = oneCopy(ContentCopy.tiny());
const FOLDER = "schemas/products/tiny";
const RULES = `${FOLDER}/general-data.schema.json`;
const LABEL = { nl: "Omzet per jaar", fr: "Chiffre d’affaires par an" };
const PLACE = "/properties/revenue/title";

/** What is published of the product, whatever the order of texts. */
function published() {
  const [product] = readCatalogue(copy.schemas).products;
  return { steps: stepSources(product!, []), texts: Object.values(product!.texts).map(({ content }) => content) };
}

const writeBeside = (title: JsonObject) =>
  copy.change(RULES, (rules) => Object.assign(at(rules, "properties.revenue"), { title }));
const errors = async () =>
  (await copy.findings()).filter(isError).map(({ file, place, sentence }) => `${file} ${place} ${sentence}`);

test("texts are moved to the one field that shows them, and what is published stays the same", () => {
  const before = published();
  const changes = planWords(copy.schemas, copy.fixtures);
  expect([...changes.keys()]).toContain(copy.path(`${FOLDER}/coverage-choice.schema.json`));
  applyUpgrade(changes);
  expect(Object.keys(copy.read(`${FOLDER}/texts.nl.json`)).filter((key) => key.startsWith("field."))).toEqual([]);
  expect(published()).toEqual(before);
  expect(planWords(copy.schemas, copy.fixtures).size).toBe(0);
});

test("words beside a field are its texts, and its rules are as without them", async () => {
  const { steps, texts } = published();
  writeBeside(LABEL);
  expect(published()).toEqual({
    steps,
    texts: [LABEL.nl, LABEL.fr].map((text, index) => ({ ...texts[index], "field.revenue.label": text })),
  });
  expect(await errors()).toEqual([]);
});

test("a text of two steps that have a field of one name is that of its step", () => {
  writeBeside(LABEL);
  const cover = `${FOLDER}/coverage-choice.schema.json`;
  copy.change(cover, (rules) => {
    at(rules, "properties").revenue = { title: { nl: "Anders", fr: "Autre" }, type: "integer", maximum: 9 };
  });
  const [dutch] = published().texts;
  expect(dutch).toMatchObject({ "general-data.revenue.label": LABEL.nl, "coverage-choice.revenue.label": "Anders" });
});

test.each<[string, JsonObject, string]>([
  ["a value that nothing gives", { nl: "Omzet {x}", fr: "Chiffre {x}" }, `${PLACE}/nl nothing gives a value for {x}`],
  ["a missing language", { nl: "Omzet per jaar" }, `${PLACE} the text is missing in fr`],
  ["a misspelt language", { ...LABEL, de: "Umsatz" }, `${PLACE}/de "de" is not known here`],
])("%s is reported beside the field", async (_name, words, finding) => {
  writeBeside(words);
  expect(await errors()).toEqual([`${RULES} ${finding}`]);
});

test("words that the texts have too are refused", async () => {
  writeBeside(LABEL);
  for (const language of ["nl", "fr"] as const)
    copy.change(`${FOLDER}/texts.${language}.json`, (texts) =>
      Object.assign(texts, { "field.revenue.label": LABEL[language] }),
    );
  expect(await errors()).toEqual([`${RULES} ${PLACE} the texts of the product have "field.revenue.label" too`]);
});

test("words beside a field of all products are refused", async () => {
  const shared = "schemas/shared/fields.schema.json";
  copy.change(shared, (fields) => Object.assign(at(fields, "definitions.kvk"), { title: LABEL }));
  expect(await errors()).toContain(`${shared} /definitions/kvk/title several products show this field`);
});
