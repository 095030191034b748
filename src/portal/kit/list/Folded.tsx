// Filters and order: on a small screen one button opens them, so that they do not take the place of the first result.
import { type ReactNode, useState } from "react";
import { useMessage } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import styles from "./Sort.module.css";
import { useNarrow } from "./Sort.tsx";

interface FoldedProps {
  /** Of the button. */
  id: string;
  /** Number of chosen filters. */
  chosen: number;
  /** Draws the filters. `unfolded` is true where the screen is wide enough to need no button. */
  children: (unfolded: boolean) => ReactNode;
}

export function Folded({ id, chosen, children }: FoldedProps) {
  const text = useMessage();
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  return (
    <>
      {narrow && (
        <Button
          id={id}
          className={styles.fold}
          block
          iconEnd={open ? "up" : "down"}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {text("portal.filter.open", { count: chosen })}
        </Button>
      )}
      {(open || !narrow) && children(!narrow)}
    </>
  );
}
