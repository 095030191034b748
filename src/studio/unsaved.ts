// What was typed and is not on disk, of every page: texts of files in an editor, and acts that could not be written. Looking at something
// else loses none of it, and leaving the window asks first.
import { useSyncExternalStore } from "react";
import type { Act } from "./server/edit/patch.ts";
import type { Content } from "./workspace/model/content.ts";

/** The text of a file and the text that it had, or an act on a product. */
export type Unsaved = { was: string; text: string } | { product: string; make(content: Content): Act | null };

/** Replaced, never changed, so that React notices. */
let unsaved: ReadonlyMap<string, Unsaved> = new Map();
const listeners = new Set<() => void>();

export const readUnsaved = (): ReadonlyMap<string, Unsaved> => unsaved;

/** Null: it is on disk, or given up. */
export function keepUnsaved(name: string, value: Unsaved | null): void {
  const others = [...unsaved].filter(([other]) => other !== name);
  unsaved = new Map(value ? [...others, [name, value]] : others);
  for (const listener of listeners) listener();
}

globalThis.addEventListener?.("beforeunload", (event) => unsaved.size > 0 && event.preventDefault());

function listen(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useUnsaved = (): ReadonlyMap<string, Unsaved> => useSyncExternalStore(listen, readUnsaved);
