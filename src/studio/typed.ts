// What was typed in the preview, kept for this tab: a saved file, a full reload or a look at another step loses nothing.
import type { Answers, JsonObject } from "#engine/types.ts";

export interface Typed {
  /** Name of the case that it started with. */
  chosen: string;
  /** The answers of that case then: when its file changes them, they are shown instead. */
  from: JsonObject;
  data: Answers;
  /** Next was pressed, so every error shows. */
  attempted: boolean;
}

const buildStorageName = (product: string, step: string) => `preview/${product}/${step}`;

export function typedBefore(product: string, step: string): Typed | null {
  try {
    return JSON.parse(sessionStorage.getItem(buildStorageName(product, step)) ?? "null") as Typed | null;
  } catch {
    return null;
  }
}

export function keepTyped(product: string, step: string, typed: Typed): void {
  sessionStorage.setItem(buildStorageName(product, step), JSON.stringify(typed));
}
