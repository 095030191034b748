// Wording of a response: the viewer's language and the insurer's name, and the conversion of amounts, which are cents in the
// database and euros on the wire (decisions 70).
import type { Language } from "#engine/schema/types.ts";
import { toCents, toEuros } from "#underwriting/decimal.ts";
import { rowMembers } from "../../http/apiSchemas.ts";

export interface Wording {
  language: Language;
  /** Name of the insurer, for the placeholder in the sample data. */
  provider: string;
}

/** The amounts of a row are the members that its schema has as numbers. Other numbers are integers. */
function convert<Row extends object>(schema: string, row: Row, into: (amount: number) => number): Row {
  const converted = rowMembers(schema).flatMap(([name, { type = [] }]) => {
    const amount: unknown = Reflect.get(row, name);
    return type.includes("number") && typeof amount === "number" ? [[name, into(amount)]] : [];
  });
  return { ...row, ...Object.fromEntries(converted) };
}

export const amountsInEuros = <Row extends object>(schema: string, row: Row): Row => convert(schema, row, toEuros);
export const amountsInCents = <Row extends object>(schema: string, row: Row): Row => convert(schema, row, toCents);
