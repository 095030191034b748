// The widths of the panes: changed by pointer or keyboard, closed and opened with Enter, and kept on this device.
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useState } from "react";
import styles from "./Workspace.module.css";
import { useSay } from "./words.ts";

type Pane = "outline" | "panel";

const START: Record<Pane, number> = { outline: 288, panel: 432 };
const LIMITS: Record<Pane, [number, number]> = { outline: [200, 480], panel: [320, 640] };
/** Towards the pane at the right of a splitter the width grows by moving left. */
const WAY: Record<Pane, 1 | -1> = { outline: 1, panel: -1 };
const STORAGE = "studio.panes";
const STEP = 16;

interface PaneState {
  widths: Record<Pane, number>;
  closed: Pane[];
}

function readState(): PaneState {
  try {
    const { widths, closed } = JSON.parse(localStorage.getItem(STORAGE) ?? "") as PaneState;
    return { widths: { ...START, ...widths }, closed: Array.isArray(closed) ? closed : [] };
  } catch {
    return { widths: START, closed: [] };
  }
}

const limit = (pane: Pane, width: number) => Math.min(Math.max(width, LIMITS[pane][0]), LIMITS[pane][1]);

export function usePanes() {
  const say = useSay();
  const [state, setState] = useState(readState);
  const change = (next: PaneState) => {
    localStorage.setItem(STORAGE, JSON.stringify(next));
    setState(next);
  };
  const resize = (pane: Pane, width: number) =>
    change({ ...state, widths: { ...state.widths, [pane]: limit(pane, width) } });
  const toggle = (pane: Pane) =>
    change({
      ...state,
      closed: state.closed.includes(pane) ? state.closed.filter((other) => other !== pane) : [...state.closed, pane],
    });
  const press = (pane: Pane) => (event: KeyboardEvent) => {
    const [least, most] = LIMITS[pane];
    const widths: Record<string, number> = {
      ArrowRight: state.widths[pane] + STEP * WAY[pane],
      ArrowLeft: state.widths[pane] - STEP * WAY[pane],
      Home: least,
      End: most,
    };
    const width = widths[event.key];
    if (width === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (width === undefined) toggle(pane);
    else resize(pane, width);
  };
  const drag = (pane: Pane) => (event: PointerEvent<HTMLDivElement>) => {
    const start = event.clientX;
    const { currentTarget: handle } = event;
    handle.setPointerCapture(event.pointerId);
    const move = ({ clientX }: globalThis.PointerEvent) =>
      resize(pane, state.widths[pane] + (clientX - start) * WAY[pane]);
    handle.addEventListener("pointermove", move);
    handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", move), {
      once: true,
    });
  };
  const widthOf = (pane: Pane) => (state.closed.includes(pane) ? "0px" : `${state.widths[pane]}px`);
  const splitter = (pane: Pane, name: string) => (
    // biome-ignore lint/a11y/useSemanticElements: one moves this separator, which an hr does not allow
    <div
      role="separator"
      tabIndex={0}
      className={styles.splitter}
      aria-orientation="vertical"
      aria-label={say("size", { name })}
      aria-valuenow={state.closed.includes(pane) ? 0 : state.widths[pane]}
      aria-valuemin={0}
      aria-valuemax={LIMITS[pane][1]}
      onKeyDown={press(pane)}
      onPointerDown={drag(pane)}
      onDoubleClick={() => toggle(pane)}
    />
  );
  const style = {
    "--outline": widthOf("outline"),
    "--panel": widthOf("panel"),
    ...Object.fromEntries(state.closed.map((pane) => [`--${pane}-seen`, "hidden"])),
  } as CSSProperties;
  return { style, splitter };
}

/** What one Tab leads to in a pane: the selected row or tab where it has one. */
function focusInside(pane: Element | null | undefined): void {
  const focusable = pane?.querySelector<HTMLElement>('[tabindex="0"]') ?? pane?.querySelector("button, input, a");
  if (focusable instanceof HTMLElement) focusable.focus();
}

export const focusPanel = () => focusInside(document.querySelector("aside"));

/** F6 moves the focus to the next pane, Shift+F6 to the one before it, also from inside the form. */
export function usePaneKeys(): void {
  useKeys((event) => {
    if (event.key !== "F6" || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    const all = [...document.querySelectorAll<HTMLElement>(`.${styles.pane}, .${styles.foot}`)];
    const panes = all.filter((pane) => pane.checkVisibility({ visibilityProperty: true }));
    const index = panes.findIndex((pane) => pane.contains(document.activeElement));
    focusInside(panes.at((index + (event.shiftKey ? -1 : 1)) % panes.length));
  });
}

/** Keys that work anywhere on the screen. */
export function useKeys(press: (event: globalThis.KeyboardEvent) => void): void {
  useEffect(() => {
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}
