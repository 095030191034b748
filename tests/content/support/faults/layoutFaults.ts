// Faults in the ui-schemas: widgets, order, headings, errors.
import { at, type Fault, product } from "./fault.ts";

export const layoutFaults: Fault[] = [
  [
    "an order without a star",
    `${product}/general-data.ui.json`,
    (c) => (c["ui:order"] as string[]).pop(),
    /the order does not end with \*; add "\*"/,
  ],
  [
    "an order of members without a star",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk"), { "ui:order": ["first"] }),
    /general-data\.ui\.json.*the order does not end with \*; add "\*"/,
  ],
  [
    "an unknown widget",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk"), { "ui:widget": "slider" }),
    /"slider" is not one of the possibilities; choose from: text, textarea/,
  ],
  [
    "a field without a widget",
    `${product}/general-data.ui.json`,
    (c) => delete at(c, "kvk")["ui:widget"],
    /the field "kvk" has no widget/,
  ],
  [
    "a layout for no field",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(c, { kvkk: { "ui:widget": "kvk" } }),
    /\/kvkk: "kvkk" is no field/,
  ],
  [
    "a hidden field by the ui-schema",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk"), { "ui:condition": {} }),
    /"ui:condition" is not known here; hide a field with if\/then/,
  ],
  [
    "a section of no field",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(c["ui:options"] as object, { sections: [{ title: "wizard.section.company", fields: ["x"] }] }),
    /\/ui:options\/sections: "x" is no field/,
  ],
  [
    "a heading without words",
    `${product}/general-data.ui.json`,
    (c) =>
      Object.assign(c["ui:options"] as object, { sections: [{ title: "wizard.section.nothing", fields: ["kvk"] }] }),
    /there is no text "wizard.section.nothing"/,
  ],
  [
    "an error without words",
    `${product}/general-data.ui.json`,
    (c) => Object.assign(at(c, "kvk"), { "ui:errors": { format: { message: "error.nothing" } } }),
    /there is no text "error.nothing"/,
  ],
];
