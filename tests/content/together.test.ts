// What no single file shows: a rate that all products share, files that are not read or that declare another kind, the
// name of a product in lists.
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { describe as sentence } from "#content/read/findings/finding.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ContentCopy } from "./support/content.ts";
import { at, first, product } from "./support/faults/fault.ts";

const RATES = "schemas/rates/rates.json";

describe("a rate that is wrong for every product", () => {
  let copy: ContentCopy;
  beforeEach(() => {
    copy = new ContentCopy("cyber", "edi").writeOut();
  });
  afterEach(() => copy.remove());

  it("is reported once, at its place, with an amount that differs because of it", async () => {
    copy.change(RATES, (c) => Object.assign(at(c, "insurance_tax.NL.readings.standard.3"), { percentage: 12 }));
    expect(await copy.errors()).toEqual([
      expect.stringMatching(
        /^schemas\/rates\/rates\.json:\d+:\d+: error: \/insurance_tax\/NL\/readings\/standard\/3: with tax 12 % the amounts of 2 products differ .*; correct it, or the amounts; the first is in fixtures\/journeys\/\S+: tax should be \d+\.\d\d and is /,
      ),
    ]);
  });

  it("is one mistake too where texts repeat it", async () => {
    copy.change(RATES, (c) => Object.assign(at(c, "instalment_surcharges"), { 3: 4 }));
    expect(await copy.errors()).toEqual([
      expect.stringContaining(
        '/instalment_surcharges/3: the rate is 4 %, and the texts of cyber, edi say 3 %; correct it, or write 4 at "quarterly"',
      ),
    ]);
  });

  it("is not to blame for a price of one product", async () => {
    copy.change("schemas/products/cyber/tariff.json", (c) => Object.assign(at(c, "main.options.0"), { price: 391 }));
    expect(await copy.errors()).toEqual([expect.stringContaining("use main (tariff.json /main/options/0)")]);
  });
});

it("a new step without cases is one mistake, and no journey's", async () => {
  const copy = new ContentCopy("cyber").writeOut();
  const cyber = "schemas/products/cyber";
  const sidebar = { why: "closed", premium: "open", request: "closed", send: [] };
  copy.change(`${cyber}/product.json`, (c) =>
    (c.steps as JsonObject[]).splice(2, 0, { key: "building", kind: "form", sidebar }),
  );
  copy.write(`${cyber}/building.schema.json`, {
    ...{ $schema: "../../meta/step.schema.json", $id: "urn:portal:cyber:building", type: "object" },
    ...{ properties: { area: { type: "integer", minimum: 10, maximum: 400 } }, required: ["area"] },
    additionalProperties: false,
  });
  copy.write(`${cyber}/building.ui.json`, { "ui:order": ["*"], area: { "ui:widget": "integer" } });
  for (const language of ["nl", "fr"])
    copy.change(`${cyber}/texts.${language}.json`, (c) =>
      Object.assign(c, { "step.building.title": "T", "step.building.intro": "T.", "building.area.label": "T" }),
    );
  const causes = await copy.errors();
  copy.remove();
  expect(causes).toEqual([expect.stringContaining("building.schema.json:1:1: error: the step has no test cases")]);
});

it("a step whose earlier step is refused names that one", async () => {
  const copy = new ContentCopy("cyber").writeOut();
  copy.change("fixtures/journeys/cyber-newRequest-refused-above-the-highest-turnover.json", (c) =>
    (c.steps as JsonObject[]).push({ step: "coverage-choice", from: "base" }),
  );
  const causes = await copy.errors();
  copy.remove();
  expect(causes).toEqual([
    expect.stringMatching(
      /general-data comes before it and is not answered well; answer general-data in a step before/,
    ),
  ]);
});

