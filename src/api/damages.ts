// Damages: list, search, one. The number in the address is the claim_id (decisions 49).
import { itemQuery, listQuery, resourcePaths } from "./resource.ts";
import type { Damage } from "./shapes.ts";
import { flag, number, numberOrNull, text, textOrNull, type Wire } from "./wire.ts";

export function toDamage(row: Wire): Damage {
  return {
    id: number(row, "claim_id", "id"),
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

export const damagePaths = resourcePaths("damages");
export const damagesQuery = listQuery("damages", damagePaths, toDamage);
export const damageQuery = itemQuery("damages", toDamage);
