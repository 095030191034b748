// What an analyst touches for one change: the files that it is about, and no case or journey unless its result changes.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { acceptAmounts } from "#content/cases/acceptAmounts.ts";
import { readJourneys } from "#content/cases/journeys/record.ts";
import { findAsking, readCatalogue } from "#content/read/catalogue.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy } from "./support/content.ts";
import { at } from "./support/faults/fault.ts";

type Edit = [file: string, change: (content: JsonObject) => void];

const professional = "schemas/products/beroepsaansprakelijkheid";
const cyber = "schemas/products/cyber";
const shared = "schemas/shared/fields.schema.json";
const set = (path: string, members: JsonObject) => (content: JsonObject) =>
  void Object.assign(path === "" ? content : at(content, path), members);
const texts = (folder: string, key: string): Edit[] =>
  ["nl", "fr"].map((language) => [`${folder}/texts.${language}.json`, set("", { [key]: "Text" })]);
const add = (path: string, value: unknown) => (content: JsonObject) => {
  const keys = path.split(".");
  const holder = keys.length > 1 ? at(content, keys.slice(0, -1).join(".")) : content;
  const last = keys.at(-1) ?? "";
  holder[last] = [...(holder[last] as unknown[]), value];
};

const questionOf = ({ acceptance_questions: all }: JsonObject, index: number) => (all as JsonObject[])[index];

const changes: [name: string, ...Edit[]][] = [
  [
    "the highest revenue, and the band that reaches it",
    [`${professional}/general-data.schema.json`, set("properties.revenue", { maximum: 2_000_000 })],
    [`${professional}/tariff.json`, set("factors.1.bands.2", { up_to: 2_000_000 })],
  ],
  ["the shortest text", [shared, set("definitions.company", { minLength: 2 })]],
  ["the longest text", [shared, set("definitions.explanation", { maxLength: 1500 })]],
  [
    "the number of entries",
    [`${professional}/general-data.schema.json`, set("properties.professions", { maxItems: 4 })],
  ],
  [
    "the window of the first day",
    [`${cyber}/request.schema.json`, set("properties.effective_date.dateWindow", { from: "-10d", to: "+3m" })],
  ],
  [
    "one choice more, with its words",
    [shared, add("definitions.legal_form.enum", "EU")],
    ...texts("schemas/shared", "common.legal_form.EU"),
  ],
  [
    "one insured amount more",
    [`${cyber}/tariff.json`, add("main.options", { value: 2_000_000, insured_amount: 2_000_000, price: 1900 })],
  ],
  [
    "one question more",
    [
      `${cyber}/questions.json`,
      (content) => add("acceptance_questions", { ...questionOf(content, 0), id: 4999 })(content),
    ],
  ],
  [
    "a field that may stay empty, with its bounds",
    [`${cyber}/general-data.schema.json`, set("properties", { laptops: { type: "integer", minimum: 1, maximum: 99 } })],
    [`${cyber}/general-data.ui.json`, set("", { laptops: { "ui:widget": "integer" } })],
    ...texts(cyber, "field.laptops.label"),
  ],
  ...[{}, { deposit: 19.99 }].map((base): (typeof changes)[number] => [
    `an amount in cents with its bounds, in the base ${JSON.stringify(base)}`,
    [
      `${cyber}/general-data.schema.json`,
      set("properties", { deposit: { type: "number", minimum: 5, maximum: 1000, multipleOf: 0.01 } }),
    ],
    [`${cyber}/general-data.ui.json`, set("", { deposit: { "ui:widget": "currency" } })],
    ["fixtures/steps/cyber/general-data.json", set("base", base)],
    ...texts(cyber, "field.deposit.label"),
  ]),
];

/** The journeys that begin from a base count some, and those of stored quotations none. */
const laptops: Edit[] = [
  [`${cyber}/general-data.schema.json`, set("properties", { laptops: { type: "integer", minimum: 0, maximum: 99 } })],
  [`${cyber}/general-data.ui.json`, set("", { laptops: { "ui:widget": "integer" } })],
  ["fixtures/steps/cyber/general-data.json", set("base", { laptops: 3 })],
  [`${cyber}/tariff.json`, set("", { per_unit: [{ name: "laptops", answer: "general-data.laptops", price: 4 }] })],
  ...texts(cyber, "field.laptops.label"),
  ...texts(cyber, "unit.laptops"),
];

