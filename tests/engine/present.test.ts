import { describe, expect, it } from "vitest";
import type { UiSchema } from "#engine/schema/schema.ts";
import type { JsonObject, StepSource } from "#engine/schema/types.ts";
import { present } from "#engine/texts/present.ts";
import type { PresentOptions } from "#engine/texts/presentField.ts";
import { is, TODAY, when } from "./support/step.ts";

const texts: Record<string, string> = {
  "step.kvk.label": "From the step",
  "field.kvk.help": "From the product",
  "wizard.field.kvk.label": "Shared",
  "wizard.field.kvk.help": "Shared help",
  "wizard.field.kvk.placeholder": "12345678",
  "wizard.field.form.option.BV": "Private company",
  "common.forms.ST": "Foundation",
  "form.field.city.label": "Town",
  "wizard.notice.disabled_field": "From the register",
  "wizard.notice.for_office": "For the office",
};

function shown(source: Partial<StepSource>, options: Partial<PresentOptions> = {}) {
  const whole: StepSource = { schema: { type: "object", ...source.schema }, ui: source.ui ?? {} };
  const defaults: PresentOptions = {
    step: "step",
    meta: {},
    lists: {},
    today: TODAY,
    translate: (key) => texts[key] ?? null,
  };
  return present(whole, { ...defaults, ...options });
}

const ui = (presented: { uiSchema: UiSchema }, field: string) => presented.uiSchema[field] as JsonObject;
const options = (presented: { uiSchema: UiSchema }, field: string) => ui(presented, field)["ui:options"] as JsonObject;

describe("words", () => {
  it("come from the step, then the product, then the shared texts", () => {
    const presented = shown({ schema: { properties: { kvk: { type: "string" } } } });
    expect(options(presented, "kvk")).toMatchObject({
      title: "From the step",
      help: "From the product",
      placeholder: "12345678",
    });
  });
  it("say that an answer is for the office, after the help of its own", () => {
    const schema = { properties: { kvk: { audience: "office" as const }, city: { audience: "office" as const } } };
    const presented = shown({ schema });
    expect(options(presented, "kvk").help).toBe("From the product For the office");
    expect(options(presented, "city").help).toBe("For the office");
  });
  it("come from the form's own prefix where it has one", () => {
    const source = {
      schema: { properties: { city: { type: "string" } } },
      ui: { "ui:options": { texts: "form.field" } },
    };
    expect(options(shown(source), "city")).toMatchObject({ title: "Town" });
  });
  it("name what a value is computed from, cells of a table by the name of the table", () => {
    const translate = (key: string) => ({ "step.kvk.label": "Number", "step.sales.label": "Sales" })[key] ?? null;
    const computed = { sum: [".kvk", ".sales.nl.this_year", ".sales.eu.this_year"] };
    const schema = { properties: { total: { type: "number", computed } } };
    expect(options(shown({ schema }, { translate }), "total").reads).toEqual(["Number", "Sales"]);
  });
  it("name the members of a list that has only values", () => {
    const schema = { properties: { form: { type: "object", ask: { from: "forms" } } } };
    const lists = { forms: [{ value: "BV" }, { value: "XX", label: "Its own" }] };
    const members = ui(shown({ schema }, { lists }), "form");
    const question = (key: string) => ((members[key] as JsonObject)["ui:options"] as JsonObject).question;
    expect([question("BV"), question("XX")]).toEqual([{ value: "BV", label: "Private company" }, lists.forms[1]]);
  });
  it("name the choices, by the field or by a prefix of its own", () => {
    const source = {
      schema: { properties: { form: { type: "string", enum: ["BV", "ST", "XX"] } } },
      ui: { form: { "ui:options": { optionTexts: "common.forms" } } },
    };
    const presented = shown(source);
    expect(ui(presented, "form")["ui:enumNames"]).toEqual(["Private company", "Foundation", "XX"]);
    expect(options(presented, "form").items).toEqual([
      { value: "BV", label: "Private company" },
      { value: "ST", label: "Foundation" },
      { value: "XX" },
    ]);
  });
  it("are given the limits of the field and the product's values", () => {
    const seen: JsonObject[] = [];
    shown(
      { schema: { properties: { n: { type: "integer", maximum: 10 } } } },
      {
        values: { quarterly: 3 },
        translate: (_key, values) => {
          seen.push(values ?? {});
          return null;
        },
      },
    );
    expect(seen[0]).toEqual({ maximum: 10, quarterly: 3 });
  });
});

