// Insurances (policies on the wire): list, search, one.
import { toContractShape } from "./contracts.ts";
import { identity } from "./identity.ts";
import { itemQuery, listQuery, resourcePaths } from "./resource.ts";
import type { Policy } from "./shapes.ts";
import type { Unread } from "./wire.ts";
import type { PolicyAnswer } from "./wireTypes.ts";

export function toPolicy(row: Unread<PolicyAnswer>, asked?: number): Policy {
  return { ...toContractShape(row, asked), policy: identity(row, ["policy_number", "number"], asked) };
}

export const policyPaths = resourcePaths("policies");
export const policiesQuery = listQuery("policies", policyPaths, toPolicy);
export const policyQuery = itemQuery("policies", toPolicy);
