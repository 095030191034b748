import { at, type Mistake, product } from "./fault.ts";

export const layoutFaults: Mistake[] = [
  ["an order without a star", `${product}/general-data.ui.json`, (c) => (c["ui:order"] as string[]).pop()],
  [
    "an order of members without a star",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk"), { "ui:order": ["first"] }),
  ],
  [
    "a field that is in the order twice",
    `${product}/general-data.ui.json`,
    (c) => (c["ui:order"] as string[]).splice(5, 0, "kvk"),
  ],
  [
    "a misspelt field in the order",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(c, { "ui:order": ["kvkk", "*"] }),
  ],
  [
    "an unknown widget",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk"), { "ui:widget": "slider" }),
  ],
  ["a field without a widget", `${product}/general-data.ui.json`, (c) => delete at(c, "kvk")["ui:widget"]],
  [
    "a layout for no field",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(c, { kvkk: { "ui:widget": "kvk" } }),
  ],
  [
    "a hidden field by the ui-schema",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk"), { "ui:condition": {} }),
  ],
  [
    "a section of no field",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(c["ui:options"] as object, { sections: [{ title: "wizard.section.company", fields: ["x"] }] }),
  ],
  [
    "a heading without words",
    `${product}/general-data.ui.json`,
    (c) =>
      Object.assign(c["ui:options"] as object, { sections: [{ title: "wizard.section.nothing", fields: ["kvk"] }] }),
  ],
  [
    "an error without words",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk"), { "ui:errors": { format: { message: "error.nothing" } } }),
  ],
  [
    "a message of an error whose value nothing gives",
    `${product}/general-data.ui.json`,
    (c) => delete at(c, "revenue.ui:errors.maximum").type,
  ],
  [
    "words for an error that the field never gives",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk.ui:errors"), { maximum: { message: "error.validation.not_zero" } }),
  ],
  [
    "a link to custom work that leads nowhere",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "revenue.ui:errors.maximum.link"), { href: "links.customwork" }),
  ],
  [
    "a field that empties itself",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "sector.ui:options"), { clears: ["sector"] }),
  ],
  [
    "professions within an amount",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "professions.ui:options"), { sector: "revenue" }),
  ],
];
