// The numbers of a quotation: its own, and that of the policy it became, which leads there.
import { Link } from "react-router";
import type { Quotation } from "#api/shapes.ts";
import type { Paths } from "#routes/paths.ts";
import type { KvItem } from "../kit/Kv.tsx";

export function numberFacts({ number, policy }: Quotation, to: Paths, relation: number | undefined): KvItem[] {
  const own: KvItem = { label: "portal.quote.field.number", value: number, num: true };
  if (!policy) return [own];
  const link = <Link to={to.insurance(policy, relation)}>{policy}</Link>;
  return [own, { label: "portal.insurance.field.policy_number", value: link, num: true }];
}
