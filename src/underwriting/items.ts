// Prices over records: each record of a list (a location, a vehicle) has a price of its own, rounded to cents by itself, so that the
// lines that a broker reads add up. A record that misses an answer has no price, and then there is no premium.
import type { JsonObject, RequestAnswers } from "#engine/schema/types.ts";
import { cents, toCents } from "./decimal.ts";
import { takeValue } from "./factors.ts";
import { answerAt, type Factor, type PerItem } from "./tariff.ts";

export interface ItemPrice {
  /** Of the tariff's part. */
  name: string;
  /** Index of the part in the tariff, and of the record in its list. */
  part: number;
  record: number;
  /** In cents per year. */
  amount: number;
}

/** The prices of all records, in the order of the tariff and of the lists; null if a record has no price, or a list no record. */
export function priceItems(parts: readonly PerItem[], answers: RequestAnswers): ItemPrice[] | null {
  if (parts.some((part) => part.optional !== true && findRecords(part, answers).length === 0)) return null;
  const prices = parts.flatMap((rule, part) =>
    findRecords(rule, answers).map((_record, record) => priceRecord(rule, { part, record }, answers)),
  );
  return prices.every((price) => price !== null) ? prices : null;
}

export function findRecords({ each }: PerItem, answers: RequestAnswers): JsonObject[] {
  const records = answerAt(answers, each);
  return Array.isArray(records) ? records : [];
}

/** The address of an answer for one record: `sites.*.area` is `sites.2.area`; an answer outside the list stays as it is. */
export const addressInRecord = ({ each }: PerItem, path: string, record: number): string =>
  path.startsWith(`${each}.*.`) ? `${each}.${record}${path.slice(each.length + 2)}` : path;

function priceRecord(
  rule: PerItem,
  { part, record }: { part: number; record: number },
  answers: RequestAnswers,
): ItemPrice | null {
  const base = priceBase(rule, record, answers);
  const factors = (rule.factors ?? []).map((factor) => takeFor(rule, factor, record, answers)?.value);
  if (base === null || factors.includes(undefined)) return null;
  const amount = Math.max(multiply(rule, base, factors as number[]), toCents(rule.minimum ?? 0));
  return { name: rule.name, part, record, amount };
}

/** The amount of the record, or its price by answers, in cents: before rate and factors. */
export function priceBase(rule: PerItem, record: number, answers: RequestAnswers): number | null {
  const { price, amount: path = "" } = rule;
  const amount = price
    ? takeFor(rule, price, record, answers)?.value
    : answerAt(answers, addressInRecord(rule, path, record));
  return typeof amount === "number" && amount >= 0 && amount <= Number.MAX_SAFE_INTEGER / 100 ? toCents(amount) : null;
}

/** Rate and factors, rounded once. */
export const multiply = ({ rate = 1 }: PerItem, base: number, factors: readonly number[]): number =>
  cents(base, rate, ...factors);

export const takeFor = (rule: PerItem, factor: Factor, record: number, answers: RequestAnswers) =>
  takeValue(factor, (path) => answerAt(answers, addressInRecord(rule, path, record)));
