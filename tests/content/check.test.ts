import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { check } from "#content/check.ts";
import { publish } from "#content/publish.ts";
import { ContentCopy, FIXTURES, SCHEMAS } from "./support/content.ts";
import { caseFaults } from "./support/faults/caseFaults.ts";
import { type Fault, first, fixtures, product } from "./support/faults/fault.ts";
import { layoutFaults } from "./support/faults/layoutFaults.ts";
import { manifestFaults } from "./support/faults/manifestFaults.ts";
import { materialFaults } from "./support/faults/materialFaults.ts";
import { schemaFaults } from "./support/faults/schemaFaults.ts";

it("finds no error in the content as it stands", async () => {
  const { findings } = await check(SCHEMAS, FIXTURES);
  expect(findings.filter((finding) => finding.level === "error")).toEqual([]);
}, 30_000);

const faults: Fault[] = [...manifestFaults, ...schemaFaults, ...layoutFaults, ...materialFaults, ...caseFaults];

describe("the check", () => {
  let copy: ContentCopy;
  beforeEach(() => {
    copy = new ContentCopy(first);
  });
  afterEach(() => copy.remove());

  it.each(faults)("finds %s", async (_name, file, change, expected) => {
    copy.change(file, change);
    expect((await copy.errors()).join("\n")).toMatch(expected);
  });

  it("says where a file is no JSON", async () => {
    copy.write(`${product}/texts.nl.json`, '{\n  "name": "Naam",\n  "title": "Titel",,\n}');
    expect((await copy.errors()).join("\n")).toMatch(/texts\.nl\.json: line 3, column \d+: this is no valid JSON/);
  });

  it("says which file is missing", async () => {
    rmSync(copy.path(`${product}/request.ui.json`));
    expect((await copy.errors()).join("\n")).toMatch(/request\.ui\.json: whole file: the file is missing; add it/);
  });

  const HOSTILE = [
    "",
    "null",
    "0",
    "{",
    "{}",
    '{"$schema": 3}',
    '{"steps": [null, 3]}',
    "\u0000",
    '{"__proto__": {"steps": []}}',
    "[".repeat(5000),
  ];
  it("gives findings and never a crash, whatever stands in a file", async () => {
    const files = ["product.json", "general-data.schema.json", "general-data.ui.json", "tariff.json"];
    for (const name of files) {
      const original = readFileSync(copy.path(`${product}/${name}`), "utf8");
      for (const content of HOSTILE) {
        copy.write(`${product}/${name}`, content);
        expect((await copy.errors()).length, `${name}: ${content.slice(0, 30)}`).toBeGreaterThan(0);
      }
      copy.write(`${product}/${name}`, original);
    }
  }, 60_000);

  it("gives findings for hostile fixtures too", async () => {
    for (const content of HOSTILE) {
      copy.write(`${fixtures}/general-data.json`, content);
      expect((await copy.errors()).length).toBeGreaterThan(0);
    }
  });
});

describe("a new product", () => {
  it("is a folder of JSON: copied, renamed, checked and published without a line of code", async () => {
    const copy = new ContentCopy("cyber");
    try {
      for (const root of ["schemas/products", "fixtures/steps"])
        cpSync(copy.path(`${root}/cyber`), copy.path(`${root}/drones`), { recursive: true });
      const rename = (directory: string) => {
        for (const name of readdirSync(directory)) {
          const path = join(directory, name);
          writeFileSync(
            path,
            readFileSync(path, "utf8").replaceAll("cyber:", "drones:").replaceAll('"cyber"', '"drones"'),
          );
        }
      };
      rename(copy.path("schemas/products/drones"));
      rename(copy.path("fixtures/steps/drones"));
      copy.change("schemas/products/drones/general-data.schema.json", (schema) => {
        Object.assign(schema.properties as object, { drones: { type: "integer", minimum: 1, maximum: 99 } });
      });
      copy.change("schemas/products/drones/general-data.ui.json", (ui) => {
        Object.assign(ui, { drones: { "ui:widget": "integer" } });
      });
      for (const language of ["nl", "fr"]) {
        copy.change(`schemas/products/drones/texts.${language}.json`, (texts) => {
          texts["field.drones.label"] = "Drones";
        });
      }
      expect((await copy.errors()).join("\n")).toMatch(
        /\/codes: "CYB" is a code of cyber too; give the product a code/,
      );
      copy.change("schemas/products/drones/product.json", (manifest) => {
        Object.assign(manifest, { codes: ["DRN"], placeholder_codes: ["DRN"] });
      });
      copy.change("schemas/products/drones/tariff.json", (tariff) => {
        Object.assign(tariff, { product_code: { default: "DRN" } });
      });
      expect((await copy.errors()).join("\n")).toMatch(/properties\/drones\/maximum: no test case breaks this rule/);
      copy.change("fixtures/steps/drones/general-data.json", (fixture) => {
        const wrong = (value: unknown, rule: string) => ({
          name: `drones ${value}`,
          set: { "/drones": value },
          expect: [["/drones", rule]],
        });
        const right = (value: number) => ({ name: `drones ${value}`, set: { "/drones": value }, expect: "valid" });
        (fixture.cases as unknown[]).push(wrong(0, "minimum"), wrong(100, "maximum"), wrong("x", "type"));
        (fixture.cases as unknown[]).push(right(1), right(99));
      });
      expect(await copy.errors()).toEqual([]);
      const index = await publish(copy.schemas, copy.out);
      expect(index.products.map((entry) => entry.key)).toContain("drones");
    } finally {
      copy.remove();
    }
  });
});

it("tells a fixture in the wrong place", async () => {
  const copy = new ContentCopy(first);
  try {
    mkdirSync(copy.path("fixtures/steps/elsewhere"));
    renameSync(copy.path(`${fixtures}/request.json`), copy.path("fixtures/steps/elsewhere/request.json"));
    expect((await copy.errors()).join("\n")).toMatch(/the file stands in another place/);
  } finally {
    copy.remove();
  }
});
