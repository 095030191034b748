// Compares a premium answer with a journey's expectation, which was calculated apart from the code.
import { expect } from "vitest";
import type { PremiumAnswer } from "#api/wireTypes.ts";
import type { ExpectedPremium } from "./journey.ts";

export function expectPremium({ premium }: PremiumAnswer, expected: ExpectedPremium): void {
  const { one_off, one_off_tax, one_off_total, ...amounts } = expected;
  const once = one_off === undefined ? undefined : { amount: one_off, tax: one_off_tax, total: one_off_total };
  expect(premium.lines).toMatchObject(amounts);
  expect(premium.total_amount).toBe(expected.total);
  if (once) expect(premium.lines?.one_off).toMatchObject(once);
  else expect(premium.lines?.one_off).toBeFalsy();
}
