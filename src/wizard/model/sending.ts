// Whether the request may be sent, and if not, why: shown next to the buttons (decisions 28, 29, 61, 63). The server's flags
// and the state on the screen must agree; nothing is sent here.

import type { ProgressAnswer, Question, QuestionsAnswer, WrongQuestion } from "#api/wireTypes.ts";
import { type Progress, sidebarFor } from "#engine/progress.ts";
import type { UiSchema } from "#engine/schema.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { Answers, JsonObject, Manifest, SendAction, StepForm, StepManifest } from "#engine/types.ts";
import type { FailedFile } from "#widgets/runtime.ts";
import type { WizardCore } from "./core.ts";
import { members } from "./lists.ts";
import { openKey, type WizardState } from "./state.ts";

export type SendReason = "dropout" | "incomplete" | "forbidden" | "uploading" | "file-failed";

export interface SendButton {
  action: SendAction;
  allowed: boolean;
  reason: SendReason | null;
}

interface SendingInput {
  manifest: Pick<Manifest, "steps">;
  /** The actions that step and flow show. */
  shown: readonly SendAction[];
  /** What the server said last, and how the screen has folded it since. */
  answer: ProgressAnswer;
  progress: Progress;
  /** The answers on the screen lead to decline, saved or not. */
  dropout: boolean;
  /** Files are being uploaded; sent now, the request would go without them. */
  uploading?: boolean;
  /** A file did not arrive: the broker tries again or takes it out. */
  fileFailed?: boolean;
}

/** Nothing is missing except at most an extra step, which is saved before sending. */
function complete({ manifest, progress }: Pick<SendingInput, "manifest" | "progress">): boolean {
  return manifest.steps.every(({ key, extra }) => {
    const flags = progress[key];
    return extra === true || flags === undefined || flags.completed;
  });
}

const serverAllows = (answer: ProgressAnswer, action: SendAction) =>
  action === "quotation" ? answer.can_send_quotation_request : answer.can_send_insurance_policy_request;

/** The answers that led to decline are changed and not saved yet: the step that has them is to be completed. */
const findReason = ({ reason }: ProgressAnswer): SendReason =>
  reason === "dropout" ? "incomplete" : (reason ?? "forbidden");

export function sendButtons(input: SendingInput): SendButton[] {
  const ready = complete(input);
  return input.shown.map((action) => {
    if (input.dropout) return { action, allowed: false, reason: "dropout" };
    if (!ready) return { action, allowed: false, reason: "incomplete" };
    if (!serverAllows(input.answer, action)) return { action, allowed: false, reason: findReason(input.answer) };
    if (input.fileFailed) return { action, allowed: false, reason: "file-failed" };
    return input.uploading ? { action, allowed: false, reason: "uploading" } : { action, allowed: true, reason: null };
  });
}

/** The answer to a question, wherever the step's data groups its questions. */
export function answerTo(data: Answers, id: number): unknown {
  for (const group of [data, ...Object.values(data)]) {
    if (isObject(group) && Object.hasOwn(group, String(id))) return group[String(id)];
  }
  return undefined;
}

/** A back end that sends no judgement says at least which answer has a notice: yes (spec: wizard 3). */
const assumed = (questions: Question[] = []): WrongQuestion[] =>
  questions.flatMap(({ id, question, refusal_yes }) =>
    refusal_yes ? [{ id, question, answer: true, notice: refusal_yes }] : [],
  );

/** The wrong answers of a step, as far as they still are what was judged. */
export function wrongNow(
  { judgement, sources, answers }: Pick<WizardState, "judgement" | "sources" | "answers">,
  { key, questions }: Pick<StepManifest, "key" | "questions">,
): WrongQuestion[] {
  if (!questions) return [];
  const told = judgement?.[members[questions]] ?? assumed((sources[questions] as QuestionsAnswer | undefined)?.data);
  const data = answers[key] ?? {};
  return told.filter(({ id, answer }) => answerTo(data, id) === answer);
}

type Judged = Pick<WizardState, "answer" | "judgement" | "sources" | "answers">;

/** What the server judged before counts as long as one of the answers that it declined is on the screen. */
export function isDeclined(state: Judged, { steps }: Pick<Manifest, "steps">): boolean {
  const declines = (judgement: Judged["judgement"]) =>
    steps.some((step) => wrongNow({ ...state, judgement }, step).some(({ effect }) => effect === "decline"));
  const { reason, judgement } = state.answer;
  if (reason !== "dropout") return declines(state.judgement);
  const questions = [...(judgement?.wrong_acceptance_questions ?? []), ...(judgement?.wrong_final_questions ?? [])];
  const named = questions.some(({ effect }) => effect === "decline");
  return !named || declines(judgement ?? null) || declines(state.judgement);
}

