// The notations of the dialect in one table: what `format` may be, what it takes, and how its values are typed and written. The
// contracts of browser and server, the fields, the papers and the check read it. Patterns run in linear time on any input.
import { formatDate, normaliseMonth, normaliseTime, parseDate } from "./dateText.ts";
import {
  bareCode,
  normaliseEmail,
  normaliseHouseNumber,
  normaliseKvk,
  normalisePostalCode,
  plainSigns,
  trimText,
} from "./formats.ts";
import { CONVENTIONS, type Language } from "./languages.ts";
import { registerNotations, rest97 } from "./registers.ts";

const DATE_31 = "(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])";
const DATE_30 = "(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)";
const DATE_28 = "02-(?:0[1-9]|1\\d|2[0-8])";
const LEAP_YEAR = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
/** International names are accepted beside their `xn--` form. */
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?";
const DOMAIN = `(?:${LABEL}\\.)+(?:\\p{L}[\\p{L}\\p{M}]{1,62}|[Xx][Nn]--[A-Za-z0-9-]{2,59})`;
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";

/**
 * Account numbers by country: so many digits (n), capitals (a) or either (c) after two check digits. From the register of ISO 13616
 * and the countries that follow it on their own. A test compares them with the register that `ibantools` keeps.
 */
const ACCOUNTS = `AD8n12c AE19n AL8n16c AO21n AT16n AX14n AZ4a20c BA16n BE12n BF2c22n BG4a6n8c BH4a14c BI23n BJ2c22n BL10n11c2n BR23n1a1c
BY4a4n16c CF23n CG23n CH5n12c CI1a23n CM23n CR18n CV21n CY8n16c CZ20n DE18n DJ23n DK14n DO4a20n DZ22n EE16n EG25n ES20n FI14n FK2a12n
FO14n FR10n11c2n GA23n GB4a14n GE2c16n GF10n11c2n GI4a15c GL14n GP10n11c2n GQ23n GR7n16c GT24c GW2a19n HN4a20n HR17n HU24n IE4c14n
IL19n IQ4a15n IR22n IS22n IT1a10n12c JO4a4n18c KM23n KW4a22c KZ3n13c LB4n20c LC4a24c LI5n12c LT16n LU3n13c LV4a13c LY21n MA24n
MC10n11c2n MD20c ME18n MF10n11c2n MG23n MK3n10c2n ML2c22n MN16n MQ10n11c2n MR23n MT4a5n18c MU4a19n3a MZ21n NC10n11c2n NE2a22n NI4a20n
NL4a10n NO11n OM3n16c PF10n11c2n PK4c16n PL24n PM10n11c2n PS4c21n PT21n QA4a21c RE10n11c2n RO4a16c RS18n RU14n15c SA2n18c SC4a20n3a
SD14n SE20n SI15n SK20n SM1a10n12c SN2a22n SO19n ST21n SV4a20n TD23n TF10n11c2n TG2a22n TL19n TN20n TR5n17c UA6n19c VA18n VG4c16n
WF10n11c2n XK16n YE4a4n18c YT10n11c2n`;
const SIGNS: Record<string, string> = { n: "\\d", a: "[A-Z]", c: "[A-Z0-9]" };
const IBAN = ACCOUNTS.split(/\s/)
  .map((rule) =>
    rule.replace(/^../, "$&\\d{2}").replace(/(\d+)([nac])/g, (_, count, sign) => `${SIGNS[sign]}{${count}}`),
  )
  .join("|");
/** Letters and digits in the order of each series of Dutch plates. */
const PLATES = "XX9999 9999XX 99XX99 XX99XX XXXX99 99XXXX 99XXX9 9XXX99 XX999X X999XX XXX99X X99XXX 9XX999 999XX9"
  .split(" ")
  .map((series) => series.replaceAll("X", "[A-Z]").replaceAll("9", "\\d"))
  .join("|");
const EXTENSION = /^(.*?\d\)?)(?:;ext=|[\s,]*(?:tst|toestel|poste|ext|x)[.:]*\s*)(\d{1,7})$/i;
/** The plans of all countries, loaded by `loadNotations`. */
let phone: typeof import("./phone.ts");
const loadPhone = async (): Promise<void> => {
  phone = await import("./phone.ts");
};

interface Notation {
  pattern: RegExp;
  /** A text that it takes, as it is stored. */
  example: string;
  /**
   * The stored form of a typed or copied text. A text that is not such a value is only trimmed, for the rule to refuse.
   */
  normalise(text: string): string;
  /** Judges a text that matches the pattern, such as its check digits. */
  check?(text: string): boolean;
  /** How a value is written for people. Without it, as it is stored. `normalise` reads it back. */
  write?(value: string, language: Language): string;
  /** The keyboard of a phone. */
  inputMode?: "numeric" | "tel" | "email" | "url";
  size?: "short" | "medium";
  /** As in "een geldig …" and "un … valide", where the catalogue of texts has no error of its own. */
  names?: Record<Language, string>;
  /** The pattern takes long texts too, so that the field needs a `maxLength`. */
  isOpen?: true;
  /** Loads what reads it, which is too large for every page. */
  load?(): Promise<void>;
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
  /** E.164, a number that the plan of its country allows. A number without a country is Dutch. */
  phone: {
    pattern: /^\+[1-9]\d{4,14}$/,
    example: "+31612345678",
    load: loadPhone,
    normalise: (text) => phone.normalise(text),
    check: (text) => phone.check(text),
    write: (value) => phone.write(value),
    inputMode: "tel",
    size: "medium",
  },
  /** With an extension or without one, as RFC 3966 writes it behind the number. */
  "phone-extension": {
    pattern: /^\+[1-9]\d{4,14}(?:;ext=\d{1,7})?$/,
    example: "+31201234567;ext=12",
    names: { nl: "telefoonnummer", fr: "numéro de téléphone" },
    load: loadPhone,
    normalise: (text) => {
      const [, number = "", extension = ""] = EXTENSION.exec(plainSigns(text)) ?? [];
      return extension ? `${phone.normalise(number)};ext=${extension}` : phone.normalise(text);
    },
    check: (text) => phone.check(text.replace(/;.*/, "")),
    write: (value, language) => {
      const [number = "", extension] = value.split(";ext=");
      return phone.write(number) + (extension ? ` ${CONVENTIONS[language].extension} ${extension}` : "");
    },
    inputMode: "tel",
    size: "medium",
  },
  /** In the form of its country, with its check digits (ISO 7064, mod 97). */
  iban: {
    pattern: new RegExp(`^(?:${IBAN})$`),
    example: "NL91ABNA0417164300",
    normalise: (text) => bareCode(text).replace(/^(?:IBAN:?)+/, ""),
    check: (text) => rest97(text.slice(4) + text.slice(0, 4)) === 1,
    write: (value) => value.replace(/(.{4})(?=.)/g, "$1 "),
  },
  ...registerNotations,
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
    pattern: /^(?:19|[2-9]\d)\d{2}-(?:0[1-9]|1[0-2])$/,
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

/** Loads what reads the notations of these schemas, given as JSON, or of all. Needed before a value is read or judged. */
export async function loadNotations(schemas?: string): Promise<void> {
  const named = Object.entries<Notation>(notations).filter(([name]) => schemas?.includes(`"format":"${name}"`) ?? true);
  await Promise.all(named.map(([, notation]) => notation.load?.()));
}
