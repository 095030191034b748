// Tariffs by date in the content: the check judges each of them, and journeys with a later first day of cover are priced
// by theirs.
import { expect, it } from "vitest";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { applyRename, planRename } from "#content/names/rename/rename.ts";
import { backPart } from "#content/publish/compile.ts";
import { readCatalogue } from "#content/read/catalogue.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy } from "./support/content.ts";
import { oneCopy } from "./support/oneCopy.ts";

const FOLDER = "schemas/products/cyber";
const JANUARY = `${FOLDER}/tariff.2027-01-01.json`;
const QUOTATION = "fixtures/journeys/cyber-newRequest-quotation.json";
const LATER = "fixtures/journeys/cyber-newRequest-quotation-from-january.json";

const copy = new ContentCopy("cyber").writeOut();
const tariff = copy.read(`${FOLDER}/tariff.json`);
(tariff.main as { options: { price: number }[] }).options[0]!.price = 400;
copy.write(JANUARY, tariff);
oneCopy(copy);

/** As that of January with one price of its own. */
function addTariff(name: string, price: number): void {
  copy.write(`${FOLDER}/${name}`, copy.read(JANUARY));
  copy.change(`${FOLDER}/${name}`, ({ main }) =>
    Object.assign((main as { options: JsonObject[] }).options[0]!, { price }),
  );
}

/** 400 x 1.15 = 460.00, 21 % of it 96.60. Until then 385 x 1.15 = 442.75 and 92.98. */
function addJourney(premium: JsonObject): void {
  const journey = copy.read(QUOTATION) as { steps: JsonObject[]; submit: JsonObject; expect: JsonObject };
  const company = ["kvk", "company", "legalform", "street", "housenumber", "postalcode", "city", "email_customer"];
  for (const { answers } of journey.steps) for (const name of company) delete (answers as JsonObject)[name];
  journey.submit = { action: "quotation", from: "base", answers: { effective_date: "2027-01-05" } };
  journey.expect.premium = premium;
  copy.write(LATER, { ...journey, name: "Quotation from January", relation: 300157 });
}

it("prices a journey by the tariff of its first day of cover, and names the file of a line that differs", async () => {
  addJourney({ per_term: 460, tax: 96.6, total: 556.6 });
  expect(await copy.errors()).toEqual([]);
  addJourney({ per_term: 442.75 });
  expect(await copy.errors()).toEqual([
    expect.stringMatching(/per_term should be 442\.75 and is 460\.00; .*tariff\.2027-01-01\.json \/main\/options\/0/),
  ]);
});

it("reports a tariff without a journey priced by it, because a wrong price in it would not be noticed", async () => {
  const says =
    /^schemas\/products\/cyber\/tariff\.2027-01-01\.json:1:1: error: no journey expects an amount of this tariff, .* from 2027-01-01/;
  expect(await copy.errors()).toEqual([expect.stringMatching(says)]);
  addJourney({ per_term: 460, tax: 96.6, total: 556.6 });
  expect(await copy.errors()).toEqual([]);
  addTariff("tariff.2206-02-01.json", 420);
  expect(await copy.errors()).toEqual([expect.stringContaining("first day of cover from 2206-02-01 (")]);
  addTariff("tariff.2206-01-01.json", 410);
  expect((await copy.errors()).join("\n")).toContain("from 2206-01-01, before 2206-02-01 (");
});

it("judges every tariff as the first", async () => {
  copy.change(JANUARY, ({ factors }) =>
    Object.assign((factors as JsonObject[])[0]!, { answer: "coverage-choice.none" }),
  );
  expect(await copy.errors()).toEqual([
    expect.stringMatching(/^schemas\/products\/cyber\/tariff\.2027-01-01\.json:\d+:/),
  ]);
});

it.each([
  ["tariff.2027-02-29.json", "2027-02-29 is not a day that exists"],
  ["tariff.january.json", "a file of this name has no place here"],
])("refuses a tariff of the name %s", async (name, sentence) => {
  addTariff(name, 420);
  expect(await copy.errors()).toEqual([expect.stringContaining(sentence)]);
});

it("is published and renamed with the others", async () => {
  const plan = planRename(new ContentIndex(copy.schemas, copy.fixtures), {
    product: "cyber",
    step: "general-data",
    field: "turnover",
    to: "yearly_turnover",
  });
  if (typeof plan === "string") throw new Error(plan);
  applyRename(plan);
  addJourney({ per_term: 460, tax: 96.6, total: 556.6 });
  expect(await copy.errors()).toEqual([]);
  const { products, rates } = readCatalogue(copy.schemas);
  const { tariffs } = backPart(products[0]!, rates?.content ?? null);
  expect(tariffs).toEqual([
    { from: "2027-01-01", tariff: { ...copy.read(JANUARY), product_code: { default: "CYB" } } },
  ]);
  expect(JSON.stringify(tariffs)).toContain("general-data.yearly_turnover");
});
