// Everything a wizard needs before its first screen: the request, its product in the release it was made with, forms,
// progress, lists and what was kept on this device. A list that fails is no reason not to open; a form is.
import type { QueryClient } from "@tanstack/react-query";
import { PortalError } from "#api/errors.ts";
import { indexWith, loadProduct, productIndexQuery } from "#api/products.ts";
import { profileQuery } from "#api/profile.ts";
import type { Profile } from "#api/shapes.ts";
import { copyIntoRequest, createWizardApi, openRequest, restartRequest, type WizardPlace } from "#api/wizard.ts";
import { dayAtInstant } from "#engine/dates.ts";
import type { FlowName, Language } from "#engine/types.ts";
import type { ExistsAnswer } from "#engine/wire.ts";
import { loadHeavy } from "#widgets/registry.ts";
import { type Draft, parseDraft } from "../draft/draft.ts";
import { claimSlot } from "../draft/slots.ts";
import { type DraftVault, importKey, nameOf, newKey, openVault, untilOf, wipeDrafts } from "../draft/vault.ts";
import { fetchSources, listCalls } from "./sources.ts";
import { createSubmitKeys } from "./submitKey.ts";
import type { WizardParts } from "./wizard.ts";

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

const scopeOf = ({ flow, product, intermediary, quotation }: WizardAddress, request: number | "temporary") =>
  [flow, product, intermediary, request, quotation ?? 0].join("/");

interface DraftPlace {
  vault: DraftVault | null;
  draft: Draft | null;
}

async function placeAt(profile: Profile, scope: string, shared: boolean): Promise<DraftPlace> {
  const vault = await vaultFor(profile, scope, shared);
  return { vault, draft: parseDraft((await vault?.read().catch(() => null)) ?? null) };
}

/** A temporary request is begun at an address without its number: what was typed there is found without it. */
const withoutNumber = (profile: Profile, address: WizardAddress) =>
  address.relation === undefined ? placeAt(profile, scopeOf(address, "temporary"), true) : null;

/** The request that an unsaved temporary draft belongs to goes on, as long as the server still has it open. */
async function openOrGoOn(address: WizardAddress, startAnew: boolean, left: Draft | null) {
  if (startAnew || !left || address.resume !== undefined) return open(address, startAnew);
  return open({ ...address, resume: left.relation }, false).catch((error: unknown) => {
    if (error instanceof PortalError && error.status === 404) return open(address, false);
    throw error;
  });
}

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

/** The product once its heavy controls are there too, so that no step moves when one arrives. */
async function withControls(product: ReturnType<typeof loadProduct>) {
  const loaded = await product;
  await loadHeavy(Object.values(loaded.bundle.steps).map(({ ui }) => ui));
  return loaded;
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
  const profile = await client.fetchQuery(profileQuery());
  const left = await withoutNumber(profile, address);
  const exists = await openOrGoOn(address, startAnew, left?.draft ?? null);
  const place = placeOf(address, exists);
  const own = left && (address.resume === undefined || left.draft?.relation === place.relation);
  const api = createWizardApi(place, exists.draft_id, address.flow);
  const [loaded, forms, progress, { vault, draft }] = await Promise.all([
    indexWith(client, exists.product_version).then((known) =>
      withControls(loadProduct(known, address.product, language, exists.product_version)),
    ),
    api.forms(),
    api.progress(),
    own ? left : placeAt(profile, scopeOf(address, place.relation), false),
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
    draft: startAnew ? null : draft,
    keys: createSubmitKeys(scopeOf(address, place.relation), globalThis.sessionStorage ?? null),
    place,
    icon: bundle.manifest.icon,
  };
}
