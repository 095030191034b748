// What an analyst can ask in JSON alone, concept by concept: accepted when it is whole, refused by name when it is not.
import { describe, expect, it } from "vitest";
import { deriveCases } from "#content/cases/steps/derivedCases.ts";
import { contextFor } from "#content/cases/steps/fixtures.ts";
import { type Control, controls } from "#engine/fields/controls.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { findNotation, notations } from "#engine/values/notations.ts";
import { type Asked, checkAsked, STEP, TINY } from "./support/asking.ts";
import { ContentCopy } from "./support/content.ts";
import { product } from "./support/faults/fault.ts";
import { oneCopy } from "./support/oneCopy.ts";
import { findUnbroken, readProductCases } from "./support/productCases.ts";
import { followRecipes, recipes } from "./support/recipes.ts";

const copy = oneCopy(ContentCopy.tiny());

const findings = (fields: Asked) => checkAsked(copy, fields);

/** The cases that follow from the rules of the step, and the errors that these expect. */
async function derive() {
  const { prepared, fixtures } = await readProductCases(copy.schemas, copy.fixtures, TINY);
  const fixture = fixtures.find(({ step }) => step === STEP)!;
  const cases = deriveCases(fixture, prepared);
  const broken = cases.flatMap(({ expect }) => (expect === "valid" ? [] : expect.map((error) => error.join(" "))));
  return { prepared, fixture, cases, broken };
}

/** A journey that changes a stored quotation is asked for a new required field. */
const withoutJourneys = (lines: string[]) => lines.filter((line) => !line.includes("fixtures/journeys/"));

describe("members of a list of the product's own", () => {
  const lists = { measures: { rules: [{ values: ["backup", "lock"] }] } };

  it.each([
    ["questions", { type: "object", ask: { from: "measures" } }],
    ["coverages", { type: "object", ask: { from: "measures", optional: true } }],
  ])("as %s need the words of each", async (_control, measures) => {
    const lacking = await findings({ properties: { measures }, ui: {}, lists });
    expect(lacking.join()).toContain('there is no text "general-data.measures.option.backup"');
  });

  it("are accepted with them, and no text is called unused", async () => {
    const measures = { type: "object", ask: { from: "measures", optional: true } };
    const texts = { "field.measures.option.backup": "Back-up", "field.measures.option.lock": "Slot" };
    expect(await findings({ properties: { measures }, ui: {}, lists, texts })).toEqual([]);
  });
});

describe("notations", () => {
  it("need no length and no case: both sides follow, also a wrong check digit", async () => {
    const withControl = Object.values<Control>(controls).map(({ format }) => format);
    const names = Object.keys(notations).filter((name) => !findNotation(name)?.isOpen && !withControl.includes(name));
    const fields = names.map((format) => [format.replaceAll("-", "_"), { type: "string", format }] as const);
    const ui: Record<string, UiSchema> = Object.fromEntries(fields.map(([name]) => [name, { "ui:widget": "text" }]));
    const texts = Object.fromEntries(fields.map(([name]) => [`field.${name}.label`, name]));
    expect(await findings({ properties: Object.fromEntries(fields), ui, texts })).toEqual([]);
    expect(names).toContain("phone");
  });

  it("of numbers: decimals, a unit, a year, another currency", async () => {
    const properties = {
      share: { type: "number", minimum: 0, maximum: 100, multipleOf: 0.01 },
      since: { type: "integer", minimum: 1800, maximum: 2100 },
      abroad: { type: "number", minimum: 0, maximum: 1_000_000 },
    };
    const ui = {
      share: {},
      since: {},
      abroad: { "ui:widget": "currency", "ui:options": { currency: "USD" } },
    };
    const labels = Object.fromEntries(Object.keys(properties).map((name) => [`field.${name}.label`, name]));
    expect(await findings({ properties, ui, texts: { ...labels, "field.share.unit": "%" } })).toEqual([]);
    copy.change(`${product}/general-data.schema.json`, (schema) => {
      delete (schema.properties as typeof properties as Record<string, Schema>).share?.multipleOf;
    });
    expect((await copy.errors()).join()).toContain(
      '"number" takes at most two decimals, the field allows more; add "multipleOf": 0.01 to the field',
    );
  });
});

