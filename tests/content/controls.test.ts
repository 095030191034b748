// Editors and the page for analysts list exactly the controls and formats of one table each.
import { expect, it } from "vitest";
import { misfit } from "#content/check/form/misfit.ts";
import { findOffered } from "#content/names/offeredNames.ts";
import { controlFor, controls, findControl } from "#engine/fields/controls.ts";

it("authors are offered the controls and formats that there are; else run npm run offered-names", () => {
  for (const { file, now, right } of findOffered()) expect(now, file).toBe(right);
});

const fields = [
  { type: "string" },
  { type: "string", format: "date" },
  { type: "string", format: "kvk" },
  { type: "string", enum: ["a"] },
  { type: "string", maxLength: 400 },
  { type: "string", format: "iban" },
  { type: "string", enum: ["a", "b", "c", "d"] },
  { type: "integer" },
  { type: "number", multipleOf: 0.1 },
  { type: "integer", enumFrom: "amounts" },
  { type: "boolean" },
  { type: "object", ask: { from: "list", optional: true } },
  { type: "array", uniqueItems: true, items: { type: "string", enum: ["a"] } },
  { type: "array", items: { type: "string" } },
  { type: "array", items: { type: "object", properties: { a: { type: "string" } } } },
];

it("whatever a field is, a control that the check advises fits it, and so does the one that it has by itself", () => {
  for (const field of fields) {
    const name = controlFor(field);
    if (name !== undefined) expect(misfit(name, controls[name], field), JSON.stringify(field)).toBeNull();
    const other = field.type === "array" ? "text" : "profession-pair";
    const [, hint] = misfit(other, controls[other], field) ?? [];
    const advised = [...(hint ?? "").matchAll(/(?:takes|has) ([^;]*)/g)].flatMap(([, names = ""]) => names.split(", "));
    expect(advised.length, JSON.stringify(field)).toBeGreaterThan(0);
    for (const name of advised) expect(misfit(name, findControl(name) ?? controls.hidden, field), name).toBeNull();
  }
});
