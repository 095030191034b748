// Checks a field's own values: choices and defaults are answers that it accepts, rules are about its kind of value,
// and some number lies between its bounds. Otherwise it is drawn and cannot be filled in.
import { matches } from "#engine/rules/conditions.ts";
import { RULE_NAMES, ruleFor, type ValueKind } from "#engine/schema/rules.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { findNotation, fitsNotation } from "#engine/values/notations.ts";
import { wordFor } from "../../read/findings/answerKinds.ts";
import { type Hint, removal, setting } from "../../read/findings/finding.ts";
import type { Report } from "../../read/findings/reporting.ts";
import { t } from "../../read/findings/translate.ts";

const PLAIN: ReadonlySet<string> = new Set([
  ...["type", "enum", "const", "minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
]);

const isOfType = ({ type }: Schema, value: unknown): boolean =>
  typeof value === "number"
    ? type === "number" || (type === "integer" && Number.isInteger(value))
    : type === (Array.isArray(value) ? "array" : value === null ? "null" : typeof value);

/** Whether a value can be an answer to a field, by the rules that need no list and no day. */
export function admits(field: Schema, value: unknown): boolean {
  const plain = Object.entries(field).filter(([name, rule]) => PLAIN.has(name) && rule !== undefined);
  if (!isOfType(field, value) || !matches(Object.fromEntries(plain) as Schema, value)) return false;
  const notation = findNotation(field.format);
  return notation === undefined || typeof value !== "string" || fitsNotation(notation, value);
}

export function checkValues(field: Schema, pointer: string, report: Report): void {
  if (field.type === undefined || field.$ref !== undefined) return;
  checkKeywords(field, pointer, report);
  if (!checkChoices(field, pointer, report)) return;
  checkOwnValue("const", field, pointer, report);
  checkOwnValue("default", field, pointer, report);
  if (checkBetween(field, pointer, report)) checkEachBound(field, pointer, report);
  checkLength(field, pointer, report);
  checkAlone(field, pointer, report);
}

/** An exclusive choice is one of the choices, and enough by itself. */
function checkAlone({ exclusive = [], items, minItems = 0 }: Schema, pointer: string, report: Report): void {
  const place = `${pointer}/exclusive`;
  for (const [index, choice] of exclusive.entries())
    if (items?.enum && !items.enum.includes(choice))
      report(`${place}/${index}`, t`"${choice}" is none of the choices`, t`choose from ${items.enum.join(", ")}`);
  if (exclusive.length > 0 && minItems > 1)
    report(place, t`a choice cannot be exclusive where ${minItems} are needed`, t`write "minItems": 1, or remove it`);
}

const BOUNDS = ["minimum", "maximum"] as const;

/** A bound that is itself refused was meant as another. A bound beyond all that can be counted has no effect. */
function checkEachBound(field: Schema, pointer: string, report: Report): void {
  for (const name of BOUNDS) {
    const bound = field[name];
    if (bound === undefined) continue;
    if (Math.abs(bound) > Number.MAX_SAFE_INTEGER)
      report(`${pointer}/${name}`, t`${bound} is larger than can be counted exactly`, t`write fewer digits`);
    else if (field.multipleOf !== undefined && !matches({ multipleOf: field.multipleOf } as Schema, bound)) {
      const sentence = t`${bound} is not a multiple of ${field.multipleOf}, so it cannot be filled in`;
      report(`${pointer}/${name}`, sentence, t`write a multiple of it, or correct "multipleOf"`);
    }
  }
}

/** Digits of a number of the chamber of commerce. */
export const KVK_LENGTH = 8;

function checkLength({ format, minLength = 0, maxLength = KVK_LENGTH }: Schema, pointer: string, report: Report): void {
  if (format !== "kvk" || (minLength <= KVK_LENGTH && maxLength >= KVK_LENGTH)) return;
  const name = minLength > KVK_LENGTH ? "minLength" : "maxLength";
  const sentence = t`a number of the chamber of commerce has ${KVK_LENGTH} digits, which the field refuses`;
  report(`${pointer}/${name}`, sentence, setting(t`write ${KVK_LENGTH}`, KVK_LENGTH));
}

const isNumeric = ({ type }: Schema): boolean => type === "integer" || type === "number";

/** A rule about another kind of value is never broken. */
function checkKeywords(field: Schema, pointer: string, report: Report): void {
  const kind: ValueKind | string = isNumeric(field) ? "number" : String(field.type);
  for (const name of RULE_NAMES) {
    const { about } = ruleFor(name);
    if (field[name] === undefined || about === undefined || about === kind) continue;
    report(
      `${pointer}/${name}`,
      t`"${name}" says nothing about ${wordFor(String(field.type))}`,
      t`remove it, or correct the type`,
    );
  }
}

/** Whether every choice is of the field's kind. */
function checkChoices(field: Schema, pointer: string, report: Report): boolean {
  const choices = field.enum ?? [];
  const odd = choices.findIndex((choice) => !isOfType(field, choice) || !CODE.test(String(choice)));
  if (odd >= 0) {
    const choice = choices[odd];
    report(`${pointer}/enum/${odd}`, ...(isOfType(field, choice) ? noCode(choice) : otherKind(field, choice)));
    return false;
  }
  const refused = choices.findIndex((choice) => !admits({ ...field, enum: undefined }, choice));
  if (refused >= 0) {
    const sentence = t`the choice ${JSON.stringify(choices[refused])} is refused by another rule of the field`;
    report(`${pointer}/enum/${refused}`, sentence, t`correct the choice, or remove the rule`);
  }
  return refused < 0;
}

/** The end of the key of its text. */
const CODE = /^[A-Za-z0-9_.-]+$/;

const noCode = (choice: unknown): [sentence: string, hint: Hint] =>
  choice === ""
    ? [t`an empty text is not an answer, so it cannot be chosen`, removal()]
    : [
        t`no text can be named after the choice "${choice}"`,
        t`write a code of letters, digits, - and _ here; what the broker reads is in the texts`,
      ];

function checkOwnValue(name: "const" | "default", field: Schema, pointer: string, report: Report): void {
  const value = field[name];
  if (value === undefined) return;
  if (!isOfType(field, value)) report(`${pointer}/${name}`, ...otherKind(field, value));
  else if (!admits(field, value)) {
    const text = JSON.stringify(value);
    const sentence =
      name === "default"
        ? t`the default ${text} is refused by another rule of the field`
        : t`the only answer ${text} is refused by another rule of the field`;
    const choices = field.enum ? t`the choices are ${field.enum.join(", ")}` : t`correct it, or the rule`;
    report(`${pointer}/${name}`, sentence, choices);
  }
}

function otherKind({ type }: Schema, value: unknown): [sentence: string, hint: Hint] {
  const hint =
    type === "string"
      ? setting(t`write "${value}" in double quotes`, String(value))
      : typeof value === "string" && value !== "" && !Number.isNaN(Number(value))
        ? setting(t`write ${value} without quotes`, Number(value))
        : t`correct it, or the type of the field`;
  return [t`${JSON.stringify(value)} is never an answer to a field that holds ${wordFor(String(type))}`, hint];
}

/** Whether there are bounds that leave a number: in order one by one, with steps and open bounds they may still leave none. */
function checkBetween(field: Schema, pointer: string, report: Report): boolean {
  if (!isNumeric(field)) return false;
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum } = field;
  if (minimum > maximum) return true;
  const step = field.multipleOf ?? (field.type === "integer" ? 1 : undefined);
  const from = Math.max(minimum, exclusiveMinimum ?? -Infinity);
  const to = Math.min(maximum, exclusiveMaximum ?? Infinity);
  const isOpen = from === exclusiveMinimum || to === exclusiveMaximum;
  const none = step === undefined ? from > to || (from === to && isOpen) : !someMultiple(step, from, to, field);
  if (none)
    report(pointer, t`no number fits all bounds of the field, so nothing can be filled in`, t`correct its bounds`);
  return !none;
}

function someMultiple(step: number, from: number, to: number, field: Schema): boolean {
  if (!Number.isFinite(from) || !Number.isFinite(to)) return true;
  const first = Math.ceil(from / step);
  // A quotient of decimals may be a little off, and a product has the digits that a number can show.
  return [first - 1, first, first + 1]
    .map((times) => Number((times * step).toPrecision(15)))
    .some((multiple) => multiple <= to && admits({ ...field, multipleOf: undefined }, multiple));
}
