import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCalendarDay } from "#engine/values/dates.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { fitsNotation, loadNotations, type NotationName, notations, writeNotation } from "#engine/values/notations.ts";

/** Parts of values in all notations, and words that are copied with them. */
const PIECES =
  "IBAN: ,KVK: ,kvk-nummer:,mailto:,tel:,<,>,;,Jan <,0031,+31,00,(0),0,06,1,12,-,.,/, ,\u200b,\u00a0,:,u,h, bis,nov,20,2026,ab,@"
    .split(",")
    .concat(",");
await loadNotations();
const NAMES = Object.keys(notations) as NotationName[];
const fits = (name: NotationName, text: string) => fitsNotation(notations[name], text);

describe("notations", () => {
  it("are in the reference with what is stored and what a broker reads", () => {
    const page = readFileSync(join(import.meta.dirname, "../../schemas/reference.md"), "utf8");
    const rows = NAMES.map((name) => {
      const { example } = notations[name];
      return `| \`${name}\` | ${example} | ${writeNotation(name, example, "nl")} |`;
    });
    expect(
      page
        .slice(page.indexOf("| Notation |"))
        .split("\n")
        .slice(2, 2 + rows.length),
    ).toEqual(rows);
  });

  it.each(NAMES)("%s takes its example, and reads back what it writes of it", (name) => {
    const { example, normalise } = notations[name];
    expect(fits(name, example)).toBe(true);
    for (const language of LANGUAGES) expect(normalise(writeNotation(name, example, language))).toBe(example);
  });

  it.each(NAMES)("%s reads what it stores, and what it writes of that, as the same again", (name) => {
    const { example, normalise } = notations[name];
    const pieces = fc.oneof(
      fc.constantFrom(...PIECES, example, example.slice(0, 3)),
      fc.string({ unit: "grapheme", maxLength: 3 }),
    );
    const check = (parts: string[]) => {
      const stored = normalise(parts.join(""));
      expect(normalise(stored)).toBe(stored);
      for (const language of LANGUAGES) expect(normalise(writeNotation(name, stored, language))).toBe(stored);
    };
    fc.assert(fc.property(fc.array(pieces, { maxLength: 6 }), check), { numRuns: 2_000 });
  });

  it.each<[NotationName, string, string]>([
    ["phone", "06 12345678", "+31612345678"],
    ["phone", "0031 (0)6-12345678", "+31612345678"],
    ["phone", "+31 (0)20 123 45 67", "+31201234567"],
    ["phone", "tel:+32475123456", "+32475123456"],
    ["iban", "iban: nl91 abna 0417 1643 00", "NL91ABNA0417164300"],
    ["iban", "BE68 5390 0754 7034", "BE68539007547034"],
    ["bsn", "1112.22.333", "111222333"],
    ["bsn", "12345672", "012345672"],
    ["be-national-number", "INSZ: 17.07.30-033.84", "17073003384"],
    ["be-enterprise-number", "BE (0)468.561.072", "0468561072"],
    ["fr-siret", "356 000 000 00048", "35600000000048"],
    ["au-business-number", "ABN 83 914 571 673", "83914571673"],
    ["eu-vat-number", "btw-nr.: be 444.503.092", "BE0444503092"],
    ["eu-vat-number", "GR 094501040", "EL094501040"],
    ["vin", "wvwzzz-1jz-xw000001", "WVWZZZ1JZXW000001"],
    ["phone-extension", "020 1234567 tst. 12", "+31201234567;ext=12"],
    ["phone-extension", "+32 (0)2 555 12 12, poste 0345", "+3225551212;ext=0345"],
    ["phone-extension", "06 12345678", "+31612345678"],
    ["nl-licence-plate", "gb-123-x", "GB123X"],
    ["month", "nov. 2026", "2026-11"],
    ["month", "novembre 2026", "2026-11"],
    ["month", "11/2026", "2026-11"],
    ["time", "9u30", "09:30"],
    ["time", "0930", "09:30"],
    ["time", "23.59", "23:59"],
  ])("%s reads %j as %s", (name, typed, stored) => {
    expect(notations[name].normalise(typed)).toBe(stored);
    expect(fits(name, stored)).toBe(true);
  });

  it.each<[NotationName, string]>([
    ["phone", "+3161234567"],
    ["phone", "+310612345678"],
    ["phone", "112"],
    ["iban", "NL91ABNA0417164301"],
    ["iban", "NL91ABNA041716430"],
    ["iban", "XX91ABNA0417164300"],
    ["bsn", "111222334"],
    ["bsn", "000000000"],
    ["be-national-number", "85073003329"],
    ["be-national-number", "85630033028"],
    ["fr-siren", "404833047"],
    ["fr-siret", "73282932000079"],
    ["fr-siret", "35600000000049"],
    ["au-business-number", "83914571674"],
    ["eu-vat-number", "NL0012416430B1"],
    ["eu-vat-number", "US123456789"],
    ["vin", "1M8GDM9AXKP042789"],
    ["vin", "WVWZZZ1JZXW00000O"],
    ["phone-extension", "+31612345678;ext="],
    ["nl-licence-plate", "GB12345"],
    ["month", "2026-13"],
    ["time", "24:00"],
    ["month", "1875-11"],
  ])("%s refuses %s", (name, text) => {
    expect(fits(name, text)).toBe(false);
    expect(writeNotation(name, text, "nl")).toBe(text);
  });

  it.each([
    ["GB123X", "GB-123-X"],
    ["GBJK12", "GB-JK-12"],
    ["1234GB", "12-34-GB"],
    ["1GB123", "1-GB-123"],
  ])("writes the licence plate %s as %s", (plate, written) =>
    expect(writeNotation("nl-licence-plate", plate, "fr")).toBe(written),
  );

  it("refuses an account number of which any digit or pair was mistyped", () => {
    const { example } = notations.iban;
    for (let index = 4; index < example.length - 1; index += 1) {
      const [first, second] = [example[index] ?? "", example[index + 1] ?? ""];
      const swapped = example.slice(0, index) + second + first + example.slice(index + 2);
      const wrong = example.slice(0, index) + (first === "7" ? "8" : "7") + example.slice(index + 1);
      expect([wrong, fits("iban", wrong)]).toEqual([wrong, false]);
      if (first !== second) expect([swapped, fits("iban", swapped)]).toEqual([swapped, false]);
    }
  });

  it.each<[NotationName, "takes" | "refuses", string[]]>([
    ["email", "takes", ["a@b.nl", "info.x+y@sub.example.com", "o'neil@example.com", "A_B-c@1.example", "info@café.fr"]],
    ["email", "takes", ["info@xn--caf-dma.fr", "a@пример.рф", "a@b.xn--p1ai"]],
    ["email", "refuses", ["a@b", "a b@c.nl", "a@b..nl", ".a@b.nl", "a.@b.nl", "a@-b.nl", "a@b-.nl", "@b.nl", "a@"]],
    ["email", "refuses", ["a@b.n", "a@b.nl ", "a@@b.nl", "é@b.nl", "a@caf\u200bé.fr", "a@b.xn--"]],
    ["kvk", "takes", ["12345678", "00000001"]],
    ["kvk", "refuses", ["1234567", "123456789", "1234567a", "12 345678", "１２３４５６７８", "12345678\n", "00000000"]],
    ["nl-postal-code", "takes", ["1000 AA", "9999 ZZ", "1234 SB", "1234 AS"]],
    [
      "nl-postal-code",
      "refuses",
      ["0999 AA", "1234AB", "1234 ab", "1234 SA", "1234 SD", "1234 SS", "123 AB", "1234 A"],
    ],
    ["nl-postal-code", "refuses", ["1234 ABC"]],
    [
      "house-number",
      "takes",
      ["1", "12", "12a", "12-2", "12 bis", "12a-3", "99999", "12 boven", "12 zwart", "12 t/m 16"],
    ],
    ["house-number", "takes", ["116 t/m 120", "12-3hoog", "12 bis A", "12 en 14", "12 souterrain"]],
    ["house-number", "refuses", ["0", "a12", "12-", "123456", "", "12  a", "12 t//m 16", "12 a-b-c-d", "boven 12"]],
    ["web-address", "takes", ["voorbeeld.nl", "www.voorbeeld.nl", "https://www.voorbeeld.nl/contact?taal=nl#kaart"]],
    ["web-address", "takes", ["HTTP://voorbeeld.nl:8080/a/b", "hôtel-du-parc.fr/chambres", "xn--bcher-kva.example"]],
    ["web-address", "refuses", ["voorbeeld", "www.voorbeeld.", "a b.nl", "ftp://voorbeeld.nl", "javascript:alert(1)"]],
    ["web-address", "refuses", ["https:/voorbeeld.nl", "https://", "info@voorbeeld.nl", "-a.nl", "a.n1"]],
    ["web-address", "refuses", ["voorbeeld.nl/a b", "voorbeeld.nl:x", "voorbeeld.nl\n"]],
  ])("%s %s %j", (name, verb, texts) => {
    expect(texts.map((text) => [text, fits(name, text)])).toEqual(texts.map((text) => [text, verb === "takes"]));
  });

  it("agrees with the calendar on every day there could be", () => {
    for (const year of [1900, 2000, 2024, 2026, 2027, 2028, 2100]) {
      for (let month = 0; month <= 13; month += 1) {
        for (let day = 0; day <= 32; day += 1) {
          const text = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
          expect([text, fits("date", text)]).toEqual([text, isCalendarDay(text)]);
        }
      }
    }
  });

  it("takes no more than linear time on hostile texts", () => {
    const hostile = [
      "a".repeat(50_000),
      "a.".repeat(25_000),
      `${"a".repeat(25_000)}@${"a-".repeat(12_500)}`,
      "1".repeat(50_000),
      "1-1 ".repeat(12_500),
      `${"a-".repeat(25_000)}.`,
    ];
    const before = process.cpuUsage();
    for (const name of NAMES) for (const text of hostile) fits(name, notations[name].normalise(text));
    // Processor time: a busy machine is not the pattern's fault.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
  });
});
