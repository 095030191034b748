// Small rules of the screens: what may be done with a quotation, what waits first,
// the language of the browser, phone links, the tax rate that amounts show.
import { describe, expect, it } from "vitest";
import type { AttentionRow } from "#api/wire/wireTypes.ts";
import { readLanguageCookie } from "#app/language/language.ts";
import { phoneLink } from "#app/provider.ts";
import { taxRate } from "#portal/ContractPanels.tsx";
import { chosen } from "#portal/dashboard/Waiting.tsx";
import { findObstacle } from "#portal/quotations/QuotationActions.tsx";

describe("a quotation", () => {
  it("that is open may be changed and converted", () => expect(findObstacle({ status: "O" })).toBeUndefined());
  it("that is not open shows why it can be neither changed nor converted", () => {
    expect(findObstacle({ status: "V" })).toBe("portal.quote.not_open");
    expect(findObstacle({ status: "P", hasAnswers: false })).toBe("portal.quote.is_converted");
  });
  it("without answers can be neither", () =>
    expect(findObstacle({ status: "O", hasAnswers: false })).toBe("portal.quote.no_answers"));
  it("of a back end without statuses is left to the server", () =>
    expect(findObstacle({ status: "" })).toBeUndefined());
});

describe("what waits", () => {
  const item = (kind: string, number: number) => ({ kind, number }) as AttentionRow;
  it("shows a few of every kind, the most pressing kind first", () => {
    const many = ["decided", "reminder", "expiring"].flatMap((kind) =>
      [1, 2, 3, 4].map((number) => item(kind, number)),
    );
    expect(chosen(many).map(({ kind }) => kind)).toEqual(["decided", "decided", "expiring", "expiring", "reminder"]);
  });
  it("leaves out kinds it does not know", () => expect(chosen([item("else", 1)])).toEqual([]));
});

describe("small things", () => {
  it.each([
    ["", null],
    ["a=1; language=fr; b=2", "fr"],
    ["language=nl", "nl"],
    ["language=de", null],
    ["mylanguage=fr", null],
  ])("language in %j is %s", (cookies, language) => expect(readLanguageCookie(cookies)).toBe(language));
  it("dials abroad", () => expect(phoneLink("020 123 45 67")).toBe("tel:+31201234567"));
  it("reads the tax rate off the amounts", () => {
    expect(taxRate({ premiumPeriod: 340, tax: 71.4 })).toBe(21);
    expect(taxRate({ premiumPeriod: 100, tax: 9.7 })).toBe(9.7);
    expect(taxRate({ premiumPeriod: 0, tax: 0 })).toBeNull();
    expect(taxRate({ premiumPeriod: null, tax: null })).toBeNull();
  });
});
