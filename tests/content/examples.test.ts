// The example products of fixtures/products: checked with all content, published only on demand, and never offered.
import { mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findOwner } from "#content/check/report.ts";
import { publish } from "#content/publish/publish.ts";
import { allProducts, findExamples, readCatalogue } from "#content/read/catalogue.ts";
import { ContentCopy, FIXTURES, ROOT } from "./support/content.ts";
import { oneCopy } from "./support/oneCopy.ts";

const examples = readdirSync(join(FIXTURES, "products"));
const [key = ""] = examples;
const folder = `fixtures/products/${key}`;
const copy = oneCopy(new ContentCopy("cyber", key));

interface Layout {
  "ui:errors"?: Record<string, { message?: string }>;
  [name: string]: unknown;
}

/** The keys of the messages of each field by its path. */
function* findMessages(layout: Layout, path: string[] = []): Generator<[field: string, key: string]> {
  for (const { message } of Object.values(layout["ui:errors"] ?? {})) if (message) yield [path.join("."), message];
  for (const [name, member] of Object.entries(layout))
    if (!name.startsWith("ui:") && typeof member === "object") yield* findMessages(member as Layout, [...path, name]);
}

const offered = readdirSync(join(ROOT, "schemas/products")).map((name) => join(ROOT, "schemas/products", name));
const folders = [...offered, ...examples.map((name) => join(FIXTURES, "products", name))];

const all = allProducts(readCatalogue(join(ROOT, "schemas"), undefined, findExamples(FIXTURES)));

describe.each(all.filter(({ key }) => key !== "portal").map((product) => [product.key, product] as const))(
  "the words of %s",
  (_key, product) => {
    test.each(["nl", "fr"])(
      "have the unit of a field in its messages, and in the sidebar the names of the form (%s)",
      (language) => {
        const texts = product.texts[language]!.content as Record<string, string>;
        for (const [field, key] of product.steps.flatMap(({ ui }) => [...findMessages(ui.content)])) {
          const unit = texts[`field.${field}.unit`];
          if (unit && texts[key]?.includes("number}"))
            expect.soft(texts[key]).toMatch(new RegExp(`number}[\u00a0 ]?${unit}`));
        }
        const app = JSON.parse(readFileSync(join(ROOT, `src/app/messages/${language}.json`), "utf8"));
        for (const [line, field] of [
          ["insured_amount", "insured_amount"],
          ["own_risk", "deductible_amount"],
        ]) {
          const label = texts[`field.${field}.label`];
          const key = `wizard.sidebar.summary.${line}`;
          if (label) expect.soft(texts[key] ?? app[key]).toBe(label);
        }
      },
    );
  },
);

/** Years that pass while a product is offered. Editions of conditions are older, and are names. */
const PASSING = /\b20(?:[2-9]\d)\b/;

test.each(folders.map((files) => [basename(files), files] as const))(
  "%s names no year that passes",
  (_product, files) => {
    const named = readdirSync(files, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(json|csv)$/.test(file))
      .flatMap((file) => {
        const lines = readFileSync(join(files, file), "utf8").split("\n");
        return lines.filter((line) => PASSING.test(line)).map((line) => `${file}: ${line.trim()}`);
      });
    expect(named).toEqual([]);
  },
);

describe("an example product", () => {
  test("has no finding, not even a note", async () => {
    const all = new ContentCopy(...examples);
    onTestFinished(() => all.remove());
    all.addPortalForms();
    const findings = await all.findings();
    expect(findings.filter((finding) => examples.includes(findOwner(finding)))).toEqual([]);
  });

  test("has its findings at its own files", async () => {
    copy.change(`${folder}/product.json`, (manifest) => {
      manifest.icon = "no-such-icon.svg";
    });
    expect(await copy.errors()).toContainEqual(
      expect.stringMatching(`^${folder}/product.json:\\d+:\\d+: error: /icon`),
    );
  });

  test("is published on demand alone, and is never offered", async () => {
    const { products } = await publish(copy.schemas, copy.out);
    expect(products.map((product) => product.key)).toEqual(["cyber"]);
    const examplesDir = findExamples(copy.fixtures);
    const { products: both } = await publish(copy.schemas, copy.out, { examplesDir });
    expect(both.map(({ key, offered }) => [key, offered])).toEqual([
      ["cyber", true],
      [key, false],
    ]);
  });

  test("is refused when its manifest offers it", async () => {
    copy.change(`${folder}/product.json`, (manifest) => {
      manifest.offered = true;
    });
    expect(await copy.errors()).toContainEqual(expect.stringMatching(/\/offered: an example is never offered/));
  });

  test("is refused under the key of a product", async () => {
    renameSync(copy.path(folder), copy.path("fixtures/products/cyber"));
    const findings = await copy.errors();
    expect(findings).toContainEqual(
      expect.stringMatching(/\/key: there is a product "cyber" in schemas\/products too/),
    );
  });

  test("can be moved among the products: its paths to documents stay", async () => {
    copy.change(`${folder}/product.json`, (manifest) => {
      manifest.documents = { terms_and_conditions: "../cyber/documents/terms-and-conditions.pdf" };
    });
    const before = (await copy.findings()).filter(({ place }) => place.startsWith("/documents/"));
    mkdirSync(dirname(copy.path(`schemas/products/${key}`)), { recursive: true });
    renameSync(copy.path(folder), copy.path(`schemas/products/${key}`));
    const after = (await copy.findings()).filter(
      ({ place, level }) => level === "error" && /^\/documents\//.test(place),
    );
    expect([before, after]).toEqual([[], []]);
  });
});

test("cases need neither a context nor further cases", async () => {
  const [step = ""] = readdirSync(copy.path(`fixtures/steps/${key}`)).filter((name) => {
    const { context, cases } = copy.read(`fixtures/steps/${key}/${name}`);
    return context === undefined && cases === undefined;
  });
  copy.change(`fixtures/steps/${key}/${step}`, (cases) => {
    cases.base = {};
  });
  expect(await copy.errors()).toContainEqual(expect.stringMatching(/\/base: the base should be valid/));
});