describe("several of", () => {
  const covers = {
    type: "array",
    minItems: 1,
    maxItems: 2,
    uniqueItems: true,
    exclusive: ["none"],
    items: { type: "string", enum: ["fire", "water", "theft", "none"] },
  };
  const ui = {};
  const options = ["fire", "water", "theft", "none"].map((value) => [`field.covers.option.${value}`, value]);
  const texts = Object.fromEntries(options);

  it("of the field itself or of a list is accepted, and each of its rules is tried by derived cases", async () => {
    const perils = { ...covers, items: { type: "string", maxLength: 9, enumFrom: "perils" }, exclusive: ["none"] };
    const listed = Object.entries(texts).map(([key, text]) => [key.replace("covers", "perils"), text]);
    const added = {
      properties: { covers, perils },
      ui,
      texts: { ...texts, ...Object.fromEntries(listed) },
      lists: { perils: { rules: [{ values: ["fire", "water", "theft", "none"] }] } },
    };
    expect(await findings(added)).toEqual([]);
  });

  it.each([
    [{ uniqueItems: false }, 'add "uniqueItems": true to the field'],
    [{ minItems: 2 }, "a choice cannot be exclusive where 2 are needed"],
    [{ exclusive: ["nothing"] }, '"nothing" is none of the choices; choose from fire, water, theft, none'],
    [{ items: { type: "string", maxLength: 9 } }, "its items are no choices"],
  ])("with %j is refused", async (change, sentence) => {
    const lines = await findings({ properties: { covers: { ...covers, ...change } as Schema }, ui, texts });
    expect(lines.join()).toContain(sentence);
  });
});

describe("files", () => {
  const files: Schema = {
    type: "array",
    maxItems: 3,
    uniqueItems: true,
    items: { type: "string", minLength: 1, maxLength: 64, pattern: "^[A-Za-z0-9_-]+$" },
  };
  const record: Schema = { type: "object", properties: { proof: files }, additionalProperties: false };
  const text = (key: string) => [`field.${key}`, key];
  const texts = Object.fromEntries(
    ["proof.label", "owner.label", "owner.proof.label", "owners.label", "owners.item", "owners.proof.label"].map(text),
  );

  it("are accepted at a step and in a group, and the rules of each field are tried by derived cases", async () => {
    const owner: Schema = { type: "object", properties: { proof: files }, additionalProperties: false };
    const words = Object.fromEntries(["proof.label", "owner.label", "owner.proof.label"].map(text));
    expect(await findings({ properties: { proof: files, owner }, ui: {}, texts: words })).toEqual([]);
  });

  it.each<[number, object, string | undefined]>([
    [25, {}, undefined],
    [26, {}, 'with 26 records this is more than the 50 files that a request takes; write at most 25 for "maxItems"'],
    [25, { maxSize: 10_485_761 }, "no files as large as that; write at most 10485760, which is 10 MB"],
  ])(
    "in a table of %s records, with %j, are accepted or refused with the way out",
    async (maxItems, options, wrong) => {
      const lines = await findings({
        properties: {
          owners: {
            type: "array",
            maxItems,
            items: { ...record, properties: { proof: { ...files, minItems: 2 } }, required: ["proof"] },
          },
        },
        ui: {
          owners: { "ui:options": { layout: "table" }, proof: { "ui:options": { maxSize: 10_485_760, ...options } } },
        },
        texts,
        answers: { owners: [{ proof: ["f-0001", "f-0002"] }] },
      });
      if (wrong) expect(lines.join()).toContain(wrong);
      else expect(lines).toEqual([]);
    },
  );

  it.each<[string, object, string]>([
    [
      "ids that no file has",
      { items: { type: "string", maxLength: 20 } },
      "its items are no choices, and do not accept the ids of files",
    ],
    ["a file that is named twice", { uniqueItems: undefined }, "a file could be named twice"],
    ["more than a field takes", { maxItems: 11 }, "the portal takes fewer files"],
  ])("with %s are refused", async (_name, change, sentence) => {
    const lines = await findings({ properties: { proof: { ...files, ...change } }, ui: {}, texts });
    expect(lines.join()).toContain(sentence);
  });

  it("that are required accept no empty list", async () => {
    const answers = { proof: ["f-0001"] };
    const lines = await findings({ properties: { proof: files }, ui: {}, texts, answers });
    expect(lines.join()).toContain('a required field for files accepts an empty list; add "minItems": 1');
  });
});

