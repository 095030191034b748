// A box of the dashboard shows a few of its items, and the rest on request: nothing that waits is out of reach.
import { type ReactNode, useState } from "react";
import { useMessage } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";

/** Whether everything shows, and the button that changes it; no button where there is no more to show. */
export function useMore(count: number, most: number): { all: boolean; button: ReactNode } {
  const text = useMessage();
  const [all, setAll] = useState(false);
  if (count <= most) return { all: false, button: null };
  const label = all ? text("common.action.show_fewer") : text("common.action.show_all", { count });
  return {
    all,
    button: (
      <Button kind="quiet" small aria-expanded={all} onClick={() => setAll(!all)}>
        {label}
      </Button>
    ),
  };
}
