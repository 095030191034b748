// The wizard's calls (spec: wizard 7). What is "ours" on the wire is optional here: without a revision no If-Match is sent,
// and a 409 never comes. Refuses to know what a product or a step is.
import type { FlowName, JsonObject, SendAction } from "#engine/types.ts";
import type {
  ConflictAnswer,
  ExistsAnswer,
  FormsAnswer,
  PremiumAnswer,
  ProfessionsAnswer,
  ProgressAnswer,
  QuestionsAnswer,
  SaveAnswer,
  SentRequest,
  SubmitAnswer,
} from "#engine/wire.ts";
import { call, PortalError } from "./call.ts";

export interface WizardPlace {
  product: string;
  intermediary: number;
  relation: number;
}

export type SaveAction = "next" | "save";

const segment = encodeURIComponent;

export const wizardBase = (place: WizardPlace): string =>
  `/api/aanvraag/${segment(place.product)}/${place.intermediary}/${place.relation}`;

export interface ExistsRequest {
  product: string;
  intermediary: number;
  relation?: number;
  quotation?: number;
  signal?: AbortSignal;
}

/** Opens the request: which relation it belongs to, and whether an earlier one is resumed. */
export async function openRequest(request: ExistsRequest): Promise<ExistsAnswer["data"]> {
  const { product, intermediary, relation, quotation, signal } = request;
  const path = `/api/aanvraag/${segment(product)}/${intermediary}/prerequisites/exists/`;
  return (await call<ExistsAnswer>("GET", path, { query: { relation, quotation }, signal })).data;
}

/** A new draft instead of the open one (ours, decisions 32). A back end without it goes on with the open one. */
export async function restartRequest(place: WizardPlace): Promise<ExistsAnswer["data"] | null> {
  try {
    return (await call<ExistsAnswer>("POST", `${wizardBase(place)}/wizard/restart`, { body: {} })).data;
  } catch (error) {
    if (error instanceof PortalError && error.status === 404) return null;
    throw error;
  }
}

/** Fills the request with a quotation's answers, unless something was saved in it already (ours). */
export async function copyIntoRequest(place: WizardPlace, quotation: number): Promise<ExistsAnswer["data"]> {
  return (await call<ExistsAnswer>("POST", `${wizardBase(place)}/wizard/copy`, { body: { quotation } })).data;
}

/** The calls of one open request. */
export interface WizardApi {
  forms(kvk?: string): Promise<FormsAnswer>;
  progress(): Promise<ProgressAnswer>;
  professions(): Promise<ProfessionsAnswer>;
  questions(which: "acceptance" | "closing-questions"): Promise<QuestionsAnswer>;
  premium(inputs: Record<string, JsonObject>, signal?: AbortSignal): Promise<PremiumAnswer>;
  save(step: string, action: SaveAction, values: JsonObject, revision?: number): Promise<SaveAnswer>;
  submit(action: SendAction, values: JsonObject, key: string): Promise<SubmitAnswer>;
}

/**
 * `draft`: which draft was opened; the server then says when it was sent elsewhere. A back end without it gets none.
 * `flow`: what this screen may send; the server refuses the rest.
 */
export function createWizardApi(place: WizardPlace, draft?: string, flow?: FlowName): WizardApi {
  const base = wizardBase(place);
  const shown: Record<string, string> = flow === undefined ? {} : { "X-Flow": flow };
  const opened: Record<string, string> = draft === undefined ? {} : { "X-Draft": draft };
  return {
    forms: (kvk) => call("POST", `${base}/wizard/steps/forms`, { body: kvk === undefined ? {} : { kvk } }),
    progress: () => call("GET", `${base}/wizard/steps/progress`),
    professions: () => call("GET", `${base}/professions`),
    questions: (which) => call("GET", `${base}/${which}`),
    premium: (inputs, signal) => call("POST", `${base}/premium`, { body: inputs, signal, timeout: 15_000 }),
    save: (step, action, values, revision) =>
      call("POST", `${base}/wizard/step/${segment(step)}/save`, {
        query: { action },
        body: values,
        headers: revision === undefined ? opened : { ...opened, "If-Match": `"${revision}"` },
      }),
    submit: (action, values, key) =>
      call("POST", `${base}/wizard/submit/${action}`, {
        body: values,
        headers: { ...opened, ...shown, "Idempotency-Key": key },
        timeout: 60_000,
      }),
  };
}

/** What is stored now, when a save was refused because someone else saved first (decisions 38). */
export function conflictOf(error: unknown): ConflictAnswer | null {
  if (!(error instanceof PortalError) || error.status !== 409) return null;
  const body = error.body as Partial<ConflictAnswer> | null;
  return body?.stored && typeof body.revision === "number" ? (body as ConflictAnswer) : null;
}

/** Refused because the request was sent already: what it became, null where the back end does not tell (decisions 39). */
export function sentOf(error: unknown): { sent: SentRequest | null } | null {
  if (!(error instanceof PortalError) || error.code !== "already_sent") return null;
  const { sent } = (error.body ?? {}) as { sent?: SentRequest };
  return { sent: sent ?? null };
}