describe("a note reports", () => {
  const copy = new ContentCopy(first).writeOut();
  copy.addPortalForms();
  afterAll(() => copy.remove());
  const notes = async () => (await copy.findings()).filter(({ level }) => level === "note").map(sentence);

  it.each([
    ["a table", "turnover.csv", 'write { "csv": … } with its name where its rows belong'],
    ["a document", "documents/old-terms.pdf", "name it in documents of product.json"],
    ["a drawing", "icon.svg", 'name it in "icon" of product.json'],
    ["a step", "more.ui.json", "add its step to product.json"],
  ])("%s that nothing names that nothing reads it", async (_what, name, hint) => {
    writeFileSync(copy.path(`${product}/${name}`), '{ "ui:order": ["*"] }');
    const says = (await notes())
      .filter((line) => line.startsWith(`${product}/${name}:`))
      .map((line) => line.split(" note: ")[1]);
    expect(says).toEqual([`nothing reads this file; ${hint}, or remove the file`]);
  });

  it("texts that are no JSON nothing more than that: they are not to be removed", async () => {
    const path = `${product}/texts.fr.json`;
    const text = readFileSync(copy.path(path), "utf8");
    writeFileSync(copy.path(path), text.replace("{", ""));
    const findings = (await copy.findings()).filter(({ file }) => file === path);
    writeFileSync(copy.path(path), text);
    expect(findings.map(({ level }) => level)).toEqual(["error"]);
  });

  it("a document of all products that none of them names", async () => {
    const path = "schemas/shared/documents/old.pdf";
    writeFileSync(copy.path(path), "%PDF-1.4");
    expect((await notes()).join("\n")).toContain(`${path}: note: nothing reads this file`);
  });

  it.each([
    [`${product}/tariff.json`, "../../meta/product.schema.json", "../../meta/tariff.schema.json"],
    [RATES, "../../meta/rates.schema.json", "../meta/rates.schema.json"],
    [
      `fixtures/steps/${first}/general-data.json`,
      "../../../schemas/meta/journey.schema.json",
      "../../../schemas/meta/fixture.schema.json",
    ],
  ])("%s what an editor takes it for", async (file, $schema, right) => {
    const before = copy.read(file);
    copy.write(file, { ...before, $schema });
    expect((await notes()).join("\n")).toContain(
      `note: /$schema: an editor takes this for what "${$schema}" describes; write "${right}"`,
    );
    copy.write(file, before);
  });

  it("a field that is in no section where it is drawn, unless it is hidden", async () => {
    const file = `${product}/general-data.ui.json`;
    const says = "/revenue: revenue is in no section, so it is drawn below all of them";
    copy.change(file, (c) => Object.assign(at(c, "ui:options.sections.1"), { fields: ["kvk"] }));
    expect((await notes()).join("\n")).toContain(says);
    copy.change(file, (c) => Object.assign(at(c, "revenue"), { "ui:widget": "hidden" }));
    expect((await notes()).join("\n")).not.toContain(says);
  });
});

describe("a file or member where it is not looked for", () => {
  let copy: ContentCopy;
  beforeEach(() => {
    copy = new ContentCopy("cyber").writeOut();
  });
  afterEach(() => copy.remove());
  const put = (from: string, to: string) => cpSync(copy.path(from), copy.path(to), { recursive: true });
  const cyber = "schemas/products/cyber";

  it.each([
    [cyber, "schemas/glass", "schemas/glass: error: nothing reads this folder; move it to schemas/products"],
    ["schemas/rates", "schemas/rate", 'schemas/rate: error: nothing reads this folder; did you mean "rates"?'],
    [
      cyber,
      "schemas/products/new/glass",
      "schemas/products/new/glass: error: the product is a folder too deep; move glass to schemas/products",
    ],
    [
      `${cyber}/tariff.json`,
      "schemas/products/tariff.json",
      "schemas/products/tariff.json:1:1: error: nothing reads a file at this place; move it into the folder of its product, or remove it",
    ],
    [
      "fixtures/steps/cyber/acceptance.json",
      "fixtures/acceptance.json",
      "fixtures/acceptance.json: error: nothing reads a file at this place; move it to the folder where it belongs, one of journeys, portfolio, products, steps, or remove it",
    ],
    ["fixtures/steps", "fixtures/step", 'fixtures/step: error: nothing reads this folder; did you mean "steps"?'],
  ])("%s at %s", async (from, to, says) => {
    put(from, to);
    expect(await copy.errors()).toEqual([says]);
  });

  it("is one note of a folder that was copied by hand", async () => {
    for (const name of readdirSync(copy.path(cyber)).filter((entry) => entry.endsWith(".schema.json")))
      copy.change(`${cyber}/${name}`, (c) => Object.assign(c, { $id: String(c.$id).replace("cyber", "glass") }));
    const notes = (await copy.findings()).filter(({ place }) => place === "/$id");
    expect(notes.length).toBe(1);
  });
});

