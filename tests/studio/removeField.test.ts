// A field that goes: every field of a product leaves the files that name it without a rest, and what computes with it is listed.
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { planRemoval } from "#content/names/removeField.ts";
import { formatJson } from "#content/read/files/formatJson.ts";
import { StudioContent } from "./support/studioContent.ts";

const studio = new StudioContent("schadeverzekering_werknemers");
afterAll(() => studio.copy.remove());
const product = "schadeverzekering_werknemers";
const plan = (step: string, field: string) =>
  planRemoval(new ContentIndex(join(studio.copy.base, "schemas"), join(studio.copy.base, "fixtures")), {
    product,
    step,
    field,
  });

test("a field that a factor reads takes the factor, its error text, its answers and its place in the hand-over with it", async () => {
  const before = await studio.findFaults();
  const { changed, uses } = plan("general-data", "annual_salary");
  expect(uses.filter(({ goes }) => !goes)).toEqual([]);
  const files = Object.keys(changed).map((file) => file.replace(/-(?:new|edit|quote)\w+-.*/, "-*"));
  expect([...new Set(files)].sort()).toMatchSnapshot();
  const isFormatted = (text: string) => formatJson(text) === text;
  const written = studio.readFiles();
  for (const [file, text] of Object.entries(changed)) expect(isFormatted(text), file).toBe(isFormatted(written[file]!));
  studio.patcher.replace(changed, { sentence: { nl: "", fr: "" } });
  const left = Object.entries(studio.readFiles()).flatMap(([file, text]) =>
    text.split("\n").flatMap((line) => (line.includes("annual_salary") ? [`${file}: ${line.trim()}`] : [])),
  );
  expect(left).toEqual([]);
  // The premium is another one, which is for its author to accept.
  const others = (await studio.findFaults()).filter((fault) => !before.includes(fault));
  expect(
    others.filter((fault) => !fault.startsWith("fixtures/journeys/") || !fault.includes("per_term should be")),
  ).toEqual([]);
  studio.patcher.undo();
}, 60_000);

test("a setting of the tariff that nothing can do without stays, and is listed", () => {
  const { uses } = plan("coverage-choice", "pay_in_terms");
  expect(uses.filter(({ goes }) => !goes).map(({ file }) => file)).toEqual([
    "schemas/products/schadeverzekering_werknemers/tariff.json",
  ]);
});
