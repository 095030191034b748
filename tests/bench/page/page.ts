// What every page of the bench shares, regardless of the library that renders the form: which form, with or without
// answers, and the signal that it is ready.
import type { ReactNode } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { buildAnswers, FIRST_FRAME, type FormName, formSpec } from "./forms.ts";
import "#widgets/styles/index.css";

export interface BenchPage {
  /** The first frame with the form in it is there. */
  ready: Promise<void>;
  violations: string[];
}

declare global {
  interface Window {
    bench: BenchPage;
  }
}

const query = new URLSearchParams(location.search);
const name = (query.get("form") ?? "company") as FormName;
export const form = formSpec(name);
export const formName = name;
export const answers = query.has("empty") ? {} : buildAnswers(form);

const violations: string[] = [];
document.addEventListener("securitypolicyviolation", (event) => {
  violations.push(`${event.violatedDirective}: ${event.sample || event.blockedURI}`);
});

export function draw(content: ReactNode): void {
  const main = document.createElement("main");
  main.className = "container";
  document.body.append(main);
  drawIn(main, content);
}

export function drawIn(container: Element, content: ReactNode): void {
  flushSync(() => createRoot(container).render(content));
  const ready = new Promise<void>((done) =>
    requestAnimationFrame(() =>
      setTimeout(() => {
        performance.mark(FIRST_FRAME);
        done();
      }),
    ),
  );
  window.bench = { ready, violations };
}