/**
 * A request for another company than the relation's: shown as soon as the number is entered, and sent only when the broker
 * confirms it (decisions 83). Without a number of the relation there is nothing to compare.
 */
interface OtherCompany {
  number: string;
  own: string;
  company: string | null;
}

export function otherCompany({ manifest, opened, state }: WizardCore): OtherCompany | null {
  const { kvk_number: own, company = null, temporary_request } = opened.exists;
  if (!own || temporary_request) return null;
  for (const { step, field, length } of manifest.prefill ?? []) {
    const number = state.get().answers[step]?.[field];
    if (typeof number === "string" && number.length === length && number !== own) return { number, own, company };
  }
  return null;
}

/** The confirmation is about one number: another one needs a new one. */
export function isCompanyUnconfirmed(core: WizardCore): boolean {
  const other = otherCompany(core);
  return other !== null && core.state.get().confirmedCompany !== other.number;
}

/** The buttons of the open step, as the state is now. */
export function findSendButtons({ manifest, opened, state }: WizardCore): SendButton[] {
  const now = state.get();
  const { answer, progress } = now;
  const shown = sidebarFor(manifest, opened.flow, progress).send;
  return sendButtons({ manifest, shown, answer, progress, dropout: isDeclined(now, manifest), ...filesHold(now) });
}

// The files of a request that are not safely there: on their way, failed, or stored without any step that names them.

export type HeldFiles = Pick<WizardState, "files" | "progress">;

/** Of steps that are still asked for: an answer may have taken one away with its files. */
const findFiles = ({ files, progress }: HeldFiles, step?: string) =>
  Object.values(files).filter((field) => progress[field.step] && (step === undefined || field.step === step));

/** Names of files on their way, of one step or of all. */
export const uploadingFiles = (state: HeldFiles, step?: string): string[] =>
  findFiles(state, step).flatMap(({ uploading }) => uploading);

export const failedFiles = (state: HeldFiles, step?: string): FailedFile[] =>
  findFiles(state, step).flatMap(({ failed }) => failed);

/** What holds back sending. */
export const filesHold = (state: HeldFiles) => ({
  uploading: uploadingFiles(state).length > 0,
  fileFailed: failedFiles(state).length > 0,
});

/** The field of a step that takes files. */
function fileField(ui: UiSchema | undefined): string | undefined {
  return Object.keys(ui ?? {}).find((field) => {
    const own = ui?.[field] as JsonObject | undefined;
    return own?.["ui:field"] === "dropzone" || own?.["ui:widget"] === "dropzone";
  });
}

/**
 * Files that the server has and the step does not name yet: uploaded, and the wizard left before the step was saved. They
 * count, so they are shown, and go along with the next save; the broker may remove them.
 */
export function adoptFiles(core: WizardCore): void {
  for (const [step, form] of Object.entries(core.state.get().forms)) {
    const field = fileField(core.opened.bundle.steps[step]?.ui);
    const stored = storedIds(form);
    if (field === undefined || stored.length === 0) continue;
    const session = core.session(step);
    const named = (session.data()[field] as string[] | undefined) ?? [];
    const forgotten = stored.filter((id) => !named.includes(id));
    if (forgotten.length > 0) session.replace({ ...session.data(), [field]: [...named, ...forgotten] });
  }
}

const storedIds = ({ meta }: StepForm): string[] => (meta.uploads ?? []).map(({ id }) => id);

/**
 * The steps that have to be stored before sending: the open one when it holds unsaved answers, and an extra one, which a
 * policy cannot go without; a quotation takes it along when something is in it (decisions 29, 63).
 */
export function findUnsavedSteps(core: WizardCore, action: SendAction): string[] {
  const { progress } = core.state.get();
  const open = openKey(progress);
  /** Something was typed or chosen in the step. */
  const given = (step: string) =>
    Object.values(core.session(step).active()).some((value) => (Array.isArray(value) ? value.length > 0 : value));
  return Object.entries(progress).flatMap(([key, flags]) => {
    const extra = core.step(key)?.extra === true && !flags.completed;
    const unsaved = core.sessions().get(key)?.dirty === true && (key === open || flags.completed);
    return (extra ? action !== "quotation" || given(key) : unsaved) ? [key] : [];
  });
}

/** Of the stored answers that the broker sees; what he typed since is saved before it is sent. */
export function shownRevisions(
  core: WizardCore,
  revisionOf: (step: string) => number | undefined,
): Record<string, number> {
  const steps = Object.keys(core.state.get().progress).filter((step) => core.sessions().get(step)?.dirty !== true);
  return Object.fromEntries(
    steps.flatMap((step) => {
      const revision = revisionOf(step);
      return revision === undefined ? [] : [[step, revision]];
    }),
  );
}