describe("records that choose among each other", () => {
  const choiceOf = (list: string) => ({ type: "string", maxLength: 40, enumFrom: `general-data.${list}` });
  const listOf = (choice: string, required: string[]) => ({
    type: "array",
    maxItems: 3,
    items: {
      type: "object",
      properties: { name: { type: "string", maxLength: 9 }, other: choiceOf(choice) },
      required,
      additionalProperties: false,
    },
  });
  const texts = Object.fromEntries(
    ["cars", "drivers"].flatMap((list) =>
      ["label", "item", "name.label", "other.label"].map((kind) => [`field.${list}.${kind}`, kind]),
    ),
  );
  const check = (cars: string[], drivers: string[], among = "drivers", more = {}) =>
    findings({
      properties: { cars: listOf(among, cars), drivers: listOf("cars", drivers) },
      ui: {},
      texts: { ...texts, ...more },
    });

  it("are accepted where one of the choices may stay empty", async () => {
    expect((await check(["other"], ["name"])).join()).not.toContain("must choose");
  });

  it("are refused where both must be made", async () => {
    expect((await check(["other"], ["other"])).join("\n")).toContain(
      "a record of general-data.cars must choose among general-data.drivers, which must choose among general-data.cars in turn: none can be completed first",
    );
  });

  it("are refused where a record must choose among its own list", async () => {
    expect((await check(["other"], ["name"], "cars")).join("\n")).toContain(
      "a record of general-data.cars must choose among its own records: none can be completed first",
    );
  });

  it.each([".drivers", ".name", ".cars"])("are refused with %s: the record has no such list", async (list) => {
    const cars = listOf("drivers", ["name"]);
    Object.assign(cars.items.properties.other, { enumFrom: list });
    const lines = await findings({ properties: { cars, drivers: listOf("cars", ["name"]) }, ui: {}, texts });
    expect(lines.join("\n")).toContain(`${list} is not a list of records, so there is nothing to choose`);
  });

  it("do not contain each other's titles", async () => {
    const lines = await check(["name"], ["name"], "drivers", { "field.cars.record": "{name} {other}" });
    expect(lines.join("\n")).toContain(
      "contains {other}, a choice among records, whose titles could contain this one: a circle",
    );
  });
});

it("a choice among the records of its own step is accepted, and tried with each record and one that is gone", async () => {
  const car = { type: "object", properties: { name: { type: "string", maxLength: 9 } }, required: ["name"] };
  const choice = { type: "string", maxLength: 40, enumFrom: `${STEP}.cars` };
  const properties: Record<string, Schema> = {
    cars: { type: "array", maxItems: 3, items: { ...car, additionalProperties: false } },
    usual: choice,
    others: { type: "array", uniqueItems: true, maxItems: 3, items: choice },
    many: { type: "integer", maximum: 3, computed: { count: ".others.*" } },
  };
  const keys = ["cars.label", "cars.item", "cars.name.label", "usual.label", "others.label", "many.label"];
  const texts = Object.fromEntries(keys.map((key) => [`field.${key}`, key]));
  const answers = { cars: [{ name: "A" }, { name: "B" }], usual: "r2", others: ["r1"] };
  const lines = await findings({ properties, ui: {}, texts, answers });
  expect(withoutJourneys(lines)).toEqual([]);
  const { prepared, fixture, cases } = await derive();
  expect(cases.flatMap(({ data, expect }) => (expect === "valid" ? data.usual : []))).toContain("r1");
  const judge = (others: string[]) =>
    prepared.judge.evaluate(STEP, { ...fixture.base, others }, contextFor(prepared, fixture.context))!;
  expect(judge(["r1", "r2"])).toMatchObject({ errors: [], data: { many: 2 } });
  expect(judge(["r1", "r3"])).toMatchObject({
    errors: [{ pointer: "/others/1", keyword: "enumFrom" }],
    data: { many: 1 },
  });
});

