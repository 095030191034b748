// What is taken away is told once, where it is missed, however much else named it or was made of it.
import type { JsonObject } from "#engine/types.ts";
import { at, first, fixtures, type Mistake, product } from "./fault.ts";

/** Without the member or entry at a dotted path. */
const without = (path: string) => (content: JsonObject) => {
  const [name = "", ...above] = path.split(".").reverse();
  const holder = above.length > 0 ? at(content, above.reverse().join(".")) : content;
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else delete holder[name];
};

const MANIFEST = `${product}/product.json`;
const TARIFF = `${product}/tariff.json`;

const taken: [file: string, path: string, told: string, place: string, says: string][] = [
  [
    `${product}/request.ui.json`,
    "ui:options.texts",
    `${product}/request.ui.json`,
    "/ui:options",
    'the texts of its fields are not called as those of a step; add "texts": "wizard.request" to "ui:options"',
  ],
  [
    MANIFEST,
    "documents.terms_and_conditions",
    `${product}/request.ui.json`,
    "/conditions_agreement/ui:options/document",
    '"terms_and_conditions" is no document; add it to documents in product.json',
  ],
  [
    MANIFEST,
    "documents.information_document",
    `${product}/request.ui.json`,
    "/notification_obligation/ui:options/document",
    '"information_document" is no document; add it to documents in product.json',
  ],
  [
    MANIFEST,
    "steps.1.premium",
    `${product}/product.json`,
    "/steps/1/premium",
    'the price depends on coverage-choice.coverage_code, coverage-choice.deductible_amount, coverage-choice.double_year_limit, coverage-choice.pay_in_terms, coverage-choice.additional_coverages, coverage-choice.pay_in_terms_amount, and the premium is asked without them; add "coverage_code", "deductible_amount", "double_year_limit", "pay_in_terms", "additional_coverages", "pay_in_terms_amount" to "premium" of this step',
  ],
  [
    MANIFEST,
    "lists.deductible_amounts.rules",
    `${product}/product.json`,
    "/lists/deductible_amounts",
    '"call" is missing; add it: The call whose answer holds the list, and "path" beside it. A list that follows from answers has "rules" instead',
  ],
  [
    `${product}/company-data.ui.json`,
    "legalform.ui:options",
    `${product}/company-data.ui.json`,
    "/legalform",
    `there is no text "company-data.legalform.option.EZ"; add it to ${product}/texts.nl.json and to the file of the other language`,
  ],
  [
    `${product}/company-data.ui.json`,
    "legalform",
    `${product}/company-data.ui.json`,
    "/legalform",
    'the field "legalform" has no widget; add "legalform": { "ui:widget": "<control>" }; schemas/README.md lists the controls',
  ],
  [
    `${product}/coverage-choice.schema.json`,
    "properties.coverage_code.type",
    `${product}/coverage-choice.schema.json`,
    "/properties/coverage_code",
    'the field has no type; add "type": string, integer, number, boolean, array or object',
  ],
  [
    `${product}/coverage-choice.schema.json`,
    "properties.pay_in_terms.$ref",
    `${product}/coverage-choice.schema.json`,
    "/properties/pay_in_terms",
    'the field has no type; add "type": string, integer, number, boolean, array or object',
  ],
  [
    `${product}/coverage-choice.schema.json`,
    "allOf.0.then",
    `${product}/coverage-choice.schema.json`,
    "/allOf/0/if",
    'the condition has no "then"; add "then": what holds where it is met',
  ],
  [
    `${product}/general-data.schema.json`,
    "properties.professions",
    `${product}/general-data.schema.json`,
    "/required/1",
    '"professions" is required but is no field; correct the name, or add the field to "properties"',
  ],
  [
    `${product}/general-data.schema.json`,
    "allOf.0.then.required",
    `${fixtures}/general-data.json`,
    "/cases/2",
    '"sector 190 asks for the terms of delivery" should be refused by /terms_of_delivery required, but is valid; correct the case, or the rule in the schema',
  ],
  [
    TARIFF,
    "additional.0.amounts",
    `${product}/tariff.json`,
    "/additional/0/amounts",
    'the text wizard.additional_coverage.305.tooltip uses {deductible}, {perClaim}, {perYear}, and nothing gives their values; add "deductible", "perClaim", "perYear" to "amounts"',
  ],
  [
    TARIFF,
    "instalments",
    `fixtures/journeys/${first}-newRequest-instalments-per-half-year-at-the-highest-revenue.json`,
    "/steps/1/expect/premium/per_term",
    "per_term should be 527.46 and is 1034.24, tax should be 110.77 and is 217.19, total should be 638.23 and is 1251.43; it is made of main 405.00 (coverage-choice.coverage_code 103), deductible x 1.15 (coverage-choice.deductible_amount 500), revenue x 1.6 (general-data.revenue 1000000), double_year_limit 149.04 (coverage-choice.double_year_limit true), 305 70.00 (coverage-choice.additional_coverages.coverage_305 true), 821 70.00 (coverage-choice.additional_coverages.coverage_821 true), tax 21 %; those that differ answer coverage-choice.pay_in_terms, which tariff.json does not read; correct the amount, or let it read that; npm run fixtures -- accept shows and writes all of them",
  ],
];

const notes: typeof taken = [
  [
    MANIFEST,
    "why.0",
    `${product}/texts.nl.json`,
    "/why.liability.title",
    "nothing uses this text; correct its key, or remove it",
  ],
  [
    `${product}/general-data.ui.json`,
    "revenue.ui:errors",
    "schemas/shared/texts.nl.json",
    "/error.max_value.type.revenue",
    "no form and no code uses this text; correct its key, or remove it",
  ],
  [
    `${product}/company-data.ui.json`,
    "ui:options.sections.1.fields.0",
    `${product}/company-data.ui.json`,
    "/street",
    'street, housenumber stand in no section, so they are drawn below all of them; put each into "fields" of a section in "ui:options"',
  ],
];

const rows = (level: "error" | "note", all: typeof taken): Mistake[] =>
  all.map(([file, path, told, place, says]) => [
    `without ${path} in ${file}`,
    file,
    without(path),
    told,
    place,
    level,
    says,
  ]);

export const onceTaken: Mistake[] = [...rows("error", taken), ...rows("note", notes)];
