// Stores the referral of a policy request in the submit's transaction, so that underwriters see it as soon as the broker has its
// number. Its answers are stored with its quotation.
import { type Finding, summarize } from "#underwriting/backgroundCheck.ts";
import type { Db } from "../../db/open.ts";
import { translateWord } from "../../portfolio/lists/words.ts";
import type { Place, WizardContext } from "../context.ts";
import { nameInsured } from "./content/insured.ts";
import type { Issue, SubmissionResult } from "./outcome.ts";

export interface KeptFile {
  id: number;
  name: string;
  /** Its field is for the office alone, so no paper or mail names it. */
  isForOffice?: true;
}

/** The names of files that papers and mails list. */
export const nameForClient = (files: readonly KeptFile[]): string[] =>
  files.filter(({ isForOffice }) => !isForOffice).map(({ name }) => name);

interface ReferralInput {
  made: SubmissionResult;
  findings: Finding[];
  explanation: string | null;
  files: KeptFile[];
}

/**
 * The quotation that it would be the policy of. A request without one becomes a quotation with the number of the
 * referral.
 */
export const findReferredQuotation = (
  { quotation }: Pick<Place, "quotation">,
  { number }: Pick<SubmissionResult, "number">,
): number => quotation?.number ?? number;

export async function keepReferral(
  context: WizardContext,
  db: Db,
  { open, relation, evaluation }: Issue,
  { made, findings, explanation, files }: ReferralInput,
): Promise<void> {
  const { number, calculation } = made;
  const { place, product } = open;
  const { login_name, full_name, intermediary_name } = place.user;
  const name = context.products.entry(product.key)?.name.nl ?? product.key;
  const insured_name = nameInsured(evaluation.answers, relation);
  const now = context.clock.now();
  const whose = { number, intermediary_number: place.office };
  await db
    .insertInto("referrals")
    .values({
      ...whose,
      quotation_number: findReferredQuotation(place, made),
      relation_number: relation.relation_number,
      relation_name: relation.company,
      insured_name,
      office_name: intermediary_name ?? "",
      product: name,
      words_translated: [translateWord(name), insured_name].filter(Boolean).join(" "),
      sent_at: now,
      waits_since: now,
      sent_by: login_name,
      language: place.language,
      background: summarize(findings),
      screened: JSON.stringify(findings),
      calculation: JSON.stringify(calculation),
    })
    .execute();
  await db
    .insertInto("referral_events")
    .values({ ...whose, at: now, kind: "sent", login_name, full_name, text: explanation, files: JSON.stringify(files) })
    .execute();
  await context.mailUnderwriters(db, "referred", { call: place.call, number });
}
