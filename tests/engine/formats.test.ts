import { describe, expect, it } from "vitest";
import { formatDate, parseDate } from "#engine/values/dateText.ts";
import {
  formatMoney,
  formatNumber,
  isEstablishmentNumber,
  normaliseEmail,
  normaliseHouseNumber,
  normaliseKvk,
  normalisePostalCode,
  normaliseText,
  parseMoney,
  trimText,
  writeNumber,
} from "#engine/values/formats.ts";
import { CONVENTIONS, LANGUAGES } from "#engine/values/languages.ts";

const spaces = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

describe("money", () => {
  it.each([
    ["1234.50", 1234.5],
    ["1234,50", 1234.5],
    ["1.234,50", 1234.5],
    ["1,234.50", 1234.5],
    ["1 234,50", 1234.5],
    ["1\u202f234,50\u00a0€", 1234.5],
    ["€ 1.234,50", 1234.5],
    ["EUR 1234", 1234],
    ["1.234", 1234],
    ["1,234,567", 1_234_567],
    ["1,234.", 1234],
    ["1,234,-", 1234],
    ["1.000.000", 1_000_000],
    ["1'000'000", 1_000_000],
    ["1000000", 1_000_000],
    ["12,5", 12.5],
    ["0", 0],
    ["0,99", 0.99],
    ["250,-", 250],
    ["-12,50", -12.5],
    ["-0", 0],
    ["325.000,-", 325_000],
    ["12,", 12],
    ["1.234,", 1234],
    [",5", 0.5],
    ["-.5", -0.5],
    ["150.000,--", 150_000],
    ["150.000,=", 150_000],
    ["€150.000.-", 150_000],
    ["150.000 EUR", 150_000],
    ["€ 150.000 euro", 150_000],
    ["150 000 euros", 150_000],
    ["\u200e150.000\u200b", 150_000],
    ["1 000 000", 1_000_000],
    ["\t1.000\r\n", 1000],
    ["\u00a0€\u00a01\u00a0000,5\u00a0", 1000.5],
    ["1\u2009000", 1000],
    ["1’000’000", 1_000_000],
    ["-€ 12,50", -12.5],
    ["€ \u221212,50", -12.5],
  ])("reads %j as %d", (text, amount) => expect(parseMoney(text)).toBe(amount));

  it.each([
    "",
    "abc",
    "12a",
    "1.2.3",
    "1.23.456",
    "1,2,3",
    "1.234.5",
    "12.34.567,00",
    "0,005",
    "0.500",
    "1,234",
    "-33,333",
    "€ 33,333",
    "-",
    ",",
    "1e9",
    "--5",
    "1.2345",
    "9".repeat(40),
    "Infinity",
    "euro",
    "150.000 eurocent",
    "150.000 ,-,-",
    "1000\t2000",
    "100\t200",
    "1\t000",
    "100\n200",
    "100\r\n200",
    "12 34",
    "1 2",
    "1000 2000",
    "1  000",
    "1 000.000",
    "12€50",
    "12 ,50",
    "1'2",
    "0 500",
    "- € -5",
  ])("makes no amount of %j", (text) => expect(parseMoney(text)).toBeNull());

  it("is shown in the locale's notation", () => {
    expect(spaces(formatMoney(1234.5, "nl"))).toBe("€ 1.234,50");
    expect(spaces(formatMoney(1234.5, "fr"))).toBe("1 234,50 €");
    expect(spaces(formatMoney(1_000_000, "nl", 0))).toBe("€ 1.000.000");
    expect(spaces(formatNumber(1_000_000, "fr"))).toBe("1 000 000");
  });

  it("are written as Intl writes them, rounded or not", () => {
    const edges = [
      0,
      -0,
      0.005,
      1.005,
      -1.5,
      2.5,
      999,
      1000,
      999_999.995,
      1e15,
      2 ** 53,
      1e21,
      -1e22,
      1e-7,
      NaN,
      Infinity,
    ];
    const values = [...edges, ...Array.from({ length: 300 }, (_, nth) => (nth * 7919.37 - 900_000) / (1 + (nth % 3)))];
    for (const language of LANGUAGES)
      for (const decimals of [0, 2]) {
        const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
        const { locale } = CONVENTIONS[language];
        const euros = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR", ...digits });
        const plain = new Intl.NumberFormat(locale, digits);
        for (const value of values) {
          expect(formatMoney(value, language, decimals)).toBe(euros.format(value));
          expect(formatNumber(value, language, decimals)).toBe(plain.format(value));
        }
      }
  });

  it("reads back what it shows, in both languages", () => {
    for (const language of ["nl", "fr"] as const) {
      for (let cents = -200_000; cents < 200_000_000; cents += 123_457) {
        expect(parseMoney(formatMoney(cents / 100, language).replace("\u2212", "-"))).toBe(cents / 100);
      }
    }
  });
});

