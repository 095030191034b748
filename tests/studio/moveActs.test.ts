// A field that moves among those of its step, one place at a time or beside another one, and a copy of it.
import { afterAll, beforeAll, expect, test } from "vitest";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { planStepRemoval } from "#content/names/removeStep.ts";
import type { Edit } from "#studio/server/edit/patch.ts";
import { copyNode, insertSection, moveBeside, moveEntry } from "#studio/workspace/add/moveActs.ts";
import type { OutlineNode } from "#studio/workspace/model/outline.ts";
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
const node = (
  kind: OutlineNode["kind"],
  id: string,
  names: string[] = [],
  children: OutlineNode[] = [],
): OutlineNode => ({
  ...{ id, kind, names, children, step: "general-data", label: id },
  ...{ control: undefined, isConditional: false },
});
const steps = () =>
  studio
    .read()
    .listSteps()
    .map(({ name }) => name);
const sections = () => {
  const ui = studio.read().read(`schemas/products/${product}/general-data.ui.json`)!;
  return (ui["ui:options"] as { sections: { fields: string[] }[] }).sections.map(({ fields }) => fields);
};

test("a field moves over the border of its section, and its section goes with the last one", async () => {
  act(moveBeside(studio.read(), select("annual_salary"), { name: "incorporation_date", side: "after" }));
  expect(sections()).toEqual([["kvk", "legalform", "incorporation_date", "annual_salary"], ["number_of_volunteers"]]);
  act(moveBeside(studio.read(), select("number_of_volunteers"), { name: "kvk", side: "before" }));
  expect(sections()).toEqual([["number_of_volunteers", "kvk", "legalform", "incorporation_date", "annual_salary"]]);
  for (let count = 2; count > 0; count -= 1) studio.patcher.undo();
  expect(studio.readFiles()).toEqual(before);
});

test("a copy has the rules, the layout and the texts of its field under another name, without a finding", async () => {
  const faults = await studio.findFaults();
  const copy = copyNode(studio.read(), node("field", "", ["number_of_volunteers"]))!;
  act(copy.edits);
  expect(copy.selection.names).toEqual(["number_of_volunteers_copy"]);
  expect(sections()[1]).toEqual(["annual_salary", "number_of_volunteers", "number_of_volunteers_copy"]);
  expect(await studio.findFaults()).toEqual(faults);
  studio.patcher.undo();
  expect(studio.readFiles()).toEqual(before);
}, 60_000);

test("a section moves among the sections and a step among the steps, and the first one stays", () => {
  act(moveEntry(studio.read(), node("section", "general-data section 1"), -1));
  expect(sections()[0]).toEqual(["annual_salary", "number_of_volunteers"]);
  expect(moveEntry(studio.read(), node("section", "general-data section 0"), -1)).toBeUndefined();
  act(moveEntry(studio.read(), node("step", "general-data"), 1));
  expect(steps().slice(0, 2)).toEqual(["coverage-choice", "general-data"]);
  for (let count = 2; count > 0; count -= 1) studio.patcher.undo();
  expect(studio.readFiles()).toEqual(before);
});

test("fields that came to a step are a section of it, or in its order where it has no sections", () => {
  const section = { title: "section.office", fields: ["one", "two"] };
  const edits = insertSection(studio.read(), section, "general-data", "kvk");
  expect(edits).toEqual([
    expect.objectContaining({ path: ["ui:options", "sections", 1], value: section, insert: true }),
  ]);
});

test("a copied section and a copied step have fields of their own, without an error", async () => {
  const fields = ["annual_salary", "number_of_volunteers"].map((name) => node("field", name, [name]));
  act(copyNode(studio.read(), node("section", "general-data section 1", [], fields))?.edits);
  expect(sections()[2]).toEqual(["annual_salary_copy", "number_of_volunteers_copy"]);
  act(copyNode(studio.read(), node("step", "general-data"))?.edits);
  expect(steps().slice(0, 2)).toEqual(["general-data", "general-data-copy"]);
  const isError = (fault: string) => fault.includes(" error: ");
  expect((await studio.findFaults()).filter(isError)).toEqual([]);
  const { changed, uses } = planStepRemoval(
    new ContentIndex(studio.copy.path("schemas"), studio.copy.path("fixtures")),
    { product, step: "general-data-copy" },
  );
  studio.patcher.replace(changed, { sentence: { nl: "", fr: "" } });
  expect(uses.every(({ goes }) => goes)).toBe(true);
  expect(Object.keys(studio.readFiles()).filter((file) => file.includes("general-data-copy"))).toEqual([]);
  for (let count = 3; count > 0; count -= 1) studio.patcher.undo();
  expect(studio.readFiles()).toEqual(before);
}, 60_000);
