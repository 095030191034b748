// A form that had the focus is gone, because its task is done, by the user or by somebody else: the focus goes to the page's
// title, which shows the new status.
import { useEffect, useRef } from "react";

export function useFocusTitle(gone: boolean): void {
  const before = useRef(gone);
  useEffect(() => {
    const goes = gone && !before.current;
    before.current = gone;
    // Where a browser leaves it when its element is removed.
    if (goes && document.activeElement === document.body) document.querySelector<HTMLElement>("main h1")?.focus();
  }, [gone]);
}
