// The premium from the tariff, in whole cents and in the order that the tariff states. Knows no product. An answer that
// is missing or out of range gives no amount, never a guess.

import { isTrueOf } from "#engine/expressions/evaluate.ts";
import type { RequestAnswers } from "#engine/schema/types.ts";
import { INSTALMENT_MONTHS, termsInYear } from "#engine/values/instalments.ts";
import { cents, computePercentage, toCents } from "./decimal.ts";
import { findFactor } from "./factors.ts";
import { type ItemPrice, priceItems } from "./items.ts";
import { answerAt, type Rates, type Tariff } from "./tariff.ts";

/** Every amount in cents, as on all rows of the portfolio. */
export interface Calculation {
  insuredAmount: number | null;
  insuredAmountPerYear: number | null;
  ownRisk: number | null;
  /** Per year: the main cover with factors, units and records, and what the double year limit adds (also while it is off). */
  main: number;
  doubleYearLimit: number;
  doubled: boolean;
  /** What was counted, and what it adds to the main cover per year. */
  units: CountedUnits[];
  /** What each record of a list adds to the main cover per year. */
  items: ItemPrice[];
  additional: { value: string; amount: number }[];
  /** Per year excluding the surcharge. */
  annual: number;
  inTerms: boolean;
  /** Of one term, or 12 without instalments; 10 stands for ten terms a year. */
  months: number;
  surchargeRate: number;
  surcharge: number;
  perYear: number;
  perTerm: number;
  taxRate: number;
  tax: number;
  total: number;
  oneOff: { percentage: number; amount: number; tax: number; total: number } | null;
}

interface CountedUnits {
  name: string;
  number: number;
  /** Of each. */
  price: number;
  amount: number;
}

export interface Underwriting {
  tariff: Tariff;
  /** The file of the rate, without its extension. Tariff if absent. */
  file?: string;
  rates: Rates;
  answers: RequestAnswers;
  /** Conditions of the tariff may compare with it. */
  today: string;
  /** Day whose tax rate counts. */
  day: string;
}

const cache = new WeakMap<Underwriting, Calculation | null>();

/** Null while an input is missing. Of the same input once: the premium's answer and what a step depends on both ask for it. */
export function calculate(input: Underwriting): Calculation | null {
  const cached = cache.get(input);
  if (cached !== undefined) return cached;
  const result = computePremium(input);
  cache.set(input, result);
  return result;
}

/** Of a tariff without a main price. */
const NO_COVER = { price: 0, insured_amount: 0 };

function computePremium(input: Underwriting): Calculation | null {
  const { tariff, answers } = input;
  const option = findOption(input) ?? (tariff.main ? undefined : NO_COVER);
  const factors = (tariff.factors ?? []).map((factor) => findFactor(factor, answers));
  const items = priceItems(tariff.per_item ?? [], answers);
  if (!option || factors.includes(null) || items === null) return null;
  const base = cents(toCents(option.price), ...(factors as number[]));
  const limit = tariff.double_year_limit;
  const doubled = limit !== undefined && answerAt(answers, limit.answer) === true;
  const doubleYearLimit = limit ? cents(base, limit.rate) : 0;
  const units = (tariff.per_unit ?? []).map((unit) => priceUnits(unit, answers)).filter(({ number }) => number > 0);
  const main = [...units, ...items].reduce((sum, { amount }) => sum + amount, base);
  const additional = (tariff.additional ?? [])
    .filter((coverage) => answerAt(answers, coverage.answer) === true)
    .map((coverage) => ({ value: coverage.value, amount: toCents(coverage.price) }));
  const annual =
    main + (doubled ? doubleYearLimit : 0) + additional.reduce((sum, coverage) => sum + coverage.amount, 0);
  return {
    insuredAmount: tariff.main ? toCents(option.insured_amount) : null,
    insuredAmountPerYear: tariff.main ? toCents(option.insured_amount) * (doubled ? limit.multiple : 1) : null,
    ownRisk: findOwnRisk(tariff, answers),
    main,
    doubleYearLimit,
    doubled,
    units,
    items,
    additional,
    annual,
    ...computeTerms(input, annual),
    oneOff: computeOneOff(input, annual),
  };
}

