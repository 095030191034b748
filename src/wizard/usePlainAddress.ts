// A request continues at its plain address, so that a reload begins nothing a second time: a new one once something is saved,
// a copy at once, unless an open draft is in its place and the broker has to be asked first.
import { useCallback, useEffect, useSyncExternalStore } from "react";
import { useSearchParams } from "react-router";
import type { Wizard } from "./model/wizard.ts";

const wasSaved = ({ core }: Wizard) => Object.values(core.state.get().saves).some(({ kind }) => kind === "saved");

export function usePlainAddress(wizard: Wizard): void {
  const [query] = useSearchParams();
  const takeOut = useTakeOut();
  const saved = useSyncExternalStore(wizard.core.state.subscribe, () => wasSaved(wizard));
  const begun = query.has("new") && saved;
  const copied = query.has("copy") && !wizard.core.opened.copyWaits;
  useEffect(() => {
    if (begun) takeOut("new");
    else if (copied) takeOut("copy");
  }, [begun, copied, takeOut]);
}

/** Takes a name out of the address, which stays the same page. */
export function useTakeOut(): (name: string) => void {
  const [, setQuery] = useSearchParams();
  return useCallback(
    (name) => {
      const without = (now: URLSearchParams) => new URLSearchParams([...now].filter(([each]) => each !== name));
      setQuery(without, { replace: true, preventScrollReset: true });
    },
    [setQuery],
  );
}
