// Amounts: exact halves, dated tax, the second reading of the tax, and no guess where an answer is missing.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RequestAnswers } from "#engine/schema/types.ts";
import { type ContractFacts, contractContent } from "#server/requests/sending/content/contractContent.ts";
import { calculate, taxRateAt, unpricedAnswer } from "#underwriting/calculate.ts";
import { cents, computePercentage, toCents } from "#underwriting/decimal.ts";
import { findProductCode, type Rates, type Tariff } from "#underwriting/tariff.ts";

const root = join(import.meta.dirname, "../..");
const read = <T>(path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as T;
const rates = read<Rates>("schemas/rates/rates.json");
const folder = "schemas/products/beroepsaansprakelijkheid";
const written = read<Tariff>(`${folder}/tariff.json`);
const { codes } = read<{ codes: string[] }>(`${folder}/product.json`);
/** As published: with the codes of the product, the strictest first. */
const tariff = {
  ...written,
  product_code: { ...written.product_code, precedence: codes, default: codes.at(-1) ?? "" },
};
const ANSWERS: RequestAnswers = {
  "general-data": { revenue: 640_000, professions: [["184", "18401"]] },
  "coverage-choice": {
    coverage_code: "101",
    deductible_amount: 500,
    double_year_limit: true,
    additional_coverages: { coverage_305: true, coverage_821: true },
  },
};
const priced = (changed: Partial<Record<keyof typeof ANSWERS, object>> = {}, day = "2026-12-01") =>
  calculate({
    tariff,
    rates,
    day,
    today: "2026-11-20",
    answers: Object.fromEntries(Object.entries(ANSWERS).map(([step, data]) => [step, { ...data, ...changed[step] }])),
  });

describe("cents", () => {
  test.each([
    [1005, [0.1], 101],
    [1004, [0.1], 100],
    [25, [0.1, 0.2], 1],
    [27_000, [1.15, 1.6], 49_680],
    [1, [0.5], 1],
    [3, [0.5], 2],
    // In floating point 1.005 x 100 is 100.49999999999999.
    [100, [1.005], 101],
  ])("%i times %j is %i", (amount, factors, expected) => {
    expect(cents(amount, ...factors)).toBe(expected);
  });
  test("percentages and euros", () => {
    expect(computePercentage(1250, 21)).toBe(263);
    expect(toCents(19.99)).toBe(1999);
  });
});

describe("the premium", () => {
  test("follows the order of the tariff", () => {
    // 270 x 1.15 x 1.6 = 496.80. Plus 20 % = 596.16. Plus 2 x 70 = 736.16. 21 % of it = 154.59.
    expect(priced()).toMatchObject({
      main: 49_680,
      doubleYearLimit: 9_936,
      annual: 73_616,
      perTerm: 73_616,
      tax: 15_459,
      total: 89_075,
      insuredAmountPerYear: 50_000_000,
    });
  });

  test("is multiplied by a yes/no answer, and by the declared factor while there is none", () => {
    const factors = [
      ...tariff.factors!,
      { name: "claims", answer: "general-data.claims", empty: 1.5, values: { true: 2, false: 1 } },
    ];
    const mainAt = (claims?: boolean) => {
      const answers = { ...ANSWERS, "general-data": { ...ANSWERS["general-data"], claims } };
      return calculate({ tariff: { ...tariff, factors }, rates, day: "2026-12-01", today: "2026-11-20", answers })
        ?.main;
    };
    expect([mainAt(false), mainAt(), mainAt(true)]).toEqual([49_680, 74_520, 99_360]);
  });

  test("in terms adds the surcharge and rounds once", () => {
    // 736.16 x 1.03 / 4 = 189.5612
    expect(priced({ "coverage-choice": { pay_in_terms: true, pay_in_terms_amount: 3 } })).toMatchObject({
      months: 3,
      perTerm: 18_956,
      surchargeRate: 3,
    });
    expect(priced({ "coverage-choice": { pay_in_terms: true, pay_in_terms_amount: 5 } })?.months).toBe(3);
  });

  test.each([
    [1, 4, 6_380], // 736.16 x 1.04 / 12 = 63.8005
    [2, 3.5, 12_699], // 736.16 x 1.035 / 6 = 126.9876
    [4, 2.5, 25_152], // 736.16 x 1.025 / 3 = 251.5213
  ])("is billed per %d months with their own surcharge", (months, rate, perTerm) => {
    const surcharges = { ...rates.instalment_surcharges, [months]: rate };
    const answers = { ...ANSWERS, "coverage-choice": { ...ANSWERS["coverage-choice"], pay_in_terms: true } };
    const changed = { ...answers, "coverage-choice": { ...answers["coverage-choice"], pay_in_terms_amount: months } };
    const input = { tariff, day: "2026-12-01", today: "2026-11-20", answers: changed };
    const result = calculate({ ...input, rates: { ...rates, instalment_surcharges: surcharges } });
    expect(result).toMatchObject({ months, surchargeRate: rate, perTerm });
  });

  test.each([
    ["revenue", { "general-data": { revenue: undefined } }],
    ["a revenue in words", { "general-data": { revenue: "640000" } }],
    ["a revenue of zero", { "general-data": { revenue: 0 } }],
    ["a revenue above every band", { "general-data": { revenue: 1_000_001 } }],
    ["the cover", { "coverage-choice": { coverage_code: "999" } }],
    ["a deductible of the prototype", { "coverage-choice": { deductible_amount: "constructor" } }],
  ])("is not guessed without %s", (_what, changed) => {
    expect(priced(changed)).toBeNull();
  });
});

describe("insurance tax", () => {
  test.each([
    ["2007-12-31", 7],
    ["2008-03-01", 7.5],
    ["2011-03-01", 9.7],
    ["2012-12-31", 9.7],
    ["2013-01-01", 21],
    ["2026-12-01", 21],
  ])("on %s is %d %%", (day, rate) => {
    expect(taxRateAt(rates, day)).toBe(rate);
  });

  test("is 9 % when one line selects the other reading", () => {
    const other = structuredClone(rates);
    (other.insurance_tax.NL as { use: string }).use = "nine_percent";
    expect(taxRateAt(other, "2026-12-01")).toBe(9);
  });
});

test.each([
  ["coverage-choice", "coverage_code", "109"],
  ["coverage-choice", "deductible_amount", 750],
  ["general-data", "revenue", 1_000_001],
])("the answer that has no price is known: %s.%s", (step, field, value) => {
  expect(unpricedAnswer({ tariff, answers: ANSWERS })).toBeUndefined();
  const answers = { ...ANSWERS, [step]: { ...ANSWERS[step], [field]: value } };
  expect(unpricedAnswer({ tariff, answers })).toBe(`${step}.${field}`);
});

test("the strictest of sector and professions decides the product code", () => {
  const professions = read<Record<string, never>>(`${folder}/professions.json`);
  const readCode = (sector: string | undefined, ...pairs: string[][]) =>
    findProductCode(tariff, professions, { "general-data": { ...(sector && { sector }), professions: pairs } });
  expect(readCode(undefined, ["180", "18001"], ["190", "19001"])).toBe("190");
  expect(readCode("180", ["180", "18001"])).toBe("180");
  expect(readCode(undefined)).toBe("180");
  for (const code of ["190", "188", "192"]) {
    expect(readCode(code, ["181", "18101"]), "a sector whose professions are all of another").toBe(code);
    expect(readCode("181", [code, `${code}01`])).toBe(code);
  }
  expect(readCode("192", ["188", "18801"])).toBe("188");
});

test("a product without an own risk has none, not one of nothing: in the premium, the document and what is stored", () => {
  const directors = read<Tariff>("schemas/products/bestuurdersaansprakelijkheid/tariff.json");
  const answers = { "coverage-choice": { insured_amount: 250_000 } };
  const calculation = calculate({ tariff: directors, rates, day: "2026-12-01", today: "2026-11-20", answers });
  expect(calculation?.ownRisk).toBeNull();
  const relation = { company: "Proef", address: "Weg 1", zipcode: "1234 AB", city: "Zwolle", kvk_number: null };
  const buildCover = (ownRisk: number | null) => {
    const product = { bundle: { manifest: { steps: [] } }, text: (_language: string, key: string) => key };
    const facts = {
      outcome: "quotation",
      language: "nl",
      day: "2026-12-01",
      today: "2026-11-20",
      relation,
      product,
      evaluation: { answers, underwriting: { tariff: directors }, context: { lists: {} } },
      files: [],
    };
    const content = contractContent({ ...facts, calculation: { ...calculation, ownRisk } } as unknown as ContractFacts);
    return content.sections.flatMap(({ rows }) => rows).filter(([label]) => label.startsWith("Eigen risico"));
  };
  expect(buildCover(null)).toEqual([]);
  expect(buildCover(500)).toHaveLength(1);
});
