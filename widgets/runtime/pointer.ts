// Keeps clicks from getting lost: an error that appears or disappears moves the page, and the button that is being pressed
// is then no longer under the pointer. So the effects of a blur or of a pause in typing wait until the click is over. Only
// the main button counts: the release after a right click goes to the menu of the system and may never arrive.
let pressed = false;
let waiting: (() => void)[] = [];

function release(): void {
  pressed = false;
  if (waiting.length > 0) setTimeout(runUnlessPressed);
}

function runUnlessPressed(): void {
  if (!pressed) settlePointer();
}

const MAIN_BUTTON = 0;

/** A Ctrl click of macOS is announced as a press of the main button, followed by `contextmenu`. */
function press({ button }: MouseEvent): void {
  if (button === MAIN_BUTTON) pressed = true;
}

/** A move without a button, or a key, means that the release was lost. */
function notice({ buttons }: MouseEvent): void {
  if (pressed && buttons === 0) release();
}

if (typeof document !== "undefined") {
  for (const name of ["pointerdown", "mousedown"] as const) document.addEventListener(name, press, true);
  for (const name of ["pointermove", "mousemove"] as const) document.addEventListener(name, notice, true);
  for (const name of ["pointerup", "mouseup", "pointercancel", "dragend", "drop", "contextmenu"])
    document.addEventListener(name, release, true);
  document.addEventListener("keydown", ({ repeat }) => !repeat && release(), true);
  window.addEventListener("blur", release);
}

/** Runs at once or, while a pointer presses, after its click. */
export function afterPointer(work: () => void): void {
  if (!pressed && waiting.length === 0) work();
  else waiting.push(work);
}

/** Runs the waiting work at once, for a submit that must see everything. */
export function settlePointer(): void {
  const now = waiting;
  waiting = [];
  for (const each of now) each();
}
