// What an analyst can ask in JSON alone, concept by concept: accepted when it is whole, refused by name when it is not.
import { afterEach, describe, expect, it } from "vitest";
import { describe as sentence } from "#content/finding.ts";
import { ask, PRODUCT } from "./support/asking.ts";
import { ContentCopy } from "./support/content.ts";

let copy: ContentCopy;
afterEach(() => copy.remove());

async function findings(asked: Parameters<typeof ask>[1]): Promise<string[]> {
  copy = new ContentCopy(PRODUCT);
  ask(copy, asked);
  const found = (await copy.findings()).filter(({ follows }) => !follows).map(sentence);
  return found.filter((line) => !/placeholder_codes|schemas\/shared/.test(line));
}

describe("members of a list of the product's own", () => {
  const lists = { measures: { rules: [{ values: ["backup", "lock"] }] } };

  it.each([
    ["questions", { type: "object", requiredFrom: "measures", additionalProperties: { type: "boolean" } }],
    ["coverages", { type: "object", propertiesFrom: "measures", additionalProperties: { type: "boolean" } }],
  ])("as %s need the words of each", async (control, measures) => {
    const lacking = await findings({ properties: { measures }, ui: { measures: { "ui:field": control } }, lists });
    expect(lacking.join()).toContain('there is no text "general-data.measures.option.backup"');
  });

  it("are accepted with them, and no text is called unused", async () => {
    const measures = { type: "object", propertiesFrom: "measures", additionalProperties: { type: "boolean" } };
    const texts = { "field.measures.option.backup": "Back-up", "field.measures.option.lock": "Slot" };
    const ui = { measures: { "ui:field": "coverages" } };
    expect(await findings({ properties: { measures }, ui, lists, texts })).toEqual([]);
  });
});
