// What can be added to a product: one patch writes rules, layout, both texts and the base of the cases, in the notation of content
// files, and the check finds nothing that it did not find before. Undone, the files have their bytes back.
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatJson } from "#content/read/files/formatJson.ts";
import type { Edit } from "#studio/server/edit/patch.ts";
import { addField, addPlain, nameField } from "#studio/workspace/add/addActs.ts";
import { addQuestion, addSection, addStep } from "#studio/workspace/add/addStepActs.ts";
import { FIELD_KINDS, type FieldKind, type Wish } from "#studio/workspace/add/kinds.ts";
import { addPart, listParts, NEW_KINDS } from "#studio/workspace/model/parts.ts";
import type { Target } from "#studio/workspace/model/places.ts";
import { StudioContent } from "./support/studioContent.ts";

const studio = new StudioContent("schadeverzekering_werknemers");
afterAll(() => studio.copy.remove());

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

let before: Record<string, string>;
let faults: string[];
let acts = 0;
const act = (edits: Edit[] | undefined) => {
  studio.patcher.act({ sentence: label, edits: edits ?? [] });
  acts += 1;
};
beforeAll(async () => {
  before = studio.readFiles();
  faults = await studio.findFaults();
}, 60_000);

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
  act(addField(studio.read(), inList, makeWish("percentage", "share")));
  act(addSection(studio.read(), { ...target, after: "number" }, { nl: "Meer vragen", fr: "Plus de questions" }));
  expect(
    addSection(studio.read(), { ...target, after: "number" }, label),
    "it begins a section already",
  ).toBeUndefined();
  act(addStep(studio.read(), step, { nl: "Een stap", fr: "Une étape" }, makeWish("amount", "stock")));
  act(addQuestion(studio.read(), "acceptance_questions", { words: label, expected: "no", effect: "refer" }).edits);
  const after = studio.readFiles();
  expect(Object.entries(after).filter(([file, text]) => text !== before[file] && formatJson(text) !== text)).toEqual(
    [],
  );
  const isOfQuotation = (fault: string) => fault.includes("its quotation was made without them");
  const found = await studio.findFaults();
  expect(found.filter((fault) => !isOfQuotation(fault))).toEqual(faults);
  expect(found.find(isOfQuotation), "each is asked for").toMatch(
    /cards required.*file_2 required.*part_choice required/,
  );
}, 60_000);

test("undone, the files have their bytes back and those that were made are gone", () => {
  for (; acts > 0; acts -= 1) studio.patcher.undo();
  expect(studio.readFiles()).toEqual(before);
});

test("a new fact, list or rule over answers changes nothing until its panel says more", async () => {
  const before = studio.readFiles();
  const words = { nl: "Een acceptant beslist.", fr: "Un acceptant décide." };
  const made = NEW_KINDS.map((kind) => {
    const part = addPart(studio.read(), kind, "night_shift", words);
    act(part.edits);
    return listParts(studio.read(), "nl").find(({ kind: other, name }) => other === kind && name === part.name)?.label;
  });
  expect(made).toEqual(["night shift", "night shift", "Een acceptant beslist."]);
  const errors = (await studio.findFaults()).filter((fault) => fault.includes(" error: "));
  expect(errors, "a fact is for a rule that reads it").toEqual([
    expect.stringContaining("no file of the product uses"),
  ]);
  for (const _kind of NEW_KINDS) studio.patcher.undo();
  expect(studio.readFiles()).toEqual(before);
}, 60_000);
