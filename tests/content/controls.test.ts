// Editors and the page for analysts list exactly the controls and formats of one table each.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { formats } from "#engine/patterns.ts";
import { type ControlName, controls, findControl, misfit } from "#widgets/controls.ts";
import { SCHEMAS } from "./support/content.ts";

const names = Object.keys(controls) as ControlName[];

it("editors offer the controls that there are", () => {
  const meta = JSON.parse(readFileSync(join(SCHEMAS, "meta/ui.schema.json"), "utf8"));
  expect(meta.definitions.control.enum.toSorted()).toEqual(names.toSorted());
});

it("the page for analysts names every control", () => {
  const page = readFileSync(join(SCHEMAS, "README.md"), "utf8");
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it("editors offer the formats that there are", () => {
  const meta = JSON.parse(readFileSync(join(SCHEMAS, "meta/step.schema.json"), "utf8"));
  expect(meta.definitions.rule.properties.format.enum.toSorted()).toEqual(Object.keys(formats).toSorted());
});

it("whatever a field is, a control that the check advises fits it", () => {
  const fields = [
    { type: "string" },
    { type: "string", format: "date" },
    { type: "string", format: "kvk" },
    { type: "string", enum: ["a"] },
    { type: "integer" },
    { type: "integer", enumFrom: "amounts" },
    { type: "boolean" },
    { type: "object", propertiesFrom: "list" },
  ];
  for (const field of fields) {
    const [, hint] = misfit("profession-pair", controls["profession-pair"], field) ?? [];
    const advised = /takes (.*)$/.exec(hint ?? "")?.[1]?.split(", ") ?? [];
    expect(advised.length, JSON.stringify(field)).toBeGreaterThan(0);
    for (const name of advised) expect(misfit(name, findControl(name) ?? controls.hidden, field), name).toBeNull();
  }
});
