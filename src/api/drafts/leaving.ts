// When what is typed has to be written at once: before the page goes, or may go without a word.
import { beforeUnauthorised } from "../unauthorised.ts";

/** `asks`: whether something would go with the page; the browser then asks in its own words. Returns the end of it. */
export function beforePageGoes(keep: () => void, asks: () => boolean): () => void {
  const hidden = () => document.visibilityState === "hidden" && keep();
  const leaving = (event: BeforeUnloadEvent) => {
    keep();
    if (asks()) event.preventDefault();
  };
  const stop = beforeUnauthorised(keep);
  window.addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", hidden);
  window.addEventListener("beforeunload", leaving);
  return () => {
    stop();
    window.removeEventListener("pagehide", keep);
    document.removeEventListener("visibilitychange", hidden);
    window.removeEventListener("beforeunload", leaving);
  };
}
