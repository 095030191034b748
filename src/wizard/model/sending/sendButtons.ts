// Whether the request may be sent, and if not, why: shown next to the buttons (decisions 28, 29, 61, 63). The server's
// flags and the state on the screen must agree. Nothing is sent here.

import type { ProgressAnswer } from "#api/wire/wireTypes.ts";
import type { Manifest, SendAction } from "#engine/schema/types.ts";
import { type Progress, sidebarFor } from "#engine/steps/progress.ts";
import type { WizardCore } from "../core.ts";
import { filesHold } from "./files.ts";
import { isDeclined } from "./judgedAnswers.ts";

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
  /** The server's last progress, and the progress on the screen. */
  answer: ProgressAnswer;
  progress: Progress;
  /** The answers on the screen lead to decline, saved or not. */
  dropout: boolean;
  /** Files are being uploaded. If sent now, the request would go without them. */
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

/** Returns the buttons of the open step. */
export function findSendButtons(core: WizardCore): SendButton[] {
  const { manifest, opened, state } = core;
  const { answer, progress } = state.get();
  const shown = sidebarFor(manifest, opened.flow, progress).send;
  return sendButtons({ manifest, shown, answer, progress, dropout: isDeclined(core), ...filesHold(state.get()) });
}
