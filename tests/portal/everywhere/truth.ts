// The facts of one sent request, from its own premium call and its own answers. Every place must show them, in the
// notation of the language. It knows no screen.

import type { PremiumAnswer } from "#api/wire/wireTypes.ts";
import type { Language } from "#engine/schema/types.ts";
import { dateAt } from "#engine/values/dates.ts";
import { formatDate } from "#engine/values/dateText.ts";
import { formatMoney } from "#engine/values/formats.ts";
import { plain } from "./reading.ts";

export interface Truth {
  kind: "quote" | "insurance";
  number: string;
  relation: number;
  /** The relation. */
  company: string;
  /** The insured company, where it is another one. */
  insured: string | null;
  product: Record<Language, string>;
  start: string;
  end: string;
  /** The day it was made: a quotation that is changed keeps its own. */
  made: string;
  /** The chosen additional covers. */
  covers: { name: Record<Language, string>; price: number }[];
  premium: PremiumAnswer["premium"] & { lines: NonNullable<PremiumAnswer["premium"]["lines"]> };
}

/** A year later, less a day. */
export function lastDay(start: string): string {
  const day = new Date(`${start}T00:00:00Z`);
  day.setUTCFullYear(day.getUTCFullYear() + 1);
  if (day.toISOString().slice(8, 10) !== start.slice(8, 10)) day.setUTCDate(0);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

const numbersIn = (value: unknown): number[] => {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
};

export function inWriting(truth: Truth, language: Language) {
  const { premium } = truth;
  const { lines } = premium;
  const money = (amount: number) => plain(formatMoney(amount, language));
  const whole = (amount: number) => plain(formatMoney(amount, language, 0));
  const amounts = {
    perClaim: whole(premium.insured_amount ?? Number.NaN),
    perYear: whole(premium.insured_amount_per_year ?? Number.NaN),
    ownRisk: premium.own_risk === null ? undefined : whole(premium.own_risk),
    annual: money(lines.annual),
    perTerm: money(lines.per_term),
    tax: money(lines.tax),
    total: money(lines.total),
    /** What the terms of a year cost together. */
    year: money((Math.round(lines.total * 100) * (12 / lines.months)) / 100),
  };
  const yearly = [premium.total_amount_base, premium.total_amount_additional_coverages, lines.base, lines.units];
  const ofYear = [lines.main, lines.double_year_limit, lines.additional, lines.items];
  const rounding = Math.round(lines.per_term * 100) * (12 / lines.months) - Math.round(lines.per_year * 100);
  const others = [
    rounding / 100,
    -rounding / 100,
    lines.surcharge,
    lines.per_year,
    lines.one_off,
    truth.covers,
    yearly,
    ofYear,
  ]
    .flatMap(numbersIn)
    .map(money);
  const { one_off } = lines;
  return {
    ...amounts,
    months: lines.months,
    taxRate: lines.tax_rate,
    product: truth.product[language],
    start: formatDate(truth.start, language),
    end: formatDate(truth.end, language),
    made: formatDate(truth.made, language),
    validUntil: formatDate(dateAt(truth.made, "+120d"), language),
    /** Every amount that may be shown about it. */
    known: new Set([...Object.values(amounts), ...others]),
    once: one_off && money(one_off.total),
    runOff: one_off && { percentage: one_off.percentage, amount: money(one_off.amount) },
    covers: truth.covers.map(({ name, price }) => ({ name: name[language], price: money(price) })),
    /** The same holds for every day. The last of them is the end of an open quotation's validity. */
    days: new Set(
      [truth.start, truth.end, truth.made, dateAt(truth.made, "+120d")].map((day) => formatDate(day, language)),
    ),
  };
}

export type Written = ReturnType<typeof inWriting>;
