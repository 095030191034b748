// The fields of all steps, old and new: which come, go or move to another step, and which of their rules change.
import { sameValue } from "#engine/fields/formValues.ts";
import { fieldExpression } from "../words/expressions.ts";
import type { Labelled } from "../words/labels.ts";
import { quoted } from "../words/words.ts";
import type { Changes, Sides } from "./changes.ts";
import { describeWhen, FieldComparison, type StepComparison } from "./fieldComparison.ts";
import { type FieldRules, readFieldRules } from "./fieldRules.ts";

/** Fields by `step/path` that are reported as a whole, so that their parts need no sentence. */
export interface ToldFields {
  added: Set<string>;
  removed: Set<string>;
}

interface FieldPlace {
  step: string;
  key: string;
  rules: FieldRules;
}

type Steps = Map<string, Map<string, FieldRules>>;

export function compareFields(sides: Sides, changesOf: (step: string) => Changes): ToldFields {
  const read = ({ steps }: Labelled): Steps =>
    new Map(Object.entries(steps).map(([step, { schema }]) => [step, readFieldRules(schema)]));
  const [old, now] = [read(sides.old), read(sides.now)];
  const [gone, come] = [outermost(old, now), outermost(now, old)];
  for (const field of come) {
    const earlier = gone.findIndex((other) => isMoved(sides, other, field));
    if (earlier >= 0) tellMoved(sides, changesOf(field.step), gone.splice(earlier, 1)[0]!, field);
    // A new step is reported as a whole.
    else if (old.has(field.step)) tellAdded(sides, changesOf(field.step), field);
  }
  for (const field of gone) {
    const name = quoted(sides.old.field(field.step, field.rules.path));
    if (now.has(field.step)) changesOf(field.step).add("field.removed", findPointer(field), { field: name });
  }
  const reported = {
    added: new Set(outermost(now, old).map(nameField)),
    removed: new Set(outermost(old, now).map(nameField)),
  };
  for (const [step, after] of now) {
    const before = old.get(step);
    if (before) compareStep({ sides, changes: changesOf(step), step }, reported, before, after);
  }
  return reported;
}

const nameField = ({ step, key }: FieldPlace): string => `${step}/${key}`;
const findPointer = ({ rules }: FieldPlace): string =>
  rules.statements.find(({ keyword }) => keyword === "shown")?.place ?? "";
const isShown = ({ statements }: FieldRules): boolean => statements.some(({ keyword }) => keyword === "shown");

/** The fields of one side that the other does not have, without what is inside such a field. */
function outermost(these: Steps, others: Steps): FieldPlace[] {
  return [...these].flatMap(([step, fields]) => {
    const missing = (key: string) => others.get(step)?.has(key) !== true;
    return [...fields].flatMap(([key, rules]) => {
      const parents = rules.path.slice(0, -1).map((_name, index) => rules.path.slice(0, index + 1).join("/"));
      return isShown(rules) && missing(key) && !parents.some(missing) ? { step, key, rules } : [];
    });
  });
}

/** The same field of another step. */
const isMoved = ({ old, now }: Sides, before: FieldPlace, after: FieldPlace): boolean =>
  before.step !== after.step &&
  before.key === after.key &&
  sameValue(old.field(before.step, before.rules.path), now.field(after.step, after.rules.path));

function tellMoved({ old, now }: Sides, changes: Changes, before: FieldPlace, after: FieldPlace): void {
  const field = quoted(now.field(after.step, after.rules.path));
  changes.add("field.moved", findPointer(after), { field, from: old.step(before.step), to: now.step(after.step) });
}

function tellAdded({ now }: Sides, changes: Changes, field: FieldPlace): void {
  const { step, rules } = field;
  const required = rules.statements.some(({ keyword }) => keyword === "required");
  const shown = rules.statements.find(({ keyword }) => keyword === "shown");
  const values = { field: quoted(now.field(step, rules.path)), when: describeWhen(now, step, shown?.when ?? []) };
  const computed = rules.statements.find(({ keyword }) => keyword === "computed");
  if (computed) {
    const value = fieldExpression(now, step, rules.path, computed.value);
    changes.add("field.computed", findPointer(field), { ...values, value });
    return;
  }
  changes.add(required ? "field.required" : "field.optional", findPointer(field), values);
}

function compareStep(
  comparison: StepComparison,
  reportedFields: ToldFields,
  before: Map<string, FieldRules>,
  after: Map<string, FieldRules>,
): void {
  const { step } = comparison;
  const implied = new Set<string>();
  const isTold = (key: string) => {
    const parts = `${step}/${key}`.split("/");
    const places = parts.map((_part, index) => parts.slice(0, index + 1).join("/"));
    return places.some((path) => reportedFields.added.has(path) || reportedFields.removed.has(path));
  };
  for (const key of new Set([...after.keys(), ...before.keys()])) {
    const [old, now] = [before.get(key), after.get(key)];
    const path = (now ?? old)!.path;
    const none = { path, statements: [] };
    if ((old && now) || !isTold(key)) new FieldComparison(comparison, path, implied).compare(old ?? none, now ?? none);
  }
}
