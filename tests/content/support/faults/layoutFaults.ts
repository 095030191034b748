// Layouts: orders, sections, controls that cannot fill in their field, and settings that do nothing or promise what the portal refuses.
import type { JsonObject } from "#engine/schema/types.ts";
import {
  assign,
  at,
  coverLayout,
  explanationLayout,
  generalLayout,
  type Mistakes,
  remove,
  requestLayout,
  respell,
  set,
} from "./fault.ts";

const options = (field: string, settings: JsonObject) => (content: JsonObject) => {
  const ui = at(content, field);
  ui["ui:options"] = { ...(ui["ui:options"] as JsonObject | undefined), ...settings };
};

export const layoutFaults: Mistakes = {
  [generalLayout]: {
    "a field that is not shown and that nothing fills": assign("", { revenue: { "ui:widget": "hidden" } }),
    "an order without a star": (c) => (c["ui:order"] as string[]).pop(),
    "an order of members without a star": assign("kvk", { "ui:order": ["first"] }),
    "a field that is in the order twice": (c) => (c["ui:order"] as string[]).splice(5, 0, "kvk"),
    "a misspelt field in the order": assign("", { "ui:order": ["kvkk", "*"] }),
    "an unknown widget": assign("kvk", { "ui:widget": "slider" }),
    "a layout for no field": assign("", { kvkk: { "ui:widget": "text" } }),
    "a hidden field by the ui-schema": assign("kvk", { "ui:condition": {} }),
    "a section of no field": assign("ui:options", { sections: [{ title: "wizard.section.company", fields: ["x"] }] }),
    "a heading without words": assign("ui:options", {
      sections: [{ title: "wizard.section.nothing", fields: ["kvk"] }],
    }),
    "an error without words": assign("kvk", { "ui:errors": { format: { message: "error.nothing" } } }),
    "a message of an error whose value nothing gives": remove("revenue.ui:errors.maximum.type"),
    "words for an error that the field never gives": assign("kvk.ui:errors", {
      maximum: { message: "error.validation.not_zero" },
    }),
    "a link to custom work that leads nowhere": assign("revenue.ui:errors.maximum.link", { href: "links.customwork" }),
    "a field that empties itself": assign("sector.ui:options", { clears: ["sector"] }),
    "professions within an amount": assign("professions.ui:options", { sector: "revenue" }),
    "an autocomplete that no browser knows": assign("city", { "ui:autocomplete": "adress-level2" }),
    "a text on a whole number": set("revenue", { "ui:widget": "text" }),
    "a switch on a required whole number": set("revenue", { "ui:widget": "switch" }),
    "choices on a field that has none": set("city", { "ui:widget": "radio" }),
    "free text on a field with choices": assign("legalform", { "ui:widget": "text" }),
    "a field that the layout misspells": (c) => Object.assign(c, { revneue: c.revenue }) && delete c.revenue,
    "the error of a misspelt rule": respell("revenue.ui:errors", "maximum", "maximun"),
    "the error of a rule that there is not": respell("revenue.ui:errors", "maximum", "max"),
    "a text for a rule that is only broken together with a more basic one": assign("kvk", {
      "ui:errors": { minLength: { message: "error.validation.max_professions" } },
    }),
    "another order than that of the sections": set("ui:order", ["revenue", "kvk", "*"]),
    "neither an order nor sections": (c) => delete c["ui:options"] && delete c["ui:order"],
    "without legalform.ui:options": remove("legalform.ui:options"),
    "without revenue.ui:errors.maximum.link": remove("revenue.ui:errors.maximum.link"),
    "without ui:options.sections.2.fields.1": remove("ui:options.sections.2.fields.1"),
  },
  [coverLayout]: {
    "a choice that waits until it is left": assign("deductible_amount", { "ui:options": { commit: "blur" } }),
    "a setting of another control": options("double_year_limit", { rows: 3 }),
    "an amount that the choices do not have": options("coverage_code", { amount: "insured_amout" }),
    "a price that no tariff has": options("double_year_limit", { price: "double_year" }),
    "the price of another answer": options("pay_in_terms", { price: "double_year_limit" }),
    "a price beside cards, which show their own": assign("coverage_code.ui:options", { price: "own_risk" }),
  },
  [requestLayout]: {
    "a text on a date": set("effective_date", { "ui:widget": "text" }),
    "an agreement to a document that is not named": remove("conditions_agreement.ui:options"),
    "a field in two sections": (c) => {
      (at(c, "ui:options.sections.1").fields as string[]).unshift("effective_date");
    },
    "without ui:options.texts": remove("ui:options.texts"),
  },
  [explanationLayout]: {
    "choices side by side in a text area": options("explanation", { inline: true }),
    "files that the portal refuses": options("file", { accept: [".pdf", ".exe"] }),
    "files larger than the portal takes": options("file", { maxSize: 20_000_000 }),
    "the number of files in the layout": options("file", { maxFiles: 3 }),
    "no kinds of files at all": options("file", { accept: [] }),
  },
};