describe("lists", () => {
  const schema = { properties: { amount: { type: "integer", enumFrom: "amounts" } } };
  it("become choices", () => {
    const presented = shown(
      { schema },
      { lists: { amounts: [{ value: 500, label: "five", price: 1 }, { value: 1000 }] } },
    );
    expect((presented.schema.properties as JsonObject).amount).toMatchObject({ enum: [500, 1000] });
    expect(ui(presented, "amount")["ui:enumNames"]).toEqual(["five", "1000"]);
    expect(options(presented, "amount").items).toEqual([{ value: 500, label: "five", price: 1 }, { value: 1000 }]);
    expect(presented.missingLists).toEqual([]);
  });
  it("preselect what their rule prefers", () => {
    const presented = shown({ schema }, { lists: { amounts: [{ value: 2000 }] }, defaults: { amounts: 2000 } });
    expect((presented.schema.properties as JsonObject).amount).toMatchObject({ default: 2000 });
  });
  it.each([[{}], [{ amounts: [] }]])("that are missing or empty are marked as such: %j", (lists) => {
    const presented = shown({ schema }, { lists });
    expect(presented.missingLists).toEqual(["amounts"]);
    expect(options(presented, "amount")).toMatchObject({ listMissing: true, items: [] });
    expect((presented.schema.properties as JsonObject).amount).not.toHaveProperty("enum");
  });
  it("of the server's meta overrule those of the product", () => {
    const presented = shown(
      { schema },
      { lists: { amounts: [{ value: 1 }] }, meta: { lists: { amounts: [{ value: 2 }] } } },
    );
    expect((presented.schema.properties as JsonObject).amount).toMatchObject({ enum: [2] });
  });
  it("of pairs give the widget parents and children", () => {
    const pair = { list: "jobs", parent: "sector_id", parents: "sectors" };
    const jobs = { type: "array", items: { type: "array", items: { type: "string" }, pairFrom: pair } };
    const lists = { jobs: [{ value: "1", sector_id: "A" }], sectors: [{ value: "A" }] };
    expect(options(shown({ schema: { properties: { jobs } } }, { lists }), "jobs")).toMatchObject({
      items: lists.jobs,
      parents: lists.sectors,
      parent: "sector_id",
    });
  });
});

describe("members of a list", () => {
  const answers = { type: "object", ask: { from: "questions" } };
  const lists = {
    questions: [
      { value: 12, label: "Twelve?", tooltip: "Help", refusal_yes: "No" },
      { value: 3, label: "Three?" },
    ],
  };
  const presented = shown({ schema: { properties: { answers } } }, { lists });
  const property = (presented.schema.properties as JsonObject).answers as JsonObject;

  it("are required fields in the order of the list, although numeric keys are in numeric order", () => {
    expect(property.required).toEqual(["12", "3"]);
    expect(ui(presented, "answers")["ui:order"]).toEqual(["12", "3", "*"]);
    expect(Object.keys(property.properties as JsonObject)).toEqual(["3", "12"]);
  });
  it("carry their question and words", () => {
    expect(ui(presented, "answers")["12"]).toMatchObject({
      "ui:options": { title: "Twelve?", tooltip: "Help", question: lists.questions[0], item: lists.questions[0] },
    });
  });
  it("have no default", () => {
    expect((property.properties as JsonObject)["12"]).toEqual({ type: "boolean" });
  });
  it("may carry a prefix and need not be answered", () => {
    const covers = {
      type: "object",
      ask: { from: "covers", prefix: "coverage_", optional: true },
    };
    const source = {
      schema: { properties: { covers } },
      ui: {},
    };
    const withCovers = shown(source, { lists: { covers: [{ value: "305", label: "Corporate", price: 70 }] } });
    expect((withCovers.schema.properties as JsonObject).covers).not.toHaveProperty("required");
    expect(ui(withCovers, "covers").coverage_305).toMatchObject({
      "ui:options": { title: "Corporate", item: { value: "305", label: "Corporate", price: 70 } },
    });
  });
});

