// The rules of the dialect that a meta-schema cannot express: every text has a longest length, a lowest value lies below the highest,
// nothing answers a question or ticks a box by itself, conditions name the fields they need, required fields exist.
import { recordSchemas } from "#engine/fields/recordFields.ts";
import { ANSWER, memberList } from "#engine/schema/members.ts";
import { BOUND_NAMES, ruleFor } from "#engine/schema/rules.ts";
import type { Condition, Schema } from "#engine/schema/schema.ts";
import { isObject, propertySchemas } from "#engine/schema/schemaTree.ts";
import { conditionParts, type Part, partsAbout, visitSame } from "#engine/schema/schemaVisitor.ts";
import { dateAt } from "#engine/values/dates.ts";
import { FIRST_DAY } from "#engine/values/dateText.ts";
import { findNotation } from "#engine/values/notations.ts";
import { wordFor } from "../../read/findings/answerKinds.ts";
import { error, type Finding, note, removal } from "../../read/findings/finding.ts";
import { type Report, reporter } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { t } from "../../read/findings/translate.ts";
import { placedSchemas } from "../../read/steps/stepIndex.ts";
import { checkCondition } from "./conditions.ts";
import { checkRecords } from "./records.ts";
import { checkValues } from "./values.ts";

/** Checks a file as its author wrote it. */
export function checkDialect(file: string, schema: Schema): Finding[] {
  const findings: Finding[] = [];
  const report = reporter(file, findings);
  for (const { schema: rule, place } of placedSchemas(schema)) {
    checkText(rule, place, report);
    checkBounds(rule, place, report);
    checkValues(rule, place, report);
    checkCondition(rule, place, report);
    checkNames(rule, place, report);
    checkPrefill(rule, place, report);
    checkRecords(rule, place, report);
    if (isUntyped(rule, place))
      report(
        place,
        t`the field has no type`,
        t`add "type": string, integer, number, boolean, array or object`,
        "reads",
      );
    if (lacksThen(rule))
      report(`${place}/if`, t`the condition has no "then"`, t`add "then": what holds where it is met`, "reads");
  }
  return findings;
}

/** Checks the schema written out in full, where a remark about a shared part belongs to the step that uses it. */
export function checkWrittenOut(file: string, schema: Schema): Finding[] {
  const findings: Finding[] = [];
  const report = reporter(file, findings);
  for (const { schema: rule, place, path } of placedSchemas(schema)) {
    checkBounds(rule, place, report);
    checkValues(rule, place, report);
    checkDefault(rule, place, report);
    checkClosed(rule, place, report);
    checkPrefill(rule, place, report);
    if (lacksFirstDay(rule)) findings.push(noteFirstDay(file, place));
    if (rule.prefill !== undefined && path.length > 1) {
      const hint = t`remove "prefill", or make it a field of the step`;
      report(`${place}/prefill`, t`only a field of the step itself is filled by what is known`, hint);
    }
  }
  checkRequired(schema, "", report);
  return findings;
}

const lacksFirstDay = ({ type, format, dateWindow, computed, enum: choices }: Schema): boolean =>
  type === "string" && format === "date" && dateWindow?.from === undefined && computed === undefined && !choices;

const noteFirstDay = (file: string, place: string): Finding =>
  note(
    file,
    place,
    t`the date has no first day, so every day from ${FIRST_DAY} on is taken`,
    t`add the first day that makes sense to "dateWindow", for example "from": "-120y" for a birth`,
  );

/** A form without its fields: each would be reported wherever it is named. */
export function findFieldless(file: string, schema: Schema): Finding[] {
  const names = requiredNames(schema);
  const fields = propertySchemas(schema);
  const isEmpty = Object.keys(schema.properties ?? {}).length === 0;
  if (!isEmpty || names.length === 0 || names.some(({ name }) => fields.has(name))) return [];
  const finding = error(file, "", t`the form asks for fields, and has none`, t`add them to "properties"`);
  return [{ ...finding, stage: "reads" }];
}

/** A field with such a name would exist in every object, also without an answer. */
function checkNames({ properties = {} }: Schema, pointer: string, report: Report): void {
  for (const name of Object.keys(properties).filter((name) => name in Object.prototype))
    report(
      `${pointer}/properties/${name}`,
      t`"${name}" is a word that JavaScript keeps for itself`,
      t`choose another name`,
    );
}

const FIELD = /\/(?:(?:properties|definitions)\/[^/]+|items)$/;
const isUntyped = ({ type, $ref }: Schema, pointer: string): boolean =>
  FIELD.test(pointer) && type === undefined && $ref === undefined;
const lacksThen = (rule: Schema): boolean =>
  rule.if !== undefined && rule.then === undefined && rule.else === undefined;

function checkText(rule: Schema, pointer: string, report: Report): void {
  const notation = findNotation(rule.format);
  const text = rule.type === "string" || rule.pattern !== undefined || rule.format !== undefined;
  if (
    !text ||
    (notation && !notation.isOpen) ||
    rule.maxLength !== undefined ||
    rule.enum !== undefined ||
    rule.const !== undefined ||
    rule.$ref
  )
    return;
  report(pointer, t`the text has no longest length`, t`add "maxLength" with the most characters that make sense`);
}

/** Each lowest value with the highest of the same kind. */
const BOUNDS = BOUND_NAMES.filter((name) => ruleFor(name).bound === "lowest").flatMap((low) =>
  BOUND_NAMES.filter((name) => name !== low && ruleFor(name).about === ruleFor(low).about).map((high) => ({
    low,
    high,
  })),
);

