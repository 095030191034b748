// Faults in a product's manifest.
import { at, type Fault, product } from "./fault.ts";

export const manifestFaults: Fault[] = [
  [
    "a document that does not exist",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "documents"), { insurance_map: "documents/insurance-mpa.pdf" }),
    "/documents/insurance_map",
    'there is no file "documents/insurance-mpa.pdf"; put it in the folder documents of the product',
  ],
  [
    "a document that lies elsewhere",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "documents"), { insurance_map: "/storage/insurance-map.pdf" }),
    "/documents/insurance_map",
    '"/storage/insurance-map.pdf" is not written as it should be; A PDF beside product.json: documents/<file>.pdf; one that products share: ../../shared/documents/<file>.pdf',
  ],
  [
    "an unknown member",
    `${product}/product.json`,
    (c) => Object.assign(c, { colour: "red" }),
    "/colour",
    '"colour" is not known here; known here: key, codes, placeholder_codes, offered, icon, steps, flows, lists, prefill, why, documents, text_values, was',
  ],
  [
    "a missing member",
    `${product}/product.json`,
    (c) => delete c.codes,
    "",
    '"codes" is missing; add it: Product codes',
  ],
  [
    "a key that is not the folder's",
    `${product}/product.json`,
    (c) => Object.assign(c, { key: "other" }),
    "/key",
    'the key is not the folder\'s name "beroepsaansprakelijkheid"; make them equal',
  ],
  [
    "a premium field that does not exist",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "steps.0"), { premium: ["turnovr"] }),
    "/steps/0/premium/0",
    '"turnovr" is no field of general-data; correct the name or remove it',
  ],
  [
    "a summary field that does not exist",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "steps.0"), { summary: ["x"] }),
    "/steps/0/summary/0",
    '"x" is no field of general-data; correct the name or remove it',
  ],
  [
    "a field in a line of a summary that does not exist",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "steps.0"), { summary: [[["y"]]] }),
    "/steps/0/summary/0",
    '"y" is no field of general-data; correct the name or remove it',
  ],
  [
    "a list condition on a step that does not exist",
    `${product}/product.json`,
    (c) =>
      Object.assign(c.lists as object, {
        deductible_amounts: {
          rules: [
            { if: { properties: { general: { required: ["kvk"] } }, required: ["general"] }, values: [1] },
            { values: [2] },
          ],
        },
      }),
    "/lists/deductible_amounts/rules/0/if/properties/general",
    '"general" is no step; a condition here names a step first, and inside it the field',
  ],
  [
    "a list without a last rule",
    `${product}/product.json`,
    (c) => Object.assign(c.lists as object, { deductible_amounts: { rules: [{ if: {}, values: [500] }] } }),
    "/lists/deductible_amounts",
    'no rule fits when all conditions fail; end with a rule without "if"',
  ],
  [
    "an earlier name of a field that does not exist",
    `${product}/product.json`,
    (c) => Object.assign(c, { was: { "general-data.sales": "revenu" } }),
    "/was/general-data.sales",
    'general-data has no field "revenu"; did you mean "revenue"?',
  ],
  [
    "an earlier name that is a field",
    `${product}/product.json`,
    (c) => Object.assign(c, { was: { "general-data.kvk": "revenue" } }),
    "/was/general-data.kvk",
    'general-data has a field "kvk", so it is not an earlier name; remove this line',
  ],
  [
    "a code that no request gets",
    `${product}/product.json`,
    (c) => (c.codes as string[]).push("999"),
    "/codes/4",
    'no request gets the code "999"; let product_code in tariff.json lead to it, or remove it here',
  ],
];
