// Editors and the page for analysts list exactly the controls of one table.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type ControlName, controlOf, controls, misfit } from "#engine/controls.ts";
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
    for (const name of advised) expect(misfit(name, controlOf(name) ?? controls.hidden, field), name).toBeNull();
  }
});
