// What one types before something is added, why it is refused, and the patch that follows from it.
import { LANGUAGES } from "#engine/values/languages.ts";
import type { Edit } from "../../server/edit/patch.ts";
import { makeName } from "../model/choiceActs.ts";
import type { Content } from "../model/content.ts";
import { EMPTY, isWhole, tidy, type Words } from "../model/members.ts";
import { addPart, NEW_KINDS, type NewKind } from "../model/parts.ts";
import type { Target } from "../model/places.ts";
import type { WordKey } from "../words.ts";
import { addField, addPlain, listSources } from "./addActs.ts";
import { addQuestion, addSection, addStep } from "./addStepActs.ts";
import { FIELD_KINDS, type FieldKind, PLAIN_KINDS, type Wish } from "./kinds.ts";

export const ADD_KINDS = [...FIELD_KINDS, ...PLAIN_KINDS, "section", "step", "question", ...NEW_KINDS] as const;
export type AddKind = (typeof ADD_KINDS)[number];

/** The first field of a step, or a field of each record of a list. */
export interface Part {
  words: Words;
  kind: FieldKind;
  isRequired: boolean;
  /** Of a choice. */
  lines: Words;
}

export const NEW_PART: Part = { words: EMPTY, kind: "text", isRequired: false, lines: EMPTY };

/** One per line, in both languages. None where their numbers differ. */
export function readLines(lines: Words): Words[] {
  const [nl = [], fr = []] = LANGUAGES.map((language) =>
    lines[language]
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  );
  return nl.length === fr.length ? nl.map((text, index) => tidy({ nl: text, fr: fr[index]! })) : [];
}

export interface Form {
  words: Words;
  /** What one record of a list is called. */
  item: Words;
  /** Empty: made of the Dutch words. */
  name: string;
  lines: Words;
  parts: Part[];
  source: string;
  place: "after" | "in";
  isRequired: boolean;
  first: Part;
  expected: "yes" | "no";
  effect: "refer" | "decline";
  list: string;
}

export const START: Form = {
  words: EMPTY,
  item: EMPTY,
  name: "",
  lines: EMPTY,
  parts: [{ ...NEW_PART, isRequired: true }],
  source: "",
  place: "after",
  isRequired: false,
  first: NEW_PART,
  expected: "no",
  effect: "refer",
  list: "acceptance_questions",
};

export const isField = (kind: AddKind): kind is FieldKind => FIELD_KINDS.some((each) => each === kind);
export const isNew = (kind: AddKind): kind is NewKind => NEW_KINDS.some((each) => each === kind);
/** A fact and a list have a name and no words. */
export const hasWords = (kind: AddKind) => kind !== "fact" && kind !== "list";
export const hasName = (kind: AddKind) => isField(kind) || isNew(kind);
/** What the product computes is not asked. */
export const isAsked = (kind: AddKind) => isField(kind) && kind !== "total";
export const hasLines = (kind: AddKind) => kind === "choice" || kind === "several" || kind === "rows";
export const hasItem = (kind: AddKind) => kind === "cards" || kind === "table";
export const hasParts = (kind: AddKind) => hasItem(kind) || kind === "rows";

/** A further column without words is not added. */
const listFilled = ({ parts }: Form) =>
  parts.filter(({ words }, index) => index === 0 || LANGUAGES.some((language) => words[language].trim() !== ""));
const tidyPart = (part: Part): Part => ({ ...part, words: tidy(part.words) });
export const tidyForm = (form: Form): Form => ({
  ...form,
  words: tidy(form.words),
  item: tidy(form.item),
  parts: listFilled(form).map(tidyPart),
  first: tidyPart(form.first),
});

export function findWrong(kind: AddKind, form: Form, name: string, isTaken: boolean): WordKey | undefined {
  const parts = hasParts(kind) ? listFilled(form) : kind === "step" ? [form.first] : [];
  const words = [...(hasWords(kind) ? [form.words] : []), ...(hasItem(kind) ? [form.item] : [])];
  if (![...words, ...parts.map((part) => part.words)].every(isWhole)) return "refuseWords";
  if ([{ kind, lines: form.lines }, ...parts].some((each) => hasLines(each.kind) && readLines(each.lines).length < 2))
    return "refuseChoices";
  if (hasName(kind) && (isTaken || !/^[a-z][a-z0-9_]*$/.test(name))) return "refuseName";
  if (["total", "picture", "document"].includes(kind) && form.source === "") return "refuseSource";
  return undefined;
}

interface Made {
  kind: AddKind;
  form: Form;
  name: string;
  target: Target;
}

/** Names that follow from the Dutch words, each other than those before it. */
function nameAll<Named extends { words: Words }>(
  list: readonly Named[],
  isValue = false,
): (Named & { name: string })[] {
  const names: string[] = [];
  return list.map((each) => {
    names.push(makeName(each.words.nl, names, isValue));
    return { ...each, name: names.at(-1)! };
  });
}

const makeChoices = (lines: Words, isValue = true): Wish["choices"] =>
  nameAll(
    readLines(lines).map((words) => ({ words })),
    isValue,
  ).map(({ name, words }) => ({ value: name, words }));

const makeParts = (parts: readonly Part[]): Wish["parts"] =>
  nameAll(parts).map(({ words, lines, ...part }) => ({ ...part, label: words, choices: makeChoices(lines) }));

export function makeEdits(content: Content, { kind, form, name, target }: Made): Edit[] | undefined {
  const { words, source, expected, effect, list } = form;
  if (kind === "section") return addSection(content, target, words);
  if (kind === "question") return addQuestion(content, list, { words, expected, effect }).edits;
  if (isNew(kind)) return addPart(content, kind, name, words).edits;
  const adds = listSources(content, target).find(({ path }) => path === source) ?? null;
  const rest = { item: form.item, parts: makeParts(form.parts), adds };
  if (kind === "step") return addStep(content, target.step, words, { ...rest, ...makeParts([form.first])[0]! });
  if (!isField(kind)) return addPlain(content, target, { kind, name: source, words });
  const isRequired = form.isRequired && isAsked(kind);
  const choices = makeChoices(form.lines, kind !== "rows");
  return addField(content, target, { ...rest, kind, name, label: words, isRequired, choices } satisfies Wish);
}
