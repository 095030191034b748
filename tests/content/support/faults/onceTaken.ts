// A removed member is reported once, where it is missing, however much else named it or was made of it.
import type { JsonObject } from "#engine/schema/types.ts";
import { at, type Mistake, product } from "./fault.ts";

/** Without the member or entry at a dotted path. */
const without = (path: string) => (content: JsonObject) => {
  const [name = "", ...above] = path.split(".").reverse();
  const holder = above.length > 0 ? at(content, above.reverse().join(".")) : content;
  if (Array.isArray(holder)) holder.splice(Number(name), 1);
  else delete holder[name];
};

const MANIFEST = `${product}/product.json`;
const TARIFF = `${product}/tariff.json`;

const taken: [file: string, path: string][] = [
  [`${product}/request.ui.json`, "ui:options.texts"],
  [MANIFEST, "documents.terms_and_conditions"],
  [MANIFEST, "documents.information_document"],
  [MANIFEST, "lists.deductible_amounts.rules"],
  [`${product}/company-data.ui.json`, "legalform.ui:options"],
  [`${product}/company-data.ui.json`, "legalform"],
  [`${product}/coverage-choice.schema.json`, "properties.coverage_code.type"],
  [`${product}/coverage-choice.schema.json`, "properties.pay_in_terms.$ref"],
  [`${product}/coverage-choice.schema.json`, "allOf.0.then"],
  [`${product}/general-data.schema.json`, "properties.professions"],
  [`${product}/general-data.schema.json`, "allOf.0.then.required"],
  [TARIFF, "additional.0.amounts"],
  [TARIFF, "instalments"],
  [MANIFEST, "why.0"],
  [`${product}/general-data.ui.json`, "revenue.ui:errors"],
  [`${product}/company-data.ui.json`, "ui:options.sections.1.fields.0"],
];

export const onceTaken: Mistake[] = taken.map(([file, path]) => [`without ${path} in ${file}`, file, without(path)]);
