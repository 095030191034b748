// In which language and under whose name rows are put into words, and how amounts leave the house.
import type { Language } from "#engine/types.ts";

export interface Wording {
  language: Language;
  /** Name of the insurer, for the placeholder in the sample data. */
  provider: string;
}

/** Cents inside, euros with two decimals on the wire (decisions 70). */
export function euros(cents: number): number;
export function euros(cents: number | null): number | null;
export function euros(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}

export function cents(amount: number): number;
export function cents(amount: number | null): number | null;
export function cents(amount: number | null): number | null {
  return amount === null ? null : Math.round(amount * 100);
}
