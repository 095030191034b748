// A range of a spreadsheet that is pasted into a field of one line: never a value without a word, and undo takes it back.
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { byId, findError, openForm } from "../support.tsx";

const MESSAGE = "Dit zijn meerdere waarden. Vul er één in.";
const RANGES = ["1000\t2000", "100\n200", "12\t13\n14\t15", "20\t11\t2026"];

const press = (key: string) => userEvent.keyboard(`{Control>}${key}{/Control}`);

async function paste(text: string, id: string) {
  await userEvent.fill(byId("step_source"), text);
  byId("step_source").focus();
  await press("a");
  await press("c");
  byId(id).focus();
  await press("a");
  await press("v");
}

const controls: [name: string, Schema, UiSchema, value: unknown][] = [
  ["amount", { type: "number" }, { "ui:widget": "currency" }, 5],
  ["amount of dollars", { type: "number" }, { "ui:widget": "currency", "ui:options": { currency: "USD" } }, 5],
  ["number", { type: "number" }, { "ui:widget": "number" }, 5],
  ["percentage", { type: "number" }, { "ui:widget": "number", "ui:options": { unit: "%" } }, 5],
  ["whole number", { type: "integer" }, { "ui:widget": "number" }, 5],
  ["year", { type: "integer" }, { "ui:widget": "year" }, 2020],
  ["text", { type: "string" }, { "ui:widget": "text" }, "a"],
  ["date", { type: "string", format: "date" }, { "ui:widget": "date" }, "2026-11-20"],
  ["kvk", { type: "string", format: "kvk" }, { "ui:widget": "kvk" }, "12345678"],
  ["account", { type: "string", format: "iban" }, { "ui:widget": "text" }, "NL91ABNA0417164300"],
];

const record = (schema: Schema): Schema => ({ type: "object", properties: { it: schema } });
const places = {
  "a step": {
    id: "step_it",
    ranges: RANGES,
    form: (it: Schema) => it,
    layout: (it: UiSchema) => it,
    data: (value: unknown) => value,
    read: (value: unknown) => value,
  },
  "a table of records": {
    id: "step_it_a_it",
    // The controls are the same ones.
    ranges: RANGES.slice(0, 1),
    form: (it: Schema): Schema => ({ type: "array", items: record(it) }),
    layout: (it: UiSchema): UiSchema => ({ "ui:field": "list", "ui:options": { layout: "table" }, it }),
    data: (value: unknown) => [{ _id: "a", it: value }],
    read: (value: unknown) => (value as { it: unknown }[])[0]?.it,
  },
};

const cases = Object.entries(places).flatMap(([name, place]) =>
  controls.map(([control, schema, layout, value]) => ({ name, place, control, schema, layout, value })),
);

test.each(cases)("a $control in $name refuses a pasted range", async ({ place, schema, layout, value }) => {
  const { id } = place;
  const { session } = await openForm({
    schema: { type: "object", properties: { it: place.form(schema), source: { type: "string" } } },
    ui: { it: place.layout(layout), source: { "ui:widget": "textarea" } },
    data: { it: place.data(value) },
  });
  await expect.poll(() => document.getElementById(id)).not.toBeNull();
  const before = byId(id).value;
  for (const range of place.ranges) {
    await paste(range, id);
    expect(place.read(session.pending().it), range).toBe(range.replaceAll("\n", "\t"));
    byId("step_source").focus();
    await expect.poll(() => findError(id), { message: range }).toBe(MESSAGE);
    expect(session.valid).toBe(false);
    byId(id).focus();
    await press("z");
    byId("step_source").focus();
    await expect.poll(() => findError(id), { message: range }).toBeUndefined();
    expect(place.read(session.data().it), range).toEqual(value);
    expect(byId(id).value).toBe(before);
  }
  await paste(`${before}\n`, id);
  byId("step_source").focus();
  expect(place.read(session.data().it), "one cell with the end of its line").toEqual(value);
  expect(findError(id)).toBeUndefined();
});
