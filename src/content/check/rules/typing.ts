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
import { t } from "../../read/findings/translate.ts";
import type { Steps } from "../../read/steps/stepIndex.ts";
import { schemasAt } from "../../read/steps/stepIndex.ts";
import { explainLate, type Kind } from "./factFields.ts";
import {
  explainChoosing,
  explainSeveral,
  findKind,
  kindWord,
  OPERATORS,
  SPECIAL,
  valueWords,
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

export class Typing {
  readonly #around: ExpressionPlace;
  #reads = 0;

  constructor(around: ExpressionPlace) {
    this.#around = around;
  }

  /** A rule between answers, or what decides whether something is there or happens. */
  truth(expression: Expression, pointer: string, member: "rules" | "when"): void {
    const kind = this.#kind(expression, pointer, 0, member);
    const { whole, constant, reads } = valueWords()[member];
    if (kind !== undefined && kind !== "truth") {
      const sentence = t`${whole} is true or false, and this is ${kindWord(kind)}`;
      this.#refuse(pointer, sentence, t`compare it, for example with "atMost"`);
    } else if (kind !== undefined && this.#reads === 0) this.#refuse(pointer, constant, reads);
  }

  /** The value of a computed field, or the one that a field starts with. */
  value(keyword: "computed" | "startsWith", field: Schema, pointer: string): void {
    const kind = this.#kind(field[keyword] ?? 0, pointer, 0, keyword);
    const wanted = field.format === "month" ? undefined : findKind(field);
    if (kind === undefined) return;
    const { whole, constant, reads } = valueWords()[keyword];
    if (this.#reads === 0 && !(keyword === "startsWith" && kind === "day"))
      this.#around.report(pointer, constant, reads);
    else if (wanted === undefined)
      this.#around.report(pointer, t`${whole} is a number, a day or yes or no`, t`correct the type of the field`);
    else if (kind !== wanted)
      this.#around.report(
        pointer,
        t`the field is ${kindWord(wanted)}, and its value is ${kindWord(kind)}`,
        t`correct the type of the field, or the expression`,
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
    if (depth > DEEPEST) {
      const sentence = t`the expression is nested more than ${DEEPEST} deep`;
      return this.#refuse(pointer, sentence, t`split it into several rules`);
    }
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
    return this.#refuse(pointer, t`"${path}" is not a number, a day or yes or no`, t`name another answer`);
  }

  /** What a path leads to, of any kind. Undefined after a report. */
  answers(path: string, pointer: string): Schema[] | undefined {
    const { steps, order, here, outer } = this.#around;
    const [from = "", ...names] = pathSegments(path);
    if (from === FACTS && !this.#isFact(names[0] ?? "", pointer)) return undefined;
    if (from !== "" && !steps[from]) {
      const hint = meantOr(order, from, t`begin with a dot for a field of this step, as in ".revenue"`);
      return this.#refuse(pointer, t`"${from}" is not a step`, hint, "refers");
    }
    const late = from === "" && outer ? undefined : explainLate(path, this.#around);
    if (late) return this.#refuse(pointer, ...late);
    const around = from === "" ? here : [steps[from]?.schema ?? {}];
    const schemas = schemasAt(around, names);
    if (schemas.length > 0) return schemas;
    const sentence = t`"${path}" is in the record around the list, and "where" reads those of the list`;
    const byRecord = t`add the list up in a computed field of that record, and choose among those sums with "where"`;
    if (from === "" && schemasAt(outer ?? [], names).length > 0) return this.#refuse(pointer, sentence, byRecord);
    // No value follows from itself.
    const isOther = (field: string) =>
      !/^(?:startsWith|computed)/.test(pointer.split(`/properties/${field}/`)[1] ?? "");
    const fields = around.flatMap((schema) => [...propertySchemas(schema).keys()]).filter(isOther);
    const paths = fields.map((field) => [from, field, ...names.slice(1)].join("."));
    const hint = meantOr(paths, path, t`correct the path`);
    return this.#refuse(pointer, t`"${path}" is not an answer`, hint, "refers");
  }

  /** A fact that is wrong itself is reported where it is defined. */
  #isFact(name: string, pointer: string): boolean {
    const facts = readManifest(this.#around.product).facts ?? {};
    const hint = meantOr(Object.keys(facts), name, t`define it in "${FACTS}" of product.json`);
    if (!Object.hasOwn(facts, name)) this.#refuse(pointer, t`product.json defines no fact "${name}"`, hint, "refers");
    return this.#around.steps[FACTS]?.schema.properties?.[name] !== undefined;
  }

  #operation(operation: Operation, pointer: string, depth: number): Kind | undefined {
    const name = findOperator(operation);
    if (name === undefined) {
      const [wrong = ""] = Object.keys(operation);
      const hint = meantOr(OPERATOR_NAMES, wrong, t`write one of ${OPERATOR_NAMES.join(", ")}`);
      return this.#refuse(pointer, t`"${wrong}" is not an operator`, hint);
    }
    const operatorPointer = `${pointer}/${name}`;
    if (operation.level !== undefined) {
      const hint = t`write it beside the operator of the rule`;
      return this.#refuse(`${pointer}/level`, t`"level" belongs to a rule`, hint);
    }
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
        t`"${name}" begins with the path of an answer`,
        t`write {"${name}": [".field", "choice"]}`,
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
      return this.#refuse(pointer, t`"count" counts the records of a list`, t`write their path, such as ".drivers.*"`);
    this.#reads += 1;
    return this.answers(path, pointer) && "number";
  }

  /** An answer of any kind. */
  #answered(path: unknown, pointer: string): Kind | undefined {
    if (!isPath(path))
      return this.#refuse(pointer, t`"answered" needs the path of an answer`, t`write for example ".revenue"`);
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
      const hint = t`write it beside "sum", "count", "min" or "max" of one path with "*"`;
      return this.#refuse(wherePointer, t`"where" has no records to choose from`, hint) ?? false;
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
      const hint = t`compare it, for example with "more"`;
      report(wherePointer, t`"where" is true or false, and this is ${kindWord(kind)}`, hint);
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
        t`"${name}" has ${operands.length} operands`,
        fewest === most ? t`give it ${fewest}` : t`give it at least ${fewest}`,
      );
    const operandPointer = (index: number) => (Array.isArray(argument) ? `${pointer}/${index}` : pointer);
    const kinds = operands.map((operand, index) => this.#kind(operand, operandPointer(index), depth, name));
    const [first] = kinds;
    if (first === undefined || kinds.includes(undefined)) return undefined;
    const wanted = wantedKind(takes, first);
    const wrong = kinds.findIndex((kind) => kind !== wanted);
    if (wrong >= 0) {
      const sentence = t`"${name}" works on ${kindWord(wanted)}, and this is ${kindWord(kinds[wrong] ?? first)}`;
      return this.#refuse(operandPointer(wrong), sentence, t`name another answer, or another operator`);
    }
    return gives === "alike" ? first : gives;
  }
}