describe("words that were copied", () => {
  const copy = new ContentCopy(first).writeOut();
  afterAll(() => copy.remove());
  const notes = async () => (await copy.findings()).filter(({ level }) => level === "note").map(sentence);

  it("are a note in a file of texts, in a question, and as a whole question", async () => {
    const intro = "step.general-data.intro";
    const written = copy.read(`${product}/texts.nl.json`)[intro];
    copy.change(`${product}/texts.fr.json`, (c) => Object.assign(c, { [intro]: written }));
    copy.change(`${product}/questions.json`, (c) => {
      const [first, second] = c.acceptance_questions as JsonObject[];
      Object.assign(at(c, "acceptance_questions.2.question_text"), {
        fr: at(c, "acceptance_questions.2.question_text").nl,
      });
      Object.assign(second!, { question_text: first!.question_text });
    });
    const says = (await notes()).map((line) => line.replace(/:\d+:\d+: note/, ""));
    expect(says).toContain(`${product}/texts.fr.json: /${intro}: the text is that of the language nl; translate it`);
    expect(says).toContain(
      `${product}/questions.json: /acceptance_questions/2/question_text/fr: the text is that of the language nl; translate it`,
    );
    const { id } = at(copy.read(`${product}/questions.json`), "acceptance_questions.0");
    expect(says).toContain(
      `${product}/questions.json: /acceptance_questions/1/question_text: it asks the same as question ${id}; write its own words`,
    );
  });

  it("names, codes and values may be the same", async () => {
    const other = new ContentCopy("edi").writeOut();
    const untranslated = (await other.findings()).filter((finding) => finding.hint === "translate it");
    other.remove();
    expect(untranslated).toEqual([]);
  });
});

it.each(["<b>", "</b>", "&nbsp;", "&#39;", "**"])("%s in a text is shown unchanged", async (sign) => {
  const copy = new ContentCopy("cyber").writeOut();
  copy.change("schemas/products/cyber/texts.nl.json", (c) => Object.assign(c, { title: `Cyber ${sign} verzekering` }));
  const causes = await copy.errors();
  copy.remove();
  expect(causes).toEqual([
    expect.stringContaining(`/title: "${sign}" is shown literally; write the words and signs themselves`),
  ]);
});

describe("the name of a product in lists", () => {
  const copy = new ContentCopy(first).writeOut();
  copy.addPortalForms();
  const words = "schemas/portal/words.fr.json";
  const before = copy.read(words);
  const name = String(copy.read(`${product}/texts.nl.json`).name);
  const shown = String(copy.read(`${product}/texts.fr.json`).name);
  afterAll(() => copy.remove());

  it.each(["", " (180)"])('that has no translation with "%s" is an error', async (end) => {
    const { [name + end]: _gone, ...rest } = before;
    copy.write(words, { ...rest, [`${name}s${end}`]: shown + end });
    expect((await copy.findings()).find(({ file }) => file === words)?.product, "told with --product").toBe(first);
    expect(await copy.errors()).toEqual([
      `${words}:1:1: error: "${name}${end}" has no translation, so lists name the product in Dutch; write "${name}${end}": "${shown}${end}"`,
    ]);
  });

  it("that is not the product's own is an error", async () => {
    copy.write(words, { ...before, [name]: "Autre" });
    expect(await copy.errors()).toEqual([
      expect.stringContaining(`lists say "Autre" for "${name}", and the product's own name is "${shown}"`),
    ]);
  });
});
