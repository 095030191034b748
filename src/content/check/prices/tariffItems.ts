// Prices over records: the list and the answers of its records that a tariff names exist, are of a kind that can be priced, and are
// there whenever the record is, or a broker would get no premium without an error.
import { isRecordList } from "#engine/fields/recordFields.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { isObject, schemasAt } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { objects, type Report } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";
import { answerExists, type Steps } from "../../read/steps/stepIndex.ts";

interface ItemParts {
  steps: Steps;
  tariff: JsonObject;
  report: Report;
}

interface AnswerChecks {
  /** Whether an answer is there whenever everything is filled in. */
  isAlwaysGiven(path: string): boolean;
  checkFactor(factor: JsonObject, pointer: string, each: string): void;
}

export function checkItems({ steps, tariff, report }: ItemParts, { isAlwaysGiven, checkFactor }: AnswerChecks): void {
  for (const [index, part] of objects(tariff.per_item).entries()) {
    const reportPart: Report = (pointer, ...words) => report(`/per_item/${index}${pointer}`, ...words);
    const each = String(part.each);
    const described = describeAt(steps, each);
    if (!described.some(isRecordList)) {
      reportPart("/each", t`"${each}" is not a list of records`, t`name a field whose items have fields`, "refers");
      continue;
    }
    checkPresence(part, hasAlwaysRecords(steps, each, isAlwaysGiven), reportPart);
    checkAmount(part, steps, reportPart);
    if (isObject(part.price)) checkFactor(part.price, `/per_item/${index}/price`, each);
    for (const [position, factor] of objects(part.factors).entries())
      checkFactor(factor, `/per_item/${index}/factors/${position}`, each);
  }
}

/** Whether a list has a record whenever everything is filled in: of a list inside records, in each of them. */
function hasAlwaysRecords(steps: Steps, each: string, isAlwaysGiven: AnswerChecks["isAlwaysGiven"]): boolean {
  if (!describeAt(steps, each).some(({ minItems = 0 }) => minItems > 0)) return false;
  const around = each.lastIndexOf(".*.");
  if (around < 0) return isAlwaysGiven(each);
  return isGivenInRecord(steps, each) && hasAlwaysRecords(steps, each.slice(0, around), isAlwaysGiven);
}

function checkPresence({ each, optional }: JsonObject, isThere: boolean, report: Report): void {
  if (optional !== true && !isThere)
    report(
      "",
      t`${each} may stay empty, and then no premium is computed`,
      t`add "optional": true, or require a record`,
    );
  if (optional === true && isThere) report("/optional", t`${each} is never empty`, t`remove "optional"`);
}

function checkAmount({ each, amount }: JsonObject, steps: Steps, report: Report): void {
  if (amount === undefined) return;
  const path = String(amount);
  const described = describeInRecord(steps, String(each), path);
  if (described === null) reportOther(report, "/amount", path, String(each));
  else if (described.some(({ type }) => type !== "number" && type !== "integer"))
    report("/amount", t`${path} is not a number, so it has no price`, t`name a field that holds an amount`);
  else if (!described.some(({ minimum = -1, exclusiveMinimum = -1 }) => minimum >= 0 || exclusiveMinimum >= 0))
    report("/amount", t`${path} may be below 0, for which there is no price`, t`give it a "minimum" of 0`);
  else if (!isGivenInRecord(steps, path))
    report("/amount", t`${path} may stay empty, and then no premium is computed`, t`make it required in the record`);
}

const reportOther = (report: Report, pointer: string, path: string, each: string): void =>
  report(pointer, t`"${path}" is not a field of a record of ${each}`, t`write ${each}.*.<field>`, "refers");

/** Null: it is not a field of the records. */
const describeInRecord = (steps: Steps, each: string, path: string): Schema[] | null =>
  path.startsWith(`${each}.*.`) && answerExists(steps, path) ? describeAt(steps, path) : null;

function describeAt(steps: Steps, path: string): Schema[] {
  const [step = "", ...field] = path.split(".");
  return schemasAt(steps[step]?.schema ?? {}, field);
}

/** Whether each record answers it: required in the record, not behind a condition, or computed from such answers. */
export function isGivenInRecord(steps: Steps, path: string): boolean {
  const keys = path.split(".");
  const recordPath = keys.slice(0, -1).join(".");
  if (describeAt(steps, recordPath).some(({ required = [] }) => required.includes(keys.at(-1) ?? ""))) return true;
  const isGiven = (field: string) => isGivenInRecord(steps, `${recordPath}${field}`);
  return describeAt(steps, path).some(({ computed }) => computed !== undefined && isAlwaysKnown(computed, isGiven));
}

/** Whether an expression has a value in every record. Division by zero has none. */
function isAlwaysKnown(expression: unknown, isGiven: (field: string) => boolean): boolean {
  if (expression === "today") return true;
  if (typeof expression === "string") return /^\.\w+$/.test(expression) && isGiven(expression);
  if (Array.isArray(expression)) return expression.every((part) => isAlwaysKnown(part, isGiven));
  if (!isObject(expression) || expression.empty !== undefined) return true;
  return expression.divide === undefined && Object.values(expression).every((part) => isAlwaysKnown(part, isGiven));
}