describe("answers in texts", () => {
  const town = { type: "string", maxLength: 40 };
  const properties = {
    town,
    kind: { type: "string", enum: ["a", "b"] },
    owners: { type: "array", maxItems: 3, items: { type: "object", properties: { name: town } } },
  };
  const labels = Object.fromEntries(
    [
      "town.label",
      "kind.label",
      "kind.option.a",
      "kind.option.b",
      "owners.label",
      "owners.item",
      "owners.name.label",
    ].map((key) => [`field.${key}`, key]),
  );
  const given = async (value: unknown, texts: Record<string, string>) => {
    copy.change(`${product}/product.json`, (manifest) => {
      manifest.text_values = { ...Object(manifest.text_values), given: value };
    });
    return findings({ properties, ui: {}, texts: { ...labels, ...texts }, answers: { owners: [{}] } });
  };

  it.each([[{ answer: "general-data.town" }], [{ answer: "general-data.kind" }], [{ minus: [{ year: "today" }, 1] }]])(
    "are accepted at later fields, in help and titles of steps: %j",
    async (value) => {
      const texts = {
        "field.owners.label": "{given}",
        "field.kind.help": "{given}",
        "step.general-data.intro": "{given}",
      };
      expect(await given(value, texts)).toEqual([]);
    },
  );

  it.each<[string, unknown, Record<string, string>, string]>([
    [
      "an unknown answer",
      { answer: "general-data.twon" },
      { "field.kind.help": "{given}" },
      'did you mean "general-data.town"?',
    ],
    [
      "an answer of a record",
      { answer: "general-data.owners.name" },
      { "field.kind.help": "{given}" },
      "is not an answer that a text may contain",
    ],
    [
      "an expression over an unknown answer",
      { sum: ["general-data.gone", 1] },
      { "field.kind.help": "{given}" },
      "general-data.gone",
    ],
    [
      "a circle: the choice that the value is",
      { answer: "general-data.kind" },
      { "field.kind.option.a": "{given}" },
      "follows from answers that are not known where this text is shown",
    ],
    [
      "a title of a record",
      { answer: "general-data.town" },
      { "field.owners.record": "{given}" },
      "which is not an answer of the record",
    ],
    [
      "an answer of a later step",
      { answer: "coverage-choice.coverage_code" },
      { "field.kind.help": "{given}" },
      "follows from answers that are not known where this text is shown",
    ],
  ])("are refused: %s", async (_name, value, texts, sentence) => {
    expect((await given(value, texts)).join("\n")).toContain(sentence);
  });
});

describe("a group of fields", () => {
  const broker = {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1, maxLength: 40 },
      phone: { type: "string", format: "phone" },
      kind: { type: "string", enum: ["agent", "broker"] },
    },
    required: ["name"],
    additionalProperties: false,
  };
  const ui = { broker: {} };
  const keys = ["label", "name.label", "phone.label", "kind.label", "kind.option.agent", "kind.option.broker"];
  const texts = Object.fromEntries(keys.map((key) => [`field.broker.${key}`, key]));
  const { required: _none, ...optional } = broker;

  it("is accepted, and the rules of its fields are tried by derived cases", async () => {
    expect(await findings({ properties: { broker: optional }, ui, texts })).toEqual([]);
  });

  it("with required fields is required itself, and its base answers them", async () => {
    expect((await findings({ properties: { broker }, ui, texts })).join()).toContain(
      'the group broker has required fields, and is not required itself; add "broker" to "required"',
    );
  });

  it.each<[string, Record<string, UiSchema>, Record<string, string>, string]>([
    [
      "a control that cannot fill a field in",
      { broker: { ...ui.broker, name: { "ui:widget": "radio" } } },
      texts,
      '/broker/name/ui:widget: "radio" shows choices',
    ],
    ["a field without its words", ui, {}, 'there is no text "general-data.broker.name.label"'],
    [
      "a setting that nothing reads",
      { broker: { ...ui.broker, kind: { "ui:widget": "radio", "ui:options": { rows: 3 } } } },
      texts,
      '"radio" does nothing with "rows"',
    ],
  ])("with %s is refused", async (_name, layout, words, sentence) => {
    const lines = await findings({ properties: { broker: optional }, ui: layout, texts: words });
    expect(lines.join("\n")).toContain(sentence);
  });

  it("contains no other group", async () => {
    const nested = { ...optional, properties: { ...optional.properties, inner: optional } };
    const layout = { broker: { ...ui.broker, inner: ui.broker } };
    const lines = await findings({ properties: { broker: nested as Schema }, ui: layout, texts });
    expect(lines.join()).toContain("a group or row contains single fields, not groups");
  });
});

