// Everything a wizard needs before its first screen: the request, its product in the release it was made with, forms,
// progress, lists and the local draft. A list that fails does not prevent opening. A form that fails does.
import type { QueryClient } from "@tanstack/react-query";
import { PortalError } from "#api/calls/errors.ts";
import { type DraftOwner, findLeft, openDraft } from "#api/drafts/openDraft.ts";
import type { DraftVault } from "#api/drafts/vault.ts";
import { forgetConsent, type Profile, profileQuery } from "#api/profile.ts";
import { today } from "#api/today.ts";
import { tabStorage } from "#api/wire/tabStorage.ts";
import type { ExistsAnswer, ProgressAnswer } from "#api/wire/wireTypes.ts";
import { indexWith, productIndexQuery } from "#api/wizard/productIndex.ts";
import { type LoadedProduct, loadProduct } from "#api/wizard/products.ts";
import {
  copyIntoRequest,
  createWizardApi,
  openRequest,
  replaceByCopy,
  restartRequest,
  type WizardApi,
} from "#api/wizard/wizard.ts";
import type { WizardPlace } from "#api/wizard/wizardPaths.ts";
import { readYesNo, withYesNo } from "#api/wizard/yesNo.ts";
import type { FlowName, JsonObject, Language } from "#engine/schema/types.ts";
import { fromProgressAnswer } from "#engine/steps/progress.ts";
import { loadHeavy } from "#widgets/heavy.ts";
import { type Draft, parseDraft } from "../drafts/draft.ts";
import { findLists, listCalls } from "../lists/listCalls.ts";
import { fetchSources } from "../lists/lists.ts";
import { createSubmitKeys } from "../sending/submitKeys.ts";
import { openKey } from "../state.ts";
import type { WizardParts } from "../wizard.ts";

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
  /** A new request, also where an earlier one was sent. */
  anew?: boolean;
}

/** Nothing to open: the request was sent, and this is where its outcome is. */
export class AlreadySentError extends Error {
  readonly request: string;
  readonly relation: number | undefined;
  /** The number under which its unsent answers were kept on this device. */
  readonly number: number;
  constructor(request: string, address: WizardAddress, number: number) {
    super("already sent");
    this.request = request;
    this.relation = address.relation;
    this.number = number;
  }
}

/** A request without a relation that this device has answers of, which were never saved. */
export interface OfferedDraft {
  request: number;
  at: number;
  steps: Draft["steps"];
}

export type LoadedWizard = Omit<WizardParts, "translate"> & {
  place: WizardPlace;
  icon: string;
  offered: OfferedDraft | null;
};

const buildScope = ({ flow, product, intermediary, quotation }: WizardAddress, request: number | "temporary") =>
  [flow, product, intermediary, request, quotation ?? 0].join("/");

interface DraftPlace {
  vault: DraftVault<Draft> | null;
  draft: Draft | null;
}

/** Temporary requests have one scope, so that those that were left are found without their number. */
const buildOwner = (profile: Profile, address: WizardAddress, request: number): DraftOwner<Draft> => ({
  user: profile.login,
  key: profile.draftKey,
  parse: parseDraft,
  ...(address.relation === undefined && address.quotation === undefined
    ? { scope: buildScope(address, "temporary"), part: String(request) }
    : { scope: buildScope(address, request) }),
});

async function placeAt(profile: Profile, address: WizardAddress, request: number): Promise<DraftPlace> {
  const vault = await openDraft(buildOwner(profile, address, request));
  return { vault, draft: (await vault?.read()) ?? null };
}

/** What was typed for another customer without a relation and never saved: it is offered, never put into this request. */
async function findOffered(profile: Profile, address: WizardAddress, request: number): Promise<OfferedDraft | null> {
  const { part: ownPart, ...owner } = buildOwner(profile, address, request);
  if (ownPart === undefined || address.resume !== undefined) return null;
  const [newest] = (await findLeft(owner)).filter(({ part }) => part !== ownPart);
  return newest ? { request: Number(newest.part), at: newest.at, steps: newest.draft.steps } : null;
}

/**
 * Consent comes before everything else (spec: wizard 2). Our server refuses every call with this code until it is
 * given.
 */
const CONSENT_REQUIRED = "consent_required";

/**
 * `goOn`: the request that a draft of this device belongs to. If the server no longer has it, its answers begin a new
 * one.
 */
async function openOrGoOn(address: WizardAddress, { startAnew = false, goOn }: OpenOptions, localDraft: Draft | null) {
  if (goOn === undefined) return open(address, startAnew, localDraft);
  return open({ ...address, resume: goOn }, false).catch((error: unknown) => {
    if (error instanceof PortalError && error.status === 404) return open(address, false);
    throw error;
  });
}

const buildPlace = (address: WizardAddress, request: ExistsAnswer["data"]): WizardPlace => ({
  product: address.product,
  intermediary: request.intermediary_number,
  relation: request.relation_number,
});

async function open(address: WizardAddress, startAnew: boolean, localDraft: Draft | null = null) {
  const { product, intermediary, quotation, copy, resume } = address;
  const relation = address.relation ?? resume;
  const request = await openRequest({ product, intermediary, relation, quotation });
  if (request.cookie_consent_exists === false || request.personal_data_exists === false) {
    throw new PortalError({ code: CONSENT_REQUIRED, status: 403 });
  }
  const wizardPlace = buildPlace(address, request);
  if (startAnew && copy !== undefined) return replaceByCopy(wizardPlace, copy, request.draft_id);
  if (startAnew) return (await restartRequest(wizardPlace, request.draft_id)) ?? request;
  if (request.sent?.draft_id) return beginAfter(request, address);
  return copy === undefined || localDraft ? request : copyIntoRequest(wizardPlace, copy);
}

