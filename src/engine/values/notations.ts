// The notations of the dialect in one table: what `format` may be, what it takes, and how its values are typed and written. The
// contracts of browser and server, the fields, the papers and the check read it. Patterns run in linear time on any input.
import {
  formatDate,
  normaliseEmail,
  normaliseHouseNumber,
  normaliseKvk,
  normalisePostalCode,
  parseDate,
  trimText,
  withoutUnseen,
} from "./formats.ts";
import { CONVENTIONS, type Language } from "./languages.ts";

const DATE_31 = "(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])";
const DATE_30 = "(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)";
const DATE_28 = "02-(?:0[1-9]|1\\d|2[0-8])";
const LEAP_YEAR = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
/** International names are accepted beside their `xn--` form. */
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?";
const DOMAIN = `(?:${LABEL}\\.)+(?:\\p{L}[\\p{L}\\p{M}]{1,62}|[Xx][Nn]--[A-Za-z0-9-]{2,59})`;
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";

/** Of the countries that pay in euros or trade with them: a number of another length was copied in part. */
const IBAN_LENGTHS =
  "AD24AT20BE16BG22CH21CY28CZ24DE22DK18EE20ES24FI18FR27GB22GI23GR27HR21HU28IE22IS26IT27LI21LT20LU20LV21MC27MT31NL18NO15PL28PT25RO24SE24SI19SK24SM27VA22";
const IBAN = IBAN_LENGTHS.match(/[A-Z]{2}\d\d/g)!
  .map((rule) => `${rule.slice(0, 2)}\\d{2}[A-Z0-9]{${Number(rule.slice(2)) - 4}}`)
  .join("|");
/** Letters and digits in the order of each series of Dutch plates. */
const PLATES = "XX9999 9999XX 99XX99 XX99XX XXXX99 99XXXX 99XXX9 9XXX99 XX999X X999XX XXX99X X99XXX 9XX999 999XX9"
  .split(" ")
  .map((series) => series.replaceAll("X", "[A-Z]").replaceAll("9", "\\d"))
  .join("|");
/** Codes of countries with one or two digits. All others have three. */
const COUNTRY = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})(\d+)$/;

interface Notation {
  pattern: RegExp;
  /** A text that it takes, as it is stored. */
  example: string;
  /**
   * The stored form of a typed or copied text. A text that is not such a value is only trimmed, for the rule to refuse.
   */
  normalise(text: string): string;
  /** Judges the check digits of a text that matches the pattern. Its source goes into published contracts: it calls nothing. */
  check?(text: string): boolean;
  /** How a value is written for people. Without it, as it is stored. `normalise` reads it back. */
  write?(value: string, language: Language): string;
  /** The keyboard of a phone. */
  inputMode?: "numeric" | "tel" | "email" | "url";
  size?: "short" | "medium";
  /** The pattern takes long texts too, so that the field needs a `maxLength`. */
  isOpen?: true;
}

/** Upper case, and without what people put between groups. */
const bareCode = (text: string): string =>
  withoutUnseen(text)
    .replace(/[\s.-]/g, "")
    .replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** `06 12345678`, `0031 (0)6-12345678` and `+31 6 12345678` -> `+31612345678`. A number without a country is Dutch. */
function normalisePhone(text: string): string {
  const bare = withoutUnseen(text);
  const digits = bare
    .replace(/^(?:tel:\s*)+/i, "")
    .replace(/\(0\)/g, "")
    .replace(/[\s()./\u2010-\u2015-]/g, "")
    .replace(/^00/, "+")
    .replace(/^0/, "+31");
  return /^\+\d+$/.test(digits) ? digits.replace(/^\+310+/, "+31") : bare;
}

/** `+31 6 12345678`, `+32 475 123 456`. */
function writePhone(value: string): string {
  const [, country = "", rest = ""] = COUNTRY.exec(value) ?? [];
  const groups = country === "31" && rest[0] === "6" ? `6 ${rest.slice(1)}` : rest.replace(/\B(?=(\d{3})+$)/g, " ");
  return `+${country} ${groups}`;
}

/** `11-2026`, `november 2026` and `2026-11` -> `2026-11`. */
function normaliseMonth(text: string): string {
  const bare = withoutUnseen(text);
  return (parseDate(`1-${bare}`) ?? parseDate(`1 ${bare}`) ?? parseDate(`${bare}-01`))?.slice(0, 7) ?? bare;
}

/** `9:30`, `9.30`, `9u30`, `9 h 30` and `0930` -> `09:30`. */
function normaliseTime(text: string): string {
  const bare = withoutUnseen(text);
  const [, hour = "", minute] = /^(\d{1,2}?)\s*[:.uh]?\s*(\d{2})$/i.exec(bare) ?? [];
  return minute ? `${hour.padStart(2, "0")}:${minute}` : bare;
}

