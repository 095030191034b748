// How a document names the answers to questions and the fields of rows.
import { ANSWER, asksExplained } from "#engine/fields/questions.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { ListItem } from "#engine/schema/types.ts";

/** Includes the list items of the question: the answer has no meaning without them. */
export function writeQuestion({ value, label, list_items }: ListItem): string {
  const points = Array.isArray(list_items) ? list_items.map((point) => `• ${point}`) : [];
  return [label ?? String(value), ...points].join("\n");
}

/** Names a field of a row: `Turnover – Netherlands – Last year`. A question names its answer, and what explains that without the table. */
export function nameCell(field: Schema, item: ListItem, [table, name, column]: [string, string, string]): string {
  if (!asksExplained(field)) return `${table} – ${item.label ?? item.value} – ${column}`;
  return name === ANSWER ? writeQuestion(item) : `${item.label ?? item.value} – ${column}`;
}
