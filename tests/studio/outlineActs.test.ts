// The acts of the outline on one product: what is added, moved, copied and deleted is in the notation of content files, and the check
// finds nothing that it did not find before. Undone, the files have their bytes back.
import { afterEach, beforeAll, expect, test } from "vitest";
import { ContentIndex } from "#content/names/contentIndex.ts";
import { planRemoval } from "#content/names/removeField.ts";
import { planStepRemoval } from "#content/names/removeStep.ts";
import { formatJson } from "#content/read/files/formatJson.ts";
import type { Edit } from "#studio/server/edit/patch.ts";
import { addField, addPlain, nameField } from "#studio/workspace/add/addActs.ts";
import { addQuestion, addSection, addStep } from "#studio/workspace/add/addStepActs.ts";
import { FIELD_KINDS, type FieldKind, type Wish } from "#studio/workspace/add/kinds.ts";
import { copyNode, insertSection, moveBeside, moveEntry } from "#studio/workspace/add/moveActs.ts";
import type { OutlineNode } from "#studio/workspace/model/outline.ts";
import { addPart, listParts, NEW_KINDS } from "#studio/workspace/model/parts.ts";
import type { Target } from "#studio/workspace/model/places.ts";
import { StudioContent } from "./support/studioContent.ts";

const product = "schadeverzekering_werknemers";
const studio = new StudioContent(product);
const index = () => new ContentIndex(studio.copy.path("schemas"), studio.copy.path("fixtures"));
const words = { nl: "", fr: "" };
let before: Record<string, string>;
let faults: string[];
beforeAll(async () => {
  before = studio.readFiles();
  faults = await studio.findFaults();
}, 60_000);
afterEach(() => {
  while (studio.patcher.journal.last) studio.patcher.undo();
  expect(studio.readFiles(), "undone, the files have their bytes back").toEqual(before);
});

const act = (edits: Edit[] | undefined) => studio.patcher.act({ sentence: words, edits: edits ?? [] });
const isFormatted = (text = "{}\n") => formatJson(text) === text;

const step = "general-data";
const target: Target = { step, around: [], after: "annual_salary" };
const choices = [
  { value: "first", words: { nl: "Eerste", fr: "Premier" } },
  { value: "second", words: { nl: "Tweede", fr: "Deuxième" } },
];
const label = { nl: "Nieuwe vraag", fr: "Nouvelle question" };
const part = (kind: FieldKind) => ({
  name: `part_${kind.toLowerCase()}`,
  kind,
  label: { nl: `Deel ${kind}`, fr: `Partie ${kind}` },
  isRequired: kind === "choice",
  choices,
});

function makeWish(kind: FieldKind, name: string): Wish {
  const parts =
    kind === "rows"
      ? [part("amount"), part("choice")]
      : [part("choice"), part("date"), part("amount"), part("yesNo"), part("postcode")];
  const adds = { path: ".annual_salary", sum: ".annual_salary", isMoney: true };
  return { kind, name, label, item: label, choices, parts, adds, isRequired: kind !== "total" };
}

test("a field of every kind, in the form and in a list, follows from its rules without a finding", async () => {
  for (const kind of FIELD_KINDS) {
    const content = studio.read();
    act(addField(content, target, makeWish(kind, nameField(content, target, kind))));
  }
  for (const [kind, words] of [
    ["plain", "Een uitleg."],
    ["document", "De voorwaarden"],
  ] as const)
    act(addPlain(studio.read(), target, { kind, name: "terms_and_conditions", words: { nl: words, fr: words } }));
  const inList: Target = { step, around: ["table"], after: "part_date" };
  for (const kind of ["percentage", "choice"] as const)
    act(addField(studio.read(), inList, makeWish(kind, `cell_${kind}`)));
  act(addSection(studio.read(), { ...target, after: "number" }, { nl: "Meer vragen", fr: "Plus de questions" }));
  expect(
    addSection(studio.read(), { ...target, after: "number" }, label),
    "it begins a section already",
  ).toBeUndefined();
  act(addStep(studio.read(), step, { nl: "Een stap", fr: "Une étape" }, makeWish("amount", "stock")));
  act(addQuestion(studio.read(), "acceptance_questions", { words: label, expected: "no", effect: "refer" }).edits);
  const after = studio.readFiles();
  const changed = Object.entries(after).filter(([file, text]) => text !== before[file]);
  expect(changed.filter(([, text]) => !isFormatted(text))).toEqual([]);
  const isOfQuotation = (fault: string) => fault.includes("its quotation was made without them");
  const found = await studio.findFaults();
  expect(found.filter((fault) => !isOfQuotation(fault))).toEqual(faults);
  expect(found.find(isOfQuotation), "each is asked for").toMatch(
    /cards required.*file_2 required.*part_choice required/,
  );
}, 60_000);

