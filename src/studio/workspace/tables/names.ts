// The names of tables, columns and rows in the words of an analyst: labels and choices of the product in the chosen language.
import type { Language } from "#engine/schema/types.ts";
import { formatNumber } from "#engine/values/formats.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import type { Content } from "../model/content.ts";
import { type Column, findAnswer, type ProductTable } from "./tables.ts";
import { COLUMN_WORDS, UP_TO } from "./words.ts";

/** The label of an answer, and of a fact its name as words. */
function nameAnswer(content: Content, answer: string | undefined, language: Language): string | undefined {
  if (answer?.startsWith("facts.")) return answer.slice("facts.".length).replaceAll("_", " ");
  const field = findAnswer(content, answer);
  if (field) return content.labelOf(field)[language];
  // An answer whose name comes from a list, such as one additional cover.
  const [, list, member] = /^(.+)\.([^.]+)$/.exec(answer ?? "") ?? [];
  const label = list && findAnswer(content, list) && nameAnswer(content, list, language);
  return label ? `${label}, ${member}` : undefined;
}

function nameChoice(content: Content, answer: string | undefined, choice: string, language: Language) {
  const field = findAnswer(content, answer);
  return field && content.findText(field, `option.${choice}`, language).text;
}

/** The label of the answer that chooses a row, otherwise what the file calls the table. */
export function nameTable(content: Content, { answer, name }: ProductTable, language: Language): string {
  const label = nameAnswer(content, answer, language);
  return label ? `${label} (${name})` : (COLUMN_WORDS[name]?.[LANGUAGES.indexOf(language)] ?? name);
}

export function nameColumn(content: Content, table: ProductTable, { name }: Column, language: Language): string {
  const index = LANGUAGES.indexOf(language);
  const [last = ""] = name.split(".").slice(-1);
  const words = COLUMN_WORDS[name] ?? COLUMN_WORDS[last];
  if (words) return words[index]!;
  if (/^\d+$/.test(name)) return `${UP_TO[index]} ${formatNumber(Number(name), language)}`;
  const column = table.columns.findIndex((each) => each.name === name);
  const row = table.rows.find((cells) => cells[column]);
  const answers = [table.answer, row?.[table.columns.findIndex((each) => each.name === "answer")]];
  const named = answers.map((answer) => nameChoice(content, answer, last, language)).find(Boolean);
  const isOwn = table.answer?.endsWith(`.${name}`);
  return named ?? (isOwn ? nameAnswer(content, table.answer, language) : undefined) ?? last.replaceAll("_", " ");
}

/** What a cell that cannot be changed shows: the words of a choice, or the label of an answer. */
export function showCell(
  content: Content,
  table: ProductTable,
  { name, isLocked }: Column,
  { text, language }: { text: string; language: Language },
) {
  if (!isLocked) return text;
  const choice =
    name === "value" || table.kind === "csv" ? nameChoice(content, table.answer, text, language) : undefined;
  return choice ?? nameAnswer(content, text, language) ?? text;
}
