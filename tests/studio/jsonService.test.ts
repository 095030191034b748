// What the JSON tab offers and explains, by the meta-schemas of the real content and names that are given.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { JsonObject } from "#engine/schema/types.ts";
import { JsonService, type OfferNames } from "#studio/editor/jsonService.ts";

const folder = join(import.meta.dirname, "../../schemas/meta");
const metas = Object.fromEntries(
  readdirSync(folder).map((name) => [name, JSON.parse(readFileSync(join(folder, name), "utf8")) as JsonObject]),
);
const NONE: OfferNames = async () => [];

/** `«` marks the cursor. */
function open(file: string, marked: string, offer: OfferNames = NONE) {
  const offset = marked.indexOf("«");
  const text = marked.replace("«", "");
  return { service: new JsonService(file, metas, offer), text, offset };
}

const LAYOUT = "schemas/products/tiny/form.ui.json";
const layout = (inner: string) => `{\n  "$schema": "../../meta/ui.schema.json",\n  ${inner}\n}`;

test("offers what the description of the file allows, in quotes", async () => {
  const { service, text, offset } = open(LAYOUT, layout('"age": { "ui:widget": "«" }'));
  const offered = await service.complete(text, offset);
  const yesNo = offered.find(({ template }) => template === '"yes-no"');
  expect(text.slice(yesNo?.from, yesNo?.to)).toBe('""');
});

test("offers the names of the product at the place, with their labels, and asks with its pointer", async () => {
  const asked: string[] = [];
  const offer: OfferNames = async (pointer, on) => {
    asked.push(`${on} ${pointer}`);
    return [{ name: "turnover", detail: "Omzet" }];
  };
  const { service, text, offset } = open(LAYOUT, layout('"ui:order": ["«"]'), offer);
  expect(await service.complete(text, offset)).toContainEqual(
    expect.objectContaining({ template: '"turnover"', detail: "Omzet" }),
  );
  const key = open(LAYOUT, layout('"tu«"'), offer);
  expect(await key.service.complete(key.text, key.offset)).toContainEqual(
    expect.objectContaining({ label: "turnover", detail: "Omzet" }),
  );
  expect(asked).toEqual(["value /ui:order/0", "key /tu"]);
});

test("explains a member, also through a reference into another description", async () => {
  const file = "schemas/products/tiny/form.schema.json";
  const { service, text, offset } = open(
    file,
    '{ "$schema": "../../meta/step.schema.json", "properties": { "a": { "type": "string", "form«at": "date" } } }',
  );
  expect((await service.hover(text, offset))?.lines.join()).toMatch(/\w{4}/);
});

test("offers members in a file that is half written", async () => {
  const { service, text, offset } = open(LAYOUT, '{ "$schema": "../../meta/ui.schema.json", "age": { "ui:w«');
  const offered = (await service.complete(text, offset)).map(({ label }) => label);
  expect(offered).toContain("ui:widget");
});
