// A field that moves among those of its step, one place at a time or beside another one, and a copy of it.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Edit } from "#studio/server/edit/patch.ts";
import { copyField, moveBeside, moveBy } from "#studio/workspace/add/moveActs.ts";
import { StudioContent } from "./support/studioContent.ts";

const product = "schadeverzekering_werknemers";
const studio = new StudioContent(product);
afterAll(() => studio.copy.remove());
let before: Record<string, string>;
beforeAll(() => {
  before = studio.readFiles();
});

const select = (name: string) => ({ step: "general-data", names: [name] });
const act = (edits: Edit[] | undefined) => studio.patcher.act({ sentence: { nl: "", fr: "" }, edits: edits ?? [] });
const sections = () => {
  const ui = studio.read().read(`schemas/products/${product}/general-data.ui.json`)!;
  return (ui["ui:options"] as { sections: { fields: string[] }[] }).sections.map(({ fields }) => fields);
};

test("a field moves over the border of its section, and its section goes with the last one", async () => {
  act(moveBy(studio.read(), select("annual_salary"), -1));
  expect(sections()).toEqual([["kvk", "legalform", "incorporation_date", "annual_salary"], ["number_of_volunteers"]]);
  act(moveBeside(studio.read(), select("number_of_volunteers"), { name: "kvk", side: "before" }));
  expect(sections()).toEqual([["number_of_volunteers", "kvk", "legalform", "incorporation_date", "annual_salary"]]);
  expect(moveBy(studio.read(), select("number_of_volunteers"), -1), "it is the first one").toBeUndefined();
  for (let count = 2; count > 0; count -= 1) studio.patcher.undo();
  expect(studio.readFiles()).toEqual(before);
});

test("a copy has the rules, the layout and the texts of its field under another name, without a finding", async () => {
  const faults = await studio.findFaults();
  const { edits, name } = copyField(studio.read(), select("number_of_volunteers"))!;
  act(edits);
  expect(name).toBe("number_of_volunteers_copy");
  expect(sections()[1]).toEqual(["annual_salary", "number_of_volunteers", name]);
  expect(await studio.findFaults()).toEqual(faults);
  studio.patcher.undo();
  expect(studio.readFiles()).toEqual(before);
}, 60_000);
