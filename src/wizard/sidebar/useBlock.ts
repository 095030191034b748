// A block of the sidebar: as the step has it, until the broker opens or closes it; the next step starts afresh.
import { useState } from "react";
import type { BlockState } from "#engine/types.ts";

export interface BlockControl {
  open: boolean;
  onToggle: (open: boolean) => void;
}

export function useBlock(step: string, state: BlockState): BlockControl {
  const key = `${step}/${state}`;
  const [own, setOwn] = useState<{ key: string; open: boolean } | null>(null);
  const open = own?.key === key ? own.open : state === "open";
  return { open, onToggle: (next) => setOwn({ key, open: next }) };
}
