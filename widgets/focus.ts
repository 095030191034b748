// Brings the focus to a field by its DOM id, whatever the field is made of: the element itself, else what can take the
// focus inside it. Scrolls it clear of sticky parts (scroll-padding in base.css).
import { type RefObject, useLayoutEffect } from "react";

const FOCUSABLE =
  "input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled), a[href]";

export function focusField(id: string): boolean {
  const field = document.getElementById(id);
  if (!field) return false;
  const target = field.matches(FOCUSABLE)
    ? field
    : (checkedRadio(field) ?? field.querySelector<HTMLElement>(FOCUSABLE) ?? field);
  focusInView(target, target.closest("[data-field]") ?? target);
  return document.activeElement === target;
}

/**
 * Shows the start of what is higher than the window; the browser's own scrolling to the focus may hide it. What is more than
 * a screen away is shown at once: sections drawn on the way there change their height, and with it the place to stop.
 */
export function focusInView(target: HTMLElement, seen: Element = target): void {
  target.focus({ preventScroll: true });
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const { top, bottom } = seen.getBoundingClientRect();
  const near = bottom > -innerHeight && top < 2 * innerHeight;
  seen.scrollIntoView({ block: "nearest", behavior: near && !calm ? "smooth" : "auto" });
}

function checkedRadio(field: HTMLElement): HTMLElement | null {
  return field.querySelector<HTMLElement>(
    "button[aria-expanded] ~ * input:checked, input[type=radio]:checked, label > input",
  );
}

/**
 * When the element with the focus is removed, the focus goes to what it was about: a notice's field, the current page of a
 * list.
 */
export function useFocusBack(place: RefObject<HTMLElement | null>, id: string): void {
  useLayoutEffect(() => {
    const box = place.current;
    return () => {
      if (box?.contains(document.activeElement)) queueMicrotask(() => focusField(id));
    };
  }, [place, id]);
}
