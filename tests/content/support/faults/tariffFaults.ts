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
    /\/factors\/\d+\/values: there is no factor for false/,
  ],
  [
    "a factor over an answer that may stay empty",
    tariff,
    addFactor({ answer: "coverage-choice.double_year_limit", values: { true: 1.2, false: 1 } }),
    /\/factors\/\d+: coverage-choice.double_year_limit may stay empty, and then nobody gets a premium; add "default"/,
  ],
  [
    "a factor over an answer that a condition shows",
    tariff,
    addFactor({ answer: "general-data.terms_of_delivery", values: { true: 1.2, false: 1 } }),
    /general-data.terms_of_delivery may stay empty, and then nobody gets a premium/,
  ],
  [
    "a factor over free text",
    tariff,
    addFactor({ answer: "company-data.city", values: { Utrecht: 1.2 } }),
    /\/factors\/\d+\/values: the answer is no choice/,
  ],
  [
    "bands over a text",
    tariff,
    addFactor({ answer: "company-data.city", bands: [{ up_to: 5, factor: 1 }] }),
    /\/factors\/\d+\/bands: company-data.city is no number/,
  ],
  [
    "bands over a number that may be zero",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(at(c, "properties.revenue"), { minimum: 0 }),
    /\/factors\/\d+\/bands: general-data.revenue may be 0 or less/,
  ],
  [
    "a choice of cover that may stay empty",
    `${product}/coverage-choice.schema.json`,
    (c) => Object.assign(c, { required: (c.required as string[]).filter((name) => name !== "coverage_code") }),
    /\/main\/answer: coverage-choice.coverage_code may stay empty, and then there is no price/,
  ],
  [
    "instalments that cannot be billed",
    `${product}/coverage-choice.schema.json`,
    (c) =>
      Object.assign(at(c, "allOf.0.then.properties"), {
        pay_in_terms_amount: { type: "integer", enum: [1, 3, 12], default: 3 },
      }),
    /\/instalments\/months: coverage-choice.pay_in_terms_amount offers 1, 12, but instalments are billed per 3 and 6/,
  ],
  [
    "instalments without a surcharge",
    "schemas/rates/rates.json",
    (c) => delete at(c, "instalment_surcharges")["6"],
    /\/instalments\/rate: instalment_surcharges in rates.json has no surcharge for 6 months/,
  ],
  [
    "a field that the price depends on and the premium call does not send",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "steps.0"), { premium: [] }),
    /\/factors\/\d+\/answer: the premium call does not send general-data.revenue; add "revenue" to premium/,
  ],
];
