// Keeps clicks from getting lost: an error that comes or goes moves the page, and a button that is being pressed is then no
// longer under the pointer. So the effects of a blur or of a pause in typing wait until the click is over.
let pressed = false;
let waiting: (() => void)[] = [];

function release(): void {
  pressed = false;
  if (waiting.length > 0) setTimeout(runUnlessPressed);
}

function runUnlessPressed(): void {
  if (!pressed) settlePointer();
}

if (typeof document !== "undefined") {
  for (const name of ["pointerdown", "mousedown"])
    document.addEventListener(
      name,
      () => {
        pressed = true;
      },
      true,
    );
  for (const name of ["pointerup", "mouseup", "pointercancel", "dragend", "drop"])
    document.addEventListener(name, release, true);
  window.addEventListener("blur", release);
}

/** Runs at once; while a pointer presses, after its click. */
export function afterPointer(work: () => void): void {
  if (!pressed && waiting.length === 0) work();
  else waiting.push(work);
}

/** Runs what waits, for a submit that must see everything. */
export function settlePointer(): void {
  const now = waiting;
  waiting = [];
  for (const each of now) each();
}
