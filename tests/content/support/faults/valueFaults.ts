// Faults in the values that a field names itself, and in rules that leave none.
import type { JsonObject } from "#engine/schema/types.ts";
import { at, type Mistake, product } from "./fault.ts";

const general = `${product}/general-data.schema.json`;
const revenue = (rule: JsonObject) => (content: JsonObject) =>
  Object.assign(at(content, "properties"), { revenue: rule });
const option = (rule: JsonObject) => (content: JsonObject) =>
  Object.assign(at(content, "allOf.1.then.properties"), { terms_of_delivery_option: rule });

export const valueFaults: Mistake[] = [
  ["a choice that is a number where the answer is a text", general, option({ type: "string", enum: ["both", 2005] })],
  ["a choice that is a text where the answer is a number", general, option({ type: "integer", enum: [1, "2"] })],
  ["a choice that no text can be named after", general, option({ type: "string", enum: ["both", "één van beide"] })],
  ["an empty choice", general, option({ type: "string", enum: ["both", "", "other", "DNR-2005", "DNR-2011"] })],
  [
    "a choice that is longer than the longest",
    general,
    option({ type: "string", maxLength: 4, enum: ["both", "other"] }),
  ],
  ["a default that is no choice", general, option({ type: "string", enum: ["both", "other"], default: "none" })],
  [
    "a default above the highest",
    general,
    revenue({ type: "integer", minimum: 1, maximum: 1000000, default: 1000001 }),
  ],
  ["a default of another kind", general, revenue({ type: "integer", minimum: 1, maximum: 1000000, default: "500" })],
  [
    "a default that is no day",
    `${product}/request.schema.json`,
    (c) => Object.assign(at(c, "properties.effective_date"), { default: "today" }),
  ],
  [
    "an only answer of another kind",
    `${product}/request.schema.json`,
    (c) => Object.assign(at(c, "properties"), { customer_approval: { type: "boolean", const: "true" } }),
  ],
  [
    "a lowest value of a text",
    general,
    (c) => Object.assign(at(c, "properties"), { kvk: { type: "string", maxLength: 12, format: "kvk", minimum: 8 } }),
  ],
  ["bounds without a whole number between them", general, revenue({ type: "integer", minimum: 0.2, maximum: 0.8 })],
  ["open bounds next to each other", general, revenue({ type: "integer", exclusiveMinimum: 5, exclusiveMaximum: 6 })],
  [
    "a step that passes over all between the bounds",
    general,
    revenue({ type: "integer", minimum: 1, maximum: 999, multipleOf: 1000 }),
  ],
  [
    "a field that is called like what any object has",
    general,
    (c) => Object.assign(at(c, "properties"), { constructor: { type: "integer" } }),
  ],
  [
    "a box to tick that may stay empty",
    `${product}/request.ui.json`,
    (c) => Object.assign(at(c, "digital_invoice"), { "ui:widget": "agreement" }),
  ],
  [
    "a field that is not shown and that nothing fills",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(c, { revenue: { "ui:widget": "hidden" } }),
  ],
];
