// The names of records where they are chosen: their titles, in the notation of their fields.
import { expect, test } from "vitest";
import { type AnswerSource, labelRecords } from "#engine/texts/answerWords.ts";

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
