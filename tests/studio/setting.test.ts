// The studio's context in the address.
import { expect, test } from "vitest";
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
