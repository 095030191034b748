// Makes of a judged request what was asked for, with its number and papers. Runs inside the submit's transaction; nothing
// here is seen outside before that is committed.
import type { SubmitAnswer } from "#engine/wire.ts";
import type { Db } from "../db/open.ts";
import { PortalError } from "../portalError.ts";
import { calculate } from "../underwriting/calculate.ts";
import type { WizardContext } from "./context.ts";
import { keepFiles, sendDocument } from "./contractDocuments.ts";
import { writeContract } from "./contractRecord.ts";
import { askedAnswers } from "./evaluate.ts";
import { acceptedOf, type Issue, nextNumber, wrongAnswers } from "./outcome.ts";

export async function issue(context: WizardContext, db: Db, facts: Issue): Promise<SubmitAnswer> {
  const { open, evaluation, relation, order } = facts;
  const calculation = calculate({ ...evaluation.underwriting, day: facts.day });
  if (!calculation) throw new PortalError(422, "no_premium", "Premie kan niet worden opgehaald.");
  const accepted = await acceptedOf(context, facts);
  const outcome = order.action === "quotation" ? "quotation" : accepted === "accepted" ? "policy" : "referral";
  const quotation = open.place.quotation;
  const number = outcome === "quotation" && quotation ? quotation.number : await nextNumber(db, outcome);
  await writeContract(context, db, facts, { outcome, number, calculation });
  await keepFiles(context, db, facts);
  await sendDocument(context, db, facts, { outcome, number, calculation });
  const explanations = open.product.bundle.manifest.steps.filter((step) => step.kind === "explanation");
  const asked = askedAnswers(evaluation);
  const explanation = explanations.map((step) => asked[step.key]?.explanation).find((text) => typeof text === "string");
  return {
    success: true,
    errors: [],
    type: order.action,
    number: String(number),
    accepted,
    explanation: (explanation as string | undefined) ?? null,
    ...wrongAnswers(evaluation.judgement),
    relation_number: relation.relation_number,
  };
}
