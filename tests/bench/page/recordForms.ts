// The forms of the benchmark of lists: ten fields below each other, and a table of records with eight columns and their sum. Both
// have the same kinds of fields.
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { Answers, JsonObject } from "#engine/schema/types.ts";

export const RECORD_FORMS = ["flat", "table", "cards"] as const;
export type RecordFormName = (typeof RECORD_FORMS)[number];

const TEXT = { type: "string", minLength: 2, maxLength: 200 };
const COUNT = { type: "integer", minimum: 1, maximum: 999_999 };
const COLUMNS: Record<string, [schema: JsonObject, widget: string, value: unknown]> = {
  name: [TEXT, "text", "Bakkerij Bos"],
  street: [TEXT, "text", "Dorpsstraat"],
  city: [TEXT, "text", "Utrecht"],
  form: [{ type: "string", enum: ["bv", "nv", "vof"] }, "select", "bv"],
  turnover: [COUNT, "currency", 250_000],
  staff: [COUNT, "integer", 12],
  share: [{ type: "number", minimum: 1, maximum: 100, multipleOf: 0.01 }, "number", 40],
  site: [TEXT, "text", "Magazijn"],
};
const FLAT = { ...COLUMNS, phone: COLUMNS.street!, contact: COLUMNS.name! };

const describe = (columns: typeof COLUMNS) => ({
  properties: Object.fromEntries(Object.entries(columns).map(([name, [schema]]) => [name, { title: name, ...schema }])),
  required: ["name", "street", "turnover"],
});
const layOut = (columns: typeof COLUMNS): UiSchema =>
  Object.fromEntries(Object.entries(columns).map(([name, [, widget]]) => [name, { "ui:widget": widget }]));
const fillIn = (columns: typeof COLUMNS): Answers =>
  Object.fromEntries(Object.entries(columns).map(([name, [, , value]]) => [name, value]));

const SUM = { type: "number", title: "sum", computed: { sum: ".sites.*.turnover" } };

export function buildRecordForm(name: RecordFormName): { schema: Schema; ui: UiSchema } {
  const order = { "ui:order": ["*"] };
  if (name === "flat") return { schema: { type: "object", ...describe(FLAT) }, ui: { ...order, ...layOut(FLAT) } };
  const items = { type: "object", ...describe(COLUMNS) };
  const sites = { type: "array", title: "sites", maxItems: 100, uniqueBy: "name", items };
  const layout = name === "table" ? { layout: "table" } : {};
  return {
    schema: { type: "object", properties: { sites, total: SUM } } as Schema,
    ui: {
      ...order,
      sites: { "ui:field": "list", "ui:options": { itemName: "Site", ...layout }, ...layOut(COLUMNS) },
      total: { "ui:widget": "computed" },
    },
  };
}

export function buildRecordAnswers(name: RecordFormName, count: number): Answers {
  if (name === "flat") return fillIn(FLAT);
  const sites = Array.from({ length: count }, (_, index) => ({
    _id: `r${index + 1}`,
    ...fillIn(COLUMNS),
    name: `Site ${index + 1}`,
  }));
  return { sites };
}
