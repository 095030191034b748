// The private part of a product, as schemas/meta describes it: tariff and rates, how their paths read answers, and which
// product code a request gets. Calculates no premium.
import { matches } from "#engine/conditions.ts";
import type { Condition } from "#engine/schema.ts";
import type { JsonObject, RequestAnswers } from "#engine/types.ts";

export interface Tariff {
  product_code: {
    /** One answer, or several that are looked up together. */
    answer?: string | string[];
    lookup?: { list: string; member: string };
    precedence?: string[];
    default: string;
  };
  main: {
    answer: string;
    list: "all_main_coverages" | "insured_amounts";
    options: { value: string | number; insured_amount: number; price: number }[];
  };
  factors: Factor[];
  /** Absent: the product has none, and none is shown. */
  own_risk?: { answer?: string; fixed?: number };
  double_year_limit?: { answer: string; rate: number; multiple: number };
  per_unit?: { name: string; answer: string; price: number }[];
  additional?: { value: string; answer: string; price: number; popular?: boolean; amounts?: JsonObject }[];
  instalments?: { answer: string; months?: string; default_months: number; rate: string };
  one_off?: { answer: string; feature?: string; rate: string };
  features?: Record<string, { if: Condition }>;
  tax: { rate: string; date: string };
}

export interface Factor {
  name: string;
  answer: string;
  /** Factor without an answer; absent: no premium then. */
  default?: number;
  values?: Record<string, number>;
  bands?: { up_to: number; factor: number }[];
}

export interface DatedRate {
  from: string | null;
  percentage: number;
}

export interface Rates {
  country: string;
  insurance_tax: Record<string, { use: string; readings: Record<string, DatedRate[]> }>;
  instalment_surcharges: Record<string, number>;
  one_off: Record<string, { percentage: number }>;
}

/** The answer at `step.field.child`; `*` stands for every entry of an array. */
function answersAt(answers: RequestAnswers, path: string): unknown[] {
  let found: unknown[] = [answers];
  for (const key of path.split(".")) {
    found = found.flatMap((value) => {
      if (key === "*") return Array.isArray(value) ? value : [];
      if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return [];
      return [(value as Record<string, unknown>)[key]];
    });
  }
  return found;
}

export const answerAt = (answers: RequestAnswers, path: string): unknown => answersAt(answers, path)[0];

/** What the tariff allows with these answers. */
export function findFeatures({ features = {} }: Pick<Tariff, "features">, answers: RequestAnswers) {
  return Object.fromEntries(Object.entries(features).map(([name, rule]) => [name, matches(rule.if, answers)]));
}

/**
 * By the answers that the tariff names, the strictest code first (decisions 11): a request for one sector with professions of
 * another gets the stricter of the two.
 */
export function findProductCode(tariff: Tariff, professions: JsonObject | null, answers: RequestAnswers): string {
  const { answer, lookup, precedence = [], default: otherwise } = tariff.product_code;
  if (!answer) return otherwise;
  const list = (lookup && (professions?.[lookup.list] as JsonObject[] | undefined)) ?? [];
  const given = [answer].flat().flatMap((path) => answersAt(answers, path));
  const codes = given.map((value) => {
    if (!lookup) return String(value);
    return String(list.find((item) => item.value === value)?.[lookup.member] ?? "");
  });
  return precedence.find((code) => codes.includes(code)) ?? codes.find(Boolean) ?? otherwise;
}
