// A new page starts at its top; going back or forward returns to where one was. Changes of the query alone (page of a
// list, selected row) move nothing.
import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

const positions = new Map<string, number>();

export function ScrollPosition() {
  const { key, pathname } = useLocation();
  const kind = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    const keep = () => positions.set(key, scrollY);
    addEventListener("scroll", keep, { passive: true });
    return () => removeEventListener("scroll", keep);
  }, [key]);
  useLayoutEffect(() => {
    const moved = before.current !== pathname;
    before.current = pathname;
    if (kind === "POP") scrollTo(0, positions.get(key) ?? scrollY);
    else if (moved) scrollTo(0, 0);
  }, [key, pathname, kind]);
  return null;
}
