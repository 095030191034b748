// The choices that a list is filtered by: those of its address, or those that it starts with. The value ALL is a choice of the
// address that lifts a starting one. The server gets no choice then.
import type { Choices, ListPage } from "#api/calls/lists.ts";
import type { ListKind } from "./ThingKind.ts";

export const ALL = "all";
export const EXPIRY_GROUPS = ["past", "week", "next_week", "30", "90", "later"] as const;

type FilterSettings = Pick<ListKind<never>, "filters" | "start">;

/** An old address may have a group of days that is not offered any more. */
const isKnown = (name: keyof Choices, value: string) =>
  name !== "expiry" || EXPIRY_GROUPS.some((group) => group === value);

/** Undefined for a list without filters. A search looks in all rows, whatever the list starts with. */
export function readChoices(
  { filters, start }: FilterSettings,
  address: Choices,
  searched: boolean,
): Choices | undefined {
  if (!filters) return undefined;
  const chosen = filters.map((name) => [name, address[name] ?? (searched ? undefined : start?.[name])] as const);
  return Object.fromEntries(chosen.filter(([name, value]) => value && value !== ALL && isKnown(name, value)));
}

/** Whether the list shows other rows than it starts with. */
export const isFiltered = ({ filters = [] }: FilterSettings, address: Choices): boolean =>
  filters.some((name) => address[name] !== undefined);

/** How many rows of a list have one of these statuses. Null where the back end does not count them. */
export function countStatus({ filters }: ListPage<unknown>, codes: readonly string[]): number | null {
  const options = filters?.find(({ name }) => name === "status")?.options;
  const counts = options?.map(({ value, count }) => (codes.includes(value) ? count : 0));
  return counts ? counts.reduce((sum, count) => sum + count, 0) : null;
}
