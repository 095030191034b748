import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inOrder } from "#content/check/report.ts";
import { checkTypography } from "#content/check/texts/typography.ts";
import { check } from "#content/check.ts";
import { readCatalogue } from "#content/read/catalogue.ts";
import { readJson } from "#content/read/files/readJson.ts";
import { error, describe as sentence } from "#content/read/findings/finding.ts";
import { Shapes } from "#content/read/shapes.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { ContentCopy, FIXTURES, SCHEMAS } from "./support/content.ts";
import { at, first, fixtures, product } from "./support/faults/fault.ts";

it("finds no error in the current content", async () => {
  const { findings } = await check(SCHEMAS, FIXTURES);
  expect(findings.filter((finding) => finding.level === "error")).toEqual([]);
});

it("finds no sign on a line of its own in the portal's own texts", () => {
  for (const language of LANGUAGES) {
    const file = readJson(join(SCHEMAS, "../src/app/messages", `${language}.json`), SCHEMAS, []);
    expect(file && checkTypography(file)).toEqual([]);
  }
});

it("finds a row of a paper that does not exist, and a language that has no words for papers", () => {
  const schemas = join(mkdtempSync(join(tmpdir(), "papers-")), "schemas");
  cpSync(join(SCHEMAS, "portal"), join(schemas, "portal"), { recursive: true });
  rmSync(join(schemas, "portal/paper-words.fr.json"));
  const order = join(schemas, "portal/papers.json");
  writeFileSync(order, readFileSync(order, "utf8").replace('"per_claim"', '"per_clam"'));
  const { files, findings } = readCatalogue(schemas);
  expect(findings.map(sentence).join("\n")).toContain("schemas/portal/paper-words.fr.json: error: the file is missing");
  const shapes = new Shapes(join(SCHEMAS, "meta"));
  expect(files.flatMap((file) => shapes.check(file)).map(sentence)).toEqual([
    expect.stringMatching(/papers\.json.*\/blocks\/1\/rows\/0: "per_clam".*did you mean "per_claim"\?/),
  ]);
});

it("describes a condition the same way wherever it may be written", () => {
  const described = ["step", "product", "questions", "tariff"].map((kind) => {
    const meta = JSON.parse(readFileSync(join(SCHEMAS, "meta", `${kind}.schema.json`), "utf8"));
    return meta.definitions.condition;
  });
  for (const other of described) expect(other).toEqual(described[0]);
  expect(described[0]).toHaveProperty("properties.anyOf");
});

