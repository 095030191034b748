// An answer in words, for summary lines, the choice after a conflict and the view of all answers. Reads the same
// display schema as the form, so a label or an option is written in one place. Pure. Knows no product and no field by
// name.

import { findControl, numberWords, writeValue } from "#engine/fields/controls.ts";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { findRecordFields, readIds } from "#engine/fields/recordFields.ts";
import { ANSWER } from "#engine/schema/members.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isGroup, isObject, isSiblingList, memberOrder, schemasAt } from "#engine/schema/schemaTree.ts";
import type { Answers, JsonObject, Language, ListItem } from "#engine/schema/types.ts";
import { fillAnswers } from "#engine/texts/answersInTexts.ts";
import type { PresentedForm as WholeForm } from "#engine/texts/present.ts";
import { writeNumber } from "#engine/values/formats.ts";
import type { Text } from "./text.ts";

type PresentedForm = Pick<WholeForm, "schema" | "uiSchema"> & { answers?: Answers };

/** A form with its answers, in which records are named by their index. */
export interface AnsweredForm extends PresentedForm {
  answers: Answers;
}

export interface WordingTools {
  text: Text;
  has(key: string): boolean;
  language: Language;
  fileName(id: string): string;
}

/** The path without records, which all have the layout of their list. */
function pathInLayout(schema: Schema, path: readonly string[]): readonly string[] {
  const [field = "", _record, ...rest] = path;
  const record = findRecordFields(schema).get(field);
  return record ? [field, ...pathInLayout(record, rest)] : path;
}

const layoutAt = ({ schema, uiSchema }: PresentedForm, path: readonly string[]): unknown =>
  valueAt(uiSchema, pathInLayout(schema, path));

/** The innermost record that a path leads into: `sites/0/halls/1` for `sites/0/halls/1/roof`; empty outside of records. */
function recordAround(schema: Schema, [field = "", id, ...rest]: readonly string[]): readonly string[] {
  const record = findRecordFields(schema).get(field);
  return record && id !== undefined ? [field, id, ...recordAround(record, rest)] : [];
}

/** The ui-schema entry of a path, options and `ui:*` keys read as one. */
export function uiAt(presented: PresentedForm, path: readonly string[]): JsonObject {
  const ui = layoutAt(presented, path);
  if (!isObject(ui)) return {};
  const options = isObject(ui["ui:options"]) ? ui["ui:options"] : {};
  return { widget: ui["ui:field"] ?? ui["ui:widget"], ...options };
}

/** The question that a field belongs to: it is its answer, or explains that. */
const questionAround = (presented: PresentedForm, path: readonly string[]): unknown =>
  path.length > 1 ? uiAt(presented, path.slice(0, -1)).question : undefined;

/** The title of a record from its answers, or undefined while it has none. */
export function titleRecord(form: AnsweredForm, path: readonly string[], tools: WordingTools) {
  const answers = Object(valueAt(form.answers, path));
  return fillAnswers(uiAt(form, path.slice(0, -1)).recordTitle as string | undefined, (name) => {
    const [fieldPath, value] = [[...path, name], answers[name]];
    return isEmpty(value) || isCode(uiAt(form, fieldPath)) ? undefined : wordsFor(form, fieldPath, value, tools);
  });
}

/** What a record is called inside its list: its title, or its number: `Owner 2`. */
export function nameInList(form: AnsweredForm, path: readonly string[], tools: WordingTools): string {
  const { itemName, title } = uiAt(form, path.slice(0, -1));
  return titleRecord(form, path, tools) ?? `${itemName ?? title ?? ""} ${Number(path.at(-1)) + 1}`;
}

/** What a record is called. One inside another is named after that: `Kade 1 – Hall`. */
export function nameRecord(form: AnsweredForm, path: readonly string[], tools: WordingTools): string {
  const name = nameInList(form, path, tools);
  return path.length > 2 ? `${nameRecord(form, path.slice(0, -2), tools)} – ${name}` : name;
}

/** A field in a group is named with its group, an explanation with its question. */
function labelField(presented: PresentedForm, path: readonly string[]): string {
  const { title, around } = uiAt(presented, path);
  const name = typeof title === "string" ? title : (path.at(-1) ?? "");
  if (questionAround(presented, path))
    return path.at(-1) === ANSWER ? labelField(presented, path.slice(0, -1)) : `${around} – ${name}`;
  if (around !== undefined) return `${labelField(presented, path.slice(0, -2))} – ${around} – ${name}`;
  const isMember = path.length > 1 && uiAt(presented, path.slice(0, -1)).widget === "group";
  return isMember ? `${labelField(presented, path.slice(0, -1))} – ${name}` : name;
}

