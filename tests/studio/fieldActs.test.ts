// The acts of the studio's panel on every field of all products: each field of the rules is found where it is written, each member that
// the panel offers can be set, and what is written has the shape of its file and is undone.
import { describe, expect, test } from "vitest";
import { addChoice, findChoices, removeChoice, setChoices } from "#studio/workspace/model/choiceActs.ts";
import { isRequired, setAt, setHandover, setMember, setRequired, setText } from "#studio/workspace/model/fieldActs.ts";
import { listMembers, type Member, refuse } from "#studio/workspace/model/members.ts";
import { effective } from "#studio/workspace/model/places.ts";
import { listFields, metas, products, readContent, tryAct } from "./support/contentCopy.ts";

/** A value that the member may have and has not. */
function another({ schema }: Member, value: unknown): unknown {
  if (schema.type === "boolean") return value === true ? undefined : true;
  if (Array.isArray(schema.enum)) return schema.enum.find((each) => each !== value);
  if (schema.type === "integer" || schema.type === "number") return typeof value === "number" ? value + 1 : 7;
  return typeof schema.pattern === "string" ? "-3m" : "anders";
}

describe.each(products)("the fields of %s", (product) => {
  const content = readContent(product);
  const fields = listFields(content);

  test("have members, each of which can be set to another value and back", () => {
    let tried = 0;
    for (const field of fields) {
      const rules = effective(field.rules, field.shared);
      const layout = effective(field.layout, field.sharedLayout);
      for (const member of listMembers(metas, rules, undefined).filter(
        ({ source, as }) => ["rules", "layout"].includes(source) && as !== "choices",
      )) {
        const held = member.path.reduce<unknown>(
          (value, name) => Object(value)[name],
          member.source === "rules" ? rules : layout,
        );
        const value = another(member, held);
        expect(refuse(member.schema, value)).toBeNull();
        tryAct(setMember(field, member, value, "all"));
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(fields.length);
  });

  test("become required and not, in the order of the fields", () => {
    for (const field of fields) {
      const edits = setRequired(field, !isRequired(field));
      expect(tryAct(edits)).toEqual([field.parent.file]);
      expect(setRequired(field, isRequired(field)), "what is so already is no act").toEqual([]);
    }
  });

  test("have texts that are written for this product alone, in both languages", () => {
    for (const field of fields) {
      const edits = setText(content, field, { kind: "help", language: "nl", scope: "product" }, "Andere hulp.");
      expect(tryAct(edits).every((file) => file.startsWith(`${content.folder}/`))).toBe(true);
    }
  });

  test("have choices that are put in another order", () => {
    for (const field of fields) {
      const values = findChoices(field, "all")?.values ?? [];
      if (values.length > 1) tryAct(setChoices(field, values.toReversed(), "all"));
    }
  });
});

test("a choice comes and goes with its words beside it, in both languages", () => {
  const content = readContent("bedrijfspand");
  const field = content.findField("claims", ["claims", "cause"])!;
  const added = addChoice(content, field, { nl: "Hagel", fr: "Grêle" }, "all");
  expect(added.map(({ path, value }) => [path.slice(-2).join("/"), value])).toEqual([
    ["cause/enum", ["fire", "storm", "water", "burglary", "other", "hagel"]],
    ["options/hagel", { nl: "Hagel", fr: "Grêle" }],
  ]);
  expect(tryAct(added)).toEqual([field.rules.file]);
  const removed = removeChoice(content, field, "water", "all");
  expect(removed.at(-1)).toMatchObject({ path: expect.arrayContaining(["options", "water"]), value: undefined });
  expect(tryAct(removed)).toEqual([field.rules.file]);
});

test("the answer of a record in a record leaves under a name, after those of its step", () => {
  const content = readContent("bedrijfspand");
  const field = content.findField("locations", ["sites", "buildings", "roof"])!;
  const edits = setHandover(content, field, "own.buildingRoof");
  const path = ["fields", "locations.sites.*.buildings.*.roof"];
  expect(edits).toMatchObject([{ path, value: "own.buildingRoof", after: "locations.valuations" }]);
  expect(tryAct(edits)).toEqual(["fixtures/products/bedrijfspand/handover.json"]);
});

test("the last member of a part takes the part with it", () => {
  const place = { file: "a.json", path: ["x"], node: { window: { from: "0d" } } };
  expect(setAt(place, ["window", "from"], undefined)).toEqual([
    expect.objectContaining({ path: ["x", "window"], value: undefined, was: { from: "0d" } }),
  ]);
});
