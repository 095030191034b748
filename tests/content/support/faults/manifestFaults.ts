// Faults in a product's manifest.
import { at, type Mistake, product } from "./fault.ts";

export const manifestFaults: Mistake[] = [
  [
    "a document that does not exist",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "documents"), { insurance_map: "documents/insurance-mpa.pdf" }),
  ],
  [
    "a document that lies elsewhere",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "documents"), { insurance_map: "/storage/insurance-map.pdf" }),
  ],
  ["an unknown member", `${product}/product.json`, (c) => Object.assign(c, { colour: "red" })],
  ["a missing member", `${product}/product.json`, (c) => delete c.codes],
  ["a key that is not the folder's", `${product}/product.json`, (c) => Object.assign(c, { key: "other" })],
  [
    "a summary field that does not exist",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "steps.0"), { summary: ["x"] }),
  ],
  [
    "a field in a line of a summary that does not exist",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "steps.0"), { summary: [[["y"]]] }),
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
  ],
  [
    "a list without a last rule",
    `${product}/product.json`,
    (c) => Object.assign(c.lists as object, { deductible_amounts: { rules: [{ if: {}, values: [500] }] } }),
  ],
  [
    "an earlier name of a field that does not exist",
    `${product}/product.json`,
    (c) => Object.assign(c, { was: { "general-data.sales": "revenu" } }),
  ],
  [
    "an earlier name that is a field",
    `${product}/product.json`,
    (c) => Object.assign(c, { was: { "general-data.kvk": "revenue" } }),
  ],
  ["a code that no request gets", `${product}/product.json`, (c) => (c.codes as string[]).push("999")],
];
