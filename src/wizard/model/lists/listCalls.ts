// Which calls bring a product's lists. Apart from `lists.ts`, because the page begins them before the app is there.

import type { StepSource } from "#engine/schema/types.ts";
import type { ListSources } from "#engine/steps/lists.ts";

export type ListCall = keyof ListSources;

/** The calls that the product's lists need, but for the premium, which is asked for by itself. */
export function listCalls(lists: Record<string, object>): ListCall[] {
  const calls = Object.values(lists).flatMap((source) => ("call" in source ? [source.call as ListCall] : []));
  return [...new Set(calls)].filter((call) => call !== "premium");
}

/** The lists that a step's schema names. */
export function findLists(lists: Record<string, object>, step: StepSource | undefined): Record<string, object> {
  const written = JSON.stringify(step?.schema ?? {});
  return Object.fromEntries(Object.entries(lists).filter(([name]) => written.includes(`"${name}"`)));
}
