// Prices over records: each record of a list (a location, a vehicle) has a price of its own, rounded to cents by itself, so that the
// lines that a broker reads add up. A record that misses an answer has no price, and then there is no premium.
import { findPlaces } from "#engine/answers/defaults.ts";
import { byIndex, valueAt } from "#engine/fields/fieldPath.ts";
import type { RequestAnswers } from "#engine/schema/types.ts";
import { cents, toCents } from "./decimal.ts";
import { takeValue } from "./factors.ts";
import { answerAt, type Factor, type PerItem } from "./tariff.ts";

export interface ItemPrice {
  /** Of the tariff's part. */
  name: string;
  /** Address of the record: `locations.sites.0`, inside another record `locations.sites.0.halls.1`. */
  record: string;
  /** In cents per year. */
  amount: number;
}

/** The prices of all records, in the order of the tariff and of the lists; null if a record has no price, or a list no record. */
export function priceItems(parts: readonly PerItem[], answers: RequestAnswers): ItemPrice[] | null {
  const prices = parts.flatMap(
    (rule) => findRecords(rule, answers)?.map((record) => priceRecord(rule, record, answers)) ?? [null],
  );
  return prices.every((price) => price !== null) ? prices : null;
}

/** The addresses of the records that have a price, or null where a list that is not optional has none. */
export function findRecords({ each, optional }: PerItem, answers: RequestAnswers): string[] | null {
  const lists = findPlaces(answers, each.split(".")).map((list) => {
    const records = valueAt(answers, list);
    const address = byIndex(list, answers).join(".");
    return Array.isArray(records) ? records.map((_record, index) => `${address}.${index}`) : [];
  });
  const isComplete = lists.length > 0 && lists.every((records) => records.length > 0);
  return isComplete || optional === true ? lists.flat() : null;
}

/**
 * The address of an answer for one record: for `sites.2.halls.0`, `sites.*.halls.*.area` is `sites.2.halls.0.area`, and
 * `sites.*.roof`, of the record around it, is `sites.2.roof`. An answer outside the list stays as it is.
 */
export function addressInRecord(record: string, path: string): string {
  const around = record.split(".");
  let isAround = true;
  const names = path.split(".").map((name, index) => {
    const isIndex = name === "*" && /^\d+$/.test(around[index] ?? "");
    isAround &&= isIndex || name === around[index];
    return isAround ? around[index] : name;
  });
  return names.join(".");
}

function priceRecord(rule: PerItem, record: string, answers: RequestAnswers): ItemPrice | null {
  const base = priceBase(rule, record, answers);
  const factors = (rule.factors ?? []).map((factor) => takeFor(factor, record, answers)?.value);
  if (base === null || factors.includes(undefined)) return null;
  const amount = Math.max(multiply(rule, base, factors as number[]), toCents(rule.minimum ?? 0));
  return { name: rule.name, record, amount };
}

/** The amount of the record, or its price by answers, in cents: before rate and factors. */
export function priceBase({ price, amount: path = "" }: PerItem, record: string, answers: RequestAnswers) {
  const amount = price ? takeFor(price, record, answers)?.value : answerAt(answers, addressInRecord(record, path));
  return typeof amount === "number" && amount >= 0 && amount <= Number.MAX_SAFE_INTEGER / 100 ? toCents(amount) : null;
}

/** Rate and factors, rounded once. */
export const multiply = ({ rate = 1 }: PerItem, base: number, factors: readonly number[]): number =>
  cents(base, rate, ...factors);

export const takeFor = (factor: Factor, record: string, answers: RequestAnswers) =>
  takeValue(factor, (path) => answerAt(answers, addressInRecord(record, path)));