describe("a list of records", () => {
  const owners = {
    type: "array",
    minItems: 1,
    maxItems: 4,
    uniqueBy: "name",
    items: {
      type: "object",
      properties: {
        name: { type: "string", minLength: 1, maxLength: 40 },
        share: { type: "integer", minimum: 1, maximum: 100 },
        kind: { type: "string", enum: ["person", "company"] },
      },
      required: ["name"],
      additionalProperties: false,
    },
  };
  const ui = { owners: {} };
  const keys = ["label", "item", "name.label", "share.label", "kind.label"];
  const texts = Object.fromEntries(
    [...keys, "kind.option.person", "kind.option.company"].map((key) => [`field.owners.${key}`, key]),
  );
  const answers = { owners: [{ name: "Anna", share: 60, kind: "person" }] };
  const inOwners = (change: object) => ({ owners: { ...owners, ...change } as Schema });
  const withInner = (record: typeof owners.items, inner: object) => ({
    ...record,
    properties: { ...record.properties, inner },
  });

  it("is accepted, and the rules of the list and of its records are tried by derived cases", async () => {
    const lines = await findings({ properties: { owners }, ui, texts, answers });
    expect(withoutJourneys(lines)).toEqual([]);
  });

  it("is accepted in a record, and tried on both sides at the first and the last record of both levels", async () => {
    const inner = { "inner.label": "inner", "inner.item": "inner", "inner.name.label": "name" };
    const words = Object.fromEntries(Object.entries(inner).map(([key, text]) => [`field.owners.${key}`, text]));
    const rooms = {
      ...owners,
      items: { type: "object", properties: { name: owners.items.properties.name }, required: ["name"] },
    };
    const nested = withInner(owners.items, rooms);
    const properties = { owners: { ...owners, items: { ...nested, required: ["name", "inner"] } } as Schema };
    const data = { owners: [{ ...answers.owners[0], inner: [{ name: "Hall" }] }] };
    const lines = await findings({ properties, ui, texts: { ...texts, ...words }, answers: data });
    expect(withoutJourneys(lines)).toEqual([]);
    const { broken } = await derive();
    for (const outer of [0, 1]) {
      expect(broken).toContain(`/owners/${outer}/inner minItems`);
      for (const last of [0, 1]) expect(broken).toContain(`/owners/${outer}/inner/${last}/name maxLength`);
    }
  });

  it("has every bound of its records tried on both sides", async () => {
    await findings({ properties: { owners }, ui, texts, answers });
    const { broken, cases, prepared } = await derive();
    for (const rule of ["name required", "name maxLength", "share minimum", "share maximum"])
      expect(broken).toContain(`/owners/0/${rule}`);
    const shares = cases.flatMap(({ data, expect }) => (expect === "valid" ? [data.owners] : []));
    for (const share of [1, 100]) expect(shares).toContainEqual([expect.objectContaining({ share })]);
    expect(findUnbroken(prepared.steps[STEP]!.schema, cases).filter((rule) => rule.includes("owners"))).toEqual([]);
  });

  it.each<[string, Record<string, Schema>, string]>([
    ["without an end", inOwners({ maxItems: undefined }), 'the list of records has no end; add "maxItems"'],
    ["of one record that must differ from others", inOwners({ maxItems: 1 }), "a list of one record never has two"],
    [
      "with an unknown uniqueBy",
      inOwners({ uniqueBy: "nam" }),
      '"nam" is not a field of the records; did you mean "name"?',
    ],
    [
      "without fields",
      inOwners({ items: { type: "object" } }),
      'the records have no fields; add "properties" to "items"',
    ],
    [
      "with three levels",
      inOwners({ items: withInner(owners.items, { ...owners, items: withInner(owners.items, owners) }) }),
      '"inner" is a list in records that are in records themselves: there are two levels of records, not three; ' +
        'put its fields into the records of "owners/inner", or make it a list of the step',
    ],
    [
      "in a record, added up where an answer of the record around it",
      {
        ...inOwners({
          items: withInner(owners.items, {
            ...owners,
            uniqueBy: undefined,
            items: { type: "object", properties: { area: { type: "integer" } } },
          }),
        }),
        area: { type: "integer", computed: { sum: ".owners.*.inner.*.area", where: { is: [".kind", "person"] } } },
      },
      '".kind" is in the record around the list, and "where" reads those of the list; ' +
        'add the list up in a computed field of that record, and choose among those sums with "where"',
    ],
    [
      "of more records inside records than one call may contain",
      inOwners({ maxItems: 50, items: withInner(owners.items, { ...owners, maxItems: 50 }) }),
      "50 records of 254 fields are more than one call may contain; write at most 17",
    ],
    [
      "with a required field that is none",
      inOwners({ items: { ...owners.items, required: ["naam"] } }),
      '"naam" is required but is not a field',
    ],
    [
      "with a rule of the whole record",
      inOwners({ items: { ...owners.items, rules: { half: { atMost: [".share", 50] } } } }),
      "a rule of a whole record or row has no field under which it could be shown; write it at the field of the record",
    ],
    [
      "with a field that is filled by what is known",
      inOwners({
        items: {
          ...owners.items,
          properties: {
            ...owners.items.properties,
            name: { ...owners.items.properties.name, prefill: { from: ["register.company"] } },
          },
        },
      }),
      'only a field of the step itself is filled by what is known; remove "prefill"',
    ],
  ])("%s is refused", async (_name, properties, sentence) => {
    const layout = { owners: { ...ui.owners, inner: { ...ui.owners, inner: ui.owners } } };
    const lines = await findings({ properties, ui: layout, texts, answers });
    expect(lines.join("\n")).toContain(sentence);
  });

  it("is refused above the most records of any list", async () => {
    const lines = await findings({ properties: inOwners({ maxItems: 501 }), ui, texts, answers });
    expect(lines.join("\n")).toContain("a list has at most 500 records; lower it");
  });

  it("is refused when its records have more fields together than one call may contain", async () => {
    const extra = Array.from({ length: 7 }, (_, index) => [`extra${index}`, { type: "string", maxLength: 9 }]);
    const all = { ...owners.items.properties, ...Object.fromEntries(extra) };
    const wide = inOwners({ maxItems: 400, items: { ...owners.items, properties: all } });
    const lines = (await findings({ properties: wide, ui, texts, answers })).join("\n");
    expect(lines).toContain("400 records of 10 fields are more than one call may contain; write at most 375");
  });

  it("can be handed over and screened field by field, also a field under a condition", async () => {
    const company = { properties: { kind: { const: "company" } }, required: ["kind"] };
    const seat = { properties: { seat: { type: "string", maxLength: 40 } } };
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    const properties = inOwners({ items: { ...owners.items, allOf: [{ if: company, then: seat }] } });
    await findings({ properties, ui, texts, answers });
    const handed = ["owners", "owners.*.name", "owners.*.seat", "owners.name", "owners.*.nam"];
    const fields = Object.fromEntries(handed.map((path, index) => [`${STEP}.${path}`, `own.name${index}`]));
    copy.write(`${product}/handover.json`, { standard: "own", fields });
    const unknown = (await copy.errors()).join("\n");
    for (const path of ["owners.name", "owners.*.nam"]) expect(unknown).toContain(`"${STEP}.${path}" is not a field`);
    for (const path of handed.slice(0, 3)) expect(unknown).not.toContain(`"${STEP}.${path}" is not a field`);
    copy.write(`${product}/handover.json`, {
      standard: "own",
      fields: { [`${STEP}.owners`]: "own.owners" },
    });
    copy.change(`${product}/product.json`, (manifest) => {
      manifest.screened = ["owners.*.name", "owners.*.share"].map((path) => `${STEP}.${path}`);
    });
    const lines = (await copy.errors()).join("\n");
    expect(lines).toContain(`"${STEP}.owners.*.share" is not a text, so it cannot be a name`);
    expect(lines).not.toContain(`"${STEP}.owners.*.name" is not a text`);
    copy.change(`${product}/product.json`, (manifest) => {
      const others = ["owners.*.seat", "kvk", "owners.*.nam"].map((path) => `${STEP}.${path}`);
      manifest.screened = others.map((kvk) => ({ name: `${STEP}.owners.*.name`, kvk }));
    });
    expect((await copy.errors()).join()).toContain(`"${STEP}.owners.*.nam" is not a field`);
    copy.change(`${product}/product.json`, (manifest) => (manifest.screened as unknown[]).pop());
    const faults = (await copy.errors()).filter((line) => line.includes("screened"));
    expect(faults.filter((line) => line.includes("/kvk"))).toHaveLength(1);
    expect(faults.join()).toContain(`"${STEP}.kvk" is not beside "${STEP}.owners.*.name"`);
  });

  it("needs the words for the list, for one record and for its fields", async () => {
    const lines = (await findings({ properties: { owners }, ui, answers })).join("\n");
    for (const key of ["owners.label", "owners.item", "owners.share.label"])
      expect(lines).toContain(`there is no text "general-data.${key}"`);
  });

  it.each([
    ["select", []],
    ["radio", [/"radio" of kind does not fit into a cell of a table; take "select" for it, or remove "layout"/]],
  ])("as a table takes controls of one line alone: %s", async (kind, says) => {
    const table = { owners: { ...ui.owners, "ui:options": { layout: "table" }, kind: { "ui:widget": kind } } };
    const lines = await findings({ properties: { owners }, ui: table, texts, answers });
    expect(lines.filter((line) => line.includes("layout"))).toEqual(says.map((words) => expect.stringMatching(words)));
  });

  it("is refused as a table of more columns than fit", async () => {
    const extra = Array.from({ length: 6 }, (_, index) => `extra${index}`);
    const properties = Object.fromEntries(extra.map((name) => [name, { type: "string", maxLength: 9 }]));
    const wide = inOwners({ items: { ...owners.items, properties: { ...owners.items.properties, ...properties } } });
    const layout = Object.fromEntries(extra.map((name) => [name, { "ui:widget": "text" }]));
    const lines = await findings({
      properties: wide,
      ui: { owners: { ...ui.owners, ...layout, "ui:options": { layout: "table" } } },
      answers,
    });
    expect(lines.join("\n")).toContain("a record has 9 fields, and a table has room for 8 columns");
  });

  it("with `uniqueBy` at files, whose ids always differ, is refused", async () => {
    const files = {
      type: "array",
      maxItems: 3,
      uniqueItems: true,
      items: { type: "string", minLength: 1, maxLength: 64 },
    };
    const properties = { ...owners.items.properties, files };
    const list = inOwners({ uniqueBy: "files", items: { ...owners.items, properties } });
    const lines = await findings({
      properties: list,
      ui,
      texts: { ...texts, "field.owners.files.label": "files" },
      answers,
    });
    expect(lines.join("\n")).toContain('every file has an id of its own, so "uniqueBy": "files" never finds two alike');
  });

  it("with `uniqueBy` at another list is refused", async () => {
    const covers = { type: "array", uniqueItems: true, uniqueBy: "a", items: { type: "string", enum: ["a", "b"] } };
    const lines = await findings({ properties: { covers }, ui: {} });
    expect(lines.join()).toContain('"uniqueBy" is about a list of records');
  });
});

