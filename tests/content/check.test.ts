// What no change of one file shows: content as it is, files that are missing, misnamed, misplaced or hostile, and what two files or two
// products have together.
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inOrder } from "#content/check/report.ts";
import { checkTypography } from "#content/check/texts/typography.ts";
import { check } from "#content/check.ts";
import { readCatalogue } from "#content/read/catalogue.ts";
import { readJson } from "#content/read/files/readJson.ts";
import { error, isError, describe as sentence } from "#content/read/findings/finding.ts";
import { Shapes } from "#content/read/shapes.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import { ContentCopy, FIXTURES, SCHEMAS } from "./support/content.ts";
import * as fault from "./support/faults/fault.ts";
import { assign, at, fixtures, product, rates, set } from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";

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

const copy = oneCopy(ContentCopy.tiny());
const notes = async () => (await copy.findings()).filter(({ level }) => level === "note").map(sentence);
const move = (from: string, to: string) => renameSync(copy.path(from), copy.path(to));
const put = (from: string, to: string) => cpSync(copy.path(from), copy.path(to), { recursive: true });

it("orders findings: a case before the journeys, rules before layout, Dutch texts before French ones", () => {
  const files = ["schemas/rates/rates.json", "schemas/z.json", "fixtures/steps/z/a.json", "fixtures/journeys/a.json"];
  const parts = ["cover.schema.json", "cover.ui.json", "texts.nl.json", "texts.fr.json"].map(
    (name) => `schemas/a/${name}`,
  );
  for (const ordered of [files, parts]) {
    const sorted = inOrder(ordered.toReversed().map((file) => error(file, "", "wrong", "correct it")));
    expect(sorted.map(({ file }) => file)).toEqual(ordered);
  }
});

