// Telephone numbers by the numbering plans of all countries. `notations.ts` loads them for content that asks for a number: they are
// 25 kB, and few products do.
import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { plainSigns } from "./formats.ts";

/** A number without a country is Dutch. */
const parse = (text: string): PhoneNumber | undefined =>
  parsePhoneNumberFromString(text, { defaultCountry: "NL", extract: false });

/** `+30 0210` -> `+30 210`: the zero of calls within a country, in a country whose numbers have none. */
function withoutTrunkZero(text: string): string {
  const { countryCallingCode = "", nationalNumber = "" } = parse(text) ?? {};
  return `+${countryCallingCode}${nationalNumber.replace(/^0+/, "")}`;
}

/** The stored form (E.164) of what is typed, copied or written on paper. Other text comes back with plain signs, for the rule. */
export function normalise(text: string): string {
  const bare = plainSigns(text);
  const dialled = bare.replace(/^(?:tel[.:]*\s*)+/i, "").replace(/^\(?\+?00\s*/, "+");
  if (!/^[\d\s()./+-]+$/.test(dialled)) return bare;
  const found = [dialled, dialled.replace("(0)", ""), withoutTrunkZero(dialled)]
    .map(parse)
    .find((number) => number?.isValid());
  return found?.number ?? bare;
}

export function check(text: string): boolean {
  const number = parse(text);
  return number?.number === text && number.isValid();
}

/** `+31 6 12345678`, `+32 475 12 34 56`. */
export const write = (value: string): string => parse(value)?.formatInternational() ?? value;
