// The acts that move a field among those of its step, and copy it. A field that leaves its step is another matter: its answers do too.
import type { JsonObject, Language } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import type { Edit } from "../../server/edit/patch.ts";
import type { Content } from "../model/content.ts";
import { setAt } from "../model/fieldActs.ts";
import { findLayout, hasField, listOrders, type OrderList, placeEntry } from "../model/orders.ts";
import type { Selection } from "../model/outline.ts";
import { type FieldPlace, listParts } from "../model/places.ts";
import { findFields, nameField } from "./addActs.ts";

interface Spot {
  /** The list of the order, and where in it. */
  list: number;
  index: number;
}

/** The orders around a field; that of the rules where the layout has none. */
function readOrders(content: Content, { step, names }: Selection): OrderList[] {
  const around = names.slice(0, -1);
  const lists = listOrders(content, step, around);
  if (lists.length > 0) return lists;
  const holder = findFields(content, { step, around, after: null });
  const fields = holder ? listParts(holder).flatMap(({ node }) => Object.keys(Object(node.properties))) : [];
  const layout = findLayout(content, step, around);
  return [{ file: layout.file, path: [...layout.path, "ui:order"], entries: [...new Set(fields), "*"] }];
}

const findSpot = (lists: readonly OrderList[], name: string): Spot | undefined => {
  const list = lists.findIndex(({ entries }) => entries.some((entry) => hasField(entry, name)));
  return list < 0 ? undefined : { list, index: lists[list]!.entries.findIndex((entry) => hasField(entry, name)) };
};

/** One place up or down, over the border of a section too. Undefined: it is the first or the last one. */
export function moveBy(content: Content, selection: Selection, by: 1 | -1): Edit[] | undefined {
  const lists = readOrders(content, selection);
  const from = findSpot(lists, selection.names.at(-1) ?? "");
  if (!from) return undefined;
  const { entries } = lists[from.list]!;
  const index = from.index + by;
  if (index >= 0 && index < entries.length && entries[index] !== "*")
    return write(content, selection, lists, { from, to: { list: from.list, index } });
  const next = lists[from.list + by];
  if (!next) return undefined;
  return write(content, selection, lists, {
    from,
    to: { list: from.list + by, index: by > 0 ? 0 : next.entries.length },
  });
}

/** Before or after another field of the same step, list or group. */
export function moveBeside(
  content: Content,
  selection: Selection,
  { name: other, side }: { name: string; side: "before" | "after" },
): Edit[] | undefined {
  const lists = readOrders(content, selection);
  const from = findSpot(lists, selection.names.at(-1) ?? "");
  const target = findSpot(lists, other);
  if (!from || !target) return undefined;
  const shift = from.list === target.list && from.index < target.index ? 1 : 0;
  return write(content, selection, lists, {
    from,
    to: {
      list: target.list,
      index: target.index + (side === "after" ? 1 : 0) - shift,
    },
  });
}

function write(
  content: Content,
  selection: Selection,
  lists: readonly OrderList[],
  { from, to }: { from: Spot; to: Spot },
): Edit[] {
  const moved = lists[from.list]!.entries[from.index];
  const next = lists.map(({ entries }, list) => {
    const left = list === from.list ? entries.toSpliced(from.index, 1) : entries;
    return list === to.list ? left.toSpliced(to.index, 0, moved) : left;
  });
  const edits = lists.flatMap(({ file, path, entries }, list): Edit[] => {
    const value = next[list]!;
    if (list !== from.list && list !== to.list) return [];
    const isSection = path[0] === "ui:options";
    if (value.length === 0 && isSection) return dropSection(content, selection.step, { file, path, entries });
    return [
      { file, path, value, was: listOrders(content, selection.step, selection.names.slice(0, -1))[list]?.entries },
    ];
  });
  // A section that goes changes the places of those after it.
  return edits.sort((one, other) => Number(one.value === undefined) - Number(other.value === undefined));
}

/** A section whose last field leaves goes, with its own title. */
function dropSection(content: Content, step: string, { file, path }: OrderList): Edit[] {
  const options = Object(findLayout(content, step, []).node["ui:options"]);
  const section = options.sections?.[Number(path[2])] as JsonObject | undefined;
  const title = String(section?.title);
  const texts = LANGUAGES.map((language: Language) => content.textFiles(language).own);
  return [
    { file, path: path.slice(0, 3), value: undefined, was: section },
    ...texts.flatMap((own) => {
      const was = title.startsWith("section.") ? content.read(own)?.[title] : undefined;
      return was === undefined ? [] : [{ file: own, path: [title], value: undefined, was }];
    }),
  ];
}

/** The same field once more after it, under another name, with its layout, its own texts and its answer in the base. */
export function copyField(content: Content, { step, names }: Selection): { edits: Edit[]; name: string } | undefined {
  const field = content.findField(step, names);
  const around = names.slice(0, -1);
  const name = names.at(-1) ?? "";
  if (!field || field.parent.file !== findFields(content, { step, around, after: null })?.file) return undefined;
  const target = { step, around, after: name };
  const copy = nameField(content, target, `${name}_copy`);
  const path = [...field.parent.path, "properties", copy];
  const edits: Edit[] = [{ file: field.parent.file, path, value: field.rules.node, after: name }];
  const layout = Object.keys(field.layout.node).length > 0 ? field.layout.node : undefined;
  if (layout) edits.push(...setAt(field.stepLayout, [...around, copy], layout));
  return { edits: [...edits, ...placeEntry(content, target, [copy]), ...copyTexts(content, field, copy)], name: copy };
}

/** Words beside the rules are copied with them. */
function copyTexts(content: Content, field: FieldPlace, copy: string): Edit[] {
  const key = ["field", ...field.names.slice(0, -1), copy].join(".");
  return LANGUAGES.flatMap((language) =>
    content.listKinds(field).flatMap((kind) => {
      const { path, text } = content.findText(field, kind, language);
      const file = content.textFiles(language).own;
      return text === undefined || path.length > 1 ? [] : [{ file, path: [`${key}.${kind}`], value: text }];
    }),
  );
}