const findOption = ({ tariff: { main }, answers }: Pick<Underwriting, "tariff" | "answers">) =>
  main?.options.find((option) => option.value === answerAt(answers, main.answer));

/** Path of the first answer that the tariff has no price for, or undefined where there is a premium. */
export function unpricedAnswer(input: Pick<Underwriting, "tariff" | "answers">): string | undefined {
  const { tariff, answers } = input;
  if (tariff.main && !findOption(input)) return tariff.main.answer;
  return (
    tariff.factors?.find((factor) => findFactor(factor, answers) === null)?.answer ??
    tariff.per_item?.find((part) => priceItems([part], answers) === null)?.each
  );
}

export function priceUnits(unit: NonNullable<Tariff["per_unit"]>[number], answers: RequestAnswers): CountedUnits {
  const answer = answerAt(answers, unit.answer);
  const number = typeof answer === "number" && Number.isInteger(answer) && answer > 0 ? answer : 0;
  const price = toCents(unit.price);
  return { name: unit.name, number, price, amount: price * number };
}

function findOwnRisk({ own_risk }: Tariff, answers: RequestAnswers): number | null {
  if (own_risk?.answer === undefined) return own_risk?.fixed === undefined ? null : toCents(own_risk.fixed);
  const answer = answerAt(answers, own_risk.answer);
  return Number.isSafeInteger(answer) ? toCents(answer as number) : null;
}

function computeTerms({ tariff, rates, answers, day }: Underwriting, annual: number) {
  const { instalments } = tariff;
  const inTerms = instalments !== undefined && answerAt(answers, instalments.answer) === true;
  const chosenMonths = instalments?.months && answerAt(answers, instalments.months);
  const chosen = INSTALMENT_MONTHS.find((months) => months === chosenMonths) ?? instalments?.default_months;
  const months = (inTerms && chosen) || 12;
  const surchargeRate = inTerms ? (rates.instalment_surcharges[String(months)] ?? 0) : 0;
  const surcharge = computePercentage(annual, surchargeRate);
  // One rounding, over the whole formula (decisions 4): annual x (100 + surcharge) / 100 / terms of a year.
  const perTerm = inTerms ? computePercentage(annual, 100 + surchargeRate, termsInYear(months)) : annual;
  const taxRate = taxRateAt(rates, day);
  const tax = computePercentage(perTerm, taxRate);
  return {
    inTerms,
    months,
    surchargeRate,
    surcharge,
    perYear: annual + surcharge,
    perTerm,
    taxRate,
    tax,
    total: perTerm + tax,
  };
}

function computeOneOff({ tariff, rates, answers, today, day }: Underwriting, annual: number): Calculation["oneOff"] {
  const rule = tariff.one_off;
  if (!rule || answerAt(answers, rule.answer) !== true) return null;
  if (rule.when !== undefined && !isTrueOf(rule.when, answers, today)) return null;
  const percentage = rates.one_off[rule.rate]?.percentage ?? 0;
  const amount = computePercentage(annual, percentage);
  const tax = computePercentage(amount, taxRateAt(rates, day));
  return { percentage, amount, tax, total: amount + tax };
}

export const taxRateAt = (rates: Rates, day: string): number => findTax(rates, day).percentage;

/** Returns the rate in force on a day (decisions 1) and its path. Entries are sorted by date. */
export function findTax({ country, insurance_tax }: Rates, day: string): { percentage: number; place: string } {
  const { use = "", readings = {} } = insurance_tax[country] ?? {};
  const index = (readings[use] ?? []).findLastIndex((rate) => rate.from === null || rate.from <= day);
  const pointer = `/insurance_tax/${country}/readings/${use}/${index}`;
  return { percentage: readings[use]?.[index]?.percentage ?? 0, place: pointer };
}