describe("the server's notes and locks", () => {
  const schema = { properties: { kvk: { type: "string" }, city: { type: "string" } } };
  it("makes fields read-only with a note", () => {
    const presented = shown({ schema }, { meta: { disabled: ["kvk"], field_text: { city: "Check this" } } });
    expect(ui(presented, "kvk")).toMatchObject({ "ui:readonly": true, "ui:options": { note: "From the register" } });
    expect(ui(presented, "city")).not.toHaveProperty("ui:readonly");
    expect(options(presented, "city").note).toBe("Check this");
  });
  it("removes a field whose condition is not true, from required too", () => {
    const source = {
      schema: { properties: { run_off: { type: "boolean", when: "facts.f" } }, required: ["run_off"] },
    };
    expect(shown(source).schema).toMatchObject({ properties: {}, required: [] });
    const on = shown(source, { answers: { facts: { f: true } } });
    expect(on.schema).toMatchObject({ properties: { run_off: { type: "boolean" } }, required: ["run_off"] });
  });
  it("bounds a date", () => {
    const presented = shown({
      schema: { properties: { d: { type: "string", dateWindow: { from: "-14d", to: "+2m" } } } },
    });
    expect(options(presented, "d")).toMatchObject({ min: "2026-11-06", max: "2027-01-20" });
  });
});

it.each([
  [["b"], ["b", "*"]],
  [
    ["*", "b", "*"],
    ["*", "b"],
  ],
  [
    ["b", "b", "*"],
    ["b", "*"],
  ],
])("gives the order %j one place for the rest, in the form and in an object of it", (order, resolved) => {
  const text = { type: "string", maxLength: 8 };
  const inner = { type: "object", properties: { a: text, b: text } };
  const presented = shown({
    schema: { type: "object", properties: { inner, b: text } },
    ui: { "ui:order": order, inner: { "ui:order": order } },
  });
  expect(presented.uiSchema["ui:order"]).toEqual(resolved);
  expect(ui(presented, "inner")["ui:order"]).toEqual(resolved);
});

it("presents fields of branches too, and changes nothing in the source", () => {
  const source = {
    schema: {
      type: "object",
      properties: { a: { type: "boolean" } },
      allOf: [when(is("a", true), { properties: { kvk: { type: "string", maxLength: 8 } } })],
    },
    ui: { "ui:order": ["a", "*"], kvk: { "ui:widget": "kvk" } },
  };
  const before = JSON.stringify(source);
  const presented = shown(source);
  expect(ui(presented, "kvk")).toMatchObject({
    "ui:widget": "kvk",
    "ui:options": { title: "From the step", maxLength: 8 },
  });
  expect(JSON.stringify(source)).toBe(before);
});

describe("plain content", () => {
  const content = { text: "field.kvk.help", title: "wizard.field.kvk.label", alt: "unknown" };
  const order = (...entries: unknown[]) => ({ "ui:order": entries as UiSchema["ui:order"] });

  it("gets its words, in the order and in the sections, and a missing one shows its key", () => {
    const words = { text: "From the product", title: "Shared", alt: "unknown" };
    const inOrder = shown({ schema: { properties: { kvk: {} } }, ui: order(content, "kvk") });
    expect(inOrder.uiSchema["ui:order"]).toEqual([words, "kvk", "*"]);
    const sections = [{ fields: ["kvk", content] }];
    const inSection = shown({ schema: { properties: { kvk: {} } }, ui: { "ui:options": { sections } } });
    expect(inSection.uiSchema["ui:options"]).toEqual({ sections: [{ fields: ["kvk", words] }] });
  });
});