let copy: ContentCopy;
beforeEach(() => {
  copy = new ContentCopy("cyber", "beroepsaansprakelijkheid").writeOut();
});
afterEach(() => copy.remove());

describe("a change touches what it is about and nothing else", () => {
  it.each(changes)("%s", async (_name, ...edits) => {
    for (const [file, change] of edits) copy.change(file, change);
    expect(await copy.errors()).toEqual([]);
  });
});

it("a price per unit is blamed for what it makes otherwise, beside quotations in which nothing is counted", async () => {
  for (const [file, change] of laptops) copy.change(file, change);
  expect([
    ...new Set((await copy.errors()).map((line) => line.match(/only those that differ use ([^;]+)/)?.[1])),
  ]).toEqual(["laptops (tariff.json /per_unit/0)"]);
});

it("a name that lists lack is reported before a journey that ends otherwise", async () => {
  copy.addPortalForms();
  const journey = "fixtures/journeys/cyber-newRequest-quotation.json";
  copy.change(`${cyber}/texts.fr.json`, set("", { name: "Cyberrisques" }));
  copy.change(journey, set("expect.premium", { total: 1 }));
  const causes = await copy.errors();
  expect(causes.map((cause) => cause.split(":", 1)[0])).toEqual(["schemas/portal/words.fr.json"]);
});

describe("a price, a factor or a band that changes", () => {
  const accept = async (write: boolean) => acceptAmounts(await copy.check.runWhole(), { write });
  const quotation = "fixtures/journeys/cyber-newRequest-quotation.json";

  const prices: [name: string, path: string, members: JsonObject, says: RegExp][] = [
    ["a price", "main.options.0", { price: 391 }, /^By main \(tariff\.json \/main\/options\/0\):$/m],
    ["a factor", "factors.1.bands.1", { factor: 1.36 }, /^By turnover \(tariff\.json \/factors\/1\/bands\/1\):$/m],
    ["a band", "factors.1.bands.0", { up_to: 500_001 }, /per_term \d+\.\d\d -> \d+\.\d\d.*\n +made of .*turnover x 1 /],
  ];
  it.each(prices)(
    "%s: the new amounts are shown with what made them, and written when that is asked",
    async (...[, path, members, says]) => {
      copy.change(`${cyber}/tariff.json`, set(path, members));
      const before = await copy.errors();
      const shown = await accept(false);
      expect(shown.lines.join("\n")).toMatch(says);
      expect([shown.well, await copy.errors()], "nothing is written").toEqual([false, before]);
      expect((await accept(true)).well).toBe(true);
      expect(await copy.errors()).toEqual([]);
    },
  );

  it("leaves open what was never worked out, and leaves an outcome to the tester", async () => {
    copy.change(`${cyber}/tariff.json`, set("main.options.0", { price: 391 }));
    copy.change(quotation, set("expect.premium", { tax: null }));
    copy.change("fixtures/journeys/cyber-newRequest-policy-accepted.json", set("expect", { outcome: "referred" }));
    const { lines, well } = await accept(true);
    expect([lines.at(-1), well]).toEqual(["2 other errors: npm run check says which.", false]);
    expect(at(copy.read(quotation), "expect.premium")).toEqual({
      per_year: 449.65,
      per_term: 449.65,
      tax: null,
      total: 544.08,
    });
    expect(
      (await copy.errors()).length,
      "the outcome and the open amount, before the journey that is lacking now",
    ).toBe(2);
  });
});

it("every rule is tried without a written case; none that cannot be tried is left out", async () => {
  const cyber = readCatalogue(copy.schemas).products.find(({ key }) => key === "cyber");
  const named = readJourneys(copy.fixtures, findAsking(cyber!)).flatMap(([, { steps }]) =>
    steps.map(({ from }) => from),
  );
  expect(new Set(named)).toEqual(new Set(["base", undefined]));
  for (const step of ["general-data", "coverage-choice", "acceptance", "final-questions", "request"])
    copy.change(`fixtures/steps/cyber/${step}.json`, set("", { cases: [] }));
  expect(await copy.errors()).toEqual([]);
  copy.change("fixtures/steps/cyber/company-data.json", set("", { cases: [] }));
  expect(await copy.errors()).toEqual([
    expect.stringMatching(/company-data\.schema\.json.*email_finance: no test case breaks "type", .*none follows/),
  ]);
});
