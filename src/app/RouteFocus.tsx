// After a change of page, focus goes to its title, so that a screen reader says where the user is and Tab starts there.
// Not on the first page (the browser does that), not after a redirect, and not when only the page number or the selected
// row changed. A title that comes with its screen's code is waited for.
import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

function focusTitle(): boolean {
  const title = document.querySelector<HTMLElement>("main h1");
  if (!title) return false;
  if (!title.hasAttribute("tabindex")) title.tabIndex = -1;
  if (!title.closest("main")?.contains(document.activeElement)) title.focus({ preventScroll: true });
  return true;
}

function focusTitleWhenThere(): (() => void) | undefined {
  const main = document.querySelector("main");
  if (focusTitle() || !main) return undefined;
  const watch = new MutationObserver(() => focusTitle() && watch.disconnect());
  watch.observe(main, { childList: true, subtree: true });
  return () => watch.disconnect();
}

export function RouteFocus() {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (kind !== "REPLACE") return focusTitleWhenThere();
  }, [pathname, kind]);
  return null;
}
