// Damages. The number in the address is the claim_id (decisions 49).
import { identity } from "../calls/identity.ts";
import { createCalls } from "../calls/resource.ts";
import { flag, numberOrNull, text, textOrNull, type Unread } from "../wire/wire.ts";
import type { DamageAnswer } from "../wire/wireTypes.ts";

export type Damage = ReturnType<typeof toDamage>;

export function toDamage(row: Unread<DamageAnswer>, requestedId?: number) {
  return {
    id: identity(row, ["claim_id", "id"], requestedId),
    title: text(row, "title"),
    reportDate: textOrNull(row, "report_date"),
    officeNumber: text(row, "claim_number_office"),
    policy: numberOrNull(row, "policy_number"),
    status: text(row, "desc_status_code", "status"),
    finished: flag(row, "finished"),
    relation: numberOrNull(row, "relation_number", "relation_id"),
    relationName: text(row, "relation_name"),
  };
}

export const damageCalls = createCalls("damages", toDamage);