describe("a table of fixed rows", () => {
  const cell = { type: "integer", minimum: 1, maximum: 100 };
  const row = {
    properties: { last: cell, next: cell },
    required: ["last"],
    additionalProperties: false,
  };
  const sales: Schema = { type: "object", rows: { from: "areas", ...row } };
  const lists = { areas: { rules: [{ values: ["nl", "eu"] }] } };
  const ui = { sales: { last: {}, next: {} } };
  const keys = ["label", "option.nl", "option.eu", "last.label", "next.label"];
  const texts = Object.fromEntries(keys.map((key) => [`field.sales.${key}`, key]));
  const answers = { sales: { nl: { last: 5 }, eu: { last: 6, next: 7 } } };
  const added = { properties: { sales }, ui, lists, texts, answers };
  const inRow = (change: object): Schema => ({ ...sales, rows: { from: "areas", ...row, ...change } });

  it("has every bound of its rows tried on both sides", async () => {
    const lines = await findings(added);
    expect(withoutJourneys(lines)).toEqual([]);
    const { broken, cases, prepared } = await derive();
    for (const rule of ["nl/last required", "nl/last minimum", "nl/last maximum", "eu/next minimum", "eu/next maximum"])
      expect(broken).toContain(`/sales/${rule}`);
    const valid = cases.flatMap(({ data, expect }) => (expect === "valid" ? [data.sales] : []));
    for (const last of [1, 100])
      expect(valid).toContainEqual(expect.objectContaining({ nl: expect.objectContaining({ last }) }));
    expect(findUnbroken(prepared.steps[STEP]!.schema, cases).filter((rule) => rule.includes("sales/rows"))).toEqual([]);
  });

  it.each<[string, Partial<Asked>, string]>([
    [
      "without words for a row",
      { texts: { ...texts, "field.sales.option.eu": undefined as never } },
      'there is no text "general-data.sales.option.eu"',
    ],
    [
      "without words for a column",
      { texts: { ...texts, "field.sales.next.label": undefined as never } },
      'there is no text "general-data.sales.next.label"',
    ],
    [
      "without a name",
      { texts: { ...texts, "field.sales.label": undefined as never } },
      'there is no text "general-data.sales.label"',
    ],
    [
      "with a control that cannot fill a cell in",
      { ui: { sales: { ...ui.sales, last: { "ui:widget": "textarea" } } } },
      '/sales/last/ui:widget: "textarea" gives a text, the field holds a whole number',
    ],
    ["of an unknown list", { lists: {} }, "areas"],
    [
      "with a required field that is none",
      { properties: { sales: inRow({ required: ["lst"] }) } },
      '/properties/sales/rows/required/0: "lst" is required but is not a field',
    ],
    [
      "with a group in a row",
      { properties: { sales: inRow({ properties: { ...row.properties, inner: { type: "object", ...row } } }) } },
      "a group or row contains single fields, not groups",
    ],
    [
      "that is not required with a required field",
      { answers: {} },
      'the table sales has required fields, and is not required itself; add "sales" to "required"',
    ],
  ])("%s is refused", async (_name, change, sentence) => {
    expect((await findings({ ...added, ...change })).join("\n")).toContain(sentence);
  });

  it("can be read by a price, a fact and the hand-over, cell by cell and as a column; a column that it has not is refused", async () => {
    await findings(added);
    const read = ["sales", "sales.nl.last", "sales.*.next", "sales.nl.lst", "sales.*.lst"].map(
      (path) => `${STEP}.${path}`,
    );
    const fields = Object.fromEntries(read.map((path, index) => [path, `own.name${index}`]));
    copy.write(`${product}/handover.json`, { standard: "own", fields });
    copy.change(`${product}/product.json`, (manifest) => {
      manifest.facts = {
        sold: { sum: `${STEP}.sales.*.last` },
        wrong: { sum: `${STEP}.sales.*.lat` },
      };
    });
    const lines = (await copy.errors()).join("\n");
    for (const path of read.slice(3)) expect(lines).toContain(`"${path}" is not a field`);
    for (const path of read.slice(0, 3)) expect(lines).not.toContain(`"${path}"`);
    expect(lines).toContain("facts/wrong");
    expect(lines).not.toContain("facts/sold/sum");
  });
});

it("the recipes of schemas/recipes.md pass the check as they are written", async () => {
  followRecipes(copy, product);
  expect(recipes.length).toBeGreaterThanOrEqual(4);
  for (const { name, files, answers } of recipes)
    expect([name, files.length >= 1, answers.length > 0]).toEqual([name, true, true]);
  // The stored quotations of the product do not answer a new question.
  expect((await copy.errors()).filter((line) => !/journeys\/tiny-(editQuote|quoteToPolicy)/.test(line))).toEqual([]);
});