/** Names as schemas write them in `format`. */
export const notations = {
  /** Days that exist: 2028-02-29 matches, 2026-02-29 does not. */
  date: {
    pattern: new RegExp(`^(?:\\d{4}-(?:${DATE_31}|${DATE_30}|${DATE_28})|${LEAP_YEAR}-02-29)$`),
    example: "2026-11-20",
    normalise: (text) => parseDate(text) ?? trimText(text),
    write: formatDate,
  },
  /** The standard address pattern, with a domain of at least two labels. */
  email: {
    pattern: new RegExp(`^${ATOM}(?:\\.${ATOM})*@${DOMAIN}$`, "u"),
    example: "info@voorbeeld.nl",
    normalise: normaliseEmail,
    inputMode: "email",
    isOpen: true,
  },
  /** Eight digits, leading zeros kept, no checksum (decisions 17). Zeros alone are refused. */
  kvk: { pattern: /^(?!0{8})\d{8}$/, example: "12345678", normalise: normaliseKvk, inputMode: "numeric" },
  /** `1234 AB`: first digit 1-9, letters not SA, SD or SS (decisions 19). */
  "nl-postal-code": {
    pattern: /^[1-9]\d{3} (?!S[ADS])[A-Z]{2}$/,
    example: "1234 AB",
    normalise: normalisePostalCode,
    size: "short",
  },
  /** Digits with an optional addition: `12`, `12a`, `12-2`, `12 bis`, `12 boven`, `12 t/m 16` (decisions 20). */
  "house-number": {
    pattern: /^[1-9]\d{0,4}[A-Za-z]{0,4}(?:[ /-][0-9A-Za-z]{1,12}){0,3}$/,
    example: "12-2",
    normalise: normaliseHouseNumber,
    isOpen: true,
  },
  /** An address of the web, with `https://` before it or without: `www.voorbeeld.nl`, `https://voorbeeld.nl/contact?taal=nl`. */
  "web-address": {
    pattern: new RegExp(
      `^(?:[Hh][Tt][Tt][Pp][Ss]?://)?${DOMAIN}(?::\\d{1,5})?(?:/[^\\s?#]*)?(?:\\?[^\\s#]+)?(?:#\\S*)?$`,
      "u",
    ),
    example: "www.voorbeeld.nl",
    normalise: trimText,
    inputMode: "url",
    isOpen: true,
  },
  /** E.164. A Dutch number has nine digits after the country. */
  phone: {
    pattern: /^\+(?:31[1-9]\d{8}|(?!31)[1-9]\d{6,14})$/,
    example: "+31612345678",
    normalise: normalisePhone,
    write: writePhone,
    inputMode: "tel",
    size: "medium",
  },
  /** With its length by country and its check digits (ISO 7064, mod 97). */
  iban: {
    pattern: new RegExp(`^(?:${IBAN})$`),
    example: "NL91ABNA0417164300",
    normalise: (text) => bareCode(text).replace(/^(?:IBAN:?)+/, ""),
    check: (text) =>
      [...(text.slice(4) + text.slice(0, 4))].reduce(
        (rest, sign) => Number(rest + String(parseInt(sign, 36))) % 97,
        0,
      ) === 1,
    write: (value) => value.replace(/(.{4})(?=.)/g, "$1 "),
  },
  /** Nine digits that pass the eleven-test. */
  bsn: {
    pattern: /^(?!0{9})\d{9}$/,
    example: "111222333",
    normalise: (text) => bareCode(text).replace(/^\d{8}$/, "0$&"),
    check: (text) =>
      [...text].reduce((sum, digit, index) => sum + Number(digit) * (index < 8 ? 9 - index : -1), 0) % 11 === 0,
    inputMode: "numeric",
    size: "short",
  },
  /** Of the Netherlands, stored without dashes. */
  "nl-licence-plate": {
    pattern: new RegExp(`^(?:${PLATES})$`),
    example: "GB123X",
    normalise: bareCode,
    write: (value) =>
      (value.match(/[A-Z]+|\d+/g) ?? []).join("-").replace(/([A-Z0-9]{2})(?=[A-Z0-9]{2}(?:-|$))(?<=(?:^|-)..)/g, "$1-"),
    size: "short",
  },
  month: {
    pattern: /^\d{4}-(?:0[1-9]|1[0-2])$/,
    example: "2026-11",
    normalise: normaliseMonth,
    write: (value, language) => value.split("-").reverse().join(CONVENTIONS[language].dateSeparator),
    size: "short",
  },
  time: {
    pattern: /^(?:[01]\d|2[0-3]):[0-5]\d$/,
    example: "09:30",
    normalise: normaliseTime,
    size: "short",
  },
} as const satisfies Record<string, Notation>;

export type NotationName = keyof typeof notations;

export const findNotation = (format: unknown): Notation | undefined =>
  typeof format === "string" && Object.hasOwn(notations, format) ? notations[format as NotationName] : undefined;

export const fitsNotation = ({ pattern, check }: Notation, text: string): boolean =>
  pattern.test(text) && check?.(text) !== false;

/** A stored text as people write it. A text that the notation refuses stays as it is. */
export function writeNotation(format: unknown, value: string, language: Language): string {
  const notation = findNotation(format);
  return notation?.write && fitsNotation(notation, value) ? notation.write(value, language) : value;
}

/** As ajv takes them: a pattern alone, or a function where check digits count too. */
export const formats = Object.fromEntries(
  Object.entries<(typeof notations)[NotationName]>(notations).map(([name, notation]) => [
    name,
    "check" in notation ? (text: string) => fitsNotation(notation, text) : notation.pattern,
  ]),
);
