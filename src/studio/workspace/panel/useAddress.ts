// The address contains what is selected and shown, so that it can be sent. A change replaces the entry in the history.
import { useSearchParams } from "react-router";

/** Null takes a part of the address away. */
type Change = (
  values: Record<string, string | null> | ((before: URLSearchParams) => URLSearchParams),
  state?: object,
) => void;

export function useAddress(): [URLSearchParams, Change] {
  const [search, setSearch] = useSearchParams();
  const change: Change = (values, state) =>
    setSearch(
      (before) => {
        if (typeof values === "function") return values(before);
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(values))
          if (value === null) next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true, ...(state && { state }) },
    );
  return [search, change];
}
