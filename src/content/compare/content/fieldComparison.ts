// The rules of one field, old and new: which come, go, change, or apply under another condition.
import { sameValue } from "#engine/fields/formValues.ts";
import { BOUND_NAMES } from "#engine/schema/rules.ts";
import { fieldExpression } from "../words/expressions.ts";
import type { Labelled } from "../words/labels.ts";
import {
  conditionWords,
  isPhrase,
  joined,
  NO_WORDS,
  number,
  offsetWords,
  type Phrase,
  phrase,
  phraseFor,
  plain,
  quoted,
  type Words,
} from "../words/words.ts";
import { asObject, type Changes, pairUp, type Sides } from "./changes.ts";
import type { FieldRules, Statement, When } from "./fieldRules.ts";

export interface StepComparison {
  sides: Sides;
  changes: Changes;
  step: string;
}

export function describeWhen(side: Labelled, step: string, when: readonly When[]): Words {
  if (when.length === 0) return NO_WORDS;
  const conditions = when.map(({ condition, path: around }) =>
    conditionWords(condition, {
      label: (path) => side.field(step, [...around, ...path]),
      value: (path, value) => side.value(step, [...around, ...path], value),
    }),
  );
  return phrase("when", { condition: joined(conditions, "and") });
}

const BOUNDS: ReadonlySet<string> = new Set([...BOUND_NAMES, "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]);
const LENGTHS = /^(min|max)(Length|Items)$/;
/** Rules without a value: where one counts always, the others mean nothing. */
const FLAGS = ["shown", "required"];

export class FieldComparison {
  readonly #comparison: StepComparison;
  readonly #path: readonly string[];
  /** Changes of the condition of a field, from which those of its rules follow. */
  readonly #implied: Set<string>;

  constructor(comparison: StepComparison, path: readonly string[], implied: Set<string>) {
    this.#comparison = comparison;
    this.#path = path;
    this.#implied = implied;
  }

  compare(before: FieldRules, after: FieldRules): void {
    const { sides, step } = this.#comparison;
    const always = onlyWhen(after) ?? onlyWhen(before);
    const when = (side: Labelled, statement: Statement) =>
      always && sameValue(always, statement.when) ? NO_WORDS : describeWhen(side, step, statement.when);
    for (const keyword of collectKeywords(before, after)) {
      const [left, right] = [before, after].map((rules) =>
        rules.statements.filter((statement) => statement.keyword === keyword),
      );
      const isAlways = (statements: Statement[]) => statements.some((statement) => statement.when.length === 0);
      if (FLAGS.includes(keyword) && isAlways(left!) && isAlways(right!)) continue;
      const { pairs, removed, added } = pairStatements(left!, right!);
      for (const [from, to] of pairs) {
        if (!sameValue(from.value, to.value)) this.#change(from, to, when(sides.now, to));
        this.#changeCondition(from, to);
      }
      for (const statement of removed) this.#change(statement, undefined, when(sides.old, statement));
      for (const statement of added) this.#change(undefined, statement, when(sides.now, statement));
    }
  }

  #change(before: Statement | undefined, after: Statement | undefined, when: Words): void {
    const { changes } = this.#comparison;
    const { keyword, place } = (after ?? before)!;
    const [from, to] = [before?.value, after?.value];
    if (FLAGS.includes(keyword)) this.#add(`${keyword}.${after ? "added" : "removed"}` as Phrase, place, { when });
    else if (keyword === "enum" && before && after) this.#changeChoices(from, to, place, when);
    else if (keyword === "dateWindow") this.#changeWindow(from, to, place, when);
    else if (isPhrase(`rule.${keyword}`))
      changes.describe(
        place,
        {
          ...{ subject: this.#field, what: phrase(`rule.${keyword}` as Phrase), when },
          from: before && this.#value("old", keyword, from),
          to: after && this.#value("now", keyword, to),
        },
        typeof from === "number" && typeof to === "number" ? [from, to] : undefined,
      );
    else changes.other(from, to, place);
  }

  #changeCondition(from: Statement, to: Statement): void {
    if (sameValue(from.when, to.when)) return;
    const { sides, step } = this.#comparison;
    const change = JSON.stringify([this.#path[0], from.when, to.when]);
    const words = (side: Labelled, { when }: Statement) =>
      when.length === 0 ? phrase("always") : describeWhen(side, step, when);
    const rule = phraseFor(`rule.${to.keyword}`);
    const values = { rule, when: words(sides.now, to), before: words(sides.old, from) };
    const kind = FLAGS.includes(to.keyword) ? (`${to.keyword}.when` as Phrase) : "rule.when";
    if (!this.#implied.has(change)) this.#add(kind, to.place, values);
    if (to.keyword === "shown") this.#implied.add(change);
  }

  #changeChoices(from: unknown, to: unknown, pointer: string, when: Words): void {
    const { changes } = this.#comparison;
    const { added, removed, moved } = pairUp([from].flat(), [to].flat(), JSON.stringify);
    const [subject, what] = [this.#field, phrase("choice")];
    for (const [value] of added) changes.describe(pointer, { subject, what, to: this.#value("now", "", value), when });
    for (const [value] of removed)
      changes.describe(pointer, { subject, what, from: this.#value("old", "", value), when });
    if (moved) this.#add("choices.moved", pointer, {});
  }

  #changeWindow(from: unknown, to: unknown, pointer: string, when: Words): void {
    const [old, now] = [asObject(from), asObject(to)];
    const words = (offset: unknown) => (offset === undefined ? undefined : offsetWords(String(offset)));
    for (const bound of Object.keys({ ...old, ...now })) {
      if (old[bound] === now[bound]) continue;
      const described = {
        subject: this.#field,
        what: phraseFor(`rule.${bound}`),
        from: words(old[bound]),
        to: words(now[bound]),
        when,
      };
      this.#comparison.changes.describe(`${pointer}/${bound}`, described);
    }
  }

  #add(kind: Phrase, pointer: string, values: Record<string, Words>): void {
    this.#comparison.changes.add(kind, pointer, { field: this.#field, ...values });
  }

  get #field(): Words {
    const { sides, step } = this.#comparison;
    return this.#path.length === 0
      ? phrase("step", { step: sides.now.step(step) })
      : quoted(sides.now.field(step, this.#path));
  }

  #value(side: "old" | "now", keyword: string, value: unknown): Words {
    const { sides, step } = this.#comparison;
    const labelled = sides[side];
    if (LENGTHS.test(keyword) && typeof value === "number") return number(value);
    if (keyword === "featureFlag") return quoted(labelled.feature(String(value)));
    if (keyword === "prefill") return prefillWords(value);
    if (keyword === "computed" || keyword === "startsWith") return fieldExpression(labelled, step, this.#path, value);
    if (keyword === "holds" || keyword === "expects")
      return joined(Object.values(asObject(value)).map((rule) => fieldExpression(labelled, step, this.#path, rule)));
    if (BOUNDS.has(keyword) || ["", "enum", "const", "default"].includes(keyword))
      return labelled.value(step, this.#path, value);
    return typeof value === "string" ? phraseFor(`${keyword}.${value}`, {}, value) : plain(value);
  }
}

/** The conditions under which the field is shown at all, if there is one set of them. */
function onlyWhen({ statements }: FieldRules): readonly When[] | undefined {
  const shown = statements.filter(({ keyword }) => keyword === "shown");
  return shown.length === 1 && shown[0]!.when.length > 0 ? shown[0]!.when : undefined;
}

function collectKeywords(...fields: FieldRules[]): Set<string> {
  const all = fields.flatMap(({ statements }) => statements.map(({ keyword }) => keyword));
  return new Set([...FLAGS.filter((keyword) => all.includes(keyword)), ...all]);
}

/** Pairs statements with the same conditions, then those with the same value. */
function pairStatements(before: readonly Statement[], after: readonly Statement[]) {
  const [left, right] = [[...before], [...after]];
  const pairs: [Statement, Statement][] = [];
  const sameWhen = (statement: Statement, other: Statement) => sameValue(statement.when, other.when);
  const sameRule = (statement: Statement, other: Statement) => sameValue(statement.value, other.value);
  const take = (isSame: (statement: Statement, other: Statement) => boolean) => {
    for (const statement of [...left]) {
      const index = right.findIndex((other) => isSame(statement, other));
      if (index < 0) continue;
      pairs.push([statement, right.splice(index, 1)[0]!]);
      left.splice(left.indexOf(statement), 1);
    }
  };
  take((statement, other) => sameWhen(statement, other) && sameRule(statement, other));
  take(sameWhen);
  take(sameRule);
  return { pairs, removed: left, added: right };
}

/** Where the server takes a value from, and when a broker cannot change it. */
function prefillWords(prefill: unknown): Words {
  const { from, locked } = asObject(prefill);
  const value = [from].flat().join(", ");
  return phrase(locked === undefined ? "prefill" : "prefill.locked", { value, locked: String(locked) });
}
