// For every case of every step: each error is listed under "every error it can show".
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contextFor } from "#content/cases/steps/fixtures.ts";
import { stepSources } from "#content/publish/compile.ts";
import { type ProductFiles, readCatalogue } from "#content/read/catalogue.ts";
import { createAjv } from "#engine/rules/ajv.ts";
import { type RawValidate, toContract } from "#engine/rules/contract.ts";
import type { StepSource } from "#engine/schema/types.ts";
import { possibleErrors } from "#studio/rules/rules.ts";
import { type PreviewCase, PreviewCaseReader, type PreviewCases } from "#studio/server/previewCases.ts";

const root = join(import.meta.dirname, "../..");
const catalogue = readCatalogue(join(root, "schemas"));
const products: ProductFiles[] = [...catalogue.products, ...(catalogue.portal ? [catalogue.portal] : [])];

interface Step {
  name: string;
  product: ProductFiles;
  step: string;
  source: StepSource;
  cases: PreviewCase[];
}

const reader = new PreviewCaseReader(join(root, "schemas"), join(root, "fixtures"));
const casesOf = new Map<string, PreviewCases>();
for (const { key } of products) casesOf.set(key, await reader.read(key));

const steps = products.flatMap((product): Step[] => {
  const cases = casesOf.get(product.key) ?? {};
  return Object.entries(stepSources(product, [])).map(([step, source]) => {
    return { name: `${product.key} ${step}`, product, step, source, cases: cases[step] ?? [] };
  });
});

test("every error that a step can show has a case, written or following from its rule", () => {
  const general = casesOf.get("cyber")?.["general-data"]?.map(({ name }) => name);
  expect(general).toContain("follows: /turnover maximum");
  expect(general?.filter((name) => name === "follows: /kvk format")).toEqual([]);
});

test("every step has cases", () => {
  expect(steps.length).toBeGreaterThan(30);
  expect(steps.filter(({ cases }) => cases.length < 2).map(({ name }) => name)).toEqual([]);
});

describe.each(steps)("$name", ({ product, step, source, cases }) => {
  const contract = toContract(createAjv().compile(source.schema) as unknown as RawValidate, step, source);
  const judged = cases.map((testCase) => {
    const context = contextFor({ product }, testCase.context);
    return { testCase, context, errors: contract(testCase.data, context) };
  });

  test("each error that a case gives is among the errors the step can show", () => {
    const unlisted = judged.flatMap(({ testCase, context, errors }) => {
      const listed = possibleErrors(step, source.schema, context);
      const possible = new Set(listed.map(({ error }) => `${general(error.pointer, error.keyword)} ${error.keyword}`));
      return errors
        .filter(({ keyword }) => keyword !== "additionalProperties")
        .map(({ pointer, keyword }) => `${general(pointer, keyword)} ${keyword}`)
        .filter((line) => !possible.has(line))
        .map((line) => `${testCase.name}: ${line}`);
    });
    expect(unlisted).toEqual([]);
  });
});

/** Entries of an array are equivalent. A member that a list does not offer may have any name. */
function general(pointer: string, keyword: string): string {
  const entries = pointer.replace(/\/\d+(?=\/|$)/g, (whole) => (whole.length > 3 ? whole : "/0"));
  return keyword === "propertiesFrom" ? entries.replace(/\/[^/]+$/, "/…") : entries;
}
