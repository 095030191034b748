// Tells the style sheet how far below the window's top edge the sidebar begins, so that it ends with the window and its send
// buttons are in sight before anybody scrolls too (spec: wizard 2).
import { useEffect, useRef } from "react";

export function useWindowRoom() {
  const side = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = side;
    let frame = 0;
    const measure = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        const top = Math.max(0, Math.round(current?.parentElement?.getBoundingClientRect().top ?? 0));
        current?.style.setProperty("--side-top", `${top}px`);
      });
    };
    // What appears above moves the sidebar without a scroll: the page's height changes then.
    const moved = new ResizeObserver(measure);
    moved.observe(document.body);
    document.addEventListener("scroll", measure, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      moved.disconnect();
      document.removeEventListener("scroll", measure);
    };
  }, []);
  return side;
}
