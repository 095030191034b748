// Compares a premium answer with a journey's expectation, which was calculated apart from the code.
import { expect } from "vitest";
import type { PremiumAnswer } from "#api/wireTypes.ts";
import type { ExpectedPremium } from "./journey.ts";

/** Only the amounts that are named are compared. */
export function expectPremium({ premium }: PremiumAnswer, expected: ExpectedPremium): void {
  const { one_off, one_off_tax, one_off_total, total, ...amounts } = expected;
  expect(premium.lines).toMatchObject(amounts);
  const once = named({ amount: one_off, tax: one_off_tax, total: one_off_total });
  expect(premium.lines?.one_off ?? {}).toMatchObject(once);
  expect({ total: premium.total_amount }).toMatchObject(named({ total }));
}

const named = (amounts: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== undefined));
