// The wizard's calls (spec: wizard 7). What is "ours" on the wire is optional here: without a revision no If-Match is sent,
// and a 409 never comes. Knows no product and no step.
import type { Answers, FlowName, RequestAnswers, SendAction } from "#engine/schema/types.ts";
import { call, PortalError } from "../calls/call.ts";
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
} from "../wire/wireTypes.ts";
import * as read from "./wizardAnswers.ts";
import { draftHeader, type ExistsRequest, existsPath, segment, type WizardPlace, wizardBase } from "./wizardPaths.ts";

export type SaveAction = "next" | "save";

/** Opens the request: which relation it belongs to, and whether an earlier one is resumed. */
export async function openRequest(request: ExistsRequest): Promise<ExistsAnswer["data"]> {
  const { relation, quotation, signal } = request;
  return read.toExists(await call("GET", existsPath(request), { query: { relation, quotation }, signal }), request);
}

/**
 * A new draft instead of the open one, which `draft` names: a late copy of this call lays nothing else aside (ours, decisions
 * 32). A back end without it goes on with the open one.
 */
export async function restartRequest(wizardPlace: WizardPlace, draft?: string): Promise<ExistsAnswer["data"] | null> {
  try {
    return read.toExists(
      await call("POST", `${wizardBase(wizardPlace)}/wizard/restart`, { body: {}, headers: draftHeader(draft) }),
      wizardPlace,
    );
  } catch (error) {
    if (error instanceof PortalError && error.status === 404) return null;
    throw error;
  }
}

/** Fills the request with a quotation's answers, unless something was saved in it already (ours). */
export async function copyIntoRequest(wizardPlace: WizardPlace, quotation: number): Promise<ExistsAnswer["data"]> {
  return read.toExists(
    await call("POST", `${wizardBase(wizardPlace)}/wizard/copy`, { body: { quotation } }),
    wizardPlace,
  );
}

/** A copy in place of the open draft, which `draft` names: a late copy of this call lays nothing else aside. */
export async function replaceByCopy(wizardPlace: WizardPlace, quotation: number, draft: string | undefined) {
  const options = { body: { quotation, replace: true }, headers: draftHeader(draft) };
  return read.toExists(await call("POST", `${wizardBase(wizardPlace)}/wizard/copy`, options), wizardPlace);
}

/** The calls of one open request. */
export interface WizardApi {
  forms(kvk?: string): Promise<FormsAnswer>;
  progress(): Promise<ProgressAnswer>;
  professions(): Promise<ProfessionsAnswer>;
  questions(which: "acceptance" | "closing-questions"): Promise<QuestionsAnswer>;
  premium(inputs: RequestAnswers, signal?: AbortSignal): Promise<PremiumAnswer>;
  save(step: string, action: SaveAction, values: Answers, revision?: number): Promise<SaveAnswer>;
  /**
   * `revisions`: of the stored answers that the screen shows, by step. The server refuses to send others (decisions
   * 38).
   */
  submit(action: SendAction, values: Answers, key: string, revisions?: Record<string, number>): Promise<SubmitAnswer>;
}

/**
 * `draft`: the open draft, so that the server can report that it was sent elsewhere. Omitted for a back end without
 * drafts. `flow`: what this screen may send. The server refuses the rest.
 */
export function createWizardApi(wizardPlace: WizardPlace, draft?: string, flow?: FlowName): WizardApi {
  const base = wizardBase(wizardPlace);
  // A lost answer can be requested again where the server knows the draft. Elsewhere it is worth a longer wait.
  const timeout = draft === undefined ? 60_000 : 20_000;
  const flowHeaders: Record<string, string> = flow === undefined ? {} : { "X-Flow": flow };
  const draftHeaders = draftHeader(draft);
  return {
    forms: async (kvk) =>
      read.toForms(await call("POST", `${base}/wizard/steps/forms`, { body: kvk === undefined ? {} : { kvk } })),
    progress: async () => read.toProgress(await call("GET", `${base}/wizard/steps/progress`)),
    professions: async () => read.toProfessions(await call("GET", `${base}/professions`)),
    questions: async (which) => read.toQuestions(await call("GET", `${base}/${which}`)),
    premium: async (inputs, signal) =>
      read.toPremium(await call("POST", `${base}/premium`, { body: inputs, signal, timeout: 15_000 })),
    save: async (step, action, values, revision) => {
      const headers = revision === undefined ? draftHeaders : { ...draftHeaders, "If-Match": `"${revision}"` };
      const path = `${base}/wizard/step/${segment(step)}/save`;
      return read.toSave(await call("POST", path, { query: { action }, body: values, headers }), step);
    },
    submit: async (action, values, key, revisions = {}) => {
      const seen = Object.entries(revisions).map(([step, revision]) => `${step}=${revision}`);
      const headers: Record<string, string> = { ...draftHeaders, ...flowHeaders, "Idempotency-Key": key };
      if (seen.length > 0) headers["X-Revisions"] = seen.join(", ");
      const path = `${base}/wizard/submit/${action}`;
      return read.toSubmit(await call("POST", path, { body: values, headers, timeout }), action);
    },
  };
}

/** What is stored now, when a save was refused because someone else saved first (decisions 38). */
export function readConflict(error: unknown): ConflictAnswer | null {
  if (!(error instanceof PortalError) || error.status !== 409) return null;
  return read.toConflict(error.body);
}

/** Refused because the request was sent already. Contains its result, or null if the back end does not send it (decisions 39). */
export function readSent(error: unknown): { sent: SentRequest | null } | null {
  if (!(error instanceof PortalError) || error.code !== "already_sent") return null;
  return { sent: read.toSent(error.body) };
}