/** Shows the sent request until the broker starts a new one, or if no new one can be started (decisions 89). */
async function beginAfter(request: ExistsAnswer["data"], address: WizardAddress): Promise<ExistsAnswer["data"]> {
  const wizardPlace = buildPlace(address, request);
  const sent = new AlreadySentError(request.sent?.draft_id ?? "", address, wizardPlace.relation);
  if (address.copy !== undefined) return copyIntoRequest(wizardPlace, address.copy);
  if (!address.anew) throw sent;
  const begun = await restartRequest(wizardPlace).catch((error: unknown) => {
    throw error instanceof PortalError && error.status === 409 ? sent : error;
  });
  if (!begun) throw sent;
  return begun;
}

/** The heavy controls of the steps named. A request also opens without them. */
const loadControls = (loaded: LoadedProduct, steps: readonly string[]) =>
  loadHeavy(steps.flatMap((key): JsonObject[] => [loaded.bundle.steps[key]?.ui ?? {}]));

/** On a slow line the lists of later steps and heavy controls take their place in the open form when they are there. */
const PATIENCE_MS = 200;
const patience = () => new Promise<null>((done) => setTimeout(() => done(null), PATIENCE_MS));

/** The open step's lists. The others and its heavy controls are waited for a moment, so that nothing on it moves. */
async function loadRest(api: WizardApi, loaded: LoadedProduct, progress: ProgressAnswer) {
  const { manifest, steps } = loaded.bundle;
  const open = openKey(fromProgressAnswer(manifest, progress));
  const calls = listCalls(manifest.lists);
  const needed = open === null ? calls : listCalls(findLists(manifest.lists, steps[open]));
  const first = fetchSources(api, needed);
  const others = fetchSources(
    api,
    calls.filter((call) => !needed.includes(call)),
  );
  const controls = loadControls(loaded, open === null ? Object.keys(steps) : [open]);
  void controls.then(() => loadControls(loaded, Object.keys(steps)));
  const moment = patience();
  const sources = await first;
  const there = await Promise.race([Promise.all([others, controls]), moment]);
  return there ? { sources: { ...sources, ...there[0] } } : { sources, later: others };
}

export interface OpenOptions {
  /** In place of the open request. */
  startAnew?: boolean;
  goOn?: number | undefined;
}

/** The draft of the request. A request that continues under another number brings its draft along. */
async function placeDraft(
  profile: Profile,
  address: WizardAddress,
  request: number,
  goOn = request,
): Promise<DraftPlace> {
  const ownPlace = await placeAt(profile, address, request);
  return goOn === request ? ownPlace : { ...ownPlace, draft: (await placeAt(profile, address, goOn)).draft };
}

export async function loadWizard(
  client: QueryClient,
  address: WizardAddress,
  language: Language,
  opening: OpenOptions = {},
): Promise<LoadedWizard> {
  const { startAnew = false, goOn } = opening;
  const [index, profile] = await Promise.all([
    client.fetchQuery(productIndexQuery()),
    client.fetchQuery(profileQuery()),
  ]);
  if (!Object.values(index.releases).some((release) => release.key === address.product)) {
    throw new PortalError({ code: "unknown_product", status: 404 });
  }
  // A copy does not take the place of unsaved answers.
  const { relation, copy } = address;
  const sourceDraft = copy !== undefined && relation !== undefined ? await placeAt(profile, address, relation) : null;
  const exists = await openOrGoOn(address, opening, sourceDraft?.draft ?? null).catch(async (error: unknown) => {
    // What this device still kept was sent, or came too late.
    if (error instanceof AlreadySentError) await (await placeAt(profile, address, error.number)).vault?.write(null);
    if (error instanceof PortalError && error.code === CONSENT_REQUIRED) forgetConsent(client);
    throw error;
  });
  const wizardPlace = buildPlace(address, exists);
  const api = createWizardApi(wizardPlace, exists.draft_id, address.flow);
  const [loaded, forms, progress, { vault, draft }, offered] = await Promise.all([
    indexWith(client, exists.product_version).then((productIndex) =>
      loadProduct(productIndex, address.product, language, exists.product_version),
    ),
    api.forms(),
    api.progress(),
    placeDraft(profile, address, wizardPlace.relation, goOn),
    startAnew || goOn !== undefined ? null : findOffered(profile, address, wizardPlace.relation),
  ]);
  if (startAnew) await vault?.clear();
  const { bundle, texts } = loaded;
  const copyWaits = address.copy !== undefined && !startAnew && (draft !== null || Boolean(exists.resumed));
  const spoken = withYesNo(api, bundle.steps);
  return {
    opened: { flow: address.flow, exists, bundle, texts, today: today(), language, copyWaits },
    forms: readYesNo(forms.data, bundle.steps),
    progress,
    ...(await loadRest(api, loaded, progress)),
    api: spoken,
    vault,
    draft: startAnew ? null : draft,
    offered,
    keys: createSubmitKeys(`${buildScope(address, wizardPlace.relation)}/${exists.draft_id ?? ""}`, tabStorage()),
    place: wizardPlace,
    icon: bundle.manifest.icon,
  };
}
