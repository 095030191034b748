// Settings that do nothing, or promise what the server refuses: those that a control does not read, an amount that its choices lack, a
// price of another answer, a default that is no choice, files beyond what is taken.
import { dirname } from "node:path";
import { type Control, readsOptions } from "#engine/fields/controls.ts";
import { FILE_RULES, LARGEST_FILE } from "#engine/rules/fileRules.ts";
import type { ListItem, Manifest } from "#engine/schema/types.ts";
import { resolveLists } from "#engine/steps/lists.ts";
import { backSources } from "../../read/backLists.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import { removal, setting } from "../../read/findings/finding.ts";
import { member } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { t } from "../../read/findings/translate.ts";
import { ruleValues } from "../../read/steps/stepIndex.ts";
import { type CheckedField, findNamed } from "./controls.ts";
import { misfit } from "./misfit.ts";

/** Returns what a list may offer, of one rule or another, or undefined if no rule fills it. */
type ListOffer = (list: string) => ListItem[] | undefined;

export function findListOffer(product: ProductFiles): ListOffer {
  const lists: Manifest["lists"] = readManifest(product).lists ?? {};
  const filled = resolveLists({ lists }, backSources(product), {}, "").lists;
  return (name) => ruleValues(lists, name)?.map((value) => ({ value })) ?? filled[name];
}

export function checkOptions(field: CheckedField, offer: ListOffer): void {
  const read = checkRead(field);
  if (read.includes("amount")) checkAmount(field, offer);
  checkDefault(field, offer);
  if (read.includes("price")) checkPrice(field);
  if (field.layout?.["ui:field"] === "dropzone") checkFileLimits(field);
  if (member(field.layout, "ui:options").layout === "table") checkTable(field);
}

/** The options that the control of the field reads. */
function checkRead({ described, layout, report }: CheckedField): string[] {
  const [named, control] = findNamed(layout);
  if (!control) return [];
  const read = readsOptions(control);
  // Another control reads other options.
  if (described.some((field) => field.type !== undefined && misfit(named, control, field))) return read;
  const hint = removal(read.length > 1 ? t`remove it; ${named} takes ${read.join(", ")}` : undefined);
  for (const option of Object.keys(member(layout, "ui:options")))
    if (!read.includes(option)) report(`/ui:options/${option}`, t`"${named}" does nothing with "${option}"`, hint);
  return read;
}

function checkAmount({ described, layout, report }: CheckedField, offer: ListOffer): void {
  const { amount } = member(layout, "ui:options");
  const list = described.find(({ enumFrom }) => enumFrom !== undefined)?.enumFrom;
  const items = list === undefined ? [] : (offer(list) ?? []);
  if (amount === undefined || items.length === 0) return;
  if (items.every((item) => typeof item[String(amount)] === "number")) return;
  const numbers = Object.keys(items[0] ?? {}).filter((key) => typeof items[0]?.[key] === "number");
  const hint = meantOr(numbers, amount, removal(t`remove it: the choice itself is shown`));
  report("/ui:options/amount", t`the choices of ${list} have no amount "${amount}"`, hint);
}

function checkDefault({ described, inSchema }: CheckedField, offer: ListOffer): void {
  for (const { enumFrom, default: chosen } of described) {
    const items = (enumFrom === undefined ? undefined : offer(enumFrom)) ?? [];
    if (chosen === undefined || items.length === 0 || items.some(({ value }) => value === chosen)) continue;
    const sentence = t`${JSON.stringify(chosen)} is none of the choices of ${enumFrom}`;
    inSchema("/default", sentence, t`write one of its values, or remove the default`);
  }
}

/** One answer has a price that the sidebar can show beside it. */
function checkPrice({ place, layout, files, product, report }: CheckedField): void {
  const { price } = member(layout, "ui:options");
  const answer = `${files.key}.${place.replace("/", ".")}`;
  const priced = member(product.tariff?.content, String(price)).answer;
  if (price === undefined || !product.tariff || priced === answer) return;
  const isOther = typeof priced === "string";
  const sentence = isOther
    ? t`"${price}" is the price of ${priced}, not of ${answer}`
    : t`no tariff has a price of "${price}"`;
  report("/ui:options/price", sentence, t`correct it, or remove it`);
}

function checkFileLimits({ described, layout, report, inSchema }: CheckedField): void {
  const { accept, maxSize } = member(layout, "ui:options");
  const { extensions, maxFiles } = FILE_RULES;
  for (const [index, extension] of (Array.isArray(accept) ? accept : []).entries())
    if (!extensions.includes(extension)) {
      const hint = t`write one of ${extensions.join(", ")}`;
      report(`/ui:options/accept/${index}`, t`the portal takes no files "${extension}"`, hint);
    }
  if (typeof maxSize === "number" && maxSize > LARGEST_FILE)
    report(
      "/ui:options/maxSize",
      t`the portal takes no files as large as that`,
      setting(t`write at most ${LARGEST_FILE}, which is 10 MB`, LARGEST_FILE),
    );
  if (described.some(({ maxItems = 0 }) => maxItems > maxFiles))
    inSchema("/maxItems", t`the portal takes fewer files at a field`, setting(t`write at most ${maxFiles}`, maxFiles));
}

/** What fits beside each other on the page of a step. */
const MOST_COLUMNS = 8;

/** A cell has room for one control on one line. */
function checkTable({ place, fields, report }: CheckedField): void {
  const columns = [...fields.values()].filter((field) => dirname(field.place) === place);
  const shown = columns.filter(({ layout }) => layout?.["ui:widget"] !== "hidden");
  const pointer = "/ui:options/layout";
  if (shown.length > MOST_COLUMNS) {
    const sentence = t`a record has ${shown.length} fields, and a table has room for ${MOST_COLUMNS} columns`;
    report(pointer, sentence, removal(t`remove "layout": the records are cards then`));
  }
  for (const { place: column, layout } of shown) {
    const [named, control] = findNamed(layout);
    if (!control || fitsCell(named, control)) continue;
    const name = column.slice(place.length + 1);
    const hint = control.choices ? t`take "select" for it, or remove "layout"` : t`remove "layout"`;
    report(pointer, t`"${named}" of ${name} does not fit into a cell of a table`, hint);
  }
}

const fitsCell = (name: string, { typed, computed }: Control): boolean =>
  (typed && name !== "textarea") || computed || ["select", "yes-no", "dropzone"].includes(name);
