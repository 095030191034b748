// The formats of the dialect as regular expressions: one place for contracts, normalisers and tests. All run in linear
// time on any input, and none calls a function, so that they compile into standalone code.

const DATE_31 = "(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])";
const DATE_30 = "(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)";
const DATE_28 = "02-(?:0[1-9]|1\\d|2[0-8])";
const LEAP_YEAR = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
/** International names are accepted beside their `xn--` form. */
const LABEL = "[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?";
const DOMAIN = `(?:${LABEL}\\.)+(?:\\p{L}[\\p{L}\\p{M}]{1,62}|[Xx][Nn]--[A-Za-z0-9-]{2,59})`;
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";

/** Names as schemas write them in `format`. */
export const formats = {
  /** Days that exist: 2028-02-29 matches, 2026-02-29 does not. */
  date: new RegExp(`^(?:\\d{4}-(?:${DATE_31}|${DATE_30}|${DATE_28})|${LEAP_YEAR}-02-29)$`),
  /** The standard address pattern, with a domain of at least two labels. */
  email: new RegExp(`^${ATOM}(?:\\.${ATOM})*@${DOMAIN}$`, "u"),
  /** Eight digits, leading zeros kept, no checksum (decisions 17); zeros alone are nobody's number. */
  kvk: /^(?!0{8})\d{8}$/,
  /** `1234 AB`: first digit 1-9, letters not SA, SD or SS (decisions 19). */
  "nl-postal-code": /^[1-9]\d{3} (?!S[ADS])[A-Z]{2}$/,
  /** Digits with an optional addition: `12`, `12a`, `12-2`, `12 bis`, `12 boven`, `12 t/m 16` (decisions 20). */
  "house-number": /^[1-9]\d{0,4}[A-Za-z]{0,4}(?:[ /-][0-9A-Za-z]{1,12}){0,3}$/,
  /** An address of the web, with `https://` before it or without: `www.voorbeeld.nl`, `https://voorbeeld.nl/contact?taal=nl`. */
  "web-address": new RegExp(
    `^(?:[Hh][Tt][Tt][Pp][Ss]?://)?${DOMAIN}(?::\\d{1,5})?(?:/[^\\s?#]*)?(?:\\?[^\\s#]+)?(?:#\\S*)?$`,
    "u",
  ),
} as const satisfies Record<string, RegExp>;
