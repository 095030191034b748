// The kinds of values in expressions: every path leads to an answer, and every operator gets the kinds that it works on. An expression
// that passes here cannot fail when it is computed.

import { findOperator, OPERATOR_NAMES } from "#engine/expressions/evaluate.ts";
import { TAKES } from "#engine/expressions/operators.ts";
import { CHOOSING, isPath, pathSegments, splitRecords } from "#engine/expressions/paths.ts";
import { FACTS } from "#engine/rules/facts.ts";
import type { Expression, Operation, Schema } from "#engine/schema/schema.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import { type ProductFiles, readManifest } from "../../read/catalogue.ts";
import type { Report } from "../../read/findings/reporting.ts";
import { meantOr } from "../../read/findings/sentences.ts";
import type { Steps } from "../../read/steps/stepIndex.ts";
import { schemasAt } from "../../read/steps/stepIndex.ts";
import { explainLate, type Kind } from "./factFields.ts";
import {
  explainChoosing,
  explainSeveral,
  findKind,
  KIND_WORDS,
  OPERATORS,
  SPECIAL,
  VALUES,
  wantedKind,
} from "./operands.ts";
import { Possible } from "./possible.ts";

/** How deep operations may be nested. */
const DEEPEST = 8;

export interface ExpressionPlace {
  product: ProductFiles;
  steps: Steps;
  /** Steps in the order in which the broker sees them. */
  order: readonly string[];
  step: string;
  /** The schema of the object around the field. */
  here: Schema[];
  /** The expression is a `where`: what it reads with a dot is in the record, not in this record around that. */
  outer?: Schema[];
  report: Report;
}

const BY_RECORD = 'add the list up in a computed field of that record, and choose among those sums with "where"';

export class Typing {
  readonly #around: ExpressionPlace;
  #reads = 0;

  constructor(around: ExpressionPlace) {
    this.#around = around;
  }