/** A field of a record is named with its record. */
export function findLabel(form: AnsweredForm, path: readonly string[], tools: WordingTools): string {
  const record = recordAround(form.schema, path);
  if (record.length === 0) return labelField(form, path);
  const name = nameRecord(form, record, tools);
  return path.length === record.length ? name : `${name} – ${uiAt(form, path).title ?? path.at(-1)}`;
}

/** What a question enumerates, which its label alone leaves out. */
export function findPoints(presented: PresentedForm, path: readonly string[]): string[] {
  const question = path.at(-1) === ANSWER ? questionAround(presented, path) : uiAt(presented, path).question;
  return isObject(question) && Array.isArray(question.list_items) ? question.list_items.map(String) : [];
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return Array.isArray(value) ? value.length === 0 : false;
}

/** The amount of a choice, if its item has one. */
function findAmount(item: ListItem, ui: JsonObject): number | undefined {
  const member = typeof ui.amount === "string" ? item[ui.amount] : undefined;
  return typeof member === "number" ? member : undefined;
}

function ofItem(item: ListItem, ui: JsonObject, { language }: WordingTools): string {
  const amount = findAmount(item, ui);
  if (amount !== undefined) return writeNumber(amount, language, { money: true });
  if (item.label !== undefined) return item.label;
  const { money } = numberWords({ ...ui, amount: undefined });
  return money ? writeValue(item.value, undefined, ui, language) : String(item.value);
}

/** The choices of a field. Records of a list in the same record have their names. `path`: with the indexes of records. */
export function findItems(form: PresentedForm, path: readonly string[], tools: WordingTools): ListItem[] {
  const { list, items } = uiAt(form, path);
  if (!isSiblingList(list)) return Array.isArray(items) ? items : [];
  const [place, { answers = {} }] = [[...path.slice(0, -1), list.slice(1)], form];
  return readIds(valueAt(answers, place)).map((item, index) => {
    return { ...item, label: nameInList({ ...form, answers }, [...place, String(index)], tools) };
  });
}

function ofArray(values: unknown[], items: ListItem[], ui: JsonObject, tools: WordingTools): string {
  const words = values.map((value) => {
    const choice = Array.isArray(value) ? value.at(-1) : value;
    const item = items.find((candidate) => candidate.value === choice);
    return item ? ofItem(item, ui, tools) : tools.fileName(String(choice));
  });
  return words.join(", ");
}

/** Whether a choice would be shown as its code, because its list is missing. */
const isCode = (ui: JsonObject): boolean => ui.listMissing === true && !numberWords(ui).money;

/** The answered fields of a record, a row or a group in the order of its layout. */
export function answeredIn(presented: PresentedForm, path: readonly string[], record: JsonObject): string[] {
  const fields = schemasAt(presented.schema, path).flatMap((schema) => memberOrder(schema, layoutAt(presented, path)));
  return fields.filter((name) => !isEmpty(record[name]) && !isCode(uiAt(presented, [...path, name])));
}

/** The answers of a record, a row or a group. Records are separated by a semicolon, those inside a record are in brackets. */
const ofRecord = (presented: PresentedForm, path: readonly string[], record: JsonObject, tools: WordingTools): string =>
  answeredIn(presented, path, record)
    .map((name) => {
      const words = wordsFor(presented, [...path, name], record[name], tools);
      return isRecords(record[name]) ? `(${words})` : words;
    })
    .join(", ");

export const isRecords = (value: unknown): value is JsonObject[] => Array.isArray(value) && value.every(isObject);

const ofRecords = (presented: PresentedForm, path: readonly string[], records: JsonObject[], tools: WordingTools) =>
  records.map((record, index) => ofRecord(presented, [...path, String(index)], record, tools)).join("; ");

/** The rows of a table that have an answer, each with its heading. */
const ofRows = (presented: PresentedForm, path: readonly string[], rows: JsonObject, tools: WordingTools): string =>
  Object.entries(rows)
    .map(([row, cells]) => [row, isObject(cells) ? ofRecord(presented, [...path, row], cells, tools) : ""])
    .flatMap(([row = "", value]) =>
      value ? tools.text("common.named", { name: labelField(presented, [...path, row]), value }) : [],
    )
    .join("; ");

