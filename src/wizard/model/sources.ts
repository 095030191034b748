// The calls behind a product's lists: which it needs, asked when the wizard opens and again when one failed. A list that
// cannot be fetched stays unknown: its field says so and offers a retry.
import type { WizardApi } from "#api/wizard.ts";
import type { ListSources } from "#engine/lists.ts";
import type { StepSource } from "#engine/types.ts";
import type { WizardCore } from "./core.ts";
import type { Pricing } from "./premium.ts";

type ListCall = keyof ListSources;

async function askList(api: WizardApi, call: ListCall): Promise<unknown> {
  if (call === "professions") return api.professions();
  if (call === "premium") return undefined;
  return api.questions(call);
}

/** The calls that the product's lists need, premium aside: it has its own rhythm. */
export function listCalls(lists: Record<string, object>): ListCall[] {
  const calls = Object.values(lists).flatMap((source) => ("call" in source ? [source.call as ListCall] : []));
  return [...new Set(calls)].filter((call) => call !== "premium");
}

/** The lists that a step's schema names. */
export function findLists(lists: Record<string, object>, step: StepSource | undefined): Record<string, object> {
  const words = JSON.stringify(step?.schema ?? {});
  return Object.fromEntries(Object.entries(lists).filter(([name]) => words.includes(`"${name}"`)));
}

export async function fetchSources(api: WizardApi, calls: readonly ListCall[]): Promise<ListSources> {
  const answers = await Promise.all(calls.map((call) => askList(api, call).catch(() => undefined)));
  return Object.fromEntries(calls.map((call, index) => [call, answers[index]]));
}

/** Asks once more; every form gets the list when it comes. */
export async function retrySource(core: WizardCore, call: ListCall): Promise<void> {
  const query = { queryKey: ["list", call], queryFn: () => askList(core.api, call) };
  const answer = await core.client.fetchQuery(query).catch(() => undefined);
  if (answer === undefined) return;
  core.dispatch({ type: "listsArrived", sources: { [call]: answer } });
}

/** Lists that come from a call: asked again, and awaited until they came or failed. */
export function createLists(core: WizardCore, pricing: Pick<Pricing, "ask" | "awaited">, later: unknown) {
  const callOf = (name: string) => {
    const source = core.manifest.lists[name];
    return source && "call" in source ? source.call : undefined;
  };
  return {
    async retryList(name: string): Promise<void> {
      const call = callOf(name);
      if (call === "premium") pricing.ask(true);
      else if (call !== undefined) await retrySource(core, call);
    },
    awaitsList(name: string): boolean {
      const call = callOf(name);
      const { premium, sources } = core.state.get();
      if (call === "premium") return pricing.awaited(premium.status);
      return call !== undefined && later !== undefined && !Object.hasOwn(sources, call);
    },
  };
}
