// Computed fields, as an analyst writes them: their rules are tried by moving the answers that they follow from, and each mistake is
// a finding with the names involved.
import { describe, expect, it } from "vitest";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { applyRename, planRename } from "#content/names/rename/rename.ts";
import { describe as sentence } from "#content/read/findings/finding.ts";
import type { Expression, Rule, Schema } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { ask, findAsked, STEP, TINY } from "./support/asking.ts";
import { ContentCopy } from "./support/content.ts";
import { at, product } from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";

const copy = oneCopy(ContentCopy.tiny());

const THEN = "then";
const amount = { type: "integer", minimum: 0, maximum: 1000 };
const PROPERTIES = {
  inside: amount,
  outside: amount,
  since: { type: "string", format: "date", dateWindow: { from: "1900-01-01" } },
};
const FIELDS = ["inside", "outside", "since", "both", "twice"];
const ANSWERS = { inside: 20, outside: 30, since: "2020-02-03" };

/** Adds two numbers and a day, and what is computed from them. */
function compute(computed: Record<string, Schema>, more: Partial<Parameters<typeof ask>[1]> = {}): void {
  const properties: Record<string, Schema> = { ...PROPERTIES, ...computed };
  const texts = Object.fromEntries(FIELDS.map((name) => [`${STEP}.${name}.label`, `Field ${name}`]));
  ask(copy, { properties, ui: {}, texts, answers: ANSWERS, ...more }, TINY);
}

const findings = () => findAsked(copy);
const sum: Expression = { sum: [".inside", ".outside"] };

describe("a computed field", () => {
  it("is accepted, and its bounds and rules are broken by the answers that it follows from", async () => {
    compute({
      both: { type: "integer", computed: sum, minimum: 3, maximum: 900 },
      twice: { type: "integer", computed: { times: [".both", 2] }, exclusiveMaximum: 1500 },
    });
    expect(await findings()).toEqual([]);
  });

  it("is broken by a rule between answers too, and read by one", async () => {
    const rule = (atMost: Expression[]) => ({ atMost, message: { nl: "Te veel.", fr: "Trop." } }) as Rule;
    compute({
      inside: { ...amount, rules: { half: rule([".inside", ".twice"]) } },
      both: { type: "integer", computed: sum, rules: { small: rule([".both", 500]) } },
      twice: { type: "integer", computed: { times: [".outside", 2] } },
    });
    expect(await findings()).toEqual([]);
  });

  it("is there for a rule of a later step, whose cases give the answers that it follows from", async () => {
    compute({ both: { type: "integer", computed: sum, minimum: 3, maximum: 900 } });
    const later = `${product}/coverage-choice`;
    const within = { atMost: [".extra", `${STEP}.both`] };
    copy.change(`${later}.schema.json`, ({ properties }) =>
      Object.assign(properties as JsonObject, { extra: { ...amount, rules: { within } } }),
    );
    copy.change(`${later}.ui.json`, (ui) =>
      Object.assign(ui, {
        extra: { "ui:errors": { within: { message: `${STEP}.inside.label` } } },
      }),
    );
    for (const language of ["nl", "fr"])
      copy.change(`${product}/texts.${language}.json`, (texts) =>
        Object.assign(texts, { "coverage-choice.extra.label": "Extra" }),
      );
    const unanswered = (await findings()).filter((line) => line.includes("coverage-choice"));
    expect(unanswered.join()).toContain('no test case breaks "rules within"');
    copy.change(`fixtures/steps/${TINY}/coverage-choice.json`, (fixture) => {
      fixture.context = { ...(fixture.context as JsonObject), answers: { [STEP]: { inside: 20, outside: 30 } } };
      Object.assign(fixture.base as JsonObject, { extra: 10 });
      (fixture.cases as JsonObject[]).push(
        { name: "as much as both", set: { "/extra": 50 }, expect: "valid" },
        { name: "more than both", set: { "/extra": 51 }, expect: [["/extra", "within"]] },
      );
    });
    const left = (await findings()).filter((line) => line.includes("coverage-choice") && !/in no section/.test(line));
    expect(left).toEqual([]);
  });

  it("is there for a rule that refers, which a case of the answers that it follows from meets", async () => {
    compute({ both: { type: "integer", computed: sum } });
    const refer = (limit: number) =>
      copy.change(`${product}/questions.json`, (content) => {
        const message = { nl: "Veel samen.", fr: "Beaucoup ensemble." };
        content.answer_rules = [{ name: "many", when: { more: [`${STEP}.both`, limit] }, effect: "refer", message }];
      });
    const unmet = async () => (await findings()).filter((line) => line.includes("is true for no case"));
    refer(49);
    expect(await unmet()).toEqual([]);
    refer(5000);
    expect(await unmet()).toEqual([expect.stringContaining("/answer_rules/0/when")]);
  });

  it.each([{}, { maximum: 3 }])(
    "that counts is always there for a price, with the bounds of its list and %j",
    async (bound) => {
      const size = { type: "object", properties: { size: amount }, required: ["size"], additionalProperties: false };
      const places = { type: "array", minItems: 1, maxItems: 3, items: size } as Schema;
      const both: Schema = { type: "integer", computed: { count: ".places.*.size" }, ...bound };
      const labels = ["inside.label", "outside.label", "since.label", "both.label", "places.label", "places.item"];
      compute(
        {},
        {
          properties: { ...PROPERTIES, places, both },
          ui: {},
          texts: Object.fromEntries([...labels, "places.size.label"].map((key) => [`${STEP}.${key}`, key])),
          answers: { ...ANSWERS, places: [{ size: 2 }] },
        },
      );
      const bands = [0, 1, 2, 3].map((most) => ({ up_to: most, factor: 1 }));
      copy.change(`${product}/tariff.json`, ({ factors }) =>
        (factors as JsonObject[]).push({ name: "places", answer: `${STEP}.both`, bands }),
      );
      expect((await findings()).filter((line) => !/journeys|premium/.test(line))).toEqual([]);
    },
  );

  it("may be a day or yes or no", async () => {
    compute({
      both: { type: "boolean", computed: { atLeast: [sum, 100] } },
      twice: { type: "string", format: "date", computed: { max: [".since", { day: "-5y" }] } },
    });
    expect(await findings()).toEqual([]);
  });
});