describe("a number outside its field", () => {
  const units = ["%", "m²", "dagen", "€/m²", "kWh (piek)", "o/oo", "^2", "jaar oud"].map((unit) => ({ unit }));
  const currencies = [undefined, "EUR", "USD", "GBP", "CHF"].map((currency) => ({ money: true, currency }));
  const values = Array.from({ length: 400 }, (_, nth) => Math.round(nth ** 4 * 0.37 * (nth % 2 ? -1 : 1)) / 100);

  it.each([{}, { year: true }, ...units, ...currencies])("is read back by its own field: %j", (words) => {
    for (const language of LANGUAGES)
      for (const value of values.filter((each) => !("year" in words) || Number.isInteger(each))) {
        const written = writeNumber(value, language, words);
        expect(parseMoney(written, words), written).toBe(value === 0 ? 0 : value);
        expect(parseMoney(`${written}\t${written}`, words), written).toBeNull();
        expect(parseMoney(`${written}\n${written}`, words), written).toBeNull();
      }
  });

  it.each([
    ["€ 5", { currency: "USD" }],
    ["USD 5", {}],
    ["5 kg", { unit: "m²" }],
    ["5 % %", { unit: "%" }],
  ])("of another unit or currency is not read: %s in %j", (text, words) => {
    expect(parseMoney(text, words)).toBeNull();
  });

  it.each([
    [2500, {}, "2.500", "2 500"],
    [12.5, { unit: "%" }, "12,5%", "12,5 %"],
    [1200, { unit: "m²" }, "1.200 m²", "1 200 m²"],
    [2026, { year: true }, "2026", "2026"],
    [50, { money: true }, "€ 50", "50 €"],
    [1250.5, { money: true }, "€ 1.250,50", "1 250,50 €"],
    [1250.5, { money: true, currency: "USD" }, "USD 1.250,50", "1 250,50 USD"],
  ])("%d with %j is %s and %s", (value, words, dutch, french) => {
    expect(spaces(writeNumber(value, "nl", words))).toBe(dutch);
    expect(spaces(writeNumber(value, "fr", words))).toBe(french);
  });
});

describe("dates", () => {
  it("are shown in the locale's notation", () => {
    expect(formatDate("2026-11-20", "nl")).toBe("20-11-2026");
    expect(formatDate("2026-11-20", "fr")).toBe("20/11/2026");
    expect(formatDate("soon", "nl")).toBe("soon");
  });
  it.each(["20-11-2026", "20/11/2026", "20.11.2026", " 20 11 2026 ", "2026-11-20"])("reads %j", (text) => {
    expect(parseDate(text)).toBe("2026-11-20");
  });
  it.each([
    ["\t01 - 12 - 2026", "2026-12-01"],
    ["01 / 12 / 2026 ", "2026-12-01"],
    ["01. 12. 2026", "2026-12-01"],
    ["1 december 2026", "2026-12-01"],
    ["1er décembre 2026", "2026-12-01"],
    ["1 Decembre 2026", "2026-12-01"],
    ["1 déc. 2026", "2026-12-01"],
    ["1-mrt-2026", "2026-03-01"],
    ["01122026", "2026-12-01"],
    ["01 12 2026", "2026-12-01"],
    ["15\u00a0août 2026", "2026-08-15"],
    ["\u200e1-12-2026\u200b", "2026-12-01"],
  ])("reads %j as people write it elsewhere", (text, day) => expect(parseDate(text)).toBe(day));
  it.each([
    ["1.12.26", { min: "2026-11-20", max: "2027-01-20" }, "2026-12-01"],
    ["011226", { min: "2026-11-20", max: "2027-01-20" }, "2026-12-01"],
    ["1 dec 26", { max: "2027-01-20" }, "2026-12-01"],
    ["31-10-26", { min: "2026-11-20", max: "2027-01-20" }, "2026-10-31"],
    ["12-3-64", { max: "2026-11-20" }, "1964-03-12"],
    ["29-2-26", { max: "2027-01-20" }, null],
    ["20-11-26", {}, null],
  ])("of %j within %j makes %j", (text, bounds, day) => expect(parseDate(text, bounds)).toBe(day));
  it("reads days and months of one digit", () => expect(parseDate("1-2-2026")).toBe("2026-02-01"));
  it.each([
    ...["29-02-2026", "31-11-2026", "11-20-2026", "20-11-26", "201126", "31112026", "20261301", "31 november 2026"],
    ...["1 brumaire 2026", "1 2 3 2026", "", "x"],
  ])("makes no day of %j", (text) => {
    expect(parseDate(text)).toBeNull();
  });
});

