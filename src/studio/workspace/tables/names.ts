// The names of tables, columns, rows and lines of the premium in the words of an analyst: labels and choices of the product in the chosen
// language.
import type { Language } from "#engine/schema/types.ts";
import { formatNumber } from "#engine/values/formats.ts";
import { LANGUAGES } from "#engine/values/languages.ts";
import type { FactorLine } from "../../server/premiumFactors.ts";
import type { Content } from "../model/content.ts";
import { objectIn } from "../model/places.ts";
import { describeFact } from "../model/vocabulary.ts";
import { inBoth } from "../words.ts";
import columns from "./columns.json" with { type: "json" };
import type { Column, ProductTable } from "./tables.ts";

const title = (kind = "", name = "", language: Language): string => inBoth("titled", { kind, name })[language];

/** The label of an answer, the name of a cover, and of a fact what it computes. */
function nameAnswer(content: Content, answer: string | undefined, language: Language): string | undefined {
  if (answer?.startsWith("facts.")) return describeFact(content, answer.slice(6))[language];
  const field = content.findAnswer(answer);
  if (field) return content.labelOf(field)[language];
  // An answer whose name comes from a list, such as one additional cover.
  const [, path, member = ""] = /^(.+)\.([^.]+)$/.exec(answer ?? "") ?? [];
  const list = path ? content.findAnswer(path) : undefined;
  if (!list) return undefined;
  const prefix = String(objectIn(list.rules.node.ask).prefix ?? "");
  const cover = content.textsOf(`wizard.additional_coverage.${member.slice(prefix.length)}.name`)[language];
  return cover ?? `${content.labelOf(list)[language]}, ${member}`;
}

function nameChoice(content: Content, answer: string | undefined, choice: string, language: Language) {
  const field = content.findAnswer(answer);
  return field && content.findText(field, `option.${choice}`, language).text;
}

/** Columns of tables in the words of an analyst. */
const COLUMNS: Readonly<Record<string, string[]>> = columns;

const nameMember = (name: string, language: Language): string | undefined =>
  COLUMNS[name]?.[LANGUAGES.indexOf(language)];

/** The label of the answer that chooses a row, otherwise the words of its part of the file. */
export function nameTable(content: Content, { answer, list, name }: ProductTable, language: Language): string {
  const records = list && title(nameAnswer(content, list, language), nameMember("factors", language), language);
  return nameAnswer(content, answer, language) ?? records ?? nameMember(name, language) ?? name;
}

export function nameColumn(content: Content, table: ProductTable, { name }: Column, language: Language): string {
  const [last = ""] = name.split(".").slice(-1);
  const words = nameMember(name, language) ?? nameMember(last, language);
  if (words) return words;
  if (/^\d+$/.test(name)) return `${nameMember("up_to", language)} ${formatNumber(Number(name), language)}`;
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
  const isChoice = name === "value" || table.kind === "csv";
  return (
    (isChoice ? nameGiven(content, table.answer, text, language) : undefined) ??
    nameAnswer(content, text, language) ??
    text
  );
}

/** An answer that was given in the words of the product. Undefined: it has none. */
function nameGiven(content: Content, answer: string | undefined, given: unknown, language: Language) {
  if (given === true || given === "true") return inBoth("yes")[language];
  if (given === false || given === "false") return inBoth("no")[language];
  if (typeof given === "number") return formatNumber(given, language);
  return typeof given === "string" ? nameChoice(content, answer, given, language) : undefined;
}

/** A line of the premium: what was answered, and the answer. */
export function nameLine(
  content: Content,
  { name, answer, given, file, place, record }: FactorLine,
  language: Language,
): { name: string; given: string } {
  const part = place.endsWith("/minimum") ? "minimum" : name;
  const words = part === name ? nameAnswer(content, answer, language) : undefined;
  // The place of a record in its list, and that of the one around it before that: `2`, `1.3`.
  const numbers = (record ?? "").split(".").flatMap((segment) => (/^\d+$/.test(segment) ? Number(segment) + 1 : []));
  const named = [words ?? nameMember(part, language) ?? name, numbers.join(".")].filter(Boolean).join(" ");
  // Of a cover the amount that it insures, not its code.
  const amount = content.valueAt(file, [...place.split("/").slice(1), "insured_amount"]);
  const values = given === undefined ? [] : [amount ?? given].flat();
  const shown = values.map((value) => nameGiven(content, answer, value, language) ?? String(value));
  return { name: named, given: shown.join(", ") };
}
