// Faults in the ui-schemas: widgets, order, headings, errors.
import { controls } from "#widgets/controls.ts";
import { at, type Fault, product } from "./fault.ts";

export const layoutFaults: Fault[] = [
  [
    "an order without a star",
    `${product}/general-data.ui.json`,
    (c) => (c["ui:order"] as string[]).pop(),
    "/ui:order",
    'the order does not end with *; write "*" once, as the last of the order',
  ],
  [
    "an order of members without a star",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk"), { "ui:order": ["first"] }),
    "/kvk/ui:order",
    'the order does not end with *; write "*" once, as the last of the order',
  ],
  [
    "a field that is in the order twice",
    `${product}/general-data.ui.json`,
    (c) => (c["ui:order"] as string[]).splice(5, 0, "kvk"),
    "/ui:order/5",
    '"kvk" is there twice; remove one of the two',
  ],
  [
    "a misspelt field in the order",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(c, { "ui:order": ["kvkk", "*"] }),
    "/ui:order/0",
    '"kvkk" is no field; did you mean "kvk"?',
  ],
  [
    "an unknown widget",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk"), { "ui:widget": "slider" }),
    "/kvk/ui:widget",
    `"slider" is not one of the possibilities; choose from: ${Object.keys(controls).join(", ")}`,
  ],
  [
    "a field without a widget",
    `${product}/general-data.ui.json`,
    (c) => delete at(c, "kvk")["ui:widget"],
    "/kvk",
    'the field "kvk" has no widget; add "kvk": { "ui:widget": "<control>" }; schemas/README.md lists the controls',
  ],
  [
    "a layout for no field",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(c, { kvkk: { "ui:widget": "kvk" } }),
    "/kvkk",
    '"kvkk" is no field; did you mean "kvk"?',
  ],
  [
    "a hidden field by the ui-schema",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk"), { "ui:condition": {} }),
    "/kvk/ui:condition",
    '"ui:condition" is not known here; hide a field with if/then in the schema, so that the server agrees',
  ],
  [
    "a section of no field",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(c["ui:options"] as object, { sections: [{ title: "wizard.section.company", fields: ["x"] }] }),
    "/ui:options/sections/0/fields/0",
    '"x" is no field; add the field to general-data.schema.json, or correct the name',
  ],
  [
    "a heading without words",
    `${product}/general-data.ui.json`,
    (c) =>
      Object.assign(c["ui:options"] as object, { sections: [{ title: "wizard.section.nothing", fields: ["kvk"] }] }),
    "/ui:options/sections/0/title",
    `there is no text "wizard.section.nothing"; add it to ${product}/texts.nl.json and to the file of the other language`,
  ],
  [
    "an error without words",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk"), { "ui:errors": { format: { message: "error.nothing" } } }),
    "/kvk/ui:errors/format",
    `there is no text "error.nothing"; add it to ${product}/texts.nl.json and to the file of the other language`,
  ],
  [
    "a message of an error whose value nothing gives",
    `${product}/general-data.ui.json`,
    (c) => delete at(c, "revenue.ui:errors.maximum").type,
    "/revenue/ui:errors/maximum",
    'the text error.max_value.message uses {type}, and nothing gives its value; add "type", the key of a text that names the field',
  ],
  [
    "words for an error that the field never gives",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk.ui:errors"), { maximum: { message: "error.validation.not_zero" } }),
    "/kvk/ui:errors/maximum",
    'kvk has no rule "maximum", so this is never shown; remove it, or add the rule',
  ],
  [
    "a link to custom work that leads nowhere",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "revenue.ui:errors.maximum.link"), { href: "links.customwork" }),
    "/revenue/ui:errors/maximum/link/href",
    '"links.customwork" leads nowhere; did you mean "links.customWork"?',
  ],
  [
    "a field that empties itself",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "sector.ui:options"), { clears: ["sector"] }),
    "/sector/ui:options/clears/0",
    "sector would empty itself; name the field that follows from it",
  ],
  [
    "professions within an amount",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "professions.ui:options"), { sector: "revenue" }),
    "/professions/ui:options/sector",
    'professions is chosen within "revenue", which holds a whole number and not one of sectors; name the field with "enumFrom": "sectors"',
  ],
];
