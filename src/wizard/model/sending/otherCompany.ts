// A request for another company than the relation's, and its confirmation by the broker (decisions 83).
import type { WizardCore } from "../core.ts";

/**
 * A request for another company than the relation's: shown as soon as the number is entered, and sent only when the broker
 * confirms it (decisions 83). Without a number of the relation there is nothing to compare.
 */
interface OtherCompany {
  number: string;
  own: string;
  company: string | null;
}

export function otherCompany({ manifest, opened, stepAnswers }: WizardCore): OtherCompany | null {
  const { kvk_number: relationKvk, company = null, temporary_request } = opened.exists;
  if (!relationKvk || temporary_request) return null;
  for (const { step, field, length } of manifest.prefill ?? []) {
    const number = stepAnswers(step)[field];
    if (typeof number === "string" && number.length === length && number !== relationKvk)
      return { number, own: relationKvk, company };
  }
  return null;
}

/** The confirmation is about one number: another one needs a new one. */
export function isCompanyUnconfirmed(core: WizardCore): boolean {
  const other = otherCompany(core);
  return other !== null && core.state.get().confirmedCompany !== other.number;
}
