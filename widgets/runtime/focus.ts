// Brings the focus to a field by its DOM id, whatever the field is made of: the element itself, else its first focusable
// element. Scrolls it clear of sticky parts (scroll-padding in base.css). Keeps the focus when its target is removed.
import { type RefObject, useLayoutEffect } from "react";

const FOCUSABLE =
  "input:not([type=hidden]):not([hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled), button:not(:disabled), a[href]";

export function focusField(id: string): boolean {
  const field = document.getElementById(id);
  if (!field) return false;
  const target = field.matches(FOCUSABLE) ? field : (findControl(field) ?? field);
  focusInView(target, target.closest("[data-field]") ?? target);
  return document.activeElement === target;
}

/**
 * Shows the start of an element that is higher than the window. The browser's own scrolling to the focus may hide it.
 * Jumps to an element more than a screen away: sections drawn during a smooth scroll change their height, and with it
 * the destination.
 */
export function focusInView(target: HTMLElement, seen: Element = target): void {
  target.focus({ preventScroll: true });
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const { top, bottom } = seen.getBoundingClientRect();
  const near = bottom > -innerHeight && top < 2 * innerHeight;
  seen.scrollIntoView({ block: "nearest", behavior: near && !calm ? "smooth" : "auto" });
}

/** The first control; in a group of radios the checked one, in front of which a help button may stand. */
function findControl(box: HTMLElement): HTMLElement | null {
  const first = box.querySelector<HTMLElement>(FOCUSABLE);
  const field = first?.closest<HTMLElement>("[data-field]");
  return checkedRadio(field && box.contains(field) ? field : box) ?? first;
}

function checkedRadio(field: HTMLElement): HTMLElement | null {
  return field.querySelector<HTMLElement>(
    "button[aria-expanded] ~ * input:checked, input[type=radio]:checked, label > input",
  );
}

/** When the element with the focus is removed, the focus goes to the element that it was about: a notice's field, the current page of a list. */
export function useFocusBack(removable: RefObject<HTMLElement | null>, id: string): void {
  useLayoutEffect(() => {
    const box = removable.current;
    return () => {
      if (box?.contains(document.activeElement)) queueMicrotask(() => focusField(id));
    };
  }, [removable, id]);
}

/** Tab stops once at a group of radios: at the checked one, if there is one. */
function isTabStop(element: HTMLElement, left: HTMLElement): boolean {
  if (element.tabIndex < 0 || element.closest("[inert]") || !element.checkVisibility({ visibilityProperty: true }))
    return false;
  if (!(element instanceof HTMLInputElement) || element.type !== "radio") return true;
  if (left instanceof HTMLInputElement && left.type === "radio" && left.name === element.name) return false;
  const checked = document.querySelector(`input[name="${CSS.escape(element.name)}"]:checked`);
  return checked === null || checked === element;
}

/** Where the focus goes, in document order. */
let direction: number = 0;

/** Runs before every other listener: a control that one of them removes has no place in the document any more. */
function readDirection({ target: left, relatedTarget: goal }: FocusEvent): void {
  if (!(left instanceof Node && goal instanceof Node)) return;
  const { DOCUMENT_POSITION_FOLLOWING: after, DOCUMENT_POSITION_PRECEDING: before } = Node;
  direction = left.compareDocumentPosition(goal) & after ? after : before;
}

/**
 * Leaving a field can remove or disable the control that Tab is about to reach, such as the link of a notice. The browser would
 * leave the focus on the page. It goes to the next control in the same direction instead.
 */
function keepTabOrder({ target: left, relatedTarget: goal }: FocusEvent): void {
  if (!(left instanceof HTMLElement && goal instanceof HTMLElement)) return;
  const way = direction;
  // React renders in a microtask that its own listener queued before this one.
  queueMicrotask(() => {
    if (!left.isConnected || (goal.isConnected && !goal.matches(":disabled"))) return;
    const scope = left.closest("[role=dialog], dialog") ?? document;
    const stops = [...scope.querySelectorAll<HTMLElement>(`${FOCUSABLE}, [tabindex]`)].filter(
      (element) => left.compareDocumentPosition(element) & way && isTabStop(element, left),
    );
    stops.at(way === Node.DOCUMENT_POSITION_FOLLOWING ? 0 : -1)?.focus();
  });
}

if (typeof document !== "undefined") {
  document.addEventListener("blur", readDirection, true);
  document.addEventListener("focusout", keepTabOrder);
}
