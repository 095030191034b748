// The conditions of a step and of what is in it beside fields: the step itself, its notices and its plain content. Each with its place
// in a file, and the value that takes its place under another condition.
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { inEachLanguage } from "#engine/values/languages.ts";
import type { Edit } from "../../server/edit/patch.ts";
import type { Content } from "./content.ts";
import type { Words } from "./members.ts";
import { listOrders } from "./orders.ts";
import { listIn, type Path } from "./places.ts";

export interface StepCondition {
  kind: "step" | "notice" | "content";
  name: Words;
  file: string;
  path: Path;
  when: Expression | undefined;
}

export function listConditions(content: Content, step: string): StepCondition[] {
  const file = content.manifest;
  const steps = content.listSteps();
  const index = steps.findIndex(({ name }) => name === step);
  const entry = steps[index]?.entry;
  if (!entry) return listContent(content, step);
  return [
    { kind: "step", name: inEachLanguage(() => step), file, path: ["steps", index], when: whenOf(entry) },
    ...listIn(entry.notices).map((notice, position): StepCondition => {
      const name = String(isObject(notice) ? notice.name : notice);
      const path = ["steps", index, "notices", position];
      return { kind: "notice", name: inEachLanguage(() => name), file, path, when: whenOf(notice) };
    }),
    ...listContent(content, step),
  ];
}

const whenOf = (entry: unknown): Expression | undefined =>
  isObject(entry) ? (entry.when as Expression | undefined) : undefined;

/** Plain content of the layout of the step, named by the beginning of its text. */
function listContent(content: Content, step: string): StepCondition[] {
  const file = content.findStepFile(step, "ui");
  return listOrders(content, step, []).flatMap(({ path, entries }) =>
    entries.flatMap((entry, index): StepCondition[] => {
      if (!isObject(entry)) return [];
      const key = String(entry.text ?? entry.title ?? entry.alt ?? entry.document);
      const texts = content.textsOf(key);
      const name = inEachLanguage((language) => (texts[language] ?? key).slice(0, 40));
      return [{ kind: "content", name, file, path: [...path, index], when: whenOf(entry) }];
    }),
  );
}

/** A notice without a condition is its name alone. */
export function setCondition(
  content: Content,
  { kind, file, path, name }: StepCondition,
  when: Expression | undefined,
): Edit[] {
  const was = content.valueAt(file, path);
  const { when: _when, ...rest } = Object(was) as JsonObject;
  const plain: unknown = kind === "notice" ? name.nl : rest;
  const entry = kind === "notice" ? { name: name.nl } : rest;
  if (kind === "step")
    return [{ file, path: [...path, "when"], was: whenOf(was), value: when, after: findBefore(rest) }];
  return [{ file, path, was, value: when === undefined ? plain : { ...entry, when } }];
}

/** The condition of a step comes after what names it. */
const findBefore = (entry: JsonObject) =>
  Object.keys(entry).findLast((name) => ["key", "use", "without", "kind", "questions"].includes(name));
