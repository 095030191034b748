// Settings that do nothing, or promise what the server refuses: those that a control does not read, an amount that its choices lack, a
// price of another answer, a default that is no choice, files beyond what is taken.

import { type Control, findControl, misfit, readsOptions } from "#engine/fields/controls.ts";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { FILE_RULES } from "#engine/rules/fileRules.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import type { ListItem, Manifest, StepSource } from "#engine/schema/types.ts";
import { resolveLists } from "#engine/steps/lists.ts";
import { backSources } from "../../read/backLists.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import type { Finding } from "../../read/findings/finding.ts";
import { member, type Report, reporter } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import type { StepFiles } from "../../read/shared/sharedContent.ts";
import { fieldPlaces, ruleValues } from "../../read/steps/stepIndex.ts";

interface Field {
  name: string;
  ui: UiSchema;
  described: readonly Schema[];
  report: Report;
  inSchema: Report;
}

export function checkOptions(files: StepFiles, step: StepSource, product: ProductFiles): Finding[] {
  const findings: Finding[] = [];
  const report = reporter(files.ui.file, findings);
  const inSchema = reporter(files.schema.file, findings);
  const offered = findOffered(product);
  const fields = fieldPlaces(step);
  for (const [name, described] of fields) {
    const ui = (valueAt(step.ui, name.split("/")) ?? {}) as UiSchema;
    const field = { name, ui, described, report, inSchema };
    const read = checkRead(field);
    if (read.includes("amount")) checkAmount(field, offered);
    checkDefault(field, offered);
    if (read.includes("price")) checkPrice(field, `${files.key}.${name.replace("/", ".")}`, product);
    if (field.ui["ui:field"] === "dropzone") checkFiles(field);
    if (member(ui, "ui:options").layout === "table") checkTable(field, [...fields.keys()]);
  }
  return findings;
}

/** What a list may offer, of one rule or another, or undefined if no rule fills it. */
type Offered = (list: string) => ListItem[] | undefined;

function findOffered(product: ProductFiles): Offered {
  const lists: Manifest["lists"] = readManifest(product).lists ?? {};
  const filled = resolveLists({ lists }, backSources(product), {}).lists;
  return (name) => ruleValues(lists, name)?.map((value) => ({ value })) ?? filled[name];
}

/** The options that the control of the field reads. */
function checkRead({ name, ui, described, report }: Field): string[] {
  const named = ui["ui:field"] ?? ui["ui:widget"];
  const control = findControl(named);
  if (!control) return [];
  const read = readsOptions(control);
  // Another control reads other options.
  if (described.some((field) => field.type !== undefined && misfit(String(named), control, field))) return read;
  // `commit` (controls.ts) reports that a choice counts at once.
  for (const option of Object.keys(member(ui, "ui:options")).filter(
    (written) => written !== "commit" && !read.includes(written),
  )) {
    const hint = read.length > 1 ? `remove it; ${named} takes ${read.join(", ")}` : "remove it";
    report(`/${name}/ui:options/${option}`, `"${named}" does nothing with "${option}"`, hint);
  }
  return read;
}

function checkAmount({ name, ui, described, report }: Field, offered: Offered): void {
  const { amount } = member(ui, "ui:options");
  const list = described.find(({ enumFrom }) => enumFrom !== undefined)?.enumFrom;
  const items = list === undefined ? [] : (offered(list) ?? []);
  if (amount === undefined || items.length === 0) return;
  if (items.every((item) => typeof item[String(amount)] === "number")) return;
  const numbers = Object.keys(items[0] ?? {}).filter((key) => typeof items[0]?.[key] === "number");
  const sentence = `the choices of ${list} have no amount "${amount}"`;
  report(`/${name}/ui:options/amount`, sentence, meantOr(numbers, amount, "remove it: the choice itself is shown"));
}

function checkDefault({ name, described, inSchema }: Field, offered: Offered): void {
  for (const { enumFrom, default: chosen } of described) {
    const items = enumFrom === undefined ? undefined : offered(enumFrom);
    if (chosen === undefined || !items || items.length === 0 || items.some(({ value }) => value === chosen)) continue;
    const sentence = `${JSON.stringify(chosen)} is none of the choices of ${enumFrom}`;
    inSchema(
      `/properties/${name.replace("/", "/properties/")}/default`,
      sentence,
      "write one of its values, or remove the default",
    );
  }
}

/** One answer has a price that the sidebar can show beside it. */
function checkPrice({ name, ui, report }: Field, answer: string, { tariff }: ProductFiles): void {
  const { price } = member(ui, "ui:options");
  const priced = member(tariff?.content, String(price)).answer;
  if (price === undefined || !tariff || priced === answer) return;
  const sentence =
    typeof priced === "string"
      ? `"${price}" is the price of ${priced}, not of ${answer}`
      : `no tariff has a price of "${price}"`;
  report(`/${name}/ui:options/price`, sentence, "correct it, or remove it");
}

function checkFiles({ name, ui, described, report, inSchema }: Field): void {
  const { accept, maxSize } = member(ui, "ui:options");
  const extensions = FILE_RULES.extensions.join(", ");
  for (const [index, extension] of (Array.isArray(accept) ? accept : []).entries())
    if (!FILE_RULES.extensions.includes(extension))
      report(
        `/${name}/ui:options/accept/${index}`,
        `the portal takes no files "${extension}"`,
        `write one of ${extensions}`,
      );
  if (typeof maxSize === "number" && maxSize > FILE_RULES.maxSize)
    report(
      `/${name}/ui:options/maxSize`,
      "the portal takes no files as large as that",
      `write at most ${FILE_RULES.maxSize}`,
    );
  if (described.some(({ maxItems = 0 }) => maxItems > FILE_RULES.maxFiles))
    inSchema(
      `/properties/${name.replace("/", "/properties/")}/maxItems`,
      "the portal takes fewer files at a field",
      `write at most ${FILE_RULES.maxFiles}`,
    );
}

/** What fits beside each other on the page of a step. */
const MOST_COLUMNS = 8;

/** A cell has room for one control on one line. */
function checkTable({ name, ui, report }: Field, fields: readonly string[]): void {
  const columns = fields
    .filter((field) => field.startsWith(`${name}/`))
    .map((field) => field.slice(name.length + 1))
    .map((column) => ({ column, layout: member(ui, column) }))
    .filter(({ layout }) => layout["ui:widget"] !== "hidden");
  const pointer = `/${name}/ui:options/layout`;
  if (columns.length > MOST_COLUMNS)
    report(
      pointer,
      `a record has ${columns.length} fields, and a table has room for ${MOST_COLUMNS} columns`,
      'remove "layout": the records are cards then',
    );
  for (const { column, layout } of columns) {
    const named = String(layout["ui:field"] ?? layout["ui:widget"]);
    const control = findControl(named);
    if (!control || fitsCell(named, control)) continue;
    const other = control.choices ? 'take "select" for it, or ' : "";
    report(pointer, `"${named}" of ${column} does not fit into a cell of a table`, `${other}remove "layout"`);
  }
}

const fitsCell = (name: string, { typed, computed }: Control): boolean =>
  (typed && name !== "textarea") || computed || name === "select" || name === "yes-no";
