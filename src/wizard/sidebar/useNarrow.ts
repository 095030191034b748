// Whether the sidebar is a bar with a sheet: under 60rem, as the style sheet has it. Never on paper: there it follows the steps.
import { useSyncExternalStore } from "react";

const query = "screen and (max-width: 59.99rem)";

function subscribe(changed: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener("change", changed);
  return () => list.removeEventListener("change", changed);
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
