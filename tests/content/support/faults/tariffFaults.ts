// Faults in a tariff that would give no premium, or another than the sidebar shows, without an error.
import type { JsonObject } from "#engine/types.ts";
import { at, type Fault, product } from "./fault.ts";

const tariff = `${product}/tariff.json`;
const addFactor = (factor: JsonObject) => (content: JsonObject) => {
  (content.factors as unknown[]).push({ name: "x", ...factor });
};

export const tariffFaults: Fault[] = [
  [
    "a factor over a yes/no answer that knows only yes",
    tariff,
    addFactor({ answer: "coverage-choice.double_year_limit", default: 1, values: { true: 1.2 } }),
    "/factors/2/values",
    "there is no factor for false; add it: it can be chosen",
  ],
  [
    "a factor over an answer that may stay empty",
    tariff,
    addFactor({ answer: "coverage-choice.double_year_limit", values: { true: 1.2, false: 1 } }),
    "/factors/2",
    'coverage-choice.double_year_limit may stay empty, and then nobody gets a premium; add "default": the factor while it is empty, or make the field required in coverage-choice.schema.json',
  ],
  [
    "a factor over an answer that a condition shows",
    tariff,
    addFactor({ answer: "general-data.terms_of_delivery", values: { true: 1.2, false: 1 } }),
    "/factors/2",
    'general-data.terms_of_delivery may stay empty, and then nobody gets a premium; add "default": the factor while it is empty, or make the field required in general-data.schema.json',
  ],
  [
    "a factor over free text",
    tariff,
    addFactor({ answer: "company-data.city", values: { Utrecht: 1.2 } }),
    "/factors/2/values",
    'the answer is no choice, so most answers have no factor; use "bands", or give the field "enum"',
  ],
  [
    "bands over a text",
    tariff,
    addFactor({ answer: "company-data.city", bands: [{ up_to: 5, factor: 1 }] }),
    "/factors/2/bands",
    'company-data.city is no number, so no band fits; write "values" with a factor for every answer',
  ],
  [
    "bands over a number that may be zero",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(at(c, "properties.revenue"), { minimum: 0, exclusiveMinimum: undefined }),
    `${product}/tariff.json /factors/1/bands`,
    'general-data.revenue may be 0 or less, for which there is no factor; give it an "exclusiveMinimum" of 0 in general-data.schema.json',
  ],
  [
    "a choice of cover that may stay empty",
    `${product}/coverage-choice.schema.json`,
    (c) => Object.assign(c, { required: (c.required as string[]).filter((name) => name !== "coverage_code") }),
    `${product}/tariff.json /main/answer`,
    "coverage-choice.coverage_code may stay empty, and then there is no price; make it required in coverage-choice.schema.json",
  ],
  [
    "instalments that cannot be billed",
    `${product}/coverage-choice.schema.json`,
    (c) =>
      Object.assign(at(c, "allOf.0.then.properties"), {
        pay_in_terms_amount: { type: "integer", enum: [3, 5, 12], default: 3 },
      }),
    `${product}/tariff.json /instalments/months`,
    'coverage-choice.pay_in_terms_amount offers 5, 12, and no whole number of such instalments makes a year; offer some of 1, 2, 3, 4, 6 in "enum" of the field in coverage-choice.schema.json',
  ],
  [
    "a price per unit without words",
    tariff,
    (c) => Object.assign(c, { per_unit: [{ name: "staff", answer: "general-data.revenue", price: 0 }] }),
    "/per_unit/0/name",
    'there is no text "unit.staff"; add it to schemas/products/beroepsaansprakelijkheid/texts.nl.json and to the file of the other language',
  ],
  [
    "instalments that have no surcharge yet",
    `${product}/coverage-choice.schema.json`,
    (c) =>
      Object.assign(at(c, "allOf.0.then.properties"), {
        pay_in_terms_amount: { type: "integer", enum: [3, 6, 1], default: 3 },
      }),
    "schemas/rates/rates.json /instalment_surcharges",
    'there is no surcharge for instalments of 1 month; add "1"',
  ],
  [
    "instalments without a surcharge",
    "schemas/rates/rates.json",
    (c) => delete at(c, "instalment_surcharges")["6"],
    "/instalment_surcharges",
    'there is no surcharge for instalments of 6 months; add "6"',
  ],
  [
    "a field that the price depends on and the premium call does not send",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "steps.0"), { premium: [] }),
    "/steps/0/premium",
    'the price depends on general-data.revenue, and the premium is asked without it; add "revenue" to "premium" of this step',
  ],
  [
    "a factor for an answer that nobody can give",
    tariff,
    (c) => Object.assign(at(c, "factors.0.values"), { "250": 1.2 }),
    "/factors/0/values/250",
    "nobody can answer 250; the answers are 2000, 500, 1000",
  ],
  [
    "bands out of order",
    tariff,
    (c) => Object.assign(at(c, "factors.1.bands.1"), { up_to: 100_000 }),
    "/factors/1/bands/1/up_to",
    "the bands are not in ascending order; put the lowest first",
  ],
  [
    "a cover whose code is a number where the answer is a text",
    tariff,
    (c) => Object.assign(at(c, "main.options.0"), { value: 101 }),
    "/main/options/0/value",
    '101 is never equal to the answer to coverage-choice.coverage_code; write "101" in quotes',
  ],
  [
    "a cover that is there twice",
    tariff,
    (c) => Object.assign(at(c, "main.options.1"), { value: "101" }),
    "/main/options/1/value",
    "the choice 101 is there twice; remove one of the two",
  ],
  [
    "instalments that are switched on by an amount",
    tariff,
    (c) => Object.assign(at(c, "instalments"), { answer: "coverage-choice.deductible_amount" }),
    "/instalments/answer",
    "coverage-choice.deductible_amount is no yes or no, so it is never switched on; name another field, or correct its type",
  ],
  [
    "a deductible that is no amount",
    tariff,
    (c) => Object.assign(at(c, "own_risk"), { answer: "coverage-choice.pay_in_terms" }),
    "/own_risk/answer",
    "coverage-choice.pay_in_terms is no whole number, so there is no deductible to show; name another field, or correct its type",
  ],
  [
    "a price per unit of a text",
    tariff,
    (c) => Object.assign(c, { per_unit: [{ name: "x", answer: "general-data.kvk", price: 5 }] }),
    "/per_unit/0/answer",
    "general-data.kvk is no whole number, so nothing is counted; name another field, or correct its type",
  ],
  [
    "a tax by an answer that is no date",
    tariff,
    (c) => Object.assign(at(c, "tax"), { date: "company-data.city" }),
    "/tax/date",
    "company-data.city is no date, so it chooses no tax rate; name another field, or correct its type",
  ],
  [
    "an additional cover that another switch turns on",
    tariff,
    (c) => Object.assign(at(c, "additional.0"), { answer: "coverage-choice.additional_coverages.coverage_350" }),
    "/additional/0/answer",
    'the cover 305 is switched on by "coverage_305"; write coverage-choice.additional_coverages.coverage_305',
  ],
  [
    "a code of the tariff that the product has not",
    tariff,
    (c) => Object.assign(at(c, "product_code"), { default: "181" }),
    "/product_code/default",
    '"181" is no code of the product; correct it, or add it to codes in product.json',
  ],
  [
    "a list of covers that is never answered",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "lists.main_coverages"), { path: "premium.all_main_coverage" }),
    "/lists/main_coverages/path",
    '"premium.all_main_coverage" is never answered, so the list stays empty; correct the path as another product has it; a premium list is called as main in tariff.json says',
  ],
  [
    "a factor by a misspelt field",
    tariff,
    (c) => Object.assign(at(c, "factors.1"), { answer: "general-data.revenu" }),
    "/factors/1/answer",
    'no step asks for "general-data.revenu"; did you mean "general-data.revenue"?',
  ],
  [
    "a code that is looked up in a list that does not exist",
    tariff,
    (c) => Object.assign(at(c, "product_code.lookup"), { list: "sector" }),
    "/product_code/lookup/list",
    'professions.json has no "sector"; did you mean "sectors"?',
  ],
  [
    "a code that is looked up by a member that nothing has",
    tariff,
    (c) => Object.assign(at(c, "product_code.lookup"), { member: "productcode" }),
    "/product_code/lookup/member",
    'nothing in sectors of professions.json has "productcode"; did you mean "product_code"?',
  ],
  [
    "a factor without factors",
    tariff,
    (c) => delete at(c, "factors.1").bands,
    "/factors/1",
    'the factor "revenue" has no factors; write "values" where the answer is a choice, "bands" where it is a number',
  ],
  [
    "a factor with a name that another has",
    tariff,
    (c) => Object.assign(at(c, "factors.1"), { name: "deductible" }),
    "/factors/1/name",
    'another factor is called "deductible"; give it a name of its own',
  ],
  [
    "a one-off surcharge for a feature that does not exist",
    tariff,
    (c) =>
      Object.assign(c, {
        one_off: { answer: "coverage-choice.pay_in_terms", feature: "in_advance", rate: "extended_in_advance" },
      }),
    "/one_off/feature",
    'there is no feature "in_advance"; add it to features',
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
    "/insurance_tax/NL/readings/standard/4/from",
    "2027-02-30 is no day; correct it",
  ],
  [
    "a first rate that leaves earlier days without tax",
    "schemas/rates/rates.json",
    (c) => Object.assign(at(c, "insurance_tax.NL.readings.standard.0"), { from: "2000-01-01" }),
    "/insurance_tax/NL/readings/standard/0/from",
    "no rate counts before this day, so no tax would be asked; write null for the oldest",
  ],
];
