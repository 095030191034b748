import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { check } from "#content/check.ts";
import { publish } from "#content/publish.ts";
import type { JsonObject } from "#engine/types.ts";
import { ContentCopy, FIXTURES, SCHEMAS } from "./support/content.ts";

it("finds no error in the content as it stands", async () => {
  const { findings } = await check(SCHEMAS, FIXTURES);
  expect(findings.filter((finding) => finding.level === "error")).toEqual([]);
}, 30_000);

const first = readdirSync(join(SCHEMAS, "products")).sort()[0]!;
const product = `schemas/products/${first}`;
const fixtures = `fixtures/steps/${first}`;
type Change = (content: JsonObject) => void;
const at = (content: JsonObject, path: string): JsonObject => {
  let current: unknown = content;
  for (const key of path.split(".")) current = (current as JsonObject)[key];
  return current as JsonObject;
};

interface Case {
  expect: unknown;
  set?: JsonObject;
}
const leaveOut = (content: JsonObject, which: (one: Case) => boolean) => {
  content.cases = (content.cases as Case[]).filter((one) => !which(one));
};

/** One fault each: the file, the change, what the check must say. */
const faults: [string, string, Change, RegExp][] = [
  [
    "an unknown member",
    `${product}/product.json`,
    (c) => Object.assign(c, { colour: "red" }),
    /"colour" is not known here; known here: key, codes/,
  ],
  ["a missing member", `${product}/product.json`, (c) => delete c.codes, /"codes" is missing; add it: Product codes/],
  [
    "a key that is not the folder's",
    `${product}/product.json`,
    (c) => Object.assign(c, { key: "other" }),
    /\/key: the key is not the folder's name/,
  ],
  [
    "a premium field that does not exist",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "steps.0"), { premium: ["turnovr"] }),
    /\/steps\/0\/premium: "turnovr" is no field of general-data/,
  ],
  [
    "a summary field that does not exist",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "steps.0"), { summary: ["x"] }),
    /\/steps\/0\/summary: "x" is no field/,
  ],
  [
    "a field in a line of a summary that does not exist",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "steps.0"), { summary: [[["y"]]] }),
    /\/steps\/0\/summary: "y" is no field/,
  ],
  [
    "a list condition on a step that does not exist",
    `${product}/product.json`,
    (c) =>
      Object.assign(c.lists as object, {
        deductible_amounts: {
          rules: [{ if: { properties: { general: {} }, required: ["general"] }, values: [1] }, { values: [2] }],
        },
      }),
    /"general" is no step/,
  ],
  [
    "a list without a last rule",
    `${product}/product.json`,
    (c) => Object.assign(c.lists as object, { deductible_amounts: { rules: [{ if: {}, values: [500] }] } }),
    /no rule fits when all conditions fail/,
  ],
  [
    "a code that no request gets",
    `${product}/product.json`,
    (c) => (c.codes as string[]).push("999"),
    /no request gets the code "999"/,
  ],
  [
    "a text without a longest length",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { type: "string", minLength: 1 } }),
    /\/properties\/kvk: the text has no longest length; add "maxLength"/,
  ],
  [
    "a format in a condition",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c, { if: { properties: { kvk: { format: "kvk" } }, required: ["kvk"] } }),
    /"format" is not known here; a condition cannot use format/,
  ],
  [
    "an object oneOf",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c, { oneOf: [] }),
    /"oneOf" is not known here; write variants as/,
  ],
  [
    "an unknown keyword",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { type: "string", maxLength: 8, uppercase: true } }),
    /"uppercase" is not known here/,
  ],
  [
    "an unknown format",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { type: "string", maxLength: 8, format: "iban" } }),
    /"iban" is not one of the possibilities; choose from: date, email/,
  ],
  [
    "a condition that holds while empty",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c, { if: { properties: { kvk: { const: "1" } } } }),
    /the condition on "kvk" also holds while it is empty; add "required"/,
  ],
  [
    "a required field that does not exist",
    `${product}/general-data.schema.json`,
    (c) => (c.required as string[]).push("kvkk"),
    /"kvkk" is required but is no field/,
  ],
  [
    "a reference to nothing",
    `${product}/general-data.schema.json`,
    (c) =>
      Object.assign(c.properties as object, { kvk: { $ref: "../../shared/fields.schema.json#/definitions/kvkk" } }),
    /points to nothing; correct the path/,
  ],
  [
    "a reference out of the content",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { $ref: "../../../../../../etc/hostname#/x" } }),
    /points to nothing/,
  ],
  [
    "a reference to itself",
    `${product}/general-data.schema.json`,
    (c) =>
      Object.assign(c, {
        definitions: { loop: { $ref: "#/definitions/loop" } },
        properties: { ...(c.properties as object), kvk: { $ref: "#/definitions/loop" } },
      }),
    /refers to itself/,
  ],
  [
    "a list that does not exist",
    `${product}/coverage-choice.schema.json`,
    (c) => Object.assign(c.properties as object, { deductible_amount: { type: "integer", enumFrom: "deductibles" } }),
    /there is no list "deductibles"/,
  ],
  [
    "a feature that does not exist",
    `${product}/coverage-choice.schema.json`,
    (c) => Object.assign(c.properties as object, { deductible_amount: { type: "integer", featureFlag: "nothing" } }),
    /there is no feature "nothing"/,
  ],
  [
    "a question that answers itself",
    `${product}/acceptance.schema.json`,
    (c) =>
      Object.assign(c.properties as object, {
        questions_of_acceptance: {
          type: "object",
          requiredFrom: "acceptance_questions",
          additionalProperties: { type: "boolean", default: false },
        },
      }),
    /the questions have a default/,
  ],
  [
    "an agreement that ticks itself",
    `${product}/request.schema.json`,
    (c) => Object.assign(at(c, "properties"), { customer_approval: { type: "boolean", const: true, default: true } }),
    /an agreement has a default, so it would tick itself/,
  ],
  [
    "branches that are refused",
    `${product}/company-data.schema.json`,
    (c) => Object.assign(c, { additionalProperties: false }),
    /additionalProperties: false refuses email_finance/,
  ],
  [
    "a regular expression that is none",
    `${product}/general-data.schema.json`,
    (c) => Object.assign(c.properties as object, { kvk: { type: "string", maxLength: 8, pattern: "(" } }),
    /cannot be compiled/,
  ],
  [
    "an order without a star",
    `${product}/general-data.ui.json`,
    (c) => (c["ui:order"] as string[]).pop(),
    /the order does not end with \*; add "\*"/,
  ],
  [
    "an unknown widget",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk"), { "ui:widget": "slider" }),
    /"slider" is not one of the possibilities; choose from: text, textarea/,
  ],
  [
    "a field without a widget",
    `${product}/general-data.ui.json`,
    (c) => delete at(c, "kvk")["ui:widget"],
    /the field "kvk" has no widget/,
  ],
  [
    "a layout for no field",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(c, { kvkk: { "ui:widget": "kvk" } }),
    /\/kvkk: "kvkk" is no field/,
  ],
  [
    "a hidden field by the ui-schema",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk"), { "ui:condition": {} }),
    /"ui:condition" is not known here; hide a field with if\/then/,
  ],
  [
    "a section of no field",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(c["ui:options"] as object, { sections: [{ title: "wizard.section.company", fields: ["x"] }] }),
    /\/ui:options\/sections: "x" is no field/,
  ],
  [
    "a heading without words",
    `${product}/general-data.ui.json`,
    (c) =>
      Object.assign(c["ui:options"] as object, { sections: [{ title: "wizard.section.nothing", fields: ["kvk"] }] }),
    /there is no text "wizard.section.nothing"/,
  ],
  [
    "an error without words",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk"), { "ui:errors": { format: { message: "error.nothing" } } }),
    /there is no text "error.nothing"/,
  ],
  [
    "a text in one language",
    `${product}/texts.nl.json`,
    (c) => Object.assign(c, { "field.kvk.help": "Hulp" }),
    /texts\.fr\.json: \/field\.kvk\.help: the text is missing; nl has it; translate it/,
  ],
  [
    "values that differ",
    `${product}/texts.fr.json`,
    (c) => Object.assign(c, { title: "Titre {quarterly}" }),
    /texts\.fr\.json: \/title: the text uses \{quarterly\}, nl uses no values/,
  ],
  [
    "a value that nothing gives",
    `${product}/texts.nl.json`,
    (c) => Object.assign(c, { "why.liability.text": "{nothing}" }),
    /nothing gives a value for \{nothing\}|uses/,
  ],
  [
    "a text that is no message",
    `${product}/texts.nl.json`,
    (c) => Object.assign(c, { title: "Titel {" }),
    /is no valid message/,
  ],
  [
    "a choice without a factor",
    `${product}/tariff.json`,
    (c) => delete at(c, "factors.0.values")["1000"],
    /there is no factor for 1000/,
  ],
  [
    "bands that stop too early",
    `${product}/tariff.json`,
    (c) => (at(c, "factors.1").bands as unknown[]).pop(),
    /no band covers 1000000, which general-data.revenue allows/,
  ],
  [
    "a tariff on no answer",
    `${product}/tariff.json`,
    (c) => Object.assign(at(c, "main"), { answer: "coverage-choice.cover" }),
    /no step asks for "coverage-choice.cover"/,
  ],
  [
    "a rate that does not exist",
    `${product}/tariff.json`,
    (c) => Object.assign(at(c, "tax"), { rate: "vat" }),
    /rates.json has no "vat"/,
  ],
  [
    "rates out of order",
    "schemas/rates/rates.json",
    (c) => (at(c, "insurance_tax.NL.readings").standard as unknown[]).reverse(),
    /the dates are not in ascending order/,
  ],
  [
    "a text that promises another rate",
    "schemas/rates/rates.json",
    (c) => Object.assign(at(c, "instalment_surcharges"), { "3": 4 }),
    /\/text_values\/quarterly: the texts say 3 %, rates.json has 4 %/,
  ],
  [
    "a rate without a reference",
    "schemas/rates/rates.json",
    (c) => delete at(c, "insurance_tax.NL.readings.standard.0").reference,
    /"reference" is missing; add it: Where it is laid down/,
  ],
  [
    "a question number used twice",
    `${product}/questions.json`,
    (c) => Object.assign(at(c, "acceptance_questions.1"), { id: at(c, "acceptance_questions.0").id }),
    /is there twice; give the question a new number/,
  ],
  [
    "a dropout without a notice",
    `${product}/questions.json`,
    (c) => Object.assign(at(c, "acceptance_questions.0"), { effect: "decline", refusal_yes: null }),
    /an answer that ends the request has no notice/,
  ],
  [
    "a profession of no sector",
    `${product}/professions.json`,
    (c) => Object.assign(at(c, "professions.0"), { sector_id: "000" }),
    /there is no sector "000"/,
  ],
  [
    "a base that is not valid",
    `${fixtures}/general-data.json`,
    (c) => delete at(c, "base").kvk,
    /\/base: the base should give valid and gives \/kvk required/,
  ],
  [
    "a case that expects something else",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { expect: "valid" }),
    /should give valid and gives/,
  ],
  [
    "a pointer that leads nowhere",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(at(c, "cases.0"), { remove: ["/zz"] }),
    /\/zz leads to nothing in the base/,
  ],
  [
    "a rule that no case breaks",
    `${fixtures}/general-data.json`,
    (c) => Object.assign(c, { cases: [(c.cases as unknown[])[0]] }),
    /\/properties\/kvk\/format: no test case breaks this rule; add a case to fixtures/,
  ],
  [
    "a highest amount that no case stands on",
    `${fixtures}/general-data.json`,
    (c) => leaveOut(c, ({ expect, set }) => expect === "valid" && set?.["/revenue"] === 1_000_000),
    /\/properties\/revenue\/maximum: no test case stands on this bound; add a case to fixtures/,
  ],
  [
    "a first day that is only broken by far",
    `${fixtures}/request.json`,
    (c) => {
      const early = (c.cases as Case[]).find(({ set }) => set?.["/effective_date"] === "2026-11-05");
      Object.assign(early?.set ?? {}, { "/effective_date": "2026-11-04" });
    },
    /\/properties\/effective_date\/dateWindow from: no test case stands just beyond this bound/,
  ],
];

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
