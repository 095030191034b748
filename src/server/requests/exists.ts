// The response of prerequisites/exists, restart and copy (spec: wizard 7): the request that is open at an address, or the last one
// sent from it.
import type { ExistsAnswer } from "#api/wire/wireTypes.ts";
import { toEuros } from "#underwriting/decimal.ts";
import type { StoredQuotation } from "../portfolio/port.ts";
import type { OpenRequest, Place, WizardContext } from "./context.ts";

interface Consent {
  personal_data: boolean;
  cookies: boolean;
}

/** For an address where no new request can begin: contains only what was sent from it. */
export const sentOnly = (
  routePlace: Place,
  consent: Consent,
  sent: ExistsAnswer["data"]["sent"],
): ExistsAnswer["data"] => ({
  insurance_type: routePlace.product,
  relation_number: routePlace.number ?? 0,
  quotation_number: routePlace.quotation?.number ?? null,
  intermediary_number: routePlace.office,
  temporary_request: false,
  cookie_consent_exists: consent.cookies,
  personal_data_exists: consent.personal_data,
  ...(sent ? { sent } : {}),
});

const readQuoted = ({ premium_total, period, one_off_total }: StoredQuotation) => ({
  total: toEuros(premium_total),
  months: period,
  ...(one_off_total !== null && { one_off: toEuros(one_off_total) }),
});

export async function existsAnswer({ db }: WizardContext, open: OpenRequest, consent: Consent): Promise<ExistsAnswer> {
  const { draft, place } = open;
  const relation = await open.relation(db);
  const copied = await open.copied(db);
  return {
    data: {
      insurance_type: draft.product,
      relation_number: draft.address_number,
      quotation_number: draft.quotation_number,
      intermediary_number: place.office,
      temporary_request: draft.temporary,
      cookie_consent_exists: consent.cookies,
      personal_data_exists: consent.personal_data,
      company: relation?.company ?? null,
      kvk_number: draft.temporary ? null : (relation?.kvk_number ?? null),
      product_version: open.product.release,
      resumed: draft.saved_at ? { saved_at: draft.saved_at.toISOString(), step: draft.saved_step ?? "" } : null,
      draft_id: draft.request_id,
      ...(place.quotation ? { quoted: readQuoted(place.quotation) } : {}),
      ...(copied ? { copied: { quotation: copied.number, date: copied.date } } : {}),
    },
  };
}