  /** A rule between answers, or what decides whether something is there or happens. */
  truth(expression: Expression, pointer: string, member: "rules" | "when"): void {
    const kind = this.#kind(expression, pointer, 0, member);
    const { whole, constant, reads } = VALUES[member];
    if (kind !== undefined && kind !== "truth") {
      const sentence = `${whole} is true or false, and this is ${KIND_WORDS[kind]}`;
      this.#refuse(pointer, sentence, 'compare it, for example with "atMost"');
    } else if (kind !== undefined && this.#reads === 0) this.#refuse(pointer, constant, reads);
  }

  /** The value of a computed field, or the one that a field starts with. */
  value(keyword: "computed" | "startsWith", field: Schema, pointer: string): void {
    const kind = this.#kind(field[keyword] ?? 0, pointer, 0, keyword);
    const wanted = field.format === "month" ? undefined : findKind(field);
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
    const { steps, order, here, outer } = this.#around;
    const [from = "", ...names] = pathSegments(path);
    if (from === FACTS && !this.#isFact(names[0] ?? "", pointer)) return undefined;
    if (from !== "" && !steps[from]) {
      const hint = meantOr(order, from, 'begin with a dot for a field of this step, as in ".revenue"');
      return this.#refuse(pointer, `"${from}" is not a step`, hint, "refers");
    }
    const late = from === "" && outer ? undefined : explainLate(path, this.#around);
    if (late) return this.#refuse(pointer, ...late);
    const around = from === "" ? here : [steps[from]?.schema ?? {}];
    const schemas = schemasAt(around, names);
    if (schemas.length > 0) return schemas;
    const sentence = `"${path}" is in the record around the list, and "where" reads those of the list`;
    if (from === "" && schemasAt(outer ?? [], names).length > 0) return this.#refuse(pointer, sentence, BY_RECORD);
    // No value follows from itself.
    const isOther = (field: string) =>
      !/^(?:startsWith|computed)/.test(pointer.split(`/properties/${field}/`)[1] ?? "");
    const fields = around.flatMap((schema) => [...propertySchemas(schema).keys()]).filter(isOther);
    const paths = fields.map((field) => [from, field, ...names.slice(1)].join("."));
    const hint = meantOr(paths, path, "correct the path");
    return this.#refuse(pointer, `"${path}" is not an answer`, hint, "refers");
  }

  /** A fact that is wrong itself is reported where it is defined. */
  #isFact(name: string, pointer: string): boolean {
    const facts = readManifest(this.#around.product).facts ?? {};
    const hint = meantOr(Object.keys(facts), name, `define it in "${FACTS}" of product.json`);
    if (!Object.hasOwn(facts, name)) this.#refuse(pointer, `product.json defines no fact "${name}"`, hint, "refers");
    return this.#around.steps[FACTS]?.schema.properties?.[name] !== undefined;
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
    if (operation.level !== undefined)
      return this.#refuse(`${pointer}/level`, '"level" belongs to a rule', "write it beside the operator of the rule");
    if (operation.where !== undefined && !this.#where(name, operation, pointer)) return undefined;
    if (CHOOSING.has(name)) return this.#choice(name, [operation[name]].flat(), operatorPointer);
    if (name === "count") return this.#count(operation.count, operatorPointer);
    if (name === "answered") return this.#answered(operation.answered, operatorPointer);
    const special = SPECIAL[name];
    if (special)
      return special(
        operation,
        (part, where) => this.#kind(part, `${pointer}/${where}`, depth, where),
        (sentence, hint) => this.#refuse(operatorPointer, sentence, hint),
      );
    return this.#operands(name, operation[name], operatorPointer, depth);
  }

  /** An answer and the choices that it is compared with. */
  #choice(name: string, [path, ...choices]: readonly unknown[], pointer: string): Kind | undefined {
    if (!isPath(path))
      return this.#refuse(
        pointer,
        `"${name}" begins with the path of an answer`,
        `write {"${name}": [".field", "choice"]}`,
      );
    this.#reads += 1;
    const answers = this.answers(path, `${pointer}/0`);
    if (answers === undefined) return undefined;
    const problem = explainSeveral(path, name) ?? explainChoosing(name, path, answers);
    if (problem) return this.#refuse(pointer, ...problem);
    const described = name === "has" ? answers.flatMap((answer) => answer.items ?? answer) : answers;
    const possible = new Possible(this.#around.product, this.#around.report);
    for (const [index, choice] of choices.entries()) possible.checkGiven(choice, `${pointer}/${index + 1}`, described);
    return "truth";
  }

  #count(path: unknown, pointer: string): Kind | undefined {
    if (!isPath(path) || !path.includes("*"))
      return this.#refuse(pointer, '"count" counts the records of a list', 'write their path, such as ".drivers.*"');
    this.#reads += 1;
    return this.answers(path, pointer) && "number";
  }

  /** An answer of any kind. */
  #answered(path: unknown, pointer: string): Kind | undefined {
    if (!isPath(path))
      return this.#refuse(pointer, '"answered" needs the path of an answer', 'write for example ".revenue"');
    this.#reads += 1;
    return this.answers(path, pointer) && "truth";
  }

  /** Whether `where` chooses among the records of the one path that its operator reads. */
  #where(name: string, operation: Operation, pointer: string): boolean {
    const [path, ...others] = [operation[name] ?? []].flat();
    const wherePointer = `${pointer}/where`;
    if (
      TAKES[name] !== "several" ||
      name === "answered" ||
      name === "has" ||
      !isPath(path) ||
      !path.includes("*") ||
      others.length > 0
    ) {
      const hint = 'write it beside "sum", "count", "min" or "max" of one path with "*"';
      return this.#refuse(wherePointer, '"where" has no records to choose from', hint) ?? false;
    }
    const { steps, here, report } = this.#around;
    const [from = "", ...names] = pathSegments(splitRecords(path).records);
    const start = from === "" ? here : [steps[from]?.schema ?? {}];
    const records = schemasAt(start, names);
    // What is wrong with the path is said of the path.
    if (records.length === 0) return true;
    const outer = names.length > 2 ? schemasAt(start, names.slice(0, -2)) : [];
    const typing = new Typing({ ...this.#around, here: records, outer });
    const kind = typing.fact(operation.where as Expression, wherePointer);
    if (kind !== undefined && kind !== "truth") {
      const hint = 'compare it, for example with "more"';
      report(wherePointer, `"where" is true or false, and this is ${KIND_WORDS[kind]}`, hint);
    }
    return kind === "truth";
  }

  #operands(name: string, argument: unknown, pointer: string, depth: number): Kind | undefined {
    const { takes, gives, operands: bounds } = OPERATORS[name] ?? OPERATORS.sum!;
    const [fewest, most] = bounds;
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
