// Tariffs and rates that would give no premium, or another than the sidebar shows.
import type { JsonObject } from "#engine/schema/types.ts";
import { assign, at, type Mistakes, push, rates, remove, set, tariff } from "./fault.ts";

const addFactor = (factor: JsonObject) => (content: JsonObject) => {
  (content.factors as unknown[]).push({ name: "x", ...factor });
};

export const tariffFaults: Mistakes = {
  [tariff]: {
    "a factor over the answers of several records": addFactor({
      answer: "general-data.professions.*.0",
      empty: 1,
      values: { a: 1.2 },
    }),
    "a factor over a yes/no answer that knows only yes": addFactor({
      answer: "coverage-choice.double_year_limit",
      empty: 1,
      values: { true: 1.2 },
    }),
    "a factor over an answer that may stay empty": addFactor({
      answer: "coverage-choice.double_year_limit",
      values: { true: 1.2, false: 1 },
    }),
    "a factor over an answer that a condition shows": addFactor({
      answer: "general-data.terms_of_delivery",
      values: { true: 1.2, false: 1 },
    }),
    "a factor over free text": addFactor({ answer: "general-data.city", values: { Utrecht: 1.2 } }),
    "bands over a text": addFactor({ answer: "general-data.city", bands: [{ up_to: 5, factor: 1 }] }),
    "a price per unit without words": assign("", {
      per_unit: [{ name: "staff", answer: "general-data.revenue", price: 0 }],
    }),
    "an answer that changes the price after the choice of cover": addFactor({
      answer: "acceptance.questions_of_acceptance.1101",
      empty: 1,
      values: { true: 1, false: 1 },
    }),
    "a factor for an answer that nobody can give": assign("factors.0.values", { "250": 1.2 }),
    "bands out of order": assign("factors.1.bands.1", { up_to: 100_000 }),
    "a cover whose code is a number where the answer is a text": assign("main.options.0", { value: 101 }),
    "a cover that is there twice": assign("main.options.1", { value: "101" }),
    "instalments that are switched on by an amount": assign("instalments", {
      answer: "coverage-choice.deductible_amount",
    }),
    "a deductible that is no amount": assign("own_risk", { answer: "coverage-choice.pay_in_terms" }),
    "a price per unit of a text": assign("", { per_unit: [{ name: "x", answer: "general-data.kvk", price: 5 }] }),
    "a tax by an answer that is no date": assign("tax", { date: "general-data.city" }),
    "an additional cover that another switch turns on": assign("additional.0", {
      answer: "coverage-choice.additional_coverages.coverage_350",
    }),
    "a factor by a misspelt field": assign("factors.1", { answer: "general-data.revenu" }),
    "a code that is looked up in a list that does not exist": assign("product_code.lookup", { list: "sector" }),
    "a code that is looked up by a member that nothing has": assign("product_code.lookup", { member: "productcode" }),
    "a factor without factors": remove("factors.1.bands"),
    "a factor with a name that another has": assign("factors.1", { name: "deductible" }),
    "a one-off surcharge on a fact that does not exist": assign("", {
      one_off: { answer: "coverage-choice.pay_in_terms", when: "facts.in_advance", rate: "extended_in_advance" },
    }),
    "a double year limit that is worth nothing": assign("double_year_limit", { multiple: 0 }),
    "a choice without a factor": remove("factors.0.values.1000"),
    "bands that stop too early": (c) => (at(c, "factors.1").bands as unknown[]).pop(),
    "a tariff on no answer": assign("main", { answer: "coverage-choice.cover" }),
    "a rate that does not exist": assign("tax", { rate: "vat" }),
    "an additional cover without a name": (c) => {
      const path = "coverage-choice.additional_coverages.coverage_306";
      (c.additional as JsonObject[]).push({ value: "306", answer: path, price: 40 });
    },
    "an additional cover without an amount that its text names": remove("additional.0.amounts.perYear"),
    "an amount below zero": assign("additional.0.amounts", { perYear: -5 }),
    "a part of an answer that it does not have": assign("product_code", {
      answer: ["general-data.sector", "general-data.professions.*.code"],
    }),
    "a band beyond the highest answer": push("factors.1.bands", { up_to: 20_000_000, factor: 3 }),
    "a price with three decimals": set("main.options.0.price", 385.125),
    "an order of codes, which is that of codes in product.json": set("product_code.precedence", ["190"]),
    "a tariff without its factors": remove("factors"),
    "without additional.0.amounts": remove("additional.0.amounts"),
    "without instalments": remove("instalments"),
  },
  [rates]: {
    "instalments without a surcharge": remove("instalment_surcharges.6"),
    "a rate from a day that does not exist": push("insurance_tax.NL.readings.standard", {
      from: "2027-02-30",
      percentage: 22,
      reference: "x",
    }),
    "a first rate that leaves earlier days without tax": assign("insurance_tax.NL.readings.standard.0", {
      from: "2000-01-01",
    }),
    "rates out of order": (c) => (at(c, "insurance_tax.NL.readings").standard as unknown[]).reverse(),
    "a text that promises another rate": assign("instalment_surcharges", { "3": 4 }),
    "a rate without a reference": remove("insurance_tax.NL.readings.standard.0.reference"),
    "rates that are none": set("instalment_surcharges", []),
  },
};
