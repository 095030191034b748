// The identity of a field on the page, and its focus as a whole: moving inside a group is neither focus nor blur.
import type { FocusEvent } from "react";
import { afterPointer } from "./pointer.ts";
import type { FormRuntime } from "./runtime.ts";

export const idOf = (step: string, path: readonly string[]): string => [step, ...path].join("_");

const moved = (event: FocusEvent<HTMLElement>) =>
  !(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget));

export function useFieldFocus({ session }: FormRuntime, id: string) {
  return {
    onFocus: (event: FocusEvent<HTMLElement>) => {
      if (moved(event)) afterPointer(() => session.focus(id));
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (moved(event)) afterPointer(() => session.blur(id));
    },
  };
}

export type FieldFocus = ReturnType<typeof useFieldFocus>;
