// The place of a page in the window: the top, and where somebody left it, after Back or a reload. Rows that still load then make the
// page too short; the place is found again when they are there, unless somebody does something first.
import { useContext, useEffect } from "react";
import { ScrollRestoration, UNSAFE_DataRouterStateContext, useLocation } from "react-router";

const AT_WORK = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/** Before the router begins, which calls the first page of every document "default": a page would begin where the one before it was left. */
export function nameFirstPage(): void {
  if (!history.state?.key) history.replaceState({ ...history.state, key: crypto.randomUUID() }, "");
}

export function ScrollPlace() {
  const { key } = useLocation();
  const wanted = useContext(UNSAFE_DataRouterStateContext)?.restoreScrollPosition;
  // biome-ignore lint/correctness/useExhaustiveDependencies: two pages may have been left at the same place
  useEffect(() => {
    if (typeof wanted !== "number" || isReached(wanted)) return;
    const watch = new ResizeObserver(() => {
      window.scrollTo(0, wanted);
      if (isReached(wanted)) stop();
    });
    const stop = () => {
      watch.disconnect();
      for (const name of AT_WORK) removeEventListener(name, stop);
    };
    for (const name of AT_WORK) addEventListener(name, stop, { passive: true });
    watch.observe(document.body);
    return stop;
  }, [key, wanted]);
  return <ScrollRestoration />;
}

const isReached = (place: number) => window.scrollY >= place - 1;
