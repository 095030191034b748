// The studio's context in the address.
import { expect, test } from "vitest";
import { findEditor } from "#studio/product/Findings.tsx";
import { buildSearch, readSetting, type Setting, writeSetting } from "#studio/step/setting.ts";

const UNSET: Setting = {
  origin: null,
  today: "",
  flow: "",
  allowed: [],
  locked: [],
  absent: [],
  language: "nl",
  width: "",
};
const SET: Setting = {
  origin: { kind: "journey", name: "cyber-newRequest-quotation" },
  today: "2026-12-24",
  flow: "editQuote",
  allowed: ["one", "two"],
  locked: ["kvk"],
  absent: ["sectors"],
  language: "both",
  width: "phone",
};

test("a setting is in the address and is read from it, and an unset one is not", () => {
  const written = writeSetting(new URLSearchParams("step=company-data"), SET);
  expect(readSetting(new URLSearchParams(written.toString()))).toEqual(SET);
  expect(written.get("journey")).toBe("cyber-newRequest-quotation");
  expect(writeSetting(written, { ...UNSET, language: "fr" }).toString()).toBe("step=company-data&language=fr");
  const chosen = writeSetting(written, { origin: { kind: "case", name: "base" } });
  expect([chosen.get("journey"), chosen.get("case")], "one origin").toEqual([null, "base"]);
});

test("an analyst who reads French sees the form in French until another language is chosen", () => {
  const french = new URLSearchParams("ui=fr");
  expect(readSetting(french).language).toBe("fr");
  expect(readSetting(writeSetting(french, { language: "nl" })).language).toBe("nl");
});

test("an invalid setting counts as absent", () => {
  const wrong = "today=soon&flow=none&language=de&width=9&locked=";
  expect(readSetting(new URLSearchParams(wrong))).toEqual(UNSET);
});

test("another step keeps the context, without the settings of one step's fields", () => {
  const search = buildSearch(writeSetting(new URLSearchParams("step=one&file=x"), SET), "two");
  expect(readSetting(new URLSearchParams(search))).toEqual({ ...SET, locked: [], absent: [] });
  expect(search).toMatch(/^\?(?!.*file=).*step=two$/);
});

test.each([
  ["schemas/products/cyber/general-data.ui.json", "cyber", "general-data"],
  ["schemas/products/cyber/tariff.json", "cyber", "company-data"],
  ["fixtures/steps/edi/request.json", "edi", "request"],
  ["fixtures/journeys/cyber-newRequest-quotation.json", "cyber", "company-data"],
  ["schemas/portal/relation.schema.json", "portal", "relation"],
  ["schemas/shared/texts.nl.json", "edi", "company-data"],
])("a finding in %s leads to %s, step %s", (file, product, step) => {
  const finding = { file, place: "", level: "error" as const, sentence: "", hint: "", line: 3, column: 5, edits: [] };
  const { to, state } = findEditor(finding, "edi", new URLSearchParams("step=company-data&language=fr"));
  const { pathname, searchParams } = new URL(to, "http://localhost");
  expect([pathname, searchParams.get("step"), searchParams.get("file")]).toEqual([`/product/${product}`, step, file]);
  expect([searchParams.get("language"), state]).toEqual(["fr", { file, line: 3, column: 5 }]);
});
