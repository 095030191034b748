import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { check } from "#content/check.ts";
import { isError } from "#content/finding.ts";
import { publish } from "#content/publish.ts";
import { writeJourneys } from "#content/writeJourneys.ts";
import { ContentCopy, FIXTURES, SCHEMAS } from "./support/content.ts";
import { boundFaults } from "./support/faults/boundFaults.ts";
import { caseFaults } from "./support/faults/caseFaults.ts";
import { controlFaults } from "./support/faults/controlFaults.ts";
import { at, type Fault, first, fixtures, product } from "./support/faults/fault.ts";
import { layoutFaults } from "./support/faults/layoutFaults.ts";
import { manifestFaults } from "./support/faults/manifestFaults.ts";
import { materialFaults } from "./support/faults/materialFaults.ts";
import { schemaFaults } from "./support/faults/schemaFaults.ts";
import { tariffFaults } from "./support/faults/tariffFaults.ts";

it("finds no error in the content as it stands", async () => {
  const { findings } = await check(SCHEMAS, FIXTURES);
  expect(findings.filter((finding) => finding.level === "error")).toEqual([]);
});

/** One mistake may concern several places, but is never hidden among its consequences. */
const MOST_CAUSES = 6;

const faults: Fault[] = [
  ...boundFaults,
  ...controlFaults,
  ...tariffFaults,
  ...manifestFaults,
  ...schemaFaults,
  ...layoutFaults,
  ...materialFaults,
  ...caseFaults,
];

describe("the check", () => {
  let copy: ContentCopy;
  beforeEach(() => {
    copy = new ContentCopy(first);
  });
  afterEach(() => copy.remove());

  it.each(faults)("finds %s", async (_name, file, change, expected) => {
    copy.change(file, change);
    const causes = await copy.causes();
    expect(causes.join("\n")).toMatch(expected);
    const tried = causes.filter((line) => !line.includes("no test case breaks"));
    expect(tried.length, tried.join("\n")).toBeLessThanOrEqual(MOST_CAUSES);
  });

  it("says where a file is no JSON", async () => {
    copy.write(`${product}/texts.nl.json`, '{\n  "name": "Naam",\n  "title": "Titel",,\n}');
    expect((await copy.errors()).join("\n")).toMatch(/texts\.nl\.json: line 3, column \d+: this is no valid JSON/);
  });

  it("tells a file that is not written in UTF-8 from a spoiled one, and its accents from its rules", async () => {
    const path = copy.path(`${product}/texts.fr.json`);
    writeFileSync(path, Buffer.from(readFileSync(path, "utf8"), "latin1"));
    expect(await copy.causes()).toEqual([
      expect.stringMatching(
        /texts\.fr\.json: line \d+, column \d+: the file is not written in UTF-8.*save it as UTF-8/,
      ),
    ]);
  });

  it("tells a key that is there twice", async () => {
    const path = `${product}/general-data.ui.json`;
    const text = readFileSync(copy.path(path), "utf8");
    copy.write(path, text.replace(/\}\s*$/, ', "kvk": { "ui:widget": "text" } }'));
    expect(await copy.causes()).toEqual([
      expect.stringMatching(
        /general-data\.ui\.json: line \d+, column \d+: "kvk" is there twice; only the last one counts/,
      ),
    ]);
  });

  it("says which journeys an offered product lacks, and why", async () => {
    const folder = copy.path("fixtures/journeys");
    for (const name of readdirSync(folder)) if (name.includes("editQuote-declined")) rmSync(join(folder, name));
    expect(await copy.causes()).toEqual([
      expect.stringMatching(
        /\/flows: 1 journey is lacking, one for every way in which a flow can end: editQuote declined/,
      ),
    ]);
  });

  it("says which file is missing", async () => {
    rmSync(copy.path(`${product}/request.ui.json`));
    expect((await copy.errors()).join("\n")).toMatch(/request\.ui\.json: whole file: the file is missing; add it/);
  });

  describe("lists the cause and counts what follows", () => {
    const count = async () => {
      const errors = (await copy.findings()).filter(isError);
      return [errors.filter(({ follows }) => !follows).length, errors.filter(({ follows }) => follows).length];
    };
    const schema = `${product}/general-data.schema.json`;

    it("of a misspelt keyword: one cause, its cases and journeys follow", async () => {
      copy.change(schema, (c) => Object.assign(at(c, "properties.revenue"), { maximun: 1 }));
      const findings = await copy.findings();
      const [cause, ...others] = findings.filter((finding) => isError(finding) && !finding.follows);
      expect([cause?.hint, others]).toEqual(['did you mean "maximum"?', []]);
      expect(findings.filter(({ follows }) => follows).length).toBeGreaterThan(20);
      expect(findings.filter(({ sentence }) => sentence.includes("uses this text"))).toEqual([]);
    });

    it("of texts that are no JSON: one cause, and nobody is sent to another file", async () => {
      copy.write(`${product}/texts.nl.json`, "{");
      expect(await count()).toEqual([1, 0]);
    });

    it("of shared fields that are no JSON: one cause", async () => {
      copy.write("schemas/shared/fields.schema.json", "{");
      expect((await count())[0]).toBe(1);
    });

    it("of a new question: the base of its cases lacks the answer, all else follows", async () => {
      copy.change(`${product}/questions.json`, (c) => {
        const questions = c.acceptance_questions as { id: string | number }[];
        questions.push({ ...questions[0]!, id: "new_question" });
      });
      const [causes, followers] = await count();
      expect(causes).toBe(1);
      expect(followers).toBeGreaterThan(10);
    });

    it("of a renamed field: the places that name it, not the cases that use it", async () => {
      copy.write(schema, readFileSync(copy.path(schema), "utf8").replaceAll('"revenue"', '"income"'));
      const causes = await copy.causes();
      expect(causes.filter((line) => line.startsWith("fixtures/"))).toEqual([]);
      expect(causes.length).toBeLessThan(12);
      expect((await count())[1]).toBeGreaterThan(20);
    });
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
  });

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
        for (const name of readdirSync(directory).filter((one) => one.endsWith(".json"))) {
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
        /\/codes: "CYB" is a code of cyber too; give one of them a code/,
      );
      copy.change("schemas/products/drones/product.json", (manifest) => {
        Object.assign(manifest, { codes: ["DRN"], placeholder_codes: ["DRN"], offered: false });
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
      const notes = (await copy.findings()).filter(({ level }) => level === "note").map(({ sentence }) => sentence);
      expect(notes.join()).toMatch(
        /13 journeys are lacking, one for every way in which a flow can end: newRequest quotation/,
      );
      expect(writeJourneys(copy.schemas, copy.fixtures, "drones")).toHaveLength(13);
      expect(await copy.errors()).toEqual([]);
      expect(writeJourneys(copy.schemas, copy.fixtures, "drones")).toEqual([]);
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