describe("the check", () => {
  let copy: ContentCopy;
  beforeEach(() => {
    copy = new ContentCopy(first).writeOut();
  });
  afterEach(() => copy.remove());

  it("distinguishes a file that is not written in UTF-8 from a spoiled one, and its accents from its rules", async () => {
    const path = copy.path(`${product}/texts.fr.json`);
    writeFileSync(path, Buffer.from(readFileSync(path, "utf8"), "latin1"));
    expect(await copy.errors()).toEqual([
      expect.stringMatching(/texts\.fr\.json:\d+:\d+: error: the file is not written in UTF-8.*save it as UTF-8/),
    ]);
  });

  it.each([
    ["of two bytes a letter", Buffer.from("\uFEFF{}", "utf16le"), /not written in UTF-8.*saved as UTF-16$/],
    ["of nothing", Buffer.from("\n"), /:1:1: error: the file is empty; .*, or put it back$/],
  ])("says what a file is %s", async (_what, bytes, says) => {
    writeFileSync(copy.path(`${product}/texts.fr.json`), bytes);
    expect(await copy.errors()).toEqual([expect.stringMatching(says)]);
  });

  it("reports which journeys an offered product lacks, and why", async () => {
    const folder = copy.path("fixtures/journeys");
    for (const name of readdirSync(folder)) if (name.includes("editQuote-declined")) rmSync(join(folder, name));
    expect(await copy.errors()).toEqual([
      expect.stringMatching(
        /\/flows: 1 journey is lacking, one for every way in which a flow can end: editQuote declined/,
      ),
    ]);
  });

  it("reports which file is missing", async () => {
    rmSync(copy.path(`${product}/request.ui.json`));
    expect((await copy.errors()).join("\n")).toMatch(/request\.ui\.json: error: the file is missing; add it/);
  });

  it.each([
    ["general-data.schema.JSON", "general-data.schema.json"],
    ["General_Data.schema.json.txt", "general-data.schema.json"],
    ["texts.NL.json", "texts.nl.json"],
  ])("says of %s that it is %s by another name", async (name, meant) => {
    renameSync(copy.path(`${product}/${meant}`), copy.path(`${product}/${name}`));
    const sentence = `${product}/${meant}: error: the file is missing; give "${name}" this name`;
    expect(await copy.errors()).toContain(sentence);
  });

  it("reports what a file with a misspelt name was meant to be", async () => {
    renameSync(copy.path("schemas/rates/rates.json"), copy.path("schemas/rates/rate.json"));
    renameSync(copy.path(`${product}/request.ui.json`), copy.path(`${product}/request.iu.json`));
    const causes = (await copy.errors()).join("\n");
    expect(causes).toMatch(/rate\.json.*did you mean "rates\.json"\?/);
    expect(causes).toMatch(/request\.iu\.json.*did you mean "request\.ui\.json"\?/);
  });

  it("notes the files of a step that the manifest does not name", async () => {
    const names = ["forgotten.schema.json", "forgotten.ui.json"];
    for (const name of names)
      cpSync(copy.path(name.replace("forgotten", `${product}/request`)), copy.path(`${product}/${name}`));
    const unread = (await copy.findings()).filter(({ sentence }) => sentence === "nothing reads this file");
    expect(unread.map(({ file, level }) => [file, level]).sort()).toEqual(
      names.map((name) => [`${product}/${name}`, "note"]),
    );
  });

  it("reports a case before the journeys, which start from its base", () => {
    const files = ["fixtures/journeys/a.json", "fixtures/steps/z/a.json", "schemas/z.json", "schemas/rates/rates.json"];
    const sorted = inOrder(files.map((file) => error(file, "", "wrong", "correct it"))).map(({ file }) => file);
    expect(sorted).toEqual(["schemas/rates/rates.json", "schemas/z.json", "fixtures/steps/z/a.json", files[0]]);
  });

  it("reports the rules of a step before its layout, and Dutch texts before French ones", () => {
    const files = ["cover.schema.json", "cover.ui.json", "texts.nl.json", "texts.fr.json"];
    const sorted = inOrder(files.toReversed().map((name) => error(`${product}/${name}`, "", "wrong", "correct it")));
    expect(sorted.map(({ file }) => file.split("/").at(-1))).toEqual(files);
  });

  describe("ends at the cause", () => {
    const schema = `${product}/general-data.schema.json`;

    it("of a misspelt keyword, and runs no case and no journey", async () => {
      copy.change(schema, (c) => {
        const revenue = at(c, "properties.revenue");
        Object.assign(revenue, { maximun: revenue.maximum });
        delete revenue.maximum;
      });
      const { findings, summary } = await copy.check.run();
      expect(findings.map(({ hint, stage }) => [hint, stage])).toEqual([['did you mean "maximum"?', "reads"]]);
      expect(summary).toContain(" 0 cases,");
    });

    it("of a path in a sum: it does not exist, before what kind of value it has", async () => {
      copy.change(schema, (c) =>
        Object.assign(at(c, "properties.revenue"), {
          holds: { positive: { atLeast: [{ sum: [".revenu", ".revenue"] }, { sum: [".revenue", 0.5] }] } },
        }),
      );
      expect(await copy.errors()).toEqual([
        expect.stringMatching(/"\.revenu" is not an answer; did you mean "revenue"/),
      ]);
    });

    it("of a misspelt reference: itself, not what is not known of its field then", async () => {
      copy.write(schema, readFileSync(copy.path(schema), "utf8").replace("definitions/kvk", "definitions/kvkk"));
      expect(await copy.errors()).toEqual([expect.stringMatching(/properties\/kvk\/\$ref: .* points to nothing/)]);
    });

    it("of a shared field: there, not in every step that takes it over", async () => {
      copy.change("schemas/shared/fields.schema.json", (c) =>
        Object.assign(at(c, "definitions.city"), { prefill: { from: ["relation.city"], locked: "register" } }),
      );
      expect(await copy.errors()).toEqual([expect.stringMatching(/fields\.schema\.json:.*which does not fill it/)]);
    });

    it("of a misspelt member that must be there: its name, not that it is missing", async () => {
      copy.change(`${product}/tariff.json`, (c) => {
        c.referense = c.reference;
        delete c.reference;
      });
      expect(await copy.errors()).toEqual([expect.stringMatching(/"referense" is not known.*"reference"\?/)]);
    });

    it("of texts that are not valid JSON: one cause, and no reference to another file", async () => {
      copy.write(`${product}/texts.nl.json`, "{");
      expect(await copy.errors()).toHaveLength(1);
    });

    it("of shared fields that are no JSON: one cause", async () => {
      copy.write("schemas/shared/fields.schema.json", "{");
      expect(await copy.errors()).toHaveLength(1);
    });

    it("of a rate that is lacking: one cause, not the amounts of every journey", async () => {
      copy.change("schemas/rates/rates.json", (c) => delete at(c, "instalment_surcharges")["3"]);
      expect((await copy.errors()).map((line) => line.split(":")[0])).toEqual(["schemas/rates/rates.json"]);
    });

    it("of a renamed field: the first place that names it, not the cases that use it", async () => {
      copy.write(schema, readFileSync(copy.path(schema), "utf8").replaceAll('"revenue"', '"income"'));
      const errors = await copy.errors();
      expect(errors.length).toBeLessThanOrEqual(3);
      expect(errors[0]).toContain('"revenue" is not a field');
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
  it("gives findings and never a crash, whatever a file contains", async () => {
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

it("reports a code that two products have at both of them", async () => {
  const copy = new ContentCopy("cyber", "edi").writeOut();
  try {
    copy.change("schemas/products/edi/product.json", (manifest) => Object.assign(manifest, { codes: ["EDI", "CYB"] }));
    const causes = (await copy.errors()).filter((line) => line.includes("too; give one of them a code of its own"));
    expect(causes).toEqual([
      expect.stringMatching(/cyber\/product\.json:\d+:\d+: error: \/codes\/0: "CYB" is a code of edi too/),
      expect.stringMatching(/edi\/product\.json:\d+:\d+: error: \/codes\/1: "CYB" is a code of cyber too/),
    ]);
  } finally {
    copy.remove();
  }
});

it("reports an amount that differs from the insured one", async () => {
  const copy = new ContentCopy("cyber").writeOut();
  try {
    copy.change("schemas/products/cyber/tariff.json", ({ main }) => {
      (main as { options: JsonObject[] }).options[1]!.insured_amount = 5_000_000;
    });
    expect(await copy.errors()).toContainEqual(
      expect.stringMatching(
        /main\/options\/1\/insured_amount: whoever chooses 500000 would be insured for 5000000; make/,
      ),
    );
  } finally {
    copy.remove();
  }
});

it("reports a fixture in the wrong place", async () => {
  const copy = new ContentCopy(first).writeOut();
  try {
    mkdirSync(copy.path("fixtures/steps/elsewhere"));
    renameSync(copy.path(`${fixtures}/request.json`), copy.path("fixtures/steps/elsewhere/request.json"));
    expect(await copy.errors()).toEqual([expect.stringContaining("it is in the folder elsewhere; move it to")]);
  } finally {
    copy.remove();
  }
});
