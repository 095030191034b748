// Faults in the values that a field names itself, and in rules that leave none.
import type { JsonObject } from "#engine/types.ts";
import { at, type Fault, product } from "./fault.ts";

const general = `${product}/general-data.schema.json`;
const revenue = (rule: JsonObject) => (content: JsonObject) =>
  Object.assign(at(content, "properties"), { revenue: rule });
const option = (rule: JsonObject) => (content: JsonObject) =>
  Object.assign(at(content, "allOf.1.then.properties"), { terms_of_delivery_option: rule });
const OPTION = "/allOf/1/then/properties/terms_of_delivery_option";

export const valueFaults: Fault[] = [
  [
    "a choice that is a number where the answer is a text",
    general,
    option({ type: "string", enum: ["both", 2005] }),
    `${OPTION}/enum/1`,
    '2005 is never an answer to a field that holds a text; write "2005" in double quotes',
  ],
  [
    "a choice that is a text where the answer is a number",
    general,
    option({ type: "integer", enum: [1, "2"] }),
    `${OPTION}/enum/1`,
    '"2" is never an answer to a field that holds a whole number; write 2 without quotes',
  ],
  [
    "a choice that no text can be named after",
    general,
    option({ type: "string", enum: ["both", "één van beide"] }),
    `${OPTION}/enum/1`,
    'no text can be named after the choice "één van beide"; write a code of letters, digits, - and _ here; what the broker reads stands in the texts',
  ],
  [
    "an empty choice",
    general,
    option({ type: "string", enum: ["both", "", "other", "DNR-2005", "DNR-2011"] }),
    `${OPTION}/enum/1`,
    "an empty text is no answer, so it cannot be chosen; remove it",
  ],
  [
    "a choice that is longer than the longest",
    general,
    option({ type: "string", maxLength: 4, enum: ["both", "other"] }),
    `${OPTION}/enum/1`,
    'the choice "other" is refused by another rule of the field; correct the choice, or remove the rule',
  ],
  [
    "a default that is no choice",
    general,
    option({ type: "string", enum: ["both", "other"], default: "none" }),
    `${OPTION}/default`,
    'the default "none" is refused by another rule of the field; the choices are both, other',
  ],
  [
    "a default above the highest",
    general,
    revenue({ type: "integer", minimum: 1, maximum: 1000000, default: 1000001 }),
    "/properties/revenue/default",
    "the default 1000001 is refused by another rule of the field; correct it, or the rule",
  ],
  [
    "a default of another kind",
    general,
    revenue({ type: "integer", minimum: 1, maximum: 1000000, default: "500" }),
    "/properties/revenue/default",
    '"500" is never an answer to a field that holds a whole number; write 500 without quotes',
  ],
  [
    "a default that is no day",
    `${product}/request.schema.json`,
    (c) => Object.assign(at(c, "properties.effective_date"), { default: "today" }),
    "/properties/effective_date/default",
    'the default "today" is refused by another rule of the field; correct it, or the rule',
  ],
  [
    "an only answer of another kind",
    `${product}/request.schema.json`,
    (c) => Object.assign(at(c, "properties"), { customer_approval: { type: "boolean", const: "true" } }),
    "/properties/customer_approval/const",
    '"true" is never an answer to a field that holds yes or no; correct it, or the type of the field',
  ],
  [
    "a lowest value of a text",
    general,
    (c) => Object.assign(at(c, "properties"), { kvk: { type: "string", maxLength: 12, format: "kvk", minimum: 8 } }),
    "/properties/kvk/minimum",
    '"minimum" says nothing about a text; remove it, or correct the type',
  ],
  [
    "bounds without a whole number between them",
    general,
    revenue({ type: "integer", minimum: 0.2, maximum: 0.8 }),
    "/properties/revenue",
    "no number fits all bounds of the field, so nothing can be filled in; correct its bounds",
  ],
  [
    "open bounds next to each other",
    general,
    revenue({ type: "integer", exclusiveMinimum: 5, exclusiveMaximum: 6 }),
    "/properties/revenue",
    "no number fits all bounds of the field, so nothing can be filled in; correct its bounds",
  ],
  [
    "a step that passes over all between the bounds",
    general,
    revenue({ type: "integer", minimum: 1, maximum: 999, multipleOf: 1000 }),
    "/properties/revenue",
    "no number fits all bounds of the field, so nothing can be filled in; correct its bounds",
  ],
  [
    "a field that is called like what any object has",
    general,
    (c) => Object.assign(at(c, "properties"), { constructor: { type: "integer" } }),
    "/properties/constructor",
    '"constructor" is a word that JavaScript keeps for itself; choose another name',
  ],
  [
    "a box to tick that may stay empty",
    `${product}/request.ui.json`,
    (c) => Object.assign(at(c, "digital_invoice"), { "ui:widget": "agreement" }),
    "/digital_invoice/ui:widget",
    '"agreement" is a box that must be ticked, and the field takes no too; add "const": true to the field, or take "checkbox"',
  ],
  [
    "a field that is not shown and that nothing fills",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(c, { revenue: { "ui:widget": "hidden" } }),
    "/revenue/ui:widget",
    'the field is not shown and nothing fills it; add "default" or "prefill", or show it',
  ],
];
