// Total premium of a row with its period, so that amounts per quarter and per year are never read as the same.
import type { Contract } from "#api/shapes.ts";
import { useFormat } from "./kit/usePortal.ts";

export function Premium({ contract }: { contract: Pick<Contract, "premiumTotal" | "period"> }) {
  const format = useFormat();
  return format.money(contract.premiumTotal) ?? "–";
}

export function Period({ contract }: { contract: Pick<Contract, "premiumTotal" | "period"> }) {
  const format = useFormat();
  return contract.premiumTotal === null ? null : format.per(contract.period);
}
