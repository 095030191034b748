// The scroll position of a page: the top, or where the user left it, after Back or a reload. Rows that still load make the
// page too short. The position is restored when they are there, unless the user acts first.
import { useContext, useEffect } from "react";
import { ScrollRestoration, UNSAFE_DataRouterStateContext, useLocation } from "react-router";

const AT_WORK = ["wheel", "touchstart", "pointerdown", "keydown", "input"] as const;
/** By then the page has loaded. It may grow, shrink and grow again until then. */
const LOADED_MS = 10_000;

/** Before the router begins, which calls the first page of every document "default": a page would begin where the one before it was left. */
export function nameFirstPage(): void {
  if (!history.state?.key) history.replaceState({ ...history.state, key: crypto.randomUUID() }, "");
}

export function ScrollPlace() {
  const { key } = useLocation();
  const wanted = useContext(UNSAFE_DataRouterStateContext)?.restoreScrollPosition;
  // biome-ignore lint/correctness/useExhaustiveDependencies: two pages may have been left at the same place
  useEffect(() => {
    if (typeof wanted !== "number" || wanted === 0) return;
    const watch = new ResizeObserver(() => window.scrollTo(0, wanted));
    const stop = () => {
      clearTimeout(loaded);
      watch.disconnect();
      for (const name of AT_WORK) removeEventListener(name, stop);
    };
    const loaded = setTimeout(stop, LOADED_MS);
    for (const name of AT_WORK) addEventListener(name, stop, { passive: true });
    watch.observe(document.body);
    return stop;
  }, [key, wanted]);
  return <ScrollRestoration />;
}
