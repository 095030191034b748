// The shapes of the private part of a product: tariff and rates, as schemas/meta describes them. Types only.
import type { InstalmentMonths } from "#engine/instalments.ts";
import type { JsonObject, RequestAnswers } from "#engine/types.ts";

export interface Tariff {
  product_code: {
    /** One answer, or several that are held together. */
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
  instalments?: { answer: string; months?: string; default_months: InstalmentMonths; rate: string };
  one_off?: { answer: string; feature?: string; rate: string };
  features?: Record<string, { if: JsonObject }>;
  tax: { rate: string; date: string };
}

export interface Factor {
  name: string;
  answer: string;
  /** While there is no answer; absent: there is no premium then. */
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
export function answersAt(answers: RequestAnswers, path: string): unknown[] {
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
