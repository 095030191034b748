// A request for another company than the relation's: said as soon as the number stands there, and sent only with the
// broker's word (decisions 83). Without a number of the relation there is nothing to compare.
import type { WizardCore } from "./core.ts";

export interface OtherCompany {
  number: string;
  own: string;
  company: string | null;
}

export function otherCompany({ manifest, opened, answers }: WizardCore): OtherCompany | null {
  const { kvk_number: own, company = null, temporary_request } = opened.exists;
  if (!own || temporary_request) return null;
  for (const { step, field, length } of manifest.prefill ?? []) {
    const number = answers()[step]?.[field];
    if (typeof number === "string" && number.length === length && number !== own) return { number, own, company };
  }
  return null;
}

/** The broker's word is about one number: another one needs it again. */
export function isUnconfirmed(core: WizardCore): boolean {
  const other = otherCompany(core);
  return other !== null && core.state.get().confirmedCompany !== other.number;
}
