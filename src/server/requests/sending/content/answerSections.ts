// The answers of a request in words, labelled with the product's own texts: for documents, pages and exports. Draws nothing.

import { defaultFileField, fileAddress, takesFiles } from "#engine/answers/fileFields.ts";
import { findWarnings, shownAt } from "#engine/expressions/warnings.ts";
import { byIndex, pointerSegments } from "#engine/fields/fieldPath.ts";
import { recordSchemas } from "#engine/fields/recordFields.ts";
import { ANSWER, asksExplained } from "#engine/schema/members.ts";
import { oncePer } from "#engine/schema/oncePer.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { documentOrder, isGroup, isObject, layoutPath, memberOrder } from "#engine/schema/schemaTree.ts";
import type { Answers, Language, ListItem } from "#engine/schema/types.ts";
import { stepTextKeys } from "#engine/steps/stepTexts.ts";
import { findField, nameRecord, writeAnswer } from "#engine/texts/answerWords.ts";
import { writeNumber } from "#engine/values/formats.ts";
import { CONVENTIONS } from "#engine/values/languages.ts";
import { writeNotation } from "#engine/values/notations.ts";
import type { PlacedSubject } from "#underwriting/backgroundCheck.ts";
import type { ContractDocument } from "../../../documents/contractPdf.ts";
import { paperWords } from "../../../documents/papers.ts";
import { type ContractRow, findTables, RECORD_DASH } from "../../../documents/recordTables.ts";
import { serverTexts } from "../../../texts/serverTexts.ts";
import { answerSource, type TextFacts } from "../../answerTexts.ts";
import type { Evaluation } from "../../evaluate.ts";

export interface AnswerFacts extends TextFacts {
  evaluation: Evaluation;
  /** By id. */
  fileNames: ReadonlyMap<string, string>;
  /** For the client, answers of the office are left out. */
  reader?: "client" | undefined;
}

/** Of one document or page: its answers do not change. */
const sourceOf = oncePer((facts: TextFacts) => answerSource(facts));

export function answerSections(facts: AnswerFacts): ContractDocument["sections"] {
  const { product, evaluation } = facts;
  return product.bundle.manifest.steps.flatMap((step) => {
    const data = evaluation.answers[step.key];
    const source = product.bundle.steps[step.key];
    if (!data || !source) return [];
    const answers = documentOrder(source).flatMap((name) => buildRows(facts, step.key, [name], data[name]));
    const rows = [...answers, ...confirmedRows(facts, step.key, source.schema, data)];
    const { translate, values } = sourceOf(facts);
    const titles = stepTextKeys(step.key, "title").map((key) => translate(key, values));
    const heading = titles.find((title) => title !== null) ?? step.key;
    return rows.length > 0 ? [{ heading, rows }] : [];
  });
}

/** The same for an answer of a call. As lists: labels may occur twice. */
export const listAnswers = (facts: AnswerFacts) =>
  answerSections(facts).map(({ heading, rows }) => ({
    heading,
    rows: rows.map(([label, value]) => ({ label, value })),
  }));

/** The same for a page, with the record of each answer, and the tables that take the place of some rows where there is room. */
export const listWithTables = (facts: AnswerFacts) =>
  answerSections(facts).map(({ heading, rows }) => ({
    heading,
    rows: rows.map(([label, value, record]) => ({
      ...{ label, value },
      ...(record && { record: { name: record.name, place: record.place } }),
    })),
    tables: findTables(rows),
  }));

/** The warnings that the broker confirmed, as the form words them. */
function confirmedRows(facts: AnswerFacts, step: string, schema: Schema, data: Answers): [string, string][] {
  const { product, evaluation, language } = facts;
  const warnings = findWarnings(product.bundle.contracts[step], schema, data, evaluation.context);
  const figure = (value: unknown): string =>
    typeof value === "number" ? writeNumber(value, language, {}) : writeNotation("date", String(value ?? ""), language);
  return warnings.flatMap(({ error, isConfirmed }) => {
    if (!isConfirmed) return [];
    const segments = pointerSegments(shownAt(error));
    const { texts, ui, schema: field } = findField(sourceOf(facts), step, layoutPath(schema, segments));
    if (isHidden(facts, field)) return [];
    const { message = "", values = {} } = ui["ui:errors"]?.[error.keyword] ?? {};
    const [limit, value] = [figure(error.params.limit), figure(error.params.value)];
    const sentence = product.text(language, message, { limit, value, ...values });
    const label = [labelRecord(facts, step, segments), texts.text("label")].filter(Boolean).join(" – ");
    return [[paperWords[language].confirmed, writePair(label, sentence, language)]];
  });
}

const isHidden = ({ reader }: AnswerFacts, { audience }: Schema): boolean =>
  reader === "client" && audience === "office";

/** Names the record or row that a path leads into, such as "Owner 2". Undefined outside of records. */
function labelRecord(facts: AnswerFacts, step: string, path: readonly string[]): string | undefined {
  const { schema = {} } = facts.product.bundle.steps[step] ?? {};
  // The innermost first.
  for (const [index, key] of [...path.slice(1).entries()].reverse()) {
    const listPath = layoutPath(schema, path.slice(0, index + 1));
    const field = findField(sourceOf(facts), step, listPath);
    const isRecord = listPath.length === layoutPath(schema, path.slice(0, index)).length;
    if (isRecord || recordSchemas(field.schema).length === 0) continue;
    if (!field.schema.items) return field.rows.get(key)?.label ?? key;
    return nameRecord(sourceOf(facts), [step, ...path.slice(0, index + 2)]);
  }
  return undefined;
}

