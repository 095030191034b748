// A rename of a field inside a list of records, and of the list around it. `renameAll.long.test.ts` renames every field of two products.
import { describe, expect, test } from "vitest";
import { findCandidates, findDefinitions } from "#content/names/candidates.ts";
import { ContentIndex, isSame } from "#content/names/contentIndex.ts";
import { readPointer } from "#content/names/names.ts";
import { applyRename, planRename } from "#content/names/rename/rename.ts";
import { renameAnswers } from "#engine/fields/formerNames.ts";
import type { FormerNames, JsonObject } from "#engine/schema/types.ts";
import { ContentCopy } from "./support/content.ts";
import { oneCopy } from "./support/oneCopy.ts";

const copy = oneCopy(new ContentCopy("bedrijfspand", "bedrijfsaansprakelijkheid_uitgebreid").moveExamples());
const index = new ContentIndex(copy.schemas, copy.fixtures);

describe("a rename of an owner's name and of the list around it", () => {
  const parties = { step: "parties", product: "bedrijfspand" };
  const rename = (field: string, to: string) => {
    const plan = planRename(index, { ...parties, field, to });
    if (typeof plan === "string") throw new Error(plan);
    applyRename(plan);
    return plan;
  };
  const manifest = "schemas/products/bedrijfspand/product.json";

  test("is recorded under the names that the fields around it have today, in whatever order, and for stored answers", () => {
    rename("owners.*.name", "full_name");
    rename("owners", "holders");
    rename("holders.full_name", "whole_name");
    expect(copy.read(manifest).was).toEqual({
      "parties.holders.*.name": "whole_name",
      "parties.holders.*.full_name": "whole_name",
      "parties.owners": "holders",
    });
    expect(copy.read(manifest).screened).toContainEqual({
      name: "parties.holders.*.whole_name",
      birth_date: "parties.holders.*.birth_date",
    });
    expect(
      readPointer(copy.read("schemas/products/bedrijfspand/parties.schema.json"), "/properties/holders/uniqueBy"),
    ).toBe("whole_name");

    // The name for other systems stays, and so do the texts of other fields of that name.
    const handover = copy.read("schemas/products/bedrijfspand/handover.json").fields;
    expect(Object(handover)["parties.holders.*.whole_name"]).toBe("party.name");
    const holders = readPointer(copy.read("schemas/products/bedrijfspand/parties.schema.json"), "/properties/holders");
    expect(Object(holders).items.properties.whole_name.title.nl).toBe("Naam");
    expect(Object(holders).record).toEqual({ nl: "{whole_name}", fr: "{whole_name}" });

    // Stored answers of any earlier release get the names of today.
    const was = copy.read(manifest).was as FormerNames;
    const today = { holders: [{ _id: "a", whole_name: "J. Jansen" }] };
    for (const [list, name] of [
      ["owners", "name"],
      ["owners", "full_name"],
      ["holders", "whole_name"],
    ] as const) {
      const answers: JsonObject = { [list]: [{ _id: "a", [name]: "J. Jansen" }] };
      expect(renameAnswers(was, "parties", answers)).toEqual(today);
    }
  });

  test("is followed into what a sum asks of each record", () => {
    const where = { is: [".cause", "fire"] };
    copy.change(manifest, ({ facts }) =>
      Object.assign(facts as JsonObject, { fires: { value: { count: "claims.claims.*", where } } }),
    );
    for (const [field, to] of [
      ["claims.*.cause", "reason"],
      ["claims", "damages"],
    ] as const) {
      const plan = planRename(index, { product: "bedrijfspand", step: "claims", field, to });
      if (typeof plan === "string") throw new Error(plan);
      applyRename(plan);
    }
    expect(Object(copy.read(manifest).facts).fires.value).toEqual({
      count: "claims.damages.*",
      where: { is: [".reason", "fire"] },
    });
  });

  test.each([
    ["parties.owners.*.old", "whole_name", /parties has no field "whole_name"/],
    ["parties.owners.*.share", "name", /parties has a field "share", so it is not an earlier name/],
  ])("a former name that leads nowhere, or is a name of today, is refused: %s", async (address, to, sentence) => {
    copy.change(manifest, (content) => Object.assign(content, { was: { [address]: to } }));
    expect(await copy.errors()).toEqual([expect.stringMatching(sentence)]);
  });

  test("refuses the yes or no of a question with an explanation", () => {
    const wanted = {
      product: "bedrijfsaansprakelijkheid_uitgebreid",
      step: "insurers",
      field: "history.*.answer",
      to: "reply",
    };
    expect(planRename(index, wanted)).toMatch(/^"answer" is the yes or no of each question of insurers/);
  });

  test("refuses a name that the record has, and not one that is used elsewhere", () => {
    expect(planRename(index, { ...parties, field: "owners.*.name", to: "share" })).toBe(
      'parties of bedrijfspand already has a field "owners.*.share".',
    );
    expect(planRename(index, { ...parties, field: "owners.*.nam", to: "x" })).toContain('did you mean "owners.*.name"');
    expect(planRename(index, { ...parties, field: "owners.*.name", to: "account" })).toBeTypeOf("object");
  });

  test("an editor finds a field of a record in data, layout, rules and addresses, and offers those of that record", () => {
    const file = "schemas/products/bedrijfspand/parties.ui.json";
    copy.change(file, (ui) => Object.assign(ui, { owners: { birth_date: { "ui:options": { quick: true } } } }));
    const changed = new ContentIndex(copy.schemas, copy.fixtures);
    const offset = changed.find(file)!.text.indexOf('"birth_date"') + 1;
    const [field] = findDefinitions(changed, file, offset);
    const paths = new Set(
      changed
        .names()
        .filter((name) => isSame(name, field!))
        .map((name) => name.file),
    );
    for (const name of ["parties.schema.json", "parties.ui.json"])
      expect(paths).toContain(`schemas/products/bedrijfspand/${name}`);
    expect(paths).toContain("fixtures/steps/bedrijfspand/parties.json");
    const names = findCandidates(changed, file, "/owners/x", "key").map(({ name }) => name);
    expect(names.sort()).toEqual(["birth_date", "country", "name", "share"]);
  });
});