/** A group of switches: the names of those that are on. */
function ofGroup(presented: PresentedForm, path: readonly string[], group: JsonObject, tools: WordingTools): string {
  const on = Object.keys(group).filter((key) => group[key] === true);
  return on.map((key) => memberName(presented, [...path, key], tools)).join(", ") || tools.text("common.amount.none");
}

function ofObject(presented: PresentedForm, path: readonly string[], value: JsonObject, tools: WordingTools): string {
  const hasFields = recordAround(presented.schema, path).length > 0 || schemasAt(presented.schema, path).some(isGroup);
  if (hasFields) return ofRecord(presented, path, value, tools);
  const hasRows = uiAt(presented, path).widget === "table" || Object.values(value).some(isObject);
  const write = hasRows ? ofRows : ofGroup;
  return write(presented, path, value, tools);
}

function memberName(presented: PresentedForm, path: readonly string[], tools: WordingTools): string {
  const { item } = uiAt(presented, path);
  if (isObject(item) && typeof item.label === "string") return item.label;
  const key = isObject(item) ? `wizard.additional_coverage.${item.value}.name` : "";
  return key && tools.has(key) ? tools.text(key) : labelField(presented, path);
}

/** A box or a switch that may stay off means no while it is untouched. */
function standsForNo({ schema }: PresentedForm, [name = ""]: readonly string[], ui: JsonObject): boolean {
  const control = findControl(ui.widget);
  return (control?.offIsNo === true || control?.asks === "tick") && schema.required?.includes(name) !== true;
}

/** Returns the value in words, or that it is empty. */
export function wordsFor(
  presented: PresentedForm,
  path: readonly string[],
  answer: unknown,
  tools: WordingTools,
): string {
  const ui = uiAt(presented, path);
  const value = isEmpty(answer) && standsForNo(presented, path, ui) ? false : answer;
  if (isEmpty(value)) return tools.text("wizard.check_answers.not_answered");
  const items = findItems(presented, path, tools);
  if (typeof value === "boolean") return tools.text(value ? "common.answer.yes" : "common.answer.no");
  if (isRecords(value)) return ofRecords(presented, path, value, tools);
  if (Array.isArray(value)) return ofArray(value, items, ui, tools);
  if (isObject(value)) return ofObject(presented, path, value, tools);
  const item = items.find((candidate) => candidate.value === value);
  if (item) return ofItem(item, ui, tools);
  const format = schemasAt(presented.schema, path).find((schema) => schema.format !== undefined)?.format;
  return writeValue(value, format, ui, tools.language);
}

export type SummaryFields = readonly (string | string[][])[];

/** Lines of fields as an address is written. An unanswered field leaves no gap. */
function ofLines(presented: PresentedForm, lines: string[][], data: Answers, tools: WordingTools): string {
  const write = (field: string) => (isEmpty(data[field]) ? [] : wordsFor(presented, [field], data[field], tools));
  const written = lines.map((line) => line.flatMap(write).join(" "));
  return written.filter(Boolean).join(", ");
}

/** Between the facts of a line. A fact stays whole where it fits. */
export const SEPARATOR = " · ";

/** One line about a completed step: choices speak for themselves, figures and switches carry their name. */
export function formatSummary(
  presented: PresentedForm,
  fields: SummaryFields,
  data: Answers,
  tools: WordingTools,
): string {
  const write = (field: string | string[][]) =>
    Array.isArray(field) ? ofLines(presented, field, data, tools) : summarize(presented, field, data[field], tools);
  return fields.map(write).filter(Boolean).join(SEPARATOR);
}

function summarize(presented: PresentedForm, field: string, value: unknown, tools: WordingTools): string {
  const noneOn = isObject(value) && Object.values(value).every((member) => member === false || isEmpty(member));
  const ui = uiAt(presented, [field]);
  if (isEmpty(value) || value === false || noneOn || isCode(ui)) return "";
  const label = labelField(presented, [field]);
  if (value === true) return label;
  const words = wordsFor(presented, [field], value, tools);
  const figure = numberWords(ui).money || findControl(ui.widget)?.reads === "figure" || typeof value === "number";
  return figure && findItems(presented, [field], tools).every((item) => item.label === undefined)
    ? `${label} ${words}`
    : words;
}