/** A name with its value, with the space before the colon that the language has. */
export const writePair = (label: string, value: string, language: Language): string =>
  `${label}${CONVENTIONS[language].apart.includes(":") ? "\u00a0" : ""}: ${value}`;

/** Names a company or person of the background check with its place in the answers: "Owner 2: J. Jansen, 12-03-1960". */
export function nameSubject(facts: AnswerFacts, { kvk, name, birth_date, place }: PlacedSubject): string {
  const born = birth_date && writeNotation("date", birth_date, facts.language);
  const subject = [name, kvk, born].filter(Boolean).join(", ");
  const [step = "", ...path] = place ?? [];
  const label = place && (labelRecord(facts, step, path) ?? labelField(facts, step, path.slice(0, 1)));
  return label ? writePair(label, subject, facts.language) : subject;
}

/** `place`: the path with the indexes of records and the codes of rows. */
function buildRows(facts: AnswerFacts, step: string, place: string[], value: unknown): ContractRow[] {
  const path = layoutPath(facts.product.bundle.steps[step]?.schema ?? {}, place);
  const field = findField(sourceOf(facts), step, path, place);
  const label = field.texts.text("label") ?? path.at(-1) ?? "";
  if (value === undefined || value === null || isHidden(facts, field.schema)) return [];
  if (takesFiles(field.ui)) return buildFileRows(facts, fileAddress(step, path), label, value);
  const [record] = recordSchemas(field.schema);
  if (record && Array.isArray(value)) {
    const list = fileAddress(step, path);
    const isInner = ([, , inside]: ContractRow) => Number(inside?.list !== list);
    const rows = value.flatMap((entry, index) => {
      const recordPlace = [...place, String(index)];
      const name = nameRecord(sourceOf(facts), [step, ...recordPlace]);
      return memberOrder(record, field.ui)
        .flatMap((member) => buildRows(facts, step, [...recordPlace, member], entry[member]))
        .map((row): ContractRow => {
          const [label, answer, inner] = row;
          return inner ? row : [name + RECORD_DASH + label, answer, { name, list, place: recordPlace.join(".") }];
        })
        .sort((row, other) => isInner(row) - isInner(other));
    });
    // Where that makes a table, the records come first, and the lists inside them follow as a whole.
    const byList = [...Map.groupBy(rows, ([, , inside]) => inside?.list).values()].flat();
    return findTables(byList).length > 0 ? byList : rows;
  }
  if (record && isObject(value))
    return [...field.rows].flatMap(([key, item]) => {
      const row = value[key];
      const names = isObject(row) ? memberOrder(record, field.ui) : [];
      return names.flatMap((name) =>
        buildRows(facts, step, [...place, key, name], Object(row)[name]).map(([column, answer]): [string, string] => [
          nameCell(field.schema, item, [label, name, column]),
          answer,
        ]),
      );
    });
  if (isObject(value) && isGroup(field.schema))
    return memberOrder(field.schema, field.ui)
      .flatMap((name) => buildRows(facts, step, [...place, name], value[name]))
      .map(([name, ...rest]) => [`${label} – ${name}`, ...rest]);
  if (isObject(value)) {
    return Object.entries(value).map(([key, answer]) => {
      const item = field.rows.get(key);
      return [item ? writeQuestion(item) : key, writeAnswer(field, answer)];
    });
  }
  return [[label, writeAnswer(field, value)]];
}

/** The rows of one field with this answer, which may be a part of what was answered. */
export const answerRows = (facts: AnswerFacts, step: string, field: string, answer: unknown): ContractRow[] =>
  buildRows(facts, step, [field], answer);

/** Files of the step that explains answers are in a block of their own. */
function buildFileRows(facts: AnswerFacts, address: string, label: string, ids: unknown): [string, string][] {
  if (!Array.isArray(ids) || ids.length === 0 || address === defaultFileField(facts.product.bundle)) return [];
  const { file_gone } = serverTexts[facts.language].notes;
  return [[label, ids.map((id) => facts.fileNames.get(String(id)) ?? file_gone).join(", ")]];
}

export const labelField = (facts: AnswerFacts, step: string, path: readonly string[]): string =>
  describeField(facts, step, path).label;

/** The label of the field at a path in the answers, with that of its record, and whether it is for the office alone. */
export function describeField(facts: AnswerFacts, step: string, path: readonly string[]) {
  const field = findField(sourceOf(facts), step, layoutPath(facts.product.bundle.steps[step]!.schema, path));
  const record = labelRecord(facts, step, byIndex(path, facts.evaluation.answers[step]));
  const label = [record, field.texts.text("label") ?? path.at(-1)].filter(Boolean).join(RECORD_DASH);
  return { label, isForOffice: field.schema.audience === "office" };
}

/** Includes the list items of the question: the answer has no meaning without them. */
function writeQuestion({ value, label, list_items }: ListItem): string {
  const points = Array.isArray(list_items) ? list_items.map((point) => `• ${point}`) : [];
  return [label ?? String(value), ...points].join("\n");
}

/** Names a field of a row: `Turnover – Netherlands – Last year`. A question names its answer, and what explains that without the table. */
function nameCell(field: Schema, item: ListItem, [table, name, column]: [string, string, string]): string {
  if (!asksExplained(field)) return `${table} – ${item.label ?? item.value} – ${column}`;
  return name === ANSWER ? writeQuestion(item) : `${item.label ?? item.value} – ${column}`;
}
