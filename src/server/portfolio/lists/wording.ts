// Wording of a response: the viewer's language and the insurer's name, and the conversion of amounts, which are cents in the
// database and euros on the wire (decisions 70).
import type { Language } from "#engine/schema/types.ts";
import { toCents, toEuros } from "#underwriting/decimal.ts";

export interface Wording {
  language: Language;
  /** Name of the insurer, for the placeholder in the sample data. */
  provider: string;
}

type Amount = number | null;

function convert<Row extends object>(row: Row, names: readonly (keyof Row)[], into: (amount: number) => number): Row {
  const converted = names.map((name) => [name, row[name] === null ? null : into(row[name] as number)]);
  return { ...row, ...Object.fromEntries(converted) };
}

export const amountsInEuros = <Name extends string, Row extends Record<Name, Amount>>(
  row: Row,
  names: readonly Name[],
): Row => convert(row, names, toEuros);

export const amountsInCents = <Name extends string, Row extends Record<Name, Amount>>(
  row: Row,
  names: readonly Name[],
): Row => convert(row, names, toCents);
