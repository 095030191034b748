// Which names of a list fit a typed text, and in what order. Accents and case do not count.
import type { ListItem } from "#engine/schema/types.ts";

export const findLabel = (item: ListItem): string => item.label ?? String(item.value);
/** What a list knows an item by. */
export function findKey(item: ListItem): string;
export function findKey(item: ListItem | null | undefined): string | null;
export function findKey(item: ListItem | null | undefined): string | null {
  return item ? String(item.value) : null;
}
export const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Names that start with the text come first, then those that contain it, then those whose clarification does. */
export function narrowed(items: readonly ListItem[], query: string): ListItem[] {
  const wanted = plain(query);
  if (!wanted) return [...items];
  const rank = (item: ListItem) => {
    const name = plain(findLabel(item));
    if (name.startsWith(wanted)) return 0;
    if (name.includes(wanted)) return 1;
    return plain(String(item.clarification ?? "")).includes(wanted) ? 2 : 3;
  };
  const ranked = items.map((item) => ({ item, rank: rank(item) })).filter((each) => each.rank < 3);
  return ranked.sort((left, right) => left.rank - right.rank).map((each) => each.item);
}
