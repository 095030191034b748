// The kinds of values in expressions: every path leads to an answer, and every operator gets the kinds that it works on. An expression
// that passes here cannot fail when it is computed.

import { findOperator, OPERATOR_NAMES } from "#engine/expressions/evaluate.ts";
import { isPath, pathSegments } from "#engine/expressions/paths.ts";
import type { Expression, Operation, Schema } from "#engine/schema/schema.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import { dateAt } from "#engine/values/dates.ts";
import type { Report } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import { schemasAt } from "../../read/steps/answerPaths.ts";
import type { Steps } from "../../read/steps/stepIndex.ts";
import { explainLate, type Kind } from "./factFields.ts";
import { explainSeveral } from "./members.ts";

const KIND_WORDS: Record<Kind, string> = { number: "a number", day: "a day", truth: "yes or no" };

/** The kinds of value an operator takes and gives. `alike`: numbers or days, all of one kind. */
const OPERATORS: Record<string, { takes: Kind | "alike" | "any"; gives: Kind | "alike"; operands: [number, number] }> =
  {
    sum: { takes: "number", gives: "number", operands: [1, 50] },
    minus: { takes: "number", gives: "number", operands: [2, 50] },
    times: { takes: "number", gives: "number", operands: [2, 50] },
    divide: { takes: "number", gives: "number", operands: [2, 2] },
    min: { takes: "alike", gives: "alike", operands: [1, 50] },
    max: { takes: "alike", gives: "alike", operands: [1, 50] },
    days: { takes: "day", gives: "number", operands: [2, 2] },
    equal: { takes: "any", gives: "truth", operands: [2, 2] },
    atMost: { takes: "alike", gives: "truth", operands: [2, 2] },
    atLeast: { takes: "alike", gives: "truth", operands: [2, 2] },
    less: { takes: "alike", gives: "truth", operands: [2, 2] },
    more: { takes: "alike", gives: "truth", operands: [2, 2] },
    all: { takes: "truth", gives: "truth", operands: [1, 50] },
    any: { takes: "truth", gives: "truth", operands: [1, 50] },
    not: { takes: "truth", gives: "truth", operands: [1, 1] },
  };

/** How deep operations may be nested. */
const DEEPEST = 8;

export interface Place {
  steps: Steps;
  /** Steps in the order in which the broker sees them. */
  order: readonly string[];
  step: string;
  /** The schema of the object around the field. */
  here: Schema[];
  report: Report;
}

/** How a value is called in findings, and what is said of one that reads no answer. */
const VALUES = {
  computed: {
    whole: "a computed field",
    constant: "the computed field reads no answer",
    reads: 'name an answer, for example ".revenue"',
  },
  startsWith: {
    whole: "the value of an expression",
    constant: "the field always starts with the same value",
    reads: 'write it as "default"',
  },
};

export class Typing {
  readonly #around: Place;
  #reads = 0;

  constructor(around: Place) {
    this.#around = around;
  }