describe("postal code, kvk and addresses", () => {
  it.each([
    ["1234ab", "1234 AB"],
    [" 1234 ab ", "1234 AB"],
    ["1234  AB", "1234 AB"],
    ["12345 AB", "12345 AB"],
    ["1234-AB", "1234 AB"],
    ["\u200b1234\u00a0ab\u200e", "1234 AB"],
    ["nonsense", "nonsense"],
  ])("normalises %j to %j", (text, expected) => expect(normalisePostalCode(text)).toBe(expected));
  it.each([
    ["106 - A", "106-A"],
    ["12a \u2013 2", "12a-2"],
    ["12 - 14", "12-14"],
    [" 12  bis\u200b", "12 bis"],
    ["3B / 4", "3B/4"],
    ["12-", "12-"],
    ["twelve", "twelve"],
  ])("writes house number %j as %j", (text, expected) => expect(normaliseHouseNumber(text)).toBe(expected));
  it.each(["01 23.45 67", "KvK: 01234567", "KVK-nummer 0123 4567", "K.v.K. nr. 01234567", "\u200e01234567\u200b"])(
    "strips what is in and before kvk number %j and keeps its zeros",
    (text) => expect(normaliseKvk(text)).toBe("01234567"),
  );
  it("knows an establishment number", () => {
    expect(isEstablishmentNumber("1234.5678.9012")).toBe(true);
    expect(isEstablishmentNumber("12345678")).toBe(false);
  });
  it.each([
    "jan@voorbeeld.nl",
    " jan@voorbeeld.nl;",
    "Jan Jansen <jan@voorbeeld.nl>",
    '"Jansen, Jan" < mailto:jan@voorbeeld.nl >;',
    "mailto:jan@voorbeeld.nl",
    "jan@voorbeeld.nl\u200b",
  ])("takes the address out of %j", (text) => expect(normaliseEmail(text)).toBe("jan@voorbeeld.nl"));
  it.each(["jan@voorbeeld.nl, piet@voorbeeld.nl", "Jan <jan> jan@voorbeeld.nl", "jan voorbeeld"])(
    "leaves %j to the rule",
    (text) => expect(normaliseEmail(text)).toBe(text),
  );
  it.each([
    ["Bakker\u200bij\u0000 De\u00ad Molen\u202e", "Bakkerij De Molen"],
    ["een\r\ntwee\rdrie\tvier", "een\ntwee\ndrie\tvier"],
    ["Cafe\u0301 \ud83c", "Caf\u00e9 "],
    ["\u3164\u2800 \u200d\ufe0f\u180e", ""],
    [
      "\u0646\u0645\u06cc\u200c\u062f\u0627\u0646\u0645 \u2764\ufe0f",
      "\u0646\u0645\u06cc\u200c\u062f\u0627\u0646\u0645 \u2764\ufe0f",
    ],
  ])("normalises the text %j to %j, and no further", (text, expected) => {
    expect(normaliseText(text)).toBe(expected);
    expect(normaliseText(expected)).toBe(expected);
  });
  it("takes what cannot be seen from the ends of a text alone", () => {
    expect(trimText("\u200b Bakkerij\u200f De Molen \u200e")).toBe("Bakkerij\u200f De Molen");
    expect(trimText("Cafe\u0301"), "as some programs copy it").toBe("Caf\u00e9");
  });
});
