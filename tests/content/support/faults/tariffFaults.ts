// Faults in a tariff that would give no premium, or another than the sidebar shows, without an error.
import type { JsonObject } from "#engine/schema/types.ts";
import { at, type Mistake, product } from "./fault.ts";

const tariff = `${product}/tariff.json`;
const addFactor = (factor: JsonObject) => (content: JsonObject) => {
  (content.factors as unknown[]).push({ name: "x", ...factor });
};

export const tariffFaults: Mistake[] = [
  [
    "a factor over the answers of several records",
    tariff,
    addFactor({ answer: "general-data.professions.*.0", default: 1, values: { a: 1.2 } }),
  ],
  [
    "a factor over a yes/no answer that knows only yes",
    tariff,
    addFactor({ answer: "coverage-choice.double_year_limit", default: 1, values: { true: 1.2 } }),
  ],
  [
    "a factor over an answer that may stay empty",
    tariff,
    addFactor({ answer: "coverage-choice.double_year_limit", values: { true: 1.2, false: 1 } }),
  ],
  [
    "a factor over an answer that a condition shows",
    tariff,
    addFactor({ answer: "general-data.terms_of_delivery", values: { true: 1.2, false: 1 } }),
  ],
  ["a factor over free text", tariff, addFactor({ answer: "company-data.city", values: { Utrecht: 1.2 } })],
  ["bands over a text", tariff, addFactor({ answer: "company-data.city", bands: [{ up_to: 5, factor: 1 }] })],
  [
    "bands over a number that may be zero",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(at(c, "properties.revenue"), { minimum: 0, exclusiveMinimum: undefined }),
  ],
  [
    "a choice of cover that may stay empty",
    `${product}/coverage-choice.schema.json`,
    (c) => Object.assign(c, { required: (c.required as string[]).filter((name) => name !== "coverage_code") }),
  ],
  [
    "instalments that cannot be billed",
    `${product}/coverage-choice.schema.json`,
    (c) =>
      Object.assign(at(c, "allOf.0.then.properties"), {
        pay_in_terms_amount: { type: "integer", enum: [3, 5, 12], default: 3 },
      }),
  ],
  [
    "a price per unit without words",
    tariff,
    (c) => Object.assign(c, { per_unit: [{ name: "staff", answer: "general-data.revenue", price: 0 }] }),
  ],
  [
    "instalments that have no surcharge yet",
    `${product}/coverage-choice.schema.json`,
    (c) =>
      Object.assign(at(c, "allOf.0.then.properties"), {
        pay_in_terms_amount: { type: "integer", enum: [3, 6, 1], default: 3 },
      }),
  ],
  ["instalments without a surcharge", "schemas/rates/rates.json", (c) => delete at(c, "instalment_surcharges")["6"]],
  [
    "an answer that changes the price after the choice of cover",
    tariff,
    addFactor({ answer: "company-data.finance_separate", default: 1, values: { true: 1, false: 1 } }),
  ],
  [
    "a factor for an answer that nobody can give",
    tariff,
    (c) => Object.assign(at(c, "factors.0.values"), { "250": 1.2 }),
  ],
  ["bands out of order", tariff, (c) => Object.assign(at(c, "factors.1.bands.1"), { up_to: 100_000 })],
  [
    "a cover whose code is a number where the answer is a text",
    tariff,
    (c) => Object.assign(at(c, "main.options.0"), { value: 101 }),
  ],
  ["a cover that is there twice", tariff, (c) => Object.assign(at(c, "main.options.1"), { value: "101" })],
  [
    "instalments that are switched on by an amount",
    tariff,
    (c) => Object.assign(at(c, "instalments"), { answer: "coverage-choice.deductible_amount" }),
  ],
  [
    "a deductible that is no amount",
    tariff,
    (c) => Object.assign(at(c, "own_risk"), { answer: "coverage-choice.pay_in_terms" }),
  ],
  [
    "a price per unit of a text",
    tariff,
    (c) => Object.assign(c, { per_unit: [{ name: "x", answer: "general-data.kvk", price: 5 }] }),
  ],
  ["a tax by an answer that is no date", tariff, (c) => Object.assign(at(c, "tax"), { date: "company-data.city" })],
  [
    "an additional cover that another switch turns on",
    tariff,
    (c) => Object.assign(at(c, "additional.0"), { answer: "coverage-choice.additional_coverages.coverage_350" }),
  ],
  [
    "a code of the tariff that the product has not",
    tariff,
    (c) => Object.assign(at(c, "product_code"), { default: "181" }),
  ],
  [
    "a list of covers that is never answered",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "lists.main_coverages"), { path: "premium.all_main_coverage" }),
  ],
  ["a factor by a misspelt field", tariff, (c) => Object.assign(at(c, "factors.1"), { answer: "general-data.revenu" })],
  [
    "a code that is looked up in a list that does not exist",
    tariff,
    (c) => Object.assign(at(c, "product_code.lookup"), { list: "sector" }),
  ],
  [
    "a code that is looked up by a member that nothing has",
    tariff,
    (c) => Object.assign(at(c, "product_code.lookup"), { member: "productcode" }),
  ],
  ["a factor without factors", tariff, (c) => delete at(c, "factors.1").bands],
  ["a factor with a name that another has", tariff, (c) => Object.assign(at(c, "factors.1"), { name: "deductible" })],
  [
    "a one-off surcharge for a feature that does not exist",
    tariff,
    (c) =>
      Object.assign(c, {
        one_off: { answer: "coverage-choice.pay_in_terms", feature: "in_advance", rate: "extended_in_advance" },
      }),
  ],
  [
    "a rate from a day that does not exist",
    "schemas/rates/rates.json",
    (c) =>
      (at(c, "insurance_tax.NL.readings").standard as object[]).push({
        from: "2027-02-30",
        percentage: 22,
        reference: "x",
      }),
  ],
  [
    "a first rate that leaves earlier days without tax",
    "schemas/rates/rates.json",
    (c) => Object.assign(at(c, "insurance_tax.NL.readings.standard.0"), { from: "2000-01-01" }),
  ],
];
