// Adds and removes rows of a table.
import type { Edit } from "../../server/edit/patch.ts";
import type { Content } from "../model/content.ts";
import { type ProductTable, replaceRows } from "./tables.ts";

/** Returns the patch that puts a copy of a row below it. */
export function copyRow(content: Content, table: ProductTable, row: number): Edit[] {
  const { kind, file, path, rows } = table;
  if (kind === "csv") return replaceRows(content, table, rows.toSpliced(row + 1, 0, rows[row] ?? []));
  const value = content.valueAt(file, [...path, row]);
  return kind === "rows" && value !== undefined ? [{ file, path: [...path, row + 1], value, insert: true }] : [];
}

export function removeRow(content: Content, table: ProductTable, row: number): Edit[] {
  const { kind, file, path, rows } = table;
  if (kind === "csv") return replaceRows(content, table, rows.toSpliced(row, 1));
  const place = [...path, kind === "values" ? (rows[row]?.[0] ?? "") : row];
  const was = content.valueAt(file, place);
  return was === undefined || kind === "grid" ? [] : [{ file, path: place, value: undefined, was }];
}
