// What a quotation and an insurance show alike, as facts for panels and pages; only the words of their labels differ.
import type { Contract } from "#api/shapes.ts";
import type { KvItem } from "./kit/Kv.tsx";
import type { Format } from "./kit/usePortal.ts";

export type ContractKind = "quote" | "insurance";

/** Contract term and collection, as both the panel and the page end with them. */
export function termFacts(kind: ContractKind, contract: Contract, format: Format): KvItem[] {
  return [
    { label: `portal.${kind}.field.start_date`, value: format.date(contract.startDate), num: true },
    { label: `portal.${kind}.field.end_date`, value: format.date(contract.endDate), num: true },
    { label: `portal.${kind}.field.contract_duration`, value: format.months(contract.duration) },
    { label: `portal.${kind}.field.debit_prolongation`, value: contract.collection },
  ];
}

export function partyFacts(kind: ContractKind, contract: Contract): KvItem[] {
  return [
    { label: `portal.${kind}.field.company_name`, value: contract.insurer },
    { label: `portal.${kind}.field.intermediary_name`, value: contract.intermediaryName },
  ];
}

/** The tax rate that the amounts show, in percent; null when they show none. */
export function taxRate({ tax, premiumPeriod }: Pick<Contract, "tax" | "premiumPeriod">): number | null {
  return tax === null || !premiumPeriod ? null : Math.round((tax / premiumPeriod) * 1000) / 10;
}
