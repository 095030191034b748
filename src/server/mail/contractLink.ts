// Where a broker reads on: the page of a quotation or policy at the portal's public address. A login on the way leads there.
import type { Language } from "#engine/schema/types.ts";
import { fillText, serverTexts } from "../texts/serverTexts.ts";

export function writeContractLink(
  baseUrl: string,
  language: Language,
  { kind, number }: { kind: "quotation" | "policy"; number: number },
): string {
  const { text, address } = serverTexts[language].broker_mails[kind];
  return fillText(text, { address: `${baseUrl}${fillText(address, { number })}` });
}
