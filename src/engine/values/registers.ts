// Numbers of registers whose digits check each other. `registers.json` has a row for each: words as in "een geldig …" and "un … valide",
// forms by the letters before them with their check, labels that are copied along, groups as they are written (`#` is a digit), and
// what completes a number. A check is a name from below, or a modulus with the weights of the digits. After a change of the
// rows: `npm run offered-names`. European VAT numbers: article 215 of directive 2006/112/EC.
import { bareCode } from "./formats.ts";
import type { Language } from "./languages.ts";
import registers from "./registers.json" with { type: "json" };

interface Register {
  names: Record<Language, string>;
  example: string;
  forms: Record<string, string[]>;
  label: string;
  groups?: string;
  completes?: Record<string, string>;
}

type Check = (text: string) => boolean;

const sum = (text: string, weigh: (digit: number, index: number) => number): number =>
  [...text].reduce((total, digit, index) => total + weigh(Number(digit), index), 0);

/** ISO 7812: every second digit from the right counts double. */
const luhn = (text: string): number =>
  sum(text, (digit, index) => ((text.length - index) % 2 ? digit : (digit * 2) % 9 || digit)) % 10;

/** ISO 7064, mod 97,10: letters count from 10. */
export const rest97 = (text: string): number =>
  [...text].reduce((rest, sign) => Number(rest + String(parseInt(sign, 36))) % 97, 0);

/** The place of a sign in a row of ten gives its value. */
const VIN_SIGNS = "0123456789.ABCDEFGH..JKLMN.P.R..STUVWXYZ";
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

const CHECKS: Record<string, Check> = {
  luhn: (text) => luhn(text) === 0,
  "11,10": (text) => [...text].reduce((rest, digit) => ((((rest || 10) * 2) % 11) + Number(digit)) % 10, 5) === 1,
  "last 89": (text) => Number(text.slice(0, -2)) % 89 === Number(text.slice(-2)),
  "last 97": (text) => 97 - (Number(text.slice(0, -2)) % 97) === Number(text.slice(-2)),
  // From 2000 on, a 2 counts before the year of birth.
  birth: (text) => ["", "2"].some((century) => passes("last 97", century + text)),
  // The French post has more establishments than the digits of its number can check.
  siret: (text) => luhn(text) === 0 || (text.startsWith("356000000") && sum(text, (digit) => digit) % 5 === 0),
  australia: (text) => passes("89: 10 1 3 5 7 9 11 13 15 17 19", `${Number(text[0]) - 1}${text.slice(1)}`),
  austria: (text) => luhn(`${text.slice(1, 8)}0${text.slice(8)}`) === 6,
  // Letters in the first two signs check by another rule.
  france: (text) => /^\d?\D/.test(text) || Number(`${text.slice(2)}12`) % 97 === Number(text.slice(0, 2)),
  netherlands: (text) => passes("11: 9 8 7 6 5 4 3 2 -1", text.slice(0, 9)) || rest97(`NL${text}`) === 1,
  sweden: (text) => luhn(text.slice(0, 10)) === 0,
  // Only makers in North America write a check digit.
  vin: (text) => {
    const values = [...text].map((sign, index) => (VIN_SIGNS.indexOf(sign) % 10) * (VIN_WEIGHTS[index] ?? 0));
    return !/^[1-5]/.test(text) || "0123456789X"[values.reduce((left, right) => left + right) % 11] === text[8];
  },
};

/** `11: 2 1`: the digits by these weights add to a multiple of 11. `11 or ten`: a check digit of ten is written as zero. */
function passes(check: string, text: string): boolean {
  const [modulus = "", weights] = check.split(":");
  if (!weights) return CHECKS[check]?.(text) ?? true;
  const factors = weights.trim().split(" ").map(Number);
  const rest = sum(text, (digit, index) => digit * (factors[index] ?? 0)) % Number.parseInt(modulus, 10);
  return rest === 0 || (modulus.endsWith("ten") && rest === 1 && text.endsWith("0"));
}

/** A row as one of the table of notations. */
function describe({ names, example, forms, label, groups, completes = {} }: Register) {
  const prefixes = Object.keys(forms);
  const startOf = (text: string) => prefixes.find((prefix) => text.startsWith(prefix)) ?? "";
  return {
    names,
    example,
    pattern: new RegExp(`^(?:${prefixes.map((prefix) => `${prefix}(?:${forms[prefix]?.[0]})`).join("|")})$`),
    check: (text: string) => passes(forms[startOf(text)]?.[1] ?? "", text.slice(startOf(text).length)),
    normalise: (text: string) => {
      const signs = bareCode(text).replace(/[:()/]/g, "");
      const bare = signs.replace(new RegExp(`^(?:(?:${label})(?:NUMMER|NR)?)+`), "");
      return Object.entries(completes).reduce((code, [from, to]) => code.replace(new RegExp(from), to), bare);
    },
    size: (groups ?? example).length > 12 ? ("medium" as const) : ("short" as const),
    ...(groups && {
      inputMode: "numeric" as const,
      write: (value: string) => {
        const digits = value[Symbol.iterator]();
        return groups.replaceAll("#", () => String(digits.next().value));
      },
    }),
  };
}

export const registerNotations = Object.fromEntries(
  Object.entries<Register>(registers).map(([name, row]) => [name, describe(row)]),
) as Record<keyof typeof registers, ReturnType<typeof describe>>;
