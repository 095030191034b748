// Plain content between the fields of one step, old and new: what comes, goes, gets another place or another condition.

import { sameValue } from "#engine/fields/formValues.ts";
import type { PlainContent } from "#engine/schema/schema.ts";
import { orderedNames, propertySchemas, schemasAt } from "#engine/schema/schemaTree.ts";
import { member, objects } from "../../read/findings/reporting.ts";
import { findPlain, type PlacedContent } from "../../read/plainContent.ts";
import type { Labelled } from "../words/labels.ts";
import { inWords, phrase, quoted, type Words } from "../words/words.ts";
import { type Changes, pairUp, type Sides } from "./changes.ts";
import { describeWhen } from "./fieldComparison.ts";
import type { ToldFields } from "./fields.ts";

export interface LayoutComparison extends Sides {
  changes: Changes;
  step: string;
  told: ToldFields;
}

const KINDS = ["text", "picture", "document"] as const;

/** Known by what is shown, in the group around it. */
const findKey = ({ content, path }: PlacedContent): string =>
  [...path, ...KINDS.map((kind) => content[kind])].join("/");

export function comparePlain({ old, now, changes, step, told }: LayoutComparison): void {
  const [before, after] = [old, now].map((side) => findPlain(side.steps[step]?.ui ?? {}));
  const { added, removed, kept } = pairUp(before!, after!, findKey);
  const describe = (side: Labelled, placed: PlacedContent) => {
    const { if: condition, when } = placed.content;
    return {
      what: nameContent(side, placed.content),
      position: namePosition(side, step, placed),
      when: condition
        ? describeWhen(side, step, [{ condition, path: placed.path }])
        : when === undefined
          ? phrase("always")
          : phrase("whenFact", { name: when }),
    };
  };
  for (const [placed] of added) {
    changes.add("plain.added", placed.place, withoutAlways(describe(now, placed)));
    tellTexts(placed, step, told.added);
  }
  for (const [placed] of removed) {
    changes.add("plain.removed", placed.place, withoutAlways(describe(old, placed)));
    tellTexts(placed, step, told.removed);
  }
  for (const [earlier, later] of kept) {
    const [from, to] = [describe(old, earlier), describe(now, later)];
    if (!sameValue(from.when, to.when)) changes.add("plain.when", later.place, { ...to, before: from.when });
    const both = [old, now].map((side) => listFields(side, step, later));
    const previous = (side: Labelled, placed: PlacedContent) =>
      findNeighbours(side, step, placed, (name) => both.every((names) => names.includes(name)))[0];
    if (previous(old, earlier) !== previous(now, later)) changes.add("plain.moved", later.place, to);
  }
}

const withoutAlways = ({ when, ...words }: Record<"what" | "position" | "when", Words>) =>
  sameValue(when, phrase("always")) ? { ...words, when: "" } : { ...words, when };

/** Content that came or went brings its texts or takes them along. */
function tellTexts({ content: { text, title, alt } }: PlacedContent, step: string, told: Set<string>): void {
  for (const key of [text, title, alt]) if (key !== undefined) told.add(plainName(step, key));
}

export const plainName = (step: string, key: string): string => `${step}/plain ${key}`;

function nameContent(side: Labelled, { text = "", title = text, picture, alt = "", document }: PlainContent): Words {
  if (picture !== undefined) return phrase("plain.picture", { name: side.text([alt]) });
  const words = side.text([title]);
  const name = inWords((language) => words[language].split("\n")[0] ?? "");
  return phrase(document === undefined ? "plain.text" : "plain.document", { name });
}

type Entry = string | PlainContent;

/** The fields around plain content and the content itself, in their order. */
function listEntries(side: Labelled, step: string, path: readonly string[]): Entry[] {
  const { schema, ui } = side.steps[step] ?? { schema: {}, ui: {} };
  const sections = path.length === 0 ? objects(member(ui, "ui:options").sections) : [];
  if (sections.length > 0) return sections.flatMap(({ fields }) => (fields as (Entry | string[])[]).flat());
  const around = path.reduce(
    (schemas, name) => schemas.flatMap((each) => schemasAt(each, [name])).map((each) => each.items ?? each),
    [schema],
  );
  const names = around.flatMap((each) => [...propertySchemas(each).keys()]);
  const order: unknown = side.layout(step, path)["ui:order"];
  return orderedNames<Entry>([...names, ...objects(order)], order);
}

const listFields = (side: Labelled, step: string, { path }: PlacedContent): string[] =>
  listEntries(side, step, path).filter((entry) => typeof entry === "string");

/** The fields before and after plain content, of those that count. */
function findNeighbours(
  side: Labelled,
  step: string,
  { content, path }: PlacedContent,
  counts: (name: string) => boolean = () => true,
): [before: string | undefined, after: string | undefined] {
  const entries = listEntries(side, step, path);
  const index = entries.indexOf(content);
  const isField = (entry: Entry): entry is string => typeof entry === "string" && counts(entry);
  return [entries.slice(0, index).findLast(isField), entries.slice(index + 1).find(isField)];
}

export function namePosition(side: Labelled, step: string, placed: PlacedContent): Words {
  const [before, after] = findNeighbours(side, step, placed).map(
    (name) => name && quoted(side.field(step, [...placed.path, name])),
  );
  if (before && after) return phrase("position.between", { before, after });
  return before ? phrase("position.last", { before }) : phrase("position.first", { after: after ?? "" });
}
