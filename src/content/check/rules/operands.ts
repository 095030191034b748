// What takes an answer: the operators of expressions, with the kinds of values that they take and give, and the members of a tariff; and
// whether a path in them may lead to several (`*`). Where one value is meant, several would have the first record decide, and moving a
// record would change the outcome.
import { TAKES } from "#engine/expressions/operators.ts";
import type { Expression, Operation, Schema } from "#engine/schema/schema.ts";
import { dateAt } from "#engine/values/dates.ts";
import { t } from "../../read/findings/translate.ts";
import type { Kind } from "./factFields.ts";

export const kindWord = (kind: Kind): string => ({ number: t`a number`, day: t`a day`, truth: t`yes or no` })[kind];

/** The kinds of value an operator takes and gives. `alike`: numbers or days, all of one kind. */
export const OPERATORS: Record<
  string,
  { takes: Kind | "alike" | "any"; gives: Kind | "alike"; operands: [number, number] }
> = {
  sum: { takes: "number", gives: "number", operands: [1, 50] },
  minus: { takes: "number", gives: "number", operands: [2, 50] },
  times: { takes: "number", gives: "number", operands: [2, 50] },
  divide: { takes: "number", gives: "number", operands: [2, 2] },
  min: { takes: "alike", gives: "alike", operands: [1, 50] },
  max: { takes: "alike", gives: "alike", operands: [1, 50] },
  days: { takes: "day", gives: "number", operands: [2, 2] },
  months: { takes: "day", gives: "number", operands: [2, 2] },
  years: { takes: "day", gives: "number", operands: [2, 2] },
  year: { takes: "day", gives: "number", operands: [1, 1] },
  equal: { takes: "any", gives: "truth", operands: [2, 2] },
  atMost: { takes: "alike", gives: "truth", operands: [2, 2] },
  atLeast: { takes: "alike", gives: "truth", operands: [2, 2] },
  less: { takes: "alike", gives: "truth", operands: [2, 2] },
  more: { takes: "alike", gives: "truth", operands: [2, 2] },
  all: { takes: "truth", gives: "truth", operands: [1, 50] },
  any: { takes: "truth", gives: "truth", operands: [1, 50] },
  not: { takes: "truth", gives: "truth", operands: [1, 1] },
};

export function wantedKind(takes: Kind | "alike" | "any", first: Kind): Kind {
  if (takes === "alike") return first === "day" ? "day" : "number";
  return takes === "any" ? first : takes;
}

type Special = (
  operation: Operation,
  kind: (part: Expression, where: string) => Kind | undefined,
  refuse: (sentence: string, hint: string) => undefined,
) => Kind | undefined;

const part = (operation: Operation, name: string): Expression => (operation[name] ?? []) as Expression;

export const SPECIAL: Record<string, Special> = {
  day: ({ day, from }, kind, refuse) => {
    const start = from === undefined ? "day" : kind(from as Expression, "from");
    if (start !== undefined && start !== "day")
      return refuse(t`"from" is a day, and this is ${kindWord(start)}`, t`name a day, or remove it`);
    try {
      dateAt("2026-01-15", String(day));
      return start;
    } catch {
      return refuse(t`${JSON.stringify(day)} is not a day`, t`write for example "-5y", "0d" or "2026-01-31"`);
    }
  },
  of: (operation, kind, refuse) => {
    const [read, empty] = [kind(part(operation, "of"), "of"), kind(part(operation, "empty"), "empty")];
    if (read === undefined || empty === undefined || read === empty) return read;
    return refuse(t`"empty" is ${kindWord(empty)}, and the answer is ${kindWord(read)}`, t`make them alike`);
  },
  if: (operation, kind, refuse) => {
    const conditionKind = kind(part(operation, "if"), "if");
    const [thenKind, other] = [kind(part(operation, "then"), "then"), kind(part(operation, "else"), "else")];
    if (conditionKind !== undefined && conditionKind !== "truth")
      return refuse(t`"if" asks for yes or no, and this is ${kindWord(conditionKind)}`, t`compare it`);
    if (thenKind === undefined || other === undefined || thenKind === other) return thenKind;
    return refuse(t`"then" is ${kindWord(thenKind)}, and "else" is ${kindWord(other)}`, t`make them alike`);
  },
};

/** The kind of value of a field; undefined for a choice, a text, a group or a list. */
export function findKind({ type, format, enumFrom }: Schema): Kind | undefined {
  if (type === "number" || type === "integer") return "number";
  if (type === "boolean") return "truth";
  return type === "string" && (format === "date" || format === "month") && enumFrom === undefined ? "day" : undefined;
}

/** Of expressions by name, of tariffs by place with `*` for each entry. `record`: one of each record of the list in `each`. */
export const MEMBERS: Readonly<Record<string, "one" | "several" | "record">> = {
  ...TAKES,
  ...{ computed: "one", startsWith: "one", rules: "one", value: "one", when: "one" },
  "product_code/answer": "several",
  "main/answer": "one",
  "factors/*/answer": "one",
  "factors/*/by": "one",
  "own_risk/answer": "one",
  "double_year_limit/answer": "one",
  "per_unit/*/answer": "one",
  "per_item/*/each": "several",
  "per_item/*/amount": "record",
  "per_item/*/price/answer": "record",
  "per_item/*/price/by": "record",
  "per_item/*/factors/*/answer": "record",
  "per_item/*/factors/*/by": "record",
  "additional/*/answer": "one",
  "instalments/answer": "one",
  "instalments/months": "one",
  "one_off/answer": "one",
  "tax/date": "one",
};

type Problem = [sentence: string, hint: string];

/** Explains why a member of an expression cannot take a path; undefined where it can. */
export const explainSeveral = (path: string, member: string): Problem | undefined =>
  path.includes("*") && MEMBERS[member] !== "several"
    ? [t`the path leads to several answers`, t`name one, or add them up with "sum"`]
    : undefined;

/** Why an operator does not compare this answer with choices. */
export function explainChoosing(name: string, path: string, answers: readonly Schema[]): Problem | undefined {
  const isSeveral = path.includes("*") || answers.some(({ type }) => type === "array");
  if (name === "has" && !isSeveral) return [t`"${path}" is not an answer of several choices`, t`write "is" or "in"`];
  if (name === "has") return undefined;
  if (isSeveral) return [t`"${path}" is an answer of several choices`, t`write "has"`];
  const isCompared = answers.every((answer) => findKind(answer) !== undefined && answer.enum === undefined);
  return isCompared ? [t`"${name}" compares choices and texts, and "${path}" is neither`, t`write "equal"`] : undefined;
}

/** How a value is called in findings, and what is said of one that reads no answer. */
export const valueWords = () => ({
  computed: {
    whole: t`a computed field`,
    constant: t`the computed field reads no answer`,
    reads: t`name an answer, for example ".revenue"`,
  },
  startsWith: {
    whole: t`the value of an expression`,
    constant: t`the field always starts with the same value`,
    reads: t`write it as "default"`,
  },
  rules: {
    whole: t`a rule`,
    constant: t`the rule reads no answer, so it never changes`,
    reads: t`name an answer, for example ".revenue"`,
  },
  when: {
    whole: t`a condition`,
    constant: t`the condition reads no answer, so it never changes`,
    reads: t`name one, such as "step.field"`,
  },
});