test("a new fact, list or rule over answers changes nothing until its panel says more", async () => {
  const words = { nl: "Een acceptant beslist.", fr: "Un acceptant décide." };
  const made = NEW_KINDS.map((kind) => {
    const part = addPart(studio.read(), kind, "night_shift", words);
    act(part.edits);
    return listParts(studio.read(), "nl").find(({ kind: other, name }) => other === kind && name === part.name)?.label;
  });
  expect(made).toEqual(["KVK-nummer is ingevuld", "night_shift", "Een acceptant beslist."]);
  const errors = (await studio.findFaults()).filter((fault) => fault.includes(" error: "));
  expect(errors, "a fact is for a rule that reads it").toEqual([
    expect.stringContaining("no file of the product uses"),
  ]);
}, 60_000);

const select = (name: string) => ({ step: "general-data", names: [name] });
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
});

test("a copy has the rules, the layout and the texts of its field under another name, without a finding", async () => {
  const copy = copyNode(studio.read(), node("field", "", ["number_of_volunteers"]))!;
  act(copy.edits);
  expect(copy.selection.names).toEqual(["number_of_volunteers_copy"]);
  expect(sections()[1]).toEqual(["annual_salary", "number_of_volunteers", "number_of_volunteers_copy"]);
  expect(await studio.findFaults()).toEqual(faults);
}, 60_000);

test("a section moves among the sections and a step among the steps, and the first one stays", () => {
  act(moveEntry(studio.read(), node("section", "general-data section 1"), -1));
  expect(sections()[0]).toEqual(["annual_salary", "number_of_volunteers"]);
  expect(moveEntry(studio.read(), node("section", "general-data section 0"), -1)).toBeUndefined();
  act(moveEntry(studio.read(), node("step", "general-data"), 1));
  expect(steps().slice(0, 2)).toEqual(["coverage-choice", "general-data"]);
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
  const { changed, uses } = planStepRemoval(index(), { product, step: "general-data-copy" });
  studio.patcher.replace(changed, { sentence: words });
  expect(uses.every(({ goes }) => goes)).toBe(true);
  expect(Object.keys(studio.readFiles()).filter((file) => file.includes("general-data-copy"))).toEqual([]);
}, 60_000);

test("a field that a factor reads takes the factor, its error text, its answers and its place in the hand-over with it", async () => {
  const { changed, uses } = planRemoval(index(), { product, step, field: "annual_salary" });
  expect(uses.filter(({ goes }) => !goes)).toEqual([]);
  const files = Object.keys(changed).map((file) => file.replace(/-(?:new|edit|quote)\w+-.*/, "-*"));
  expect([...new Set(files)].sort()).toMatchSnapshot();
  for (const [file, text] of Object.entries(changed)) expect(isFormatted(text), file).toBe(isFormatted(before[file]));
  studio.patcher.replace(changed, { sentence: words });
  const left = Object.entries(studio.readFiles()).flatMap(([file, text]) =>
    text.split("\n").flatMap((line) => (line.includes("annual_salary") ? [`${file}: ${line.trim()}`] : [])),
  );
  expect(left).toEqual([]);
  // The premium is another one, which is for its author to accept.
  const others = (await studio.findFaults()).filter((fault) => !faults.includes(fault));
  expect(
    others.filter((fault) => !fault.startsWith("fixtures/journeys/") || !fault.includes("per_term should be")),
  ).toEqual([]);
}, 60_000);

test("a setting of the tariff that nothing can do without stays, and is listed", () => {
  const { uses } = planRemoval(index(), { product, step: "coverage-choice", field: "pay_in_terms" });
  expect(uses.filter(({ goes }) => !goes).map(({ file }) => file)).toEqual([
    "schemas/products/schadeverzekering_werknemers/tariff.json",
  ]);
});
