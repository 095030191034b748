// Settings that do nothing, or promise what the portal refuses.
import type { JsonObject } from "#engine/schema/types.ts";
import { at, type Mistake, product } from "./fault.ts";

const cover = `${product}/coverage-choice.ui.json`;
const files = `${product}/additional-explanation.ui.json`;
const options = (field: string, settings: JsonObject) => (content: JsonObject) => {
  const ui = at(content, field);
  ui["ui:options"] = { ...(ui["ui:options"] as JsonObject | undefined), ...settings };
};

export const optionFaults: Mistake[] = [
  ["a setting of another control", cover, options("double_year_limit", { rows: 3 })],
  ["choices side by side in a text area", files, options("explanation", { inline: true })],
  ["an amount that the choices do not have", cover, options("coverage_code", { amount: "insured_amout" })],
  ["a price that no tariff has", cover, options("double_year_limit", { price: "double_year" })],
  ["the price of another answer", cover, options("pay_in_terms", { price: "double_year_limit" })],
  ["files that the portal refuses", files, options("file", { accept: [".pdf", ".exe"] })],
  ["files larger than the portal takes", files, options("file", { maxSize: 20_000_000 })],
  [
    "more files than the portal takes",
    `${product}/additional-explanation.schema.json`,
    (c) => Object.assign(at(c, "properties"), { file: { type: "array", maxItems: 25, items: { type: "string" } } }),
  ],
  ["the number of files in the layout", files, options("file", { maxFiles: 3 })],
  [
    "a default that is no choice",
    `${product}/coverage-choice.schema.json`,
    (c) => Object.assign(at(c, "properties.coverage_code"), { default: "109" }),
  ],
  [
    "a request that can be sent without a first day",
    `${product}/request.schema.json`,
    (c) => Object.assign(c, { required: (c.required as string[]).filter((name) => name !== "effective_date") }),
  ],
  ["no kinds of files at all", files, options("file", { accept: [] })],
  [
    "an agreement to a document that is not named",
    `${product}/request.ui.json`,
    (c) => delete at(c, "conditions_agreement")["ui:options"],
  ],
  [
    "a field in two sections",
    `${product}/request.ui.json`,
    (c) => {
      (at(c, "ui:options.sections.1").fields as string[]).unshift("effective_date");
    },
  ],
];
