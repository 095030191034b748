// Faults in a product's manifest.
import { at, type Fault, product } from "./fault.ts";

export const manifestFaults: Fault[] = [
  [
    "a document that does not exist",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "documents"), { insurance_map: "documents/insurance-mpa.pdf" }),
    /\/documents\/insurance_map: there is no file "documents\/insurance-mpa.pdf"; put it in the folder documents/,
  ],
  [
    "a document that lies elsewhere",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "documents"), { insurance_map: "/storage/insurance-map.pdf" }),
    /\/documents\/insurance_map: .* is not written as it should be; A PDF beside product.json/,
  ],
  [
    "an unknown member",
    `${product}/product.json`,
    (c) => Object.assign(c, { colour: "red" }),
    /"colour" is not known here; known here: key, codes/,
  ],
  ["a missing member", `${product}/product.json`, (c) => delete c.codes, /"codes" is missing; add it: Product codes/],
  [
    "a key that is not the folder's",
    `${product}/product.json`,
    (c) => Object.assign(c, { key: "other" }),
    /\/key: the key is not the folder's name/,
  ],
  [
    "a premium field that does not exist",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "steps.0"), { premium: ["turnovr"] }),
    /\/steps\/0\/premium: "turnovr" is no field of general-data/,
  ],
  [
    "a summary field that does not exist",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "steps.0"), { summary: ["x"] }),
    /\/steps\/0\/summary: "x" is no field/,
  ],
  [
    "a field in a line of a summary that does not exist",
    `${product}/product.json`,
    (c) => Object.assign(at(c, "steps.0"), { summary: [[["y"]]] }),
    /\/steps\/0\/summary: "y" is no field/,
  ],
  [
    "a list condition on a step that does not exist",
    `${product}/product.json`,
    (c) =>
      Object.assign(c.lists as object, {
        deductible_amounts: {
          rules: [{ if: { properties: { general: {} }, required: ["general"] }, values: [1] }, { values: [2] }],
        },
      }),
    /"general" is no step/,
  ],
  [
    "a list without a last rule",
    `${product}/product.json`,
    (c) => Object.assign(c.lists as object, { deductible_amounts: { rules: [{ if: {}, values: [500] }] } }),
    /no rule fits when all conditions fail/,
  ],
  [
    "a code that no request gets",
    `${product}/product.json`,
    (c) => (c.codes as string[]).push("999"),
    /no request gets the code "999"/,
  ],
];
