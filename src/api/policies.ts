// Insurances (policies on the wire): list, search, one.
import { toContractShape } from "./contracts.ts";
import { itemQuery, listQuery, resourcePaths } from "./resource.ts";
import type { Policy } from "./shapes.ts";
import { number, type Wire } from "./wire.ts";

export function toPolicy(row: Wire): Policy {
  return { ...toContractShape(row), policy: number(row, "policy_number", "number") };
}

export const policyPaths = resourcePaths("policies");
export const policiesQuery = listQuery("policies", policyPaths, toPolicy);
export const policyQuery = itemQuery("policies", toPolicy);
