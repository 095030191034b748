// The form that had the focus is gone, because what it was for is done, by the user or somebody else: reading goes on at the page's
// title, which says how it stands now.
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
