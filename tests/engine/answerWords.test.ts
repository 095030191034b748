// Answers inside texts: titles of records where they are chosen, and the values that texts name, in the notation of their fields.
import { expect, test } from "vitest";
import { type AnswerSource, labelRecords } from "#engine/texts/answerWords.ts";
import { textValues } from "#engine/texts/textValues.ts";

test("a list of records has their titles, and the number of one without", () => {
  const born = { type: "string", format: "date" };
  const kind = { type: "string", enum: ["own"] };
  const plate = { type: "string", format: "nl-licence-plate" };
  const items = { type: "object", properties: { born, kind, plate } };
  const schema = { type: "object", properties: { drivers: { type: "array", items } } };
  const texts: Record<string, (values: Record<string, unknown>) => string> = {
    "field.drivers.item": () => "Bestuurder",
    "field.drivers.record": (values) => `${values.kind}, ${values.born}, ${values.plate}`,
    "field.drivers.kind.option.own": () => "Zelf",
  };
  const drivers = [
    { _id: "a", born: "1980-02-01", kind: "own", plate: "GB123X" },
    { _id: "b", kind: "own" },
  ];
  const source = {
    bundle: { manifest: {}, steps: { step: { schema, ui: {} } } },
    answers: { step: { drivers } },
    lists: { "step.drivers": [{ value: "a" }, { value: "b" }] },
    translate: (key: string, values: Record<string, unknown> = {}) => texts[key]?.(values) ?? null,
    language: "nl",
  } as unknown as AnswerSource;
  const labels = labelRecords(source)["step.drivers"]?.map(({ label }) => label);
  expect(labels).toEqual(["Zelf, 01-02-1980, GB-123-X", "Bestuurder 2"]);
});

test("texts name answers in words, and years that move with the day; an answer that is not given is an ellipsis", () => {
  const properties = {
    start: { type: "string", format: "date" },
    kind: { type: "string", enum: ["own"] },
    plate: { type: "string", format: "nl-licence-plate" },
    note: { type: "string" },
  };
  const text_values = {
    start: { answer: "step.start" },
    kind: { answer: "step.kind" },
    plate: { answer: "step.plate" },
    note: { answer: "step.note" },
    empty: { answer: "step.none" },
    last_year: { minus: [{ year: "today" }, 1] },
    end: { day: "+1y", from: "step.start" },
    unknown: { sum: ["step.none", 1] },
    months: 12,
  };
  const valuesOn = (today: string) =>
    textValues(
      {
        bundle: { manifest: { text_values }, steps: { step: { schema: { properties }, ui: {} } } },
        answers: { step: { start: "2026-02-01", kind: "own", plate: "GB123X", note: "{kind} <b>" } },
        lists: {},
        translate: (key: string) => (key === "field.kind.option.own" ? "Eigen" : null),
        language: "nl",
      } as unknown as AnswerSource,
      today,
    );
  expect(valuesOn("2026-12-31")).toEqual({
    start: "01-02-2026",
    kind: "Eigen",
    plate: "GB-123-X",
    note: "{kind} <b>",
    empty: "…",
    last_year: 2025,
    end: "01-02-2027",
    unknown: "…",
    months: 12,
  });
  expect(valuesOn("2027-01-01").last_year).toBe(2026);
});
