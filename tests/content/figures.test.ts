// The figures of the specification (wizard 1, 2, 5 and 9) against the content: amounts, deductibles, windows, codes, sidebar.
// Written out by hand, so that a mistake in a JSON file is found.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { stepSources } from "#content/publish/compile.ts";
import { type ProductFiles, readCatalogue, readManifest } from "#content/read/catalogue.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { JsonObject, StepSidebar } from "#engine/schema/types.ts";

const products = join(import.meta.dirname, "../../schemas/products");
const read = <T = JsonObject>(...path: string[]): T => JSON.parse(readFileSync(join(products, ...path), "utf8")) as T;
const catalogue = readCatalogue(join(products, ".."));

function findProduct(key: string): ProductFiles {
  const match = catalogue.products.find((product) => product.key === key);
  if (!match) throw new Error(`There is no product ${key}.`);
  return match;
}

/** The rules of a field, with what it takes over from shared ones. */
const findField = (key: string, step: string, field: string): Schema | undefined =>
  stepSources(findProduct(key), [])[step]?.schema.properties?.[field];

interface Figures {
  codes: string[];
  amounts: number[];
  deductibles: number[] | null;
  from: string;
  steps: Step[];
  legalForms?: string[];
}
type Step = [key: string, sidebar: StepSidebar];
const choosing: StepSidebar = { why: "closed", premium: "open", request: "closed", send: [] };
const sending: StepSidebar = {
  why: "closed",
  premium: "closed",
  request: "open",
  send: ["quotation", "insurance-policy"],
};
/** Of every product that the specification describes. A product that differs lists its own. */
const steps: Step[] = [
  ["general-data", { why: "open", premium: "hidden", request: "closed", send: [] }],
  ["coverage-choice", choosing],
  ["company-data", choosing],
  ["acceptance", sending],
  ["final-questions", sending],
  ["additional-explanation", sending],
];
const directors = ["BV", "CO", "ST", "VE", "VV"];
const figures: Record<string, Figures> = {
  beroepsaansprakelijkheid: {
    codes: ["190", "188", "192", "180"],
    amounts: [250_000, 500_000, 1_000_000],
    deductibles: [500, 1000, 2000],
    from: "-14d",
    steps,
  },
  bestuurdersaansprakelijkheid: {
    codes: ["270"],
    amounts: [100_000, 250_000, 500_000, 1_000_000, 1_500_000, 2_000_000],
    deductibles: null,
    from: "-2m",
    steps,
    legalForms: directors,
  },
  schadeverzekering_werknemers: {
    codes: ["402"],
    amounts: [1_000_000, 2_500_000],
    deductibles: [500, 1000, 2500, 5000],
    from: "0d",
    steps,
  },
  cyber: {
    codes: ["CYB"],
    amounts: [250_000, 500_000, 750_000, 1_000_000],
    deductibles: [500, 1000, 2500, 5000],
    from: "0d",
    steps,
  },
  edi: { codes: ["EDI"], amounts: [1_000_000, 2_500_000], deductibles: [2000, 4000], from: "0d", steps },
};

interface Tariff {
  main: { options: { value: unknown; insured_amount: number; price: number }[] };
  additional?: { value: string; price: number; popular: boolean; amounts: JsonObject }[];
}

test("every product of the specification is there", () => {
  expect(readdirSync(products)).toEqual(expect.arrayContaining(Object.keys(figures)));
});

describe.each(Object.entries(figures))("%s", (key, wanted) => {
  const manifest = readManifest(findProduct(key));

  test("codes, insured amounts, deductibles, first and last day, legal forms", () => {
    expect(manifest.codes).toEqual(wanted.codes);
    const { main } = read<Tariff>(key, "tariff.json");
    expect(main.options.map((option) => option.insured_amount)).toEqual(wanted.amounts);
    const { deductible_amounts: list } = manifest.lists as { deductible_amounts?: { rules: { values: number[] }[] } };
    expect(list?.rules.at(-1)?.values ?? null).toEqual(wanted.deductibles);
    expect(findField(key, "request", "effective_date")?.dateWindow).toEqual({ from: wanted.from, to: "+2m" });
    if (wanted.legalForms) expect(findField(key, "general-data", "legalform")?.enum).toEqual(wanted.legalForms);
  });

  test("steps in their order, each with its sidebar", () => {
    expect(manifest.steps.map((step) => [step.key, step.sidebar])).toEqual(wanted.steps);
    expect(manifest.steps.filter((step) => step.extra).map((step) => step.key)).toEqual(["additional-explanation"]);
    expect(manifest.steps.filter((step) => step.autoNext).map((step) => step.key)).toEqual(["final-questions"]);
  });

  test("each flow hides what it has to", () => {
    const hidden = Object.entries(manifest.flows).map(([flow, { hide = [] }]) => [flow, [...hide].sort()]);
    expect(Object.fromEntries(hidden)).toEqual({
      newRequest: [],
      newTempRequest: ["continue-later"],
      editQuote: ["continue-later", "insurance-policy"],
      quoteToPolicy: ["continue-later", "quotation"],
    });
  });
});

test("professional liability: prices, deductible for 190, additional coverages", () => {
  const { main, additional = [] } = read<Tariff>("beroepsaansprakelijkheid", "tariff.json");
  expect(main.options.map(({ value, price }) => [value, price])).toEqual([
    ["101", 270],
    ["102", 325],
    ["103", 405],
  ]);
  expect(additional.map(({ value, price, popular, amounts }) => [value, price, popular, amounts])).toEqual([
    ["305", 70, true, { perClaim: 2_500_000, perYear: 5_000_000, deductible: 125 }],
    ["821", 70, false, { perDispute: 50_000 }],
  ]);
  const { deductible_amounts } = readManifest(findProduct("beroepsaansprakelijkheid")).lists as unknown as {
    deductible_amounts: { rules: { values: number[]; default: number }[] };
  };
  const [for190, otherwise] = deductible_amounts.rules;
  expect(for190).toMatchObject({ values: [2000], default: 2000 });
  expect(otherwise).toMatchObject({ default: 1000 });
});
