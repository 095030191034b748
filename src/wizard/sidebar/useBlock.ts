// A block of the sidebar: open or closed by the step's setting, until the broker changes it. The next step resets it. A
// block with something that has to be seen opens by itself.
import { useState } from "react";
import type { BlockState } from "#engine/schema/types.ts";

export interface BlockControl {
  open: boolean;
  onToggle: (open: boolean) => void;
}

/** `wanted`: another object each time the block has to be seen. */
export function useBlock(step: string, state: BlockState, wanted: object | null = null): BlockControl {
  const key = `${step}/${state}`;
  const [toggled, setOwn] = useState<{ key: string; open: boolean } | null>(null);
  const [seen, setSeen] = useState<object | null>(null);
  if (wanted !== seen) {
    setSeen(wanted);
    if (wanted) setOwn({ key, open: true });
  }
  const open = toggled?.key === key ? toggled.open : state === "open";
  return { open, onToggle: (next) => setOwn({ key, open: next }) };
}
