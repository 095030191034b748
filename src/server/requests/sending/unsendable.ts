// Refuses a request that may not be sent, with all errors at once. The server judges by itself: that the browser validated the
// request too does not count.
import type { WireError } from "#api/wire/wireTypes.ts";
import { numberIn } from "#underwriting/company.ts";
import type { Db } from "../../db/open.ts";
import { invalid, PortalError } from "../../http/errors/portalError.ts";
import { toWireErrors } from "../../http/errors/wireErrors.ts";
import { findBegunFor, type OpenRequest } from "../context.ts";
import { fileErrors } from "../drafts/namedFiles.ts";
import { type RequestBlock, unconfirmedCompany } from "../drafts/requestBlock.ts";
import { askedAnswers, type Evaluation, type StepState } from "../evaluate.ts";
import { wrongAnswers } from "./outcome.ts";
import type { SubmitOrder } from "./submitOrder.ts";

export interface SubmissionInput {
  open: OpenRequest;
  order: SubmitOrder;
  steps: Map<string, StepState>;
  evaluation: Evaluation;
  block: RequestBlock;
}

/** See decisions 13, 28, 29, 61, 63. */
export async function refuseUnsendable(db: Db, sending: SubmissionInput): Promise<void> {
  refuseDropout(sending);
  const errors = [...unfinishedSteps(sending), ...(await lostUploads(db, sending)), ...sending.block.errors];
  errors.push(...(await otherCompany(db, sending)));
  if (errors.length > 0) throw invalid(errors, { progress: sending.evaluation.progress });
}

function refuseDropout({ order, evaluation }: SubmissionInput): void {
  const { judgement, progress } = evaluation;
  if (!judgement.dropout) return;
  throw new PortalError("dropout", {
    errors: [],
    extra: {
      type: order.action,
      number: null,
      accepted: "declined",
      explanation: null,
      ...wrongAnswers(judgement),
      progress,
    },
  });
}

function unfinishedSteps({ open, order, steps, evaluation }: SubmissionInput): WireError[] {
  return open.product.bundle.manifest.steps.flatMap((step) => {
    const stepProgress = evaluation.progress.data[step.key];
    if (!stepProgress || stepProgress.completed) return [];
    // A quotation can be sent without the explanation step, a policy request cannot.
    if (step.extra && order.action === "quotation") return [];
    const stepErrors = toWireErrors(evaluation.errors[step.key] ?? [], step.key);
    const unsaved: WireError = { step: step.key, pointer: "", keyword: "incomplete", params: {} };
    const seen = steps.get(step.key)?.finished === true && stepProgress.changed !== true;
    return stepErrors.length > 0 || seen ? stepErrors : [unsaved];
  });
}

async function otherCompany(db: Db, { open, steps, block }: SubmissionInput): Promise<WireError[]> {
  const relation = await findBegunFor(open, db);
  return unconfirmedCompany(block, numberIn(steps.values()), relation?.kvk_number ?? null);
}

async function lostUploads(db: Db, { open, evaluation }: SubmissionInput): Promise<WireError[]> {
  const errors: WireError[] = [];
  for (const [step, data] of Object.entries(askedAnswers(evaluation))) {
    const wrongFiles = await fileErrors(db, open, step, data);
    errors.push(...wrongFiles.map((error) => ({ step, ...error })));
  }
  return errors;
}
