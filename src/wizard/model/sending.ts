// Whether the request may be sent, and if not, why: said next to the buttons (decisions 28, 29, 61, 63). The server's
// flags and the state on the screen must both agree; nothing is sent here.

import type { ProgressAnswer } from "#api/wireTypes.ts";
import type { Progress } from "#engine/progress.ts";
import type { Answers, JsonObject, Manifest, SendAction } from "#engine/types.ts";

export type SendReason = "dropout" | "incomplete" | "forbidden" | "uploading" | "file-failed";

export interface SendButton {
  action: SendAction;
  allowed: boolean;
  reason: SendReason | null;
}

export interface SendingInput {
  manifest: Pick<Manifest, "steps">;
  /** The actions that step and flow show. */
  shown: readonly SendAction[];
  /** What the server said last, and how the screen has folded it since. */
  answer: ProgressAnswer;
  progress: Progress;
  /** An answer on the screen leads to decline, saved or not. */
  dropout: boolean;
  /** Files are on their way; sent now, the request would go without them. */
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

export function sendButtons(input: SendingInput): SendButton[] {
  const dropout = input.dropout || input.answer.reason === "dropout";
  const ready = complete(input);
  return input.shown.map((action) => {
    if (dropout) return { action, allowed: false, reason: "dropout" };
    if (!ready) return { action, allowed: false, reason: "incomplete" };
    if (!serverAllows(input.answer, action))
      return { action, allowed: false, reason: input.answer.reason ?? "forbidden" };
    if (input.fileFailed) return { action, allowed: false, reason: "file-failed" };
    return input.uploading ? { action, allowed: false, reason: "uploading" } : { action, allowed: true, reason: null };
  });
}

const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null;

/** The answer to a question, wherever the step's data groups its questions. */
export function answerTo(data: Answers, id: number): unknown {
  for (const group of [data, ...Object.values(data)]) {
    if (isObject(group) && Object.hasOwn(group, String(id))) return group[String(id)];
  }
  return undefined;
}
