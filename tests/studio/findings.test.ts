// What the button of a finding shows: the panel of a field, step, list, question, case or journey, the tables, otherwise the file.
import { expect, test } from "vitest";
import { findAddress } from "#studio/workspace/findings/findAddress.ts";
import { readContent } from "./support/contentCopy.ts";

const content = readContent("cyber");

const step = "schemas/shared/steps/general-data/general-data";
const tariff = "schemas/products/cyber/tariff.json";

test.each([
  [`${step}.schema.json`, "/properties/turnover/maximum", "step=general-data&field=turnover"],
  [`${step}.ui.json`, "/turnover/ui:options/width", "step=general-data&field=turnover"],
  [`${step}.schema.json`, "/allOf/0", "step=general-data"],
  ["schemas/shared/steps/request/request.ui.json", "/ui:options", "step=request"],
  ["schemas/products/cyber/product.json", "/lists/deductible_amounts/rules/0", "part=list deductible_amounts"],
  ["schemas/products/cyber/questions.json", "/acceptance_questions/0/answer", "part=question acceptance_questions.0"],
  [tariff, "/factors/0/values/small", `view=tables&file=${tariff}&cell=/factors/0/values/small`],
  ["fixtures/journeys/cyber-newRequest-quotation.json", "/expect", "part=journey cyber-newRequest-quotation"],
  ["fixtures/steps/cyber/general-data.json", "/base/turnover", "step=general-data&part=case base"],
  ["schemas/products/cyber/texts.nl.json", "/field.revenue.help", "tab=json&file=schemas/products/cyber/texts.nl.json"],
])("a finding in %s at %s shows %s", (file, place, shown) => {
  const { journey: _origin, case: _case, ...address } = findAddress({ file, place }, content);
  expect(Object.fromEntries(Object.entries(address).filter(([, value]) => value !== null))).toEqual(
    Object.fromEntries(new URLSearchParams(shown)),
  );
});

test("a finding in a file that cannot be read, or of another product, shows the file", () => {
  const finding = { file: "schemas/products/cyber/general-data.schema.json", place: "/properties/turnover" };
  for (const address of [findAddress({ ...finding, stage: "reads" }, content), findAddress(finding, undefined)])
    expect(address).toMatchObject({ tab: "json", file: finding.file, field: null });
});
