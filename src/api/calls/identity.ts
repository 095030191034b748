// The number by which a thing is known and opened. Unlike any other value it cannot be unknown.

import { numberOrNull } from "../wire/wire.ts";
import { unclear } from "./errors.ts";

/** `requestedId` is the number it was asked for by, which the answer need not repeat. */
export function identity<From extends object>(
  from: From,
  names: [name: keyof From & string, ...aliases: string[]],
  requestedId?: number,
): number {
  const number = numberOrNull(from, ...names) ?? requestedId;
  if (number === undefined) throw unclear();
  return number;
}