/** Which day does not matter, because windows are relative to it. */
const SOME_DAY = "2026-01-15";

/** A field whose lowest value is above its highest can never be filled in. */
function checkBounds(rule: Schema, pointer: string, report: Report): void {
  for (const { low, high } of BOUNDS) {
    const [from, to] = [rule[low], rule[high]];
    if (from === undefined || to === undefined || from <= to) continue;
    report(
      `${pointer}/${low}`,
      t`${low} ${from} is above ${high} ${to}, so nothing can be filled in`,
      t`swap or correct them`,
    );
  }
  if (!rule.dateWindow) return;
  if (rule.type !== undefined && rule.format !== "date")
    report(`${pointer}/dateWindow`, t`only a date can be in a window of days`, t`add "format": "date", or remove it`);
  const { from, to } = rule.dateWindow;
  for (const bound of [from, to]) {
    if (bound !== undefined && readDay(bound) === null)
      report(`${pointer}/dateWindow`, t`"${bound}" is not a day that exists`, t`correct it`);
  }
  if (String(readDay(from) ?? "") <= String(readDay(to) ?? "9999")) return;
  report(
    `${pointer}/dateWindow`,
    t`from ${from} is after to ${to}, so no day can be filled in`,
    t`swap or correct them`,
  );
}

function readDay(bound: string | undefined): string | null {
  try {
    return bound === undefined ? null : dateAt(SOME_DAY, bound);
  } catch {
    return null;
  }
}

function checkDefault(rule: Schema, pointer: string, report: Report): void {
  if (rule.const === true && rule.default !== undefined) {
    report(
      `${pointer}/default`,
      t`an agreement has a default, so it would tick itself`,
      removal(t`remove "default"`, "default"),
    );
  }
  if (rule.ask?.explain?.properties && ANSWER in rule.ask.explain.properties) {
    const answer = `${pointer}/ask/explain/properties/${ANSWER}`;
    report(answer, t`the yes or no of a question is there by itself`, t`remove "${ANSWER}"`);
  }
  if (memberList(rule)?.required && isObject(rule.default) && Object.keys(rule.default).length > 0) {
    report(
      pointer,
      t`the questions have a default, so they would answer themselves`,
      removal(t`remove "default"`, "default"),
    );
  }
}

/** The only source of a prefill that is no text. */
const SWITCHED_ON = "relation.finance_separate";

function checkPrefill({ prefill, type }: Schema, pointer: string, report: Report): void {
  if (!isObject(prefill) || !Array.isArray(prefill.from)) return;
  const { from, locked } = prefill;
  for (const [index, source] of from.entries()) {
    const gives = source === SWITCHED_ON ? "boolean" : "string";
    if (type === undefined || type === gives) continue;
    const sentence = t`"${source}" gives ${wordFor(gives)}, the field holds ${wordFor(type)}`;
    report(`${pointer}/prefill/from/${index}`, sentence, t`take another source, or correct the type`);
  }
  if (locked === undefined || from.some((source) => String(source).startsWith(`${locked}.`))) return;
  const sentence = t`the field is locked by the ${locked}, which does not fill it`;
  report(`${pointer}/prefill/locked`, sentence, t`add what the ${locked} knows to "from", or remove "locked"`);
}

/** `additionalProperties: false` does not see the fields of then and else: it would refuse them. */
function checkClosed(rule: Schema, pointer: string, report: Report): void {
  if (rule.additionalProperties !== false) return;
  const ownNames = Object.keys(rule.properties ?? {});
  const hidden = [...propertySchemas(rule).keys()].filter((name) => !ownNames.includes(name));
  if (hidden.length === 0) return;
  const names = hidden.join(", ");
  report(
    `${pointer}/additionalProperties`,
    t`"additionalProperties": false refuses ${names}, which a condition adds`,
    t`remove "additionalProperties": false`,
  );
}

function checkRequired(object: Schema, pointer: string, report: Report): void {
  const fields = propertySchemas(object);
  const unknown = (namePointer: string, name: string, sentence: string, written: readonly string[] = []) => {
    const others = [...fields.keys()].filter((other) => !written.includes(other));
    const hint = meantOr(others, name, t`correct the name, or add the field to "properties"`);
    report(namePointer, sentence, hint, "refers");
  };
  visitSame(object, (rule, below) => {
    const partPointer = pointer + below;
    for (const { name, place: suffix } of requiredNames(rule))
      if (!fields.has(name))
        unknown(partPointer + suffix, name, t`"${name}" is required but is not a field`, rule.required);
    for (const { name, place: suffix } of askedFields(rule.if))
      if (!fields.has(name))
        unknown(`${partPointer}/if${suffix}`, name, t`the condition asks for "${name}", which is not a field`);
    for (const part of partsAbout(rule, "member")) checkRequiredWithin(part, partPointer, report);
  });
}

/** A group, or a record of a list. */
function checkRequiredWithin({ schema: field, place }: Part, pointer: string, report: Report): void {
  if (field.properties) checkRequired(field, pointer + place, report);
  const below = memberList(field)?.place ?? "/items";
  for (const record of recordSchemas(field)) checkRequired(record, `${pointer}${place}${below}`, report);
}

const askedFields = (condition: Condition = {}): { name: string; place: string }[] => [
  ...conditionParts(condition).filter(({ about }) => about === "member"),
  ...requiredNames(condition),
];

const requiredNames = ({ required = [] }: Pick<Schema, "required">): { name: string; place: string }[] =>
  required.map((name, index) => ({ name, place: `/required/${index}` }));
