// The focus of a field as a whole: moving inside a group is neither focus nor blur. An error that shows because the focus
// left its field is announced, since the focus is elsewhere by then (WCAG 4.1.3).
import { type FocusEvent, useRef } from "react";
import type { FieldError } from "#engine/schema/types.ts";
import { joinFieldError } from "./errors.ts";
import { afterPointer } from "./runtime/pointer.ts";
import type { FormRuntime } from "./runtime/runtime.ts";
import { useText } from "./runtime/text.ts";
import errorSummaryStyles from "./templates/ErrorSummary.module.css";
import { announce } from "./ui/LiveRegion.tsx";

const moved = (event: FocusEvent<HTMLElement>) =>
  !(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget));

/** Longer than a press of Next needs to show every error and to focus their summary, which then reads them. */
const SAID_AFTER_MS = 50;

/** `name`: of the field, as in its error. */
export function useFieldFocus({ session }: FormRuntime, id: string, name: string) {
  const text = useText();
  const previous = useRef<{ error?: FieldError | undefined; submitted?: boolean }>({});
  const say = () => {
    const message = document.getElementById(`${id}__error`)?.textContent;
    const elsewhere =
      document.activeElement?.closest(`.${errorSummaryStyles.summary}`) ||
      session.submitted !== previous.current.submitted;
    if (message && !elsewhere) announce(joinFieldError(text, name, message));
  };
  const leave = () => {
    session.blur(id);
    if (session.visible(id) !== previous.current.error) setTimeout(say, SAID_AFTER_MS);
  };
  return {
    onFocus: (event: FocusEvent<HTMLElement>) => {
      if (!moved(event)) return;
      previous.current = { error: session.visible(id), submitted: session.submitted };
      afterPointer(() => session.focus(id));
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (moved(event)) afterPointer(leave);
    },
  };
}
