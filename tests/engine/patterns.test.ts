import { describe, expect, it } from "vitest";
import { isCalendarDay } from "#engine/dates.ts";
import { formats } from "#engine/patterns.ts";

describe("patterns", () => {
  it.each([
    "a@b.nl",
    "info.x+y@sub.example.com",
    "o'neil@example.com",
    "A_B-c@1.example",
    "info@café.fr",
    "info@xn--caf-dma.fr",
    "a@пример.рф",
    "a@b.xn--p1ai",
  ])("takes the address %s", (text) => expect(formats.email.test(text)).toBe(true));
  it.each([
    "a@b",
    "a b@c.nl",
    "a@b..nl",
    ".a@b.nl",
    "a.@b.nl",
    "a@-b.nl",
    "a@b-.nl",
    "@b.nl",
    "a@",
    "a@b.n",
    "a@b.nl ",
    "a@@b.nl",
    "é@b.nl",
    "a@caf\u200bé.fr",
    "a@b.xn--",
  ])("refuses the address %j", (text) => expect(formats.email.test(text)).toBe(false));
  it.each(["12345678", "00000001"])("takes the kvk %s", (text) => expect(formats.kvk.test(text)).toBe(true));
  it.each(["1234567", "123456789", "1234567a", "12 345678", "１２３４５６７８", "12345678\n", "00000000"])(
    "refuses the kvk %j",
    (text) => expect(formats.kvk.test(text)).toBe(false),
  );
  it.each(["1000 AA", "9999 ZZ", "1234 SB", "1234 AS"])("takes %s", (text) =>
    expect(formats["nl-postal-code"].test(text)).toBe(true),
  );
  it.each(["0999 AA", "1234AB", "1234 ab", "1234 SA", "1234 SD", "1234 SS", "123 AB", "1234 A", "1234 ABC"])(
    "refuses %j",
    (text) => expect(formats["nl-postal-code"].test(text)).toBe(false),
  );
  it.each([
    ...["1", "12", "12a", "12-2", "12 bis", "12a-3", "99999", "12 boven", "12 zwart", "12 t/m 16", "116 t/m 120"],
    ...["12-3hoog", "12 bis A", "12 en 14", "12 souterrain"],
  ])("takes house number %s", (text) => expect(formats["house-number"].test(text)).toBe(true));
  it.each(["0", "a12", "12-", "123456", "", "12  a", "12 t//m 16", "12 a-b-c-d", "boven 12"])(
    "refuses house number %j",
    (text) => expect(formats["house-number"].test(text)).toBe(false),
  );

  it.each([
    "voorbeeld.nl",
    "www.voorbeeld.nl",
    "https://www.voorbeeld.nl/contact?taal=nl#kaart",
    "HTTP://voorbeeld.nl:8080/a/b",
    "hôtel-du-parc.fr/chambres",
    "xn--bcher-kva.example",
  ])("takes the web address %s", (text) => expect(formats["web-address"].test(text)).toBe(true));
  it.each([
    "voorbeeld",
    "www.voorbeeld.",
    "a b.nl",
    "ftp://voorbeeld.nl",
    "javascript:alert(1)",
    "https:/voorbeeld.nl",
    "https://",
    "info@voorbeeld.nl",
    "-a.nl",
    "a.n1",
    "voorbeeld.nl/a b",
    "voorbeeld.nl:x",
    "voorbeeld.nl\n",
  ])("refuses the web address %j", (text) => expect(formats["web-address"].test(text)).toBe(false));

  it("agrees with the calendar on every day there could be", () => {
    for (const year of [1900, 2000, 2024, 2026, 2027, 2028, 2100]) {
      for (let month = 0; month <= 13; month += 1) {
        for (let day = 0; day <= 32; day += 1) {
          const text = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
          expect([text, formats.date.test(text)]).toEqual([text, isCalendarDay(text)]);
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
    for (const pattern of Object.values(formats)) for (const text of hostile) pattern.test(text);
    // Processor time: a busy machine is not the pattern's fault.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000);
  });
});
