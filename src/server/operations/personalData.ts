// Shared by the commands `relation` and `account`: their options, and the report of an erasure.
import type { Language } from "#engine/schema/types.ts";
import type { RowCounts } from "../privacy/rows.ts";

export interface Export {
  out: string;
  language: Language;
}

export interface Erasure {
  "dry-run": boolean;
}

export const tellRows = (counted: RowCounts): string[] =>
  Object.entries(counted).map(([table, rows]) => `${table.padEnd(20)}${String(rows).padStart(6)}`);

export function tellErased(erased: RowCounts, dryRun: boolean): string[] {
  const rows = tellRows(erased);
  return [
    dryRun ? "Nothing was erased; it would be, in rows:" : "Erased, in rows:",
    ...(rows.length > 0 ? rows : ["nothing"]),
  ];
}
