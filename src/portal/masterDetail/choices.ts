// The choices that a list is filtered by: those of its address, or those that it starts with. The value ALL is a choice of the
// address that lifts a starting one. The server gets no choice then.
import type { Choices } from "#api/calls/lists.ts";
import type { ListKind } from "./ThingKind.ts";

export const ALL = "all";

type FilterSettings = Pick<ListKind<never>, "filters" | "start">;

/** Undefined for a list without filters. A search looks in all rows, whatever the list starts with. */
export function readChoices(
  { filters, start }: FilterSettings,
  address: Choices,
  searched: boolean,
): Choices | undefined {
  if (!filters) return undefined;
  const chosen = filters.map((name) => [name, address[name] ?? (searched ? undefined : start?.[name])] as const);
  return Object.fromEntries(chosen.filter(([, value]) => value && value !== ALL));
}

/** Whether the list shows other rows than it starts with. */
export const isFiltered = ({ filters = [] }: FilterSettings, address: Choices): boolean =>
  filters.some((name) => address[name] !== undefined);
