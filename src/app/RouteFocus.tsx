// After a change of page, focus goes to its title, so that a screen reader says where the user is and Tab starts there.
// Not on the first page (the browser does that) and not when only the page number or the selected row changed.
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

export function RouteFocus() {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const place = document.querySelector<HTMLElement>("main h1") ?? document.querySelector<HTMLElement>("main");
    if (!place || place.contains(document.activeElement)) return;
    if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
