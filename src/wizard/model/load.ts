// Everything a wizard needs before its first screen: the request, its product in the release it was made with, forms,
// progress, lists and what was kept on this device. A list that fails is no reason not to open; a form is.
import type { QueryClient } from "@tanstack/react-query";
import { PortalError } from "#api/errors.ts";
import { loadProduct, productIndexQuery } from "#api/products.ts";
import { profileQuery } from "#api/profile.ts";
import type { Profile } from "#api/shapes.ts";
import { copyIntoRequest, createWizardApi, openRequest, restartRequest, type WizardPlace } from "#api/wizard.ts";
import { dayAtInstant } from "#engine/dates.ts";
import type { FlowName, Language } from "#engine/types.ts";
import type { ExistsAnswer } from "#engine/wire.ts";
import { claimSlot } from "../draft/slots.ts";
import { importKey, nameOf, newKey, openVault, untilOf, wipeDrafts } from "../draft/vault.ts";
import { parseDraft } from "./drafting.ts";
import { createSubmitKeys } from "./submitKey.ts";
import { fetchSources, listCalls, type WizardParts } from "./wizard.ts";

export interface WizardAddress {
  flow: FlowName;
  product: string;
  intermediary: number;
  relation?: number;
  quotation?: number;
  /** A temporary request that goes on: the number it got when it was begun. */
  resume?: number;
  /** A new request that starts with this quotation's answers. */
  copy?: number;
}

export type LoadedWizard = Omit<WizardParts, "translate"> & { place: WizardPlace; icon: string };

/** The server may fix the day (meta tag), so that a test's today is the same on both sides. */
export function today(): string {
  const fixed = document.querySelector('meta[name="today"]')?.getAttribute("content");
  return fixed || dayAtInstant(Date.now());
}

function tabKey(): string {
  const kept = sessionStorage.getItem("draft-key") ?? newKey();
  sessionStorage.setItem("draft-key", kept);
  return kept;
}

/** Null where this browser cannot keep drafts unreadable: then nothing is kept. */
async function vaultFor(profile: Profile, scope: string, shared: boolean) {
  try {
    wipeDrafts(localStorage, true);
    const key = await importKey(profile.draftKey ?? tabKey());
    const base = await nameOf(`${profile.login} ${scope}`);
    const locks = navigator.locks ?? null;
    const places = { storage: localStorage, session: sessionStorage, locks, until: untilOf };
    return await openVault(key, { base, name: await claimSlot(base, places) }, localStorage, { shared });
  } catch {
    return null;
  }
}

/** A temporary request gets a number of its own at every visit: its draft is found without it. */
const scopeOf = ({ flow, product, intermediary, relation, resume, quotation }: WizardAddress) =>
  [flow, product, intermediary, relation ?? resume ?? "temporary", quotation ?? 0].join("/");

const placeOf = (address: WizardAddress, request: ExistsAnswer["data"]): WizardPlace => ({
  product: address.product,
  intermediary: request.intermediary_number,
  relation: request.relation_number,
});

async function open(address: WizardAddress, startAnew: boolean): Promise<ExistsAnswer["data"]> {
  const { product, intermediary, quotation, copy, resume } = address;
  const relation = address.relation ?? resume;
  const request = await openRequest({ product, intermediary, relation, quotation });
  const place = placeOf(address, request);
  if (startAnew) return (await restartRequest(place)) ?? request;
  return copy === undefined ? request : copyIntoRequest(place, copy);
}

export async function loadWizard(
  client: QueryClient,
  address: WizardAddress,
  language: Language,
  startAnew = false,
): Promise<LoadedWizard> {
  const index = await client.fetchQuery(productIndexQuery());
  if (!Object.values(index.releases).some((release) => release.key === address.product)) {
    throw new PortalError({ code: "unknown_product", status: 404 });
  }
  const [exists, profile] = await Promise.all([open(address, startAnew), client.fetchQuery(profileQuery())]);
  const place = placeOf(address, exists);
  const api = createWizardApi(place, exists.draft_id);
  const scope = scopeOf(address);
  const [loaded, forms, progress, vault] = await Promise.all([
    loadProduct(index, address.product, language, exists.product_version),
    api.forms(),
    api.progress(),
    vaultFor(profile, scope, address.relation === undefined && address.resume === undefined),
  ]);
  if (startAnew) vault?.clear();
  const { bundle, texts } = loaded;
  return {
    opened: { flow: address.flow, exists, bundle, texts, today: today() },
    forms: forms.data,
    progress,
    sources: await fetchSources(api, listCalls(bundle.manifest.lists)),
    api,
    vault,
    draft: vault && !startAnew ? parseDraft(await vault.read().catch(() => null)) : null,
    keys: createSubmitKeys(scope, globalThis.sessionStorage ?? null),
    place,
    icon: bundle.manifest.icon,
  };
}
