// Notations against the registers that they come from: numbering plans, the register of account numbers, the calendar. Each value is
// also read in the forms in which people, sheets and papers write it.
import fc from "fast-check";
import { countrySpecs } from "ibantools";
import examples from "libphonenumber-js/examples.mobile.json" with { type: "json" };
import { type CountryCode, getCountries, getExampleNumber } from "libphonenumber-js/min";
import { describe, expect, it } from "vitest";
import { dateAt } from "#engine/values/dates.ts";
import { formatDate, parseDate } from "#engine/values/dateText.ts";
import { CONVENTIONS, LANGUAGES } from "#engine/values/languages.ts";
import { fitsNotation, loadNotations, type NotationName, notations, writeNotation } from "#engine/values/notations.ts";

await loadNotations();
const NAMES = Object.keys(notations) as NotationName[];
const fits = (name: NotationName, text: string) => fitsNotation(notations[name], text);
const read = (name: NotationName, text: string) => notations[name].normalise(text);
const EU = "AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE".split(" ");

/** As other programs copy a text: no-break spaces, other dashes, wide signs, marks that cannot be seen. */
const COPIES: Record<string, (text: string) => string> = {
  "as it is": (text) => text,
  "no-break spaces": (text) => text.replaceAll(" ", "\u00a0"),
  "narrow no-break spaces": (text) => text.replaceAll(" ", "\u202f"),
  "no-break hyphens": (text) => text.replaceAll("-", "\u2011"),
  "en dashes": (text) => text.replaceAll("-", "\u2013"),
  "minus signs": (text) => text.replaceAll("-", "\u2212"),
  "wide signs": (text) => text.replace(/[\dA-Z+-]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  "marks of direction": (text) => `\u200e${text}\u200b`,
};

describe.each(Object.entries(COPIES))("copied with %s", (_name, copy) => {
  it.each(NAMES)("%s reads its example as it is written and as it is stored", (name) => {
    const { example } = notations[name];
    // An address of the web may contain such signs itself.
    const texts = LANGUAGES.map((language) => writeNotation(name, example, language));
    for (const text of name === "web-address" ? [] : [...texts, example]) expect(read(name, copy(text))).toBe(example);
  });
});

describe("phone", () => {
  const example = (country: string) => getExampleNumber(country as CountryCode, examples)!;

  it.each(getCountries())("takes the example of %s and reads how it is written", (country) => {
    const number = example(country);
    expect(fits("phone", number.number)).toBe(true);
    const written = writeNotation("phone", number.number, "nl");
    expect(read("phone", written)).toBe(number.number);
    expect(read("phone", written.replace("+", "00"))).toBe(number.number);
    expect(read("phone", `tel:${number.number}`)).toBe(number.number);
  });

  it.each(EU.filter((country) => country !== "IT"))("drops the zero of calls within %s", (country) => {
    const { countryCallingCode, nationalNumber, number } = example(country);
    for (const zero of ["(0)", "0", "(0) "])
      expect([zero, read("phone", `+${countryCallingCode} ${zero}${nationalNumber}`)]).toEqual([zero, number]);
  });

  it.each([
    ["+33 06 12 34 56 78", "+33612345678"],
    ["+32 0475 12 34 56", "+32475123456"],
    ["0800-0432", "+318000432"],
    ["0900 1234", "+319001234"],
    ["0906-1234567", "+319061234567"],
    ["088 123 45 67", "+31881234567"],
    ["085-1234567", "+31851234567"],
    ["(020) 123.45.67", "+31201234567"],
    ["+39 06 6982 1234", "+390669821234"],
    ["+39 (0)6 6982 1234", "+390669821234"],
    ["+800 1234 5678", "+80012345678"],
    ["31612345678", "+31612345678"],
  ])("reads %s as %s", (typed, stored) => {
    expect(read("phone", typed)).toBe(stored);
    expect(fits("phone", stored)).toBe(true);
  });

  it.each([
    "020-1234567 / 06-12345678",
    "020 1234567 tst. 12",
    "06 1234567",
    "+33612345678 +33612345678",
    "12",
    "+999 123456",
  ])("makes no number of %j", (text) => {
    expect(read("phone", text)).toBe(text);
    expect(fits("phone", text)).toBe(false);
  });

  it.each(["+33 612345678", "+330612345678", "0612345678", "+31612345678 "])("does not store %j", (text) =>
    expect(fits("phone", text)).toBe(false),
  );
});

describe("iban", () => {
  const countries = Object.entries(countrySpecs).flatMap(([country, { chars, bban_regexp: form }]) =>
    chars && form ? [[country, chars, new RegExp(`^${form.replace(/^\^|\$$/g, "")}$`)] as const] : [],
  );
  const rest = (text: string) =>
    [...text].reduce((left, sign) => Number(left + String(Number.parseInt(sign, 36))) % 97, 0);
  const withDigits = (country: string, account: string) =>
    `${country}${String(98 - rest(`${account}${country}00`)).padStart(2, "0")}${account}`;

  it.each(countries)("takes accounts of %s of %i signs and no others", (country, length, form) => {
    const check = (account: string) => {
      const whole = withDigits(country, account);
      expect([whole, whole.length, fits("iban", whole)]).toEqual([whole, length, true]);
      expect(read("iban", writeNotation("iban", whole, "nl").toLowerCase())).toBe(whole);
      for (const other of [account.slice(1), `${account}0`])
        expect(fits("iban", withDigits(country, other))).toBe(false);
    };
    fc.assert(fc.property(fc.stringMatching(form), check), { numRuns: 10, seed: 7 });
  });

  it("refuses countries without such numbers", () => {
    const others = Object.entries(countrySpecs).filter(([, { chars }]) => !chars);
    for (const [country] of others) expect(fits("iban", withDigits(country, "ABNA0417164300"))).toBe(false);
    expect(others.length).toBeGreaterThan(50);
  });
});

/** In use, of the list of python-stdnum: one of each country, and the second form of those that have two. */
const VAT =
  `ATU13585627 BE0428759497 BG200442771 BG7542011030 CY10259033P CZ25123891 CZ6306150004 DE136308783 DK10150817 EE100931558
EL094501040 ESX5277343Q FI20774740 FR83404833048 FRK7399859412 HR33392005961 HU12892312 IE6433435OA IT00743110157 LT119511515
LT100001919017 LU22991225 LV40003282138 MT20291423 NL001241643B01 NL002455799B11 PL5261025421 PT501964843 RO1822964
SE556043606401 SI50223054 SK2022749619`.split(/\s/);
const UNCHECKED = /^(?:BG|CY|CZ|ES|FRK|IE|LT|LV|RO)/;

describe("VAT numbers of the Union", () => {
  it.each(VAT)("takes %s", (number) => expect(fits("eu-vat-number", number)).toBe(true));
  it.each(VAT.filter((number) => !UNCHECKED.test(number)))("refuses %s with another digit", (number) => {
    const wrong = number.replace(/\d(?=\d{3})/, (digit) => String((Number(digit) + 1) % 10));
    expect([wrong, fits("eu-vat-number", wrong)]).toEqual([wrong, false]);
  });
  it("knows every country", () => {
    expect(new Set(VAT.map((number) => number.slice(0, 2)))).toEqual(
      new Set(EU.map((code) => code.replace("GR", "EL"))),
    );
  });
});

describe("days", () => {
  const DAY = fc
    .integer({ min: 0, max: 9_999 })
    .chain((first) =>
      fc.integer({ min: 0, max: 60 }).map((years) => dateAt(dateAt("1900-01-01", `${first}d`), `${years * 2}y`)),
    );
  const named = (language: keyof typeof CONVENTIONS | "en", options: Intl.DateTimeFormatOptions, day: string) => {
    const locale = language === "en" ? "en-GB" : CONVENTIONS[language].locale;
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
  };

  it("are read in every form of papers and sheets", () => {
    const check = (day: string) => {
      const [year = "", month = "", date = ""] = day.split("-");
      const texts = LANGUAGES.flatMap((language) => [
        formatDate(day, language),
        named(language, { dateStyle: "long" }, day),
        named(language, { dateStyle: "full" }, day),
        named(language, { dateStyle: "medium" }, day),
      ]);
      const sheets = [`${date}${month}${year}`, `${year}${month}${date}`, `${day} 00:00:00`, `${day}T00:00:00`];
      const short = `${date}-${named("en", { month: "short" }, day)}-${year}`;
      for (const text of [...texts, ...sheets, short, `${year}/${month}/${date}`])
        expect([text, parseDate(text)]).toEqual([text, day]);
    };
    fc.assert(fc.property(DAY, check), { numRuns: 300, seed: 7 });
  });

  it.each([
    ["20121001", {}, "2012-10-01"],
    ["20112026", {}, "2026-11-20"],
    ["10121001", {}, null],
    ["01101012", {}, null],
    ["01101012", { min: "1000-01-01" }, "1012-10-01"],
    ["10121001", { min: "1000-01-01" }, null],
    ["20121001", { min: "2020-01-01" }, "2012-10-01"],
    ["12-3-64", { min: "1900-01-01" }, null],
    ["12-3-64", { min: "1950-01-01", max: "2026-11-20" }, "1964-03-12"],
    ["20 jui 2026", {}, null],
    ["20-11-2026 14:30", {}, null],
  ])("of %j within %j makes %j", (text, bounds, day) => expect(parseDate(text, bounds)).toBe(day));
});

describe("months", () => {
  const LIST =
    "nov-26,nov 26,nov '26,Nov-2026,11/26,1-11-2026,01/11/2026,2026-11-01,2026-11-01 00:00:00,1 november 2026";
  const more =
    "1er novembre 2026,112026,202611,11.2026,2026/11,novembre 2026,november 2026,November 2026,2026-11,11-2026";
  it.each(`${LIST},${more}`.split(","))("reads %s", (text) => expect(read("month", text)).toBe("2026-11"));
  it.each(["11-12", "nov-40", "15-11-2026", "1126", "2026", "11-0975", "jui-26"])("makes no month of %s", (text) => {
    expect(read("month", text)).toBe(text);
    expect(fits("month", text)).toBe(false);
  });
});

describe("times", () => {
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  it.each(hours)("reads %i o'clock as people write it", (hour) => {
    const two = String(hour).padStart(2, "0");
    const half = `${hour % 12 || 12}:05 ${hour < 12 ? "AM" : "PM"}`;
    const whole = [
      hour,
      two,
      `${hour}u`,
      `${hour} u`,
      `${hour} u.`,
      `${hour} uur`,
      `${hour}h`,
      `${hour} h`,
      `${hour} heures`,
    ];
    for (const text of [...whole, `${hour}.00u`, `${hour}:00 uur`, `${two}00`, `${two}:00:00`])
      expect([text, read("time", String(text))]).toEqual([text, `${two}:00`]);
    for (const text of [`${hour}:05`, `${hour}.05`, `${hour}u05`, `${hour} h 05`, `${hour}h05min`, `${two}05`, half])
      expect([text, read("time", text)]).toEqual([text, `${two}:05`]);
  });
  it.each(["24:00", "24.00 uur", "24u", "2400"])("reads %s as the start of a day", (text) =>
    expect(read("time", text)).toBe("00:00"),
  );
  it.each(["24:30", "25", "9-17", "9:5", "9:60", "13 pm", "0 am", "half tien"])("makes no time of %s", (text) =>
    expect(fits("time", read("time", text))).toBe(false),
  );
});

describe("be-enterprise-number", () => {
  const NAME = "be-enterprise-number";
  it.each([
    ["0403.199.702", "0403199702"],
    ["BE 0202.239.951", "0202239951"],
    ["BTW BE0403227515", "0403227515"],
    ["TVA : BE 403.227.515", "0403227515"],
    ["403227515", "0403227515"],
  ])("reads %s as %s", (typed, stored) => {
    expect(read(NAME, typed)).toBe(stored);
    expect(fits(NAME, stored)).toBe(true);
  });
  it.each(["0403199703", "2403199702", "040319970", "04031997020"])("refuses %s", (text) =>
    expect(fits(NAME, text)).toBe(false),
  );
});
