// What every page of the bench offers to the runner, whoever draws the form.
import type { ReactElement } from "react";
import { flushSync } from "react-dom";
import { createRoot, type Root } from "react-dom/client";

export interface Counts {
  renders: number;
  validations: number;
  violations: string[];
}

export interface BenchPage {
  counts: Counts;
  /** From data to the first frame that shows it, in milliseconds. */
  mount(): Promise<number>;
  unmount(): void;
  /** Leaves the field that has the focus; done when the frame that follows is on the screen. */
  leave(): Promise<void>;
}

declare global {
  interface Window {
    bench: BenchPage;
  }
}

export const counts: Counts = { renders: 0, validations: 0, violations: [] };

document.addEventListener("securitypolicyviolation", (event) => {
  counts.violations.push(`${event.violatedDirective}: ${event.sample || event.blockedURI}`);
});

/** The task after the next frame: what is on the screen then has been painted. */
const afterFrame = () =>
  new Promise<number>((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))));

/** `draw` builds everything anew, session and schema included, as opening a step does. */
export function offer(draw: () => ReactElement): void {
  let root: Root | undefined;
  const mount = async () => {
    await afterFrame();
    const started = performance.now();
    const opened = createRoot(document.getElementById("root")!);
    root = opened;
    flushSync(() => opened.render(draw()));
    return (await afterFrame()) - started;
  };
  const leave = async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await afterFrame();
  };
  window.bench = { counts, mount, unmount: () => root?.unmount(), leave };
}

export const fields = Number(new URLSearchParams(location.search).get("n") ?? 8);
