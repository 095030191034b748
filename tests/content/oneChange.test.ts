// What an analyst touches for one change: the files that it is about, and no case or journey unless its result changes.
import { describe, expect, it } from "vitest";
import { acceptAmounts } from "#content/cases/acceptAmounts.ts";
import { readJourneys } from "#content/cases/journeys/record.ts";
import { findAsking, readCatalogue } from "#content/read/catalogue.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy } from "./support/content.ts";
import {
  assign,
  at,
  coverCases,
  dutch,
  fixtures,
  french,
  general,
  generalCases,
  generalLayout,
  journey,
  journeys,
  push,
  questions,
  request,
  sharedDutch,
  sharedFields,
  sharedFrench,
  tariff,
} from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";

type Edit = [file: string, change: (content: JsonObject) => void];

const texts = (key: string): Edit[] => [dutch, french].map((file) => [file, assign("", { [key]: "Text" })]);
const question = {
  id: 4999,
  question_text: { nl: "Werkt uw klant alleen?", fr: "Votre client travaille-t-il seul\u00a0?" },
};

const changes: [name: string, ...Edit[]][] = [
  [
    "the highest revenue, and the band that reaches it",
    [general, assign("properties.revenue", { maximum: 2_000_000 })],
    [tariff, assign("factors.1.bands.2", { up_to: 2_000_000 })],
  ],
  ["the shortest text", [sharedFields, assign("definitions.city", { minLength: 2 })]],
  ["the longest text", [sharedFields, assign("definitions.explanation", { maxLength: 1500 })]],
  ["the number of entries", [general, assign("properties.professions", { maxItems: 4 })]],
  [
    "the window of the first day",
    [request, assign("properties.effective_date.dateWindow", { from: "-10d", to: "+3m" })],
  ],
  [
    "one choice more, with its words",
    [sharedFields, push("definitions.legal_form.enum", "EU")],
    [sharedDutch, assign("", { "common.legal_form.EU": "Text" })],
    [sharedFrench, assign("", { "common.legal_form.EU": "Text" })],
  ],
  ["one insured amount more", [tariff, push("main.options", { value: "104", insured_amount: 2_000_000, price: 1900 })]],
  [
    "one question more",
    [questions, push("acceptance_questions", { ...question, expected_answer: "no", effect: "refer" })],
  ],
  [
    "a field that may stay empty, with its bounds",
    [general, assign("properties", { laptops: { type: "integer", minimum: 1, maximum: 99 } })],
    [generalLayout, assign("", { laptops: {} })],
    ...texts("field.laptops.label"),
  ],
  ...[{}, { deposit: 19.99 }].map((base): (typeof changes)[number] => [
    `an amount in cents with its bounds, in the base ${JSON.stringify(base)}`,
    [general, assign("properties", { deposit: { type: "number", minimum: 5, maximum: 1000, multipleOf: 0.01 } })],
    [generalLayout, assign("", { deposit: { "ui:widget": "currency" } })],
    [generalCases, assign("base", base)],
    ...texts("field.deposit.label"),
  ]),
];

/** The journeys that begin from a base count some, and those of stored quotations none. */
const laptops: Edit[] = [
  [general, assign("properties", { laptops: { type: "integer", minimum: 0, maximum: 99 } })],
  [generalLayout, assign("", { laptops: {} })],
  [generalCases, assign("base", { laptops: 3 })],
  [tariff, assign("", { per_unit: [{ name: "laptops", answer: "general-data.laptops", price: 4 }] })],
  ...texts("field.laptops.label"),
  ...texts("unit.laptops"),
];

const copy = oneCopy(ContentCopy.tiny());

describe("a change touches what it is about and nothing else", () => {
  it.each(changes)("%s", async (_name, ...edits) => {
    for (const [file, change] of edits) copy.change(file, change);
    expect(await copy.errors()).toEqual([]);
  });
});

it("a price per unit is blamed for what it makes otherwise, beside quotations in which nothing is counted", async () => {
  for (const [file, change] of laptops) copy.change(file, change);
  const blamed = (await copy.errors()).map((line) => line.match(/only those that differ use ([^;]+)/)?.[1]);
  expect([...new Set(blamed)]).toEqual(["laptops (tariff.json /per_unit/0)"]);
});

it("a name that lists lack is reported before a journey that ends otherwise", async () => {
  copy.addPortalForms();
  copy.change(french, assign("", { name: "Minuscule" }));
  copy.change(journey, assign("expect.premium", { total: 1 }));
  const causes = await copy.errors();
  expect(causes.map((cause) => cause.split(":", 1)[0])).toEqual(["schemas/portal/words.fr.json"]);
});

describe("a price, a factor or a band that changes", () => {
  const accept = async (write: boolean) => acceptAmounts(await copy.check.runWhole(), { write });

  const prices: [name: string, path: string, members: JsonObject, says: RegExp][] = [
    ["a price", "main.options.0", { price: 280 }, /^By main \(tariff\.json \/main\/options\/0\):$/m],
    ["a factor", "factors.1.bands.0", { factor: 1.1 }, /^By revenue \(tariff\.json \/factors\/1\/bands\/0\):$/m],
    [
      "a band",
      "factors.1.bands.0",
      { up_to: 100_000 },
      /per_term \d+\.\d\d -> \d+\.\d\d.*\n +made of .*revenue x 1\.25 /,
    ],
  ];
  it.each(prices)(
    "%s: the new amounts are shown with what made them, and written when that is asked",
    async (...[, path, members, says]) => {
      copy.change(tariff, assign(path, members));
      const before = await copy.errors();
      const shown = await accept(false);
      expect(shown.lines.join("\n")).toMatch(says);
      expect([shown.well, await copy.errors()], "nothing is written").toEqual([false, before]);
      expect((await accept(true)).well).toBe(true);
      expect(await copy.errors()).toEqual([]);
    },
  );

  it("leaves open what was never worked out, and leaves an outcome to the tester", async () => {
    copy.change(tariff, assign("main.options.0", { price: 280 }));
    copy.change(journey, assign("expect.premium", { tax: null }));
    copy.change(`${journeys}-newRequest-policy-accepted.json`, assign("expect", { outcome: "referred" }));
    const { lines, well } = await accept(true);
    expect([lines.at(-1), well]).toEqual(["2 other errors: npm run check says which.", false]);
    // 280 x 1.15 = 322.00, 21 % of it 67.62.
    expect(at(copy.read(journey), "expect.premium")).toEqual({
      per_year: 322,
      per_term: 322,
      tax: null,
      total: 389.62,
    });
    const why = "the outcome and the open amount, before the journey that is lacking now";
    expect((await copy.errors()).length, why).toBe(2);
  });
});

it("every rule is tried without a written case; none that cannot be tried is left out", async () => {
  const tiny = readCatalogue(copy.schemas).products[0]!;
  const from = readJourneys(copy.fixtures, findAsking(tiny)).flatMap(([, { steps }]) => steps.map((step) => step.from));
  expect(new Set(from)).toEqual(new Set(["base", undefined]));
  for (const step of ["acceptance", "additional-explanation", "request"])
    copy.change(`${fixtures}/${step}.json`, assign("", { cases: [] }));
  expect(await copy.errors()).toEqual([]);
  copy.change(coverCases, assign("", { cases: [] }));
  expect(await copy.errors()).toEqual([]);
  // Two answers together ask for a field.
  copy.change(generalCases, assign("", { cases: [] }));
  expect((await copy.errors()).join("\n")).toMatch(/general-data\.schema\.json.*no test case meets the condition/);
});
