// The order of fields and plain content in a layout: the sections of a step, or `ui:order` of a step, a list or a group.
import type { Edit } from "../../server/edit/patch.ts";
import type { Content } from "./content.ts";
import { listIn, objectIn, type Path, type Place, readAt, type Target } from "./places.ts";

/** A list of entries in the layout: the fields of a section, or an order. */
export interface OrderList {
  file: string;
  path: Path;
  entries: unknown[];
}

/** The layout of a step, or of a list or group in it. */
export function findLayout(content: Content, step: string, around: readonly string[]): Place {
  return content.part(content.findStepFile(step, "ui"), [...around]);
}

export function listOrders(content: Content, step: string, around: readonly string[]): OrderList[] {
  const { file, path, node } = findLayout(content, step, around);
  const placed = listIn(readAt(node, ["ui:options", "sections"])).map((section, index) => ({
    file,
    path: [...path, "ui:options", "sections", index, "fields"],
    entries: listIn(objectIn(section).fields),
  }));
  const order = node["ui:order"];
  return Array.isArray(order) ? [...placed, { file, path: [...path, "ui:order"], entries: order }] : placed;
}

/** Whether an entry of an order is the field, alone or in a row with others. */
export const hasField = (entry: unknown, name: string): boolean =>
  entry === name || (Array.isArray(entry) && entry.includes(name));

/** Puts new entries after another, or at the end of the last list. Without lists the order of the rules counts. */
export function placeEntry(content: Content, { step, around, after }: Target, entries: readonly unknown[]): Edit[] {
  const lists = listOrders(content, step, around);
  const list =
    lists.find((each) => after !== null && each.entries.some((entry) => hasField(entry, after))) ?? lists.at(-1);
  if (!list) return [];
  const index = after === null ? -1 : list.entries.findIndex((entry) => hasField(entry, after));
  const star = list.entries.indexOf("*");
  const at = index >= 0 ? index + 1 : star >= 0 ? star : list.entries.length;
  return entries.map((value, offset) => ({
    file: list.file,
    path: [...list.path, at + offset],
    value,
    insert: true,
  }));
}
