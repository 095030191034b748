// Where a broker reads on: the page of a quotation at the portal's public address. A login on the way leads there.
import type { Language } from "#engine/schema/types.ts";
import { fillText, serverTexts } from "../texts/serverTexts.ts";

export function writeQuotationLink(baseUrl: string, language: Language, number: number): string {
  const { quotation, address } = serverTexts[language].broker_mails;
  return fillText(quotation, { address: `${baseUrl}${fillText(address, { number })}` });
}
