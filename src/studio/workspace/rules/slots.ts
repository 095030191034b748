// The conditions of a field or of a step, each as one slot of the panel: what it is called, the expression that it has, and the patch
// that gives it another one.
import { sameValue } from "#engine/fields/formValues.ts";
import type { Expression } from "#engine/schema/schema.ts";
import { isObject } from "#engine/schema/schemaTree.ts";
import { noticeTextKeys } from "#engine/steps/stepTexts.ts";
import { inEachLanguage } from "#engine/values/languages.ts";
import type { Edit } from "../../server/edit/patch.ts";
import type { Answer } from "../model/answers.ts";
import { readSchema, writeSchema } from "../model/conditions.ts";
import type { Content } from "../model/content.ts";
import { setAt, setRequired } from "../model/fieldActs.ts";
import type { Words } from "../model/members.ts";
import { listOrders } from "../model/orders.ts";
import { effective, type FieldPlace, listIn, objectIn, type Place } from "../model/places.ts";
import { type Aspect, type Branch, listBranches, setBranch } from "../model/ruleActs.ts";
import { type Answers, findTypeBeside } from "../model/vocabulary.ts";
import { inBoth } from "../words.ts";

export interface Slot {
  /** Unique among those of a field or step. */
  id: string;
  label: Words;
  /** Of the button that begins it. Absent: none is offered. */
  adding?: Words;
  value: Expression | undefined;
  /** The condition in the file, where no expression means the same. */
  json?: unknown;
  /** It is shown and not changed. */
  isFixed?: boolean;
  /** Successive acts on it are one. */
  merge?: string;
  /** What it may read. */
  answers: Answer[];
  /** Null: it cannot be written there. */
  set(content: Content, next: Expression | undefined): Edit[] | null;
}

type SetPlace = (place: FieldPlace, next: Expression | undefined, content: Content) => Edit[] | null;

/** Makes the patch on the field as it is in the files then. */
const onField =
  ({ step, names }: FieldPlace, set: SetPlace): Slot["set"] =>
  (content, next) => {
    const place = content.findField(step, names);
    return place ? set(place, next, content) : [];
  };

export function listFieldSlots(content: Content, field: FieldPlace, answers: Answers): Slot[] {
  const branches = listBranches(content, field);
  const { when } = effective(field.rules, field.shared);
  const fresh = (aspect: Aspect): Branch[] => {
    const isThere = branches.some((branch) => branch.aspect === aspect);
    return isThere ? [] : [{ aspect, index: undefined, schema: undefined, isElse: false }];
  };
  const isShownAlways = fresh("shown").length > 0;
  const listed = [...branches, ...fresh("shown"), ...(isShownAlways ? fresh("required") : [])];
  const typeOf = findTypeBeside(content, field);
  const beside = answers.list(field, "step");
  const slots = listed.map((branch, index): Slot => {
    const { aspect, schema, isElse } = branch;
    const isNew = schema === undefined;
    const value = isNew ? undefined : readSchema(schema, typeOf);
    const count = listed.slice(0, index).filter((other) => other.aspect === aspect).length;
    return {
      // A new one keeps its place, and the focus, when it is written.
      id: `${aspect} ${count}`,
      label: inBoth(aspect === "required" ? "ruleRequired" : isElse ? "ruleNotShown" : "ruleShown"),
      adding: inBoth(aspect === "required" ? "addRequired" : "addShown"),
      value: value ?? undefined,
      ...(value === null && { json: schema }),
      isFixed: !isNew && (branch.index === undefined || isElse),
      answers: beside,
      set: onField(field, (place, next, current) => {
        const written = next === undefined ? undefined : writeSchema(next, typeOf);
        return written === null ? null : setBranch(current, place, branch, written);
      }),
    };
  });
  const earlier: Slot = {
    id: "when",
    label: inBoth("ruleWhen"),
    adding: inBoth("addWhen"),
    value: when as Expression | undefined,
    answers: answers.list(field, "earlier"),
    set: onField(field, ({ rules }, next) => setAt(rules, ["when"], next)),
  };
  return [...slots, earlier];
}

/** Returns how a number is computed, or undefined for any other field. A computed field is not asked, so it is not required. */
export function findComputed(field: FieldPlace, answers: Answers): Slot | undefined {
  const { type, computed } = effective(field.rules, field.shared);
  if (type !== "integer" && type !== "number") return undefined;
  return {
    id: "computed",
    label: inBoth("computedAs"),
    value: computed as Expression | undefined,
    answers: answers.list(field).filter(({ expression }) => expression !== `.${field.names.at(-1)}`),
    set: onField(field, (place, next) => [
      ...(next === undefined ? [] : setRequired(place, false)),
      ...setAt(place.rules, ["computed"], next),
    ]),
  };
}

/** When a step, its notices and its plain content are there. A step reads earlier ones, content also what is beside it. */
export function listStepSlots(content: Content, step: string, answers: Answers): Slot[] {
  const around = { step, names: [""] };
  const steps = content.listSteps();
  const index = steps.findIndex(({ name }) => name === step);
  const entry = steps[index]?.entry;
  const file = content.manifest;
  const own = entry && [
    makeSlot("step", "", { file, path: ["steps", index], node: entry }, answers.list(around, "earlier")),
    ...listIn(entry.notices).map((notice, position) => {
      const [own, shared] = noticeTextKeys(String(isObject(notice) ? notice.name : notice), "title");
      const name = { ...inEachLanguage(() => own), ...content.textsOf(shared), ...content.textsOf(own) };
      const place = { file, path: ["steps", index, "notices", position], node: objectIn(notice) };
      return makeSlot("notice", name, place, answers.list({ until: step }));
    }),
  ];
  const plain = listOrders(content, step, []).flatMap((order) =>
    order.entries.flatMap((each, position): Slot[] => {
      if (!isObject(each)) return [];
      const key = String(each.text ?? each.title ?? each.alt ?? each.document);
      const texts = content.textsOf(key);
      const name = inEachLanguage((language) => (texts[language] ?? key).slice(0, 40));
      const place = { file: order.file, path: [...order.path, position], node: each };
      return [makeSlot("content", name, place, answers.list(around))];
    }),
  );
  return [...(own ?? []), ...plain];
}

type SlotKind = "step" | "notice" | "content";

function makeSlot(kind: SlotKind, name: Words | string, { file, path, node }: Place, answers: Answer[]): Slot {
  return {
    id: `${file} ${path}`,
    label: inBoth(`${kind}When`, { name }),
    adding: inBoth(`${kind}WhenAdd`, { name }),
    value: node.when as Expression | undefined,
    answers,
    merge: `${file} ${path}`,
    set(content, next) {
      const was = content.valueAt(file, path);
      // A notice without a condition is its name alone.
      const value = next === undefined ? (Object(was).name ?? was) : { name: was, when: next };
      if (kind === "notice" && !(isObject(was) && next))
        return sameValue(was, value) ? [] : [{ file, path, was, value }];
      return setAt({ file, path, node: objectIn(was) }, ["when"], next, STEP_ORDER);
    },
  };
}

/** The condition of a step comes after what names it. */
const STEP_ORDER = ["key", "use", "without", "kind", "questions", "when"];
