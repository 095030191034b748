// When a form with the focus disappears, because the user or a colleague finished its task, the focus goes to the page's
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