describe("a file", () => {
  const french = `${product}/texts.fr.json`;
  const spoil = (content: string | Buffer, file = french) => writeFileSync(copy.path(file), content);

  it.each<[name: string, act: () => void, errors: RegExp[]]>([
    [
      "in another encoding",
      () => spoil(Buffer.from(readFileSync(copy.path(french), "utf8"), "latin1")),
      [/texts\.fr\.json:\d+:\d+: error: the file is not written in UTF-8.*save it as UTF-8/],
    ],
    [
      "of two bytes a letter",
      () => spoil(Buffer.from("\uFEFF{}", "utf16le")),
      [/not written in UTF-8.*saved as UTF-16$/],
    ],
    ["of nothing", () => spoil("\n"), [/:1:1: error: the file is empty; .*, or put it back$/]],
    ["of shared fields that is no JSON", () => spoil("{", fault.sharedFields), [/fields\.schema\.json/]],
    [
      "that is missing",
      () => rmSync(copy.path(fault.requestLayout)),
      [/request\.ui\.json: error: the file is missing; add it/],
    ],
    ...["general-data.schema.JSON", "General_Data.schema.json.txt"].map((name): [string, () => void, RegExp[]] => [
      `named ${name}`,
      () => move(fault.general, `${product}/${name}`),
      [RegExp(`general-data.schema.json: error: the file is missing; give "${name}" this name`)],
    ]),
    [
      "with a misspelt name, and one with a misspelt ending",
      () => [move(rates, "schemas/rates/rate.json"), move(fault.requestLayout, `${product}/request.iu.json`)],
      [/rate\.json.*did you mean "rates\.json"\?/, /request\.iu\.json.*did you mean "request\.ui\.json"\?/],
    ],
    [
      "of cases in the folder of no product",
      () => [
        put(`${fixtures}/request.json`, "fixtures/steps/elsewhere/request.json"),
        rmSync(copy.path(`${fixtures}/request.json`)),
      ],
      [/it is in the folder elsewhere; move it to/],
    ],
    [
      "of a journey to an end of a flow, taken away",
      () => rmSync(copy.path(`${fault.journeys}-editQuote-declined-by-an-answer-that-leads-to-dropout.json`)),
      [/\/flows: the product lacks 1 journey, one for every way in which a flow can end: editQuote declined/],
    ],
    [
      "of relations that is not a list",
      () => copy.write("fixtures/portfolio/relations.json", { rows: [] }),
      [
        /^fixtures\/portfolio\/relations\.json:1:1: error: the file must hold one list; start it with \[ and end it with \]$/,
      ],
    ],
  ])("%s", async (_name, act, errors) => {
    act();
    const lines = await copy.errors();
    for (const says of errors) expect(lines).toContainEqual(expect.stringMatching(says));
    expect(lines.length).toBeLessThanOrEqual(3);
  });

  it.each([
    [product, "schemas/glass", ": nothing reads this folder; move it to schemas/products"],
    ["schemas/rates", "schemas/rate", ': nothing reads this folder; did you mean "rates"?'],
    [product, "schemas/products/new/glass", ": the product is a folder too deep; move glass to schemas/products"],
    [
      fault.tariff,
      "schemas/products/tariff.json",
      ": nothing reads a file at this place; move it into the folder of its product, or remove it",
    ],
    [
      `${fixtures}/acceptance.json`,
      "fixtures/acceptance.json",
      ": nothing reads a file at this place; move it to the folder where it belongs, one of journeys, portfolio, products, steps, or remove it",
    ],
    ["fixtures/steps", "fixtures/step", ': nothing reads this folder; did you mean "steps"?'],
  ])("%s at %s is not looked for there", async (from, to, says) => {
    put(from, to);
    expect((await copy.errors()).map((line) => line.replace(/^(\S+?)(?::1:1)?: error/, "$1"))).toEqual([to + says]);
  });

  it.each([
    ["turnover.csv", 'write { "csv": … } with its name where its rows belong'],
    ["old-terms.pdf", "name it in documents of product.json"],
    ["icon.svg", 'name it in "icon" of product.json'],
    ["more.ui.json", "add its step to product.json"],
  ])("%s that nothing names is a note", async (name, hint) => {
    writeFileSync(copy.path(`${product}/${name}`), '{ "ui:order": ["*"] }');
    const says = (await notes())
      .filter((line) => line.startsWith(`${product}/${name}:`))
      .map((line) => line.split(" note: ")[1]);
    expect(says).toEqual([`nothing reads this file; ${hint}, or remove the file`]);
  });

  it("of all products that none of them names is a note", async () => {
    writeFileSync(copy.path("schemas/shared/documents/old.pdf"), "%PDF-1.4");
    expect((await notes()).join("\n")).toContain("schemas/shared/documents/old.pdf: note: nothing reads this file");
  });

  it.each([
    [fault.tariff, "../../meta/product.schema.json", "../../meta/tariff.schema.json"],
    [rates, "../../meta/rates.schema.json", "../meta/rates.schema.json"],
    [fault.generalCases, "../../../schemas/meta/journey.schema.json", "../../../schemas/meta/fixture.schema.json"],
  ])("%s that an editor takes for another kind is a note", async (file, $schema, right) => {
    copy.change(file, assign("", { $schema }));
    expect((await notes()).join("\n")).toContain(
      `note: /$schema: an editor takes this for what "${$schema}" describes; write "${right}"`,
    );
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
  it.each([fault.manifest, fault.general, fault.generalLayout, fault.tariff, fault.generalCases])(
    "%s gives findings and never a crash, whatever it contains",
    async (file) => {
      for (const content of HOSTILE) {
        copy.write(file, content);
        expect((await copy.errors()).length, content.slice(0, 30)).toBeGreaterThan(0);
      }
    },
  );
});

type Change = (schema: JsonObject) => void;
const nested = (levels: number, open: string, inner: string, close: string) =>
  JSON.parse(open.repeat(levels) + inner + close.repeat(levels)) as JsonObject;
const inField =
  (field: JsonObject): Change =>
  ({ properties }) =>
    void Object.assign(properties as JsonObject, { field });
const records = { type: "object", properties: { x: { type: "string", maxLength: 5, description: "x" } } };
it.each<[string, Change, string]>([
  [
    "objects in objects",
    inField(nested(500, '{"type":"object","properties":{"a":', '{"type":"string"}', "}}")),
    "this is nested more than 64 deep; split it into several fields or rules",
  ],
  [
    "rules in rules",
    (schema) => void Object.assign(schema, nested(500, '{"allOf":[', "{}", "]}")),
    "this is nested more than 64 deep",
  ],
  [
    "a list without a sensible end",
    inField({ type: "array", minItems: 1_000_000_000, maxItems: 1_000_000_000, items: records }),
    "a list has at most 500 records; lower it",
  ],
  [
    "a name of a prototype in an expression",
    inField({ type: "number", computed: { sum: ["__proto__"] } }),
    '"__proto__"',
  ],
])("%s: a finding with file and place, in our words", async (_, change, says) => {
  copy.change(fault.general, change);
  const found = (await copy.errors()).filter((line) => line.startsWith(fault.general)).join("\n");
  expect(found).toMatch(/^[^:]+:\d+:\d+: error: /);
  expect(found).toContain(says);
});

describe("the check ends at the cause", () => {
  it("of a misspelt keyword, and runs no case and no journey", async () => {
    copy.change(fault.general, fault.respell("properties.revenue", "maximum", "maximun"));
    const { findings, summary } = await copy.check.run();
    expect(findings.filter(isError).map(({ hint, stage }) => [hint, stage])).toEqual([
      ['did you mean "maximum"?', "reads"],
    ]);
    expect(summary).toContain(" 0 cases,");
  });

  it.each<[name: string, file: string, change: (content: JsonObject) => void, says: RegExp]>([
    [
      "of a path in a sum: it does not exist, before what kind of value it has",
      fault.general,
      assign("properties.revenue", {
        rules: { positive: { atLeast: [{ sum: [".revenu", ".revenue"] }, { sum: [".revenue", 0.5] }] } },
      }),
      /"\.revenu" is not an answer; did you mean "\.revenue"/,
    ],
    [
      "of a shared field: there, not in every step that takes it over",
      fault.sharedFields,
      assign("definitions.city", { prefill: { from: ["relation.city"], locked: "register" } }),
      /fields\.schema\.json:.*which does not fill it/,
    ],
    [
      "of a misspelt member that must be there: its name, not that it is missing",
      fault.tariff,
      fault.respell("", "reference", "referense"),
      /"referense" is not known.*"reference"\?/,
    ],
    [
      "of a sign in a text that is shown unchanged",
      fault.dutch,
      set("title", "Kleine <b> verzekering"),
      /\/title: "<b>" is shown literally; write the words and signs themselves/,
    ],
  ])("%s", async (_name, file, change, says) => {
    copy.change(file, change);
    expect(await copy.errors()).toEqual([expect.stringMatching(says)]);
  });

  it("of a renamed field: the first place that names it, not the cases that use it", async () => {
    copy.write(fault.general, readFileSync(copy.path(fault.general), "utf8").replaceAll('"revenue"', '"income"'));
    const errors = await copy.errors();
    expect(errors.length).toBeLessThanOrEqual(3);
    expect(errors[0]).toContain('"revenue" is not a field');
  });

  it("of a new step without cases, and of no journey", async () => {
    const sidebar = { why: "closed", premium: "open", request: "closed", send: [] };
    copy.change(fault.manifest, (c) =>
      (c.steps as JsonObject[]).splice(2, 0, { key: "building", kind: "form", sidebar }),
    );
    copy.write(`${product}/building.schema.json`, {
      ...{ $schema: "../../meta/step.schema.json", $id: "urn:portal:tiny:building", type: "object" },
      ...{ properties: { area: { type: "integer", minimum: 10, maximum: 400 } }, required: ["area"] },
      additionalProperties: false,
    });
    copy.write(`${product}/building.ui.json`, { "ui:order": ["*"], area: {} });
    const texts = { "step.building.title": "T", "step.building.intro": "T.", "building.area.label": "T" };
    for (const file of [fault.dutch, fault.french]) copy.change(file, assign("", texts));
    expect(await copy.errors()).toEqual([
      expect.stringContaining("building.schema.json:1:1: error: the step has no test cases"),
    ]);
  });

  it("of a step whose earlier step is refused", async () => {
    copy.change(fault.journey, (c) => {
      Object.assign(at(c, "steps.0"), {
        answers: { revenue: 1_000_001 },
        expect: { errors: [["/revenue", "maximum"]] },
      });
    });
    expect((await copy.errors())[0]).toMatch(
      /general-data comes before it and is not answered well; answer general-data in a step before/,
    );
  });
});

it("a field that is in no section where it is drawn is a note, unless it is hidden", async () => {
  const says = "/revenue: revenue is in no section, so it is drawn below all of them";
  copy.change(fault.generalLayout, set("ui:options.sections.1.fields", ["kvk"]));
  expect((await notes()).join("\n")).toContain(says);
  copy.change(fault.generalLayout, set("revenue.ui:widget", "hidden"));
  expect((await notes()).join("\n")).not.toContain(says);
});

it("words that were copied are a note in a file of texts, in a question, and as a whole question", async () => {
  const [intro, texts] = ["step.general-data.intro", copy.read(fault.dutch)];
  copy.change(fault.french, assign("", { [intro]: texts[intro] }));
  copy.change(fault.questions, (c) => {
    const [first, second, third] = c.acceptance_questions as { question_text: JsonObject }[];
    third!.question_text.fr = third!.question_text.nl;
    second!.question_text = first!.question_text;
  });
  const says = (await notes()).map((line) => line.replace(/:\d+:\d+: note/, ""));
  const copied = "the text is that of the language nl; translate it";
  expect(says).toContain(`${fault.french}: /${intro}: ${copied}`);
  expect(says).toContain(`${fault.questions}: /acceptance_questions/2/question_text/fr: ${copied}`);
  expect(says).toContain(
    `${fault.questions}: /acceptance_questions/1/question_text: it asks the same as question 1101; write its own words`,
  );
});

describe("the name of a product in lists", () => {
  const listed = ContentCopy.tiny();
  listed.addPortalForms();
  oneCopy(listed);
  const words = "schemas/portal/words.fr.json";

  it.each(["", " (180)"])('that has no translation with "%s" is an error', async (end) => {
    listed.change(words, fault.respell("", `Klein${end}`, `Kleins${end}`));
    const found = (await listed.findings()).filter(({ file, level }) => file === words && level === "error");
    expect(
      found.map(({ product }) => product),
      "told with --product",
    ).toEqual(["tiny"]);
    expect(found[0]?.hint).toBe(`write "Klein${end}": "Petit${end}"`);
  });

  it("that is not the product's own is an error", async () => {
    listed.change(words, assign("", { Klein: "Autre" }));
    expect(await listed.errors()).toEqual([
      expect.stringContaining('lists say "Autre" for "Klein", and the product\'s own name is "Petit"'),
    ]);
  });
});

describe("two products", () => {
  const two = oneCopy(new ContentCopy("cyber", "edi").writeOut());
  const cyber = "schemas/products/cyber";

  it.each<[name: string, file: string, change: (content: JsonObject) => void, errors: RegExp[]]>([
    [
      "a rate that is wrong for all is reported once, with an amount that differs because of it",
      rates,
      assign("insurance_tax.NL.readings.standard.3", { percentage: 12 }),
      [
        /^schemas\/rates\/rates\.json:\d+:\d+: error: \/insurance_tax\/NL\/readings\/standard\/3: with tax 12 % the amounts of 2 products differ .*; correct it, or the amounts; the first is in fixtures\/journeys\/\S+: tax should be \d+\.\d\d and is /,
      ],
    ],
    [
      "a rate that their texts repeat is one mistake too",
      rates,
      assign("instalment_surcharges", { 3: 4 }),
      [
        /\/instalment_surcharges\/3: the rate is 4 %, and the texts of cyber, edi say 3 %; correct it, or write 4 at "quarterly"/,
      ],
    ],
    [
      "a rate is not to blame for a price of one product",
      `${cyber}/tariff.json`,
      assign("main.options.0", { price: 391 }),
      [/use main \(tariff\.json \/main\/options\/0\)/],
    ],
    [
      "an amount that differs from the insured one",
      `${cyber}/tariff.json`,
      assign("main.options.1", { insured_amount: 5_000_000 }),
      [/main\/options\/1\/insured_amount: whoever chooses 500000 would be insured for 5000000; make/],
    ],
    [
      "a code that both have is reported at both",
      "schemas/products/edi/product.json",
      assign("", { codes: ["EDI", "CYB"] }),
      [
        /cyber\/product\.json:\d+:\d+: error: \/codes\/0: "CYB" is a code of edi too/,
        /edi\/product\.json:\d+:\d+: error: \/codes\/1: "CYB" is a code of cyber too/,
      ],
    ],
  ])("%s", async (_name, file, change, errors) => {
    two.change(file, change);
    const lines = await two.errors();
    for (const says of errors) expect(lines).toContainEqual(expect.stringMatching(says));
    expect(lines.length).toBeLessThanOrEqual(3);
  });

  it("names, codes and values may be the same in both languages", async () => {
    expect((await two.findings()).filter((finding) => finding.hint === "translate it")).toEqual([]);
  });

  it("a product that was copied by hand is one note", async () => {
    for (const name of readdirSync(two.path(cyber)).filter((entry) => entry.endsWith(".schema.json")))
      two.change(`${cyber}/${name}`, (c) => Object.assign(c, { $id: String(c.$id).replace("cyber", "glass") }));
    expect((await two.findings()).filter(({ place }) => place === "/$id").length).toBe(1);
  });
});
