// The number by which a thing is known and opened. Unlike any other value it cannot be unknown.
import { unclear } from "./errors.ts";
import { numberOrNull, type Wire } from "./wire.ts";

/** `asked` is the number it was asked for by, which the answer need not repeat. */
export function identity(from: Wire, names: readonly string[], asked?: number): number {
  const number = numberOrNull(from, ...names) ?? asked;
  if (number === undefined) throw unclear();
  return number;
}
