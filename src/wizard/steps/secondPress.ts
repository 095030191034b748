// Whether a press was meant for the step that is there now. On a slow network a second press of Next, by pointer or by key,
// can arrive just when the next step has replaced the first: without a move or a keystroke since, the broker has not seen it yet.
const AT_ONCE = 1000;
const PRESSES: readonly string[] = ["Enter", " "];

let stirred = 0;
let arrived = Number.NEGATIVE_INFINITY;

if (typeof document !== "undefined") {
  const stir = (event: Event) => {
    if (event instanceof KeyboardEvent && PRESSES.includes(event.key)) return;
    stirred = performance.now();
  };
  for (const name of ["pointermove", "touchmove", "keydown", "wheel"])
    document.addEventListener(name, stir, { capture: true, passive: true });
}

/** Another step has come under the pointer. */
export function stepArrived(now = performance.now()): void {
  arrived = now;
}

export const wasMeant = (now = performance.now()): boolean => now - arrived > AT_ONCE || stirred > arrived;
