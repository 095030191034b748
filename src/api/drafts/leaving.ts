// When typed text has to be written at once: before the page goes away, or may go without notice.
import { beforeLeaving } from "../login/beforeLeaving.ts";

/** `asks`: whether something would be lost with the page. The browser then asks. Returns an unsubscribe function. */
export function beforePageGoes(keep: () => void, asks: () => boolean): () => void {
  const hidden = () => document.visibilityState === "hidden" && keep();
  const leaving = (event: BeforeUnloadEvent) => {
    keep();
    if (asks()) event.preventDefault();
  };
  const stop = beforeLeaving(keep);
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