  rule(rule: Expression, pointer: string): void {
    const kind = this.#kind(rule, pointer, 0, "holds");
    if (kind !== undefined && kind !== "truth")
      this.#around.report(
        pointer,
        `a rule is true or false, and this is ${KIND_WORDS[kind]}`,
        'compare it, for example with "atMost"',
      );
    else if (kind !== undefined && this.#reads === 0)
      this.#around.report(
        pointer,
        "the rule reads no answer, so it never changes",
        'name an answer, for example ".revenue"',
      );
  }

  /** The value of a computed field, or the one that a field starts with. */
  value(keyword: "computed" | "startsWith", field: Schema, pointer: string): void {
    const kind = this.#kind(field[keyword] ?? 0, pointer, 0, keyword);
    const wanted = findKind(field);
    if (kind === undefined) return;
    const { whole, constant, reads } = VALUES[keyword];
    if (this.#reads === 0 && !(keyword === "startsWith" && kind === "day"))
      this.#around.report(pointer, constant, reads);
    else if (wanted === undefined)
      this.#around.report(pointer, `${whole} is a number, a day or yes or no`, "correct the type of the field");
    else if (kind !== wanted)
      this.#around.report(
        pointer,
        `the field is ${KIND_WORDS[wanted]}, and its value is ${KIND_WORDS[kind]}`,
        "correct the type of the field, or the expression",
      );
  }

  /** The kind of value of a fact; undefined after a report. */
  fact = (value: Expression, pointer: string): Kind | undefined => this.#kind(value, pointer, 0, "value");

  /** `member`: the member that takes it. Returns undefined after a report. */
  #kind(expression: Expression, pointer: string, depth: number, member: string): Kind | undefined {
    if (typeof expression === "number") return "number";
    if (typeof expression === "boolean") return "truth";
    if (expression === "today") return "day";
    if (isPath(expression)) return this.#answer(expression, pointer, member);
    if (depth > DEEPEST)
      return this.#refuse(pointer, `the expression is nested more than ${DEEPEST} deep`, "split it into several rules");
    return this.#operation(expression as Operation, pointer, depth + 1);
  }

  #refuse(...words: Parameters<Report>): undefined {
    this.#around.report(...words);
    return undefined;
  }

  #answer(path: string, pointer: string, member: string): Kind | undefined {
    this.#reads += 1;
    const schemas = this.answers(path, pointer);
    if (schemas === undefined) return undefined;
    const several = explainSeveral(path, member);
    if (several) return this.#refuse(pointer, ...several);
    const kinds = new Set(schemas.map(findKind));
    const [kind] = kinds;
    if (kinds.size === 1 && kind) return kind;
    return this.#refuse(pointer, `"${path}" is not a number, a day or yes or no`, "name another answer");
  }

  /** What a path leads to, of any kind. Undefined after a report. */
  answers(path: string, pointer: string): Schema[] | undefined {
    const { steps, order, here } = this.#around;
    const [from = "", ...names] = pathSegments(path);
    if (from !== "" && !steps[from]) {
      const hint = meantOr(order, from, 'begin with a dot for a field of this step, as in ".revenue"');
      return this.#refuse(pointer, `"${from}" is not a step`, hint, "refers");
    }
    const late = explainLate(path, this.#around);
    if (late) return this.#refuse(pointer, ...late);
    const schemas = schemasAt(from === "" ? here : [steps[from]?.schema ?? {}], names);
    if (schemas.length > 0) return schemas;
    const fields = (from === "" ? here : [steps[from]?.schema ?? {}]).flatMap((schema) => [
      ...propertySchemas(schema).keys(),
    ]);
    const hint = meantOr(fields, names[0] ?? "", "correct the path");
    return this.#refuse(pointer, `"${path}" is not an answer`, hint, "refers");
  }

  #operation(operation: Operation, pointer: string, depth: number): Kind | undefined {
    const name = findOperator(operation);
    if (name === undefined) {
      const [wrong = ""] = Object.keys(operation);
      return this.#refuse(
        pointer,
        `"${wrong}" is not an operator`,
        meantOr(OPERATOR_NAMES, wrong, `write one of ${OPERATOR_NAMES.join(", ")}`),
      );
    }
    const operatorPointer = `${pointer}/${name}`;
    const special = SPECIAL[name];
    if (special)
      return special(
        operation,
        (part, where) => this.#kind(part, `${pointer}/${where}`, depth, where),
        (sentence, hint) => this.#refuse(operatorPointer, sentence, hint),
      );
    return this.#operands(name, operation[name], operatorPointer, depth);
  }

  #operands(name: string, argument: unknown, pointer: string, depth: number): Kind | undefined {
    const {
      takes,
      gives,
      operands: [fewest, most],
    } = OPERATORS[name] ?? OPERATORS.sum!;
    const operands = [argument ?? []].flat() as Expression[];
    if (operands.length < fewest || operands.length > most)
      return this.#refuse(
        pointer,
        `"${name}" has ${operands.length} operands`,
        fewest === most ? `give it ${fewest}` : `give it at least ${fewest}`,
      );
    const operandPointer = (index: number) => (Array.isArray(argument) ? `${pointer}/${index}` : pointer);
    const kinds = operands.map((operand, index) => this.#kind(operand, operandPointer(index), depth, name));
    const [first] = kinds;
    if (first === undefined || kinds.includes(undefined)) return undefined;
    const wanted = wantedKind(takes, first);
    const wrong = kinds.findIndex((kind) => kind !== wanted);
    if (wrong >= 0) {
      const sentence = `"${name}" works on ${KIND_WORDS[wanted]}, and this is ${KIND_WORDS[kinds[wrong] ?? first]}`;
      return this.#refuse(operandPointer(wrong), sentence, "name another answer, or another operator");
    }
    return gives === "alike" ? first : gives;
  }
}

function wantedKind(takes: Kind | "alike" | "any", first: Kind): Kind {
  if (takes === "alike") return first === "day" ? "day" : "number";
  return takes === "any" ? first : takes;
}

type Special = (
  operation: Operation,
  kind: (part: Expression, where: string) => Kind | undefined,
  refuse: (sentence: string, hint: string) => undefined,
) => Kind | undefined;

const part = (operation: Operation, name: string): Expression => (operation[name] ?? []) as Expression;

const SPECIAL: Record<string, Special> = {
  day: ({ day }, _kind, refuse) => {
    try {
      dateAt("2026-01-15", String(day));
      return "day";
    } catch {
      return refuse(`${JSON.stringify(day)} is not a day`, 'write for example "-5y", "0d" or "2026-01-31"');
    }
  },
  known: (operation, kind) => kind(part(operation, "known"), "known") && "truth",
  count: (operation, kind) => kind(part(operation, "count"), "count") && "number",
  of: (operation, kind, refuse) => {
    const [read, empty] = [kind(part(operation, "of"), "of"), kind(part(operation, "empty"), "empty")];
    if (read === undefined || empty === undefined || read === empty) return read;
    return refuse(`"empty" is ${KIND_WORDS[empty]}, and the answer is ${KIND_WORDS[read]}`, "make them alike");
  },
  if: (operation, kind, refuse) => {
    const conditionKind = kind(part(operation, "if"), "if");
    const [thenKind, other] = [kind(part(operation, "then"), "then"), kind(part(operation, "else"), "else")];
    if (conditionKind !== undefined && conditionKind !== "truth")
      return refuse(`"if" asks for yes or no, and this is ${KIND_WORDS[conditionKind]}`, "compare it");
    if (thenKind === undefined || other === undefined || thenKind === other) return thenKind;
    return refuse(`"then" is ${KIND_WORDS[thenKind]}, and "else" is ${KIND_WORDS[other]}`, "make them alike");
  },
};

function findKind({ type, format, enumFrom }: Schema): Kind | undefined {
  if (type === "number" || type === "integer") return "number";
  if (type === "boolean") return "truth";
  return type === "string" && format === "date" && enumFrom === undefined ? "day" : undefined;
}