describe("a mistake in a computed field", () => {
  const whole = (computed: Expression, more: Schema = {}): Schema => ({ type: "integer", computed, ...more });
  it.each<[Record<string, Schema>, string]>([
    [{ both: whole({ sum: [".inside", ".outsid"] }) }, '".outsid" is not an answer; did you mean ".outside"'],
    [{ both: whole({ sum: [".inside", ".since"] }) }, '"sum" works on a number, and this is a day'],
    [{ both: whole({ atMost: [".inside", 5] }) }, "the field is a number, and its value is yes or no"],
    [{ both: whole({ sum: [1, 2] }) }, "the computed field reads no answer"],
    [{ both: whole({ sum: [`${STEP}.inside`, 1] }) }, "reads its own step by the name of the step"],
    [{ both: whole({ sum: ["acceptance.number", 1] }) }, "which is asked later"],
    [
      { both: whole({ divide: [".inside", 2] }) },
      'both is a whole number, and its value may have decimals; add "round": 0',
    ],
    [{ both: { type: "number", computed: { divide: [".inside", 3] } } }, 'without an end; add "round": 2'],
    [{ both: whole(sum, { default: 3 }) }, 'the field both is computed, so "default" does nothing'],
    [{ both: { type: "string", maxLength: 9, computed: sum } }, "a computed field is a number, a day or yes or no"],
    [
      { both: whole({ sum: [".twice", 1] }), twice: whole({ sum: [".both", 1] }) },
      "the value depends on itself: both needs twice needs both",
    ],
  ])("%j is reported", async (computed, finding) => {
    compute(computed);
    expect((await findings()).join("\n")).toContain(finding);
  });

  it("reports a value that a condition on it shows what it reads", async () => {
    compute({ both: whole({ sum: [".inside", { of: ".extra", empty: 0 }] }) });
    copy.change(`${product}/${STEP}.schema.json`, (schema) => {
      const shown = { properties: { extra: amount } };
      const condition = { properties: { both: { type: "integer", minimum: 100 } }, required: ["both"] };
      delete schema.additionalProperties;
      schema.allOf = [
        ...((schema.allOf as JsonObject[] | undefined) ?? []),
        Object.fromEntries([
          ["if", condition],
          [THEN, shown],
        ]),
      ];
    });
    expect((await findings()).join("\n")).toContain("the value depends on itself: both needs extra needs both");
  });

  it("reports a required one, one with a control that asks and one that is answered", async () => {
    compute({ both: whole(sum) }, { answers: { ...ANSWERS, both: 3 } });
    const required = (schema: JsonObject) => schema.required as string[];
    const file = `${product}/${STEP}.schema.json`;
    copy.change(file, (schema) =>
      Object.assign(schema, { required: required(schema).filter((name) => name !== "both") }),
    );
    expect((await copy.errors()).join("\n")).toContain('"both" is computed and cannot be answered; remove it');
    copy.change(file, (schema) => required(schema).push("both"));
    copy.change(`${product}/${STEP}.ui.json`, (ui) => Object.assign(ui, { both: { "ui:widget": "currency" } }));
    const lines = (await copy.findings()).map(sentence).join("\n");
    expect(lines).toContain("both is computed, so it cannot be filled in; require the answers that it reads");
    expect(lines).toContain('"currency" asks for an answer, the field is computed; remove "ui:widget"');
  });
});

it("a renamed field is renamed in the computed fields that read it", () => {
  compute({ both: { type: "integer", computed: sum } });
  const index = new ContentIndex(copy.schemas, copy.fixtures);
  const plan = planRename(index, { product: TINY, step: STEP, field: "outside", to: "abroad" });
  if (typeof plan === "string") throw new Error(plan);
  applyRename(plan);
  const { both } = at(copy.read(`${product}/${STEP}.schema.json`), "properties") as Record<string, Schema>;
  expect(both?.computed).toEqual({ sum: [".inside", ".abroad"] });
});
