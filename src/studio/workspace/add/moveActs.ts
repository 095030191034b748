// The acts that move fields, sections and steps in their order, and copy them. Pure. That a field leaves its step is planned by the
// server, which has all files that name it.
import type { JsonObject, Language } from "#engine/schema/types.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import type { Edit } from "../../server/edit/patch.ts";
import { makeName } from "../model/choiceActs.ts";
import type { Content } from "../model/content.ts";
import { setAt } from "../model/fieldActs.ts";
import { findLayout, hasField, listOrders, type OrderList, placeEntry } from "../model/orders.ts";
import type { OutlineNode, Selection } from "../model/outline.ts";
import { type FieldPlace, listIn, listParts, objectIn, type Path } from "../model/places.ts";
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

/** Before or after another field of the same step, list or group. The field may be in no list yet. */
export function moveBeside(
  content: Content,
  selection: Selection,
  { name: other, side }: { name: string; side: "before" | "after" },
): Edit[] | undefined {
  const lists = readOrders(content, selection);
  const from = findSpot(lists, selection.names.at(-1) ?? "");
  const target = findSpot(lists, other);
  if (!target) return undefined;
  const shift = from?.list === target.list && from.index < target.index ? 1 : 0;
  const to = { list: target.list, index: target.index + (side === "after" ? 1 : 0) - shift };
  return write(content, selection, lists, { from, to });
}

function write(
  content: Content,
  selection: Selection,
  lists: readonly OrderList[],
  { from, to }: { from: Spot | undefined; to: Spot },
): Edit[] {
  const moved = from ? lists[from.list]!.entries[from.index] : selection.names.at(-1);
  const next = lists.map(({ entries }, list) => {
    const left = list === from?.list ? entries.toSpliced(from.index, 1) : entries;
    return list === to.list ? left.toSpliced(to.index, 0, moved) : left;
  });
  const edits = lists.flatMap(({ file, path, entries }, list): Edit[] => {
    const value = next[list]!;
    if (list !== from?.list && list !== to.list) return [];
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

/** The list of sections or steps that a node is in, and its place there. */
function findEntry(content: Content, { kind, step, id }: OutlineNode): { file: string; path: Path; index: number } {
  if (kind === "step")
    return {
      file: content.manifest,
      path: ["steps"],
      index: content.listSteps().findIndex(({ name }) => name === step),
    };
  const path = ["ui:options", "sections"];
  return { file: content.findStepFile(step, "ui"), path, index: Number(id.split(" ").at(-1)) };
}

/** A section or a step one place up or down. Undefined: it is the first or the last one. */
export function moveEntry(content: Content, node: OutlineNode, by: 1 | -1): Edit[] | undefined {
  const { file, path, index } = findEntry(content, node);
  const entries = listIn(content.valueAt(file, path));
  if (index < 0 || !(index + by in entries)) return undefined;
  return [
    { file, path: [...path, index], value: undefined, was: entries[index] },
    { file, path: [...path, index + by], value: entries[index], insert: true },
  ];
}

export const readSection = (content: Content, node: OutlineNode): JsonObject => {
  const { file, path, index } = findEntry(content, node);
  return objectIn(content.valueAt(file, [...path, index]));
};

/** Fields that came to a step are a section of it, after that of another field. In a step without sections they are in its order. */
export function insertSection(content: Content, section: JsonObject, step: string, after: string): Edit[] {
  const list = listOrders(content, step, []).find(({ entries }) => entries.some((entry) => hasField(entry, after)));
  if (list?.path[0] !== "ui:options") return placeEntry(content, { step, around: [], after }, listIn(section.fields));
  const [index] = list.path.slice(2);
  return [{ file: list.file, path: [...list.path.slice(0, 2), Number(index) + 1], value: section, insert: true }];
}

export function copyNode(content: Content, node: OutlineNode): { edits: Edit[]; selection: Selection } | undefined {
  if (node.kind === "step") return copyStep(content, node.step);
  if (node.kind === "section") return copySection(content, node);
  const { names, step } = node;
  const copy = copyField(content, node);
  if (!copy) return undefined;
  const around = names.slice(0, -1);
  const placed = placeEntry(content, { step, around, after: names.at(-1) ?? null }, [copy.name]);
  return { edits: [...copy.edits, ...placed], selection: { step, names: [...around, copy.name] } };
}

/** With copies of its fields. */
function copySection(content: Content, node: OutlineNode): ReturnType<typeof copyNode> {
  const { file, path, index } = findEntry(content, node);
  const fields = node.children.filter(({ kind }) => kind === "field");
  const copies = fields.flatMap((field) => copyField(content, field) ?? []);
  if (copies.length === 0 || copies.length < fields.length) return undefined;
  const value = { ...readSection(content, node), fields: copies.map(({ name }) => name) };
  const edits = copies.flatMap((copy) => copy.edits);
  return {
    edits: [...edits, { file, path: [...path, index + 1], value, insert: true }],
    selection: { step: node.step, names: [copies[0]!.name] },
  };
}

/** A form with the files, cases and texts of another one, after it. A step that products share is used once more. */
function copyStep(content: Content, step: string): ReturnType<typeof copyNode> {
  const steps = content.listSteps();
  const index = steps.findIndex(({ name }) => name === step);
  const entry = steps[index]?.entry;
  const copy = makeName(
    `${step}-copy`,
    steps.map(({ name }) => name.replaceAll("-", "_")),
  ).replaceAll("_", "-");
  if (!entry || !content.isForm(step)) return undefined;
  const files = ["schema", "ui"].map((kind) => `${content.folder}/${step}.${kind}.json`);
  const cases = `fixtures/steps/${content.product}/${step}.json`;
  // A title or intro beside the rules is copied with them.
  const rules = content.read(files[0]!);
  const made = [...files, cases].flatMap((file): Edit[] => {
    const value = content.read(file);
    if (!value) return [];
    const own = {
      ...value,
      ...(value.$id !== undefined && { $id: `${value.$id}-copy` }),
      ...(file === cases && { step: copy }),
    };
    return [{ file: file.replace(`/${step}.`, `/${copy}.`), path: [], value: own }];
  });
  const named = new RegExp(`^(?:wizard\\.)?(step\\.)?${step}\\.`);
  const texts = LANGUAGES.flatMap((language) => {
    const { own, shared } = content.textFiles(language);
    const all = Object.entries({ ...content.read(shared), ...content.read(own) });
    const words = all.filter(
      ([key]) => named.test(key) && rules?.[/\.(title|intro)$/.exec(key)?.[1] ?? ""] === undefined,
    );
    const copied = Object.fromEntries(words.map(([key, text]) => [key.replace(named, `$1${copy}.`), text]));
    return Object.entries(copied).map(([key, text]) => ({ file: own, path: [key], value: text }));
  });
  const value = { ...entry, key: copy };
  const edits: Edit[] = [
    ...made,
    { file: content.manifest, path: ["steps", index + 1], value, insert: true },
    ...texts,
  ];
  return { edits, selection: { step: copy, names: [] } };
}

/** The same field once more under another name, with its layout and its own texts. */
function copyField(content: Content, { step, names }: Selection): { edits: Edit[]; name: string } | undefined {
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
  return { edits: [...edits, ...copyTexts(content, field, copy)], name: copy };
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
