// Cases that follow from a step's own rules: both sides of every bound, length, list, required field, condition and
// date window. An attempt counts when the step gives the error of that rule at that field and no other, so each
// contains what it expects. The check tries only what written cases leave.
import { withComputed } from "#engine/answers/computedAnswers.ts";
import { confirmationPath } from "#engine/expressions/warnings.ts";
import { toPointer, valueAt } from "#engine/fields/fieldPath.ts";
import { withValue } from "#engine/fields/formValues.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { visitSchema } from "#engine/schema/schemaVisitor.ts";
import type { EvaluationContext, JsonObject } from "#engine/schema/types.ts";
import type { Prepared } from "../../check/prepare.ts";
import { type Attempt, findAttempts } from "./attempts.ts";
import { findComputedAttempts, withReads } from "./computedAttempts.ts";
import { conditionVariants, resolveEnds, type Seed } from "./conditionVariants.ts";
import { withSecondRecords } from "./entries.ts";
import {
  buildAnswers,
  createContexts,
  type Expected,
  type Fixture,
  type FixtureCase,
  type FixtureContext,
  findDifference,
  listed,
  pairs,
} from "./fixtures.ts";
import { findRules } from "./ruleCoverage.ts";

interface DerivedCase extends FixtureCase {
  /** The rule that it is about, as `findRules` names it. Of a condition its place. */
  rule: string;
}

interface Derived {
  cases: DerivedCase[];
  /** Rules that no attempt broke by themselves. */
  unbroken: string[];
}

/** Once per file of cases: several tools ask for them. */
const derivedByFixture = new WeakMap<Fixture, { of: Prepared; derived: Derived }>();

export function deriveCases(fixture: Fixture, prepared: Prepared): Derived {
  const made = derivedByFixture.get(fixture);
  if (made?.of === prepared) return made.derived;
  const derived = new Deriver(fixture, prepared).derive();
  derivedByFixture.set(fixture, { of: prepared, derived });
  return derived;
}

/** One attempt on valid answers. */
interface Trial {
  seed: Seed;
  segments: string[];
  /** Of a rule inside a record: of the first or the last of its list. */
  end: "first" | "last";
  attempt: Attempt;
  rule: string;
}

/** Answers on a bound or just beyond it, with their context. */
interface Tried {
  rule: string;
  data: JsonObject;
  own: FixtureContext;
  context: EvaluationContext;
}

/** `wants` is asked before each attempt, so what an earlier one has shown is not tried again. */
export function* tryRules(
  fixture: Fixture,
  prepared: Prepared,
  wants: (rule: string, side: Attempt["side"]) => boolean,
): Generator<Tried> {
  const deriver = new Deriver(fixture, prepared);
  for (const trial of deriver.trials()) {
    if (!wants(trial.rule, trial.attempt.side)) continue;
    const { data, own } = attempted(trial);
    yield { rule: trial.rule, data, own, context: deriver.context(own) };
  }
}

interface Part {
  schema: Schema;
  place: string;
  path: readonly string[];
}

class Deriver {
  readonly #fixture: Fixture;
  readonly #prepared: Prepared;
  readonly #seeds: Seed[];
  readonly context: (caseContext: FixtureContext) => EvaluationContext;
  readonly #cases = new Map<string, DerivedCase>();
  readonly #broken = new Set<string>();

  constructor(fixture: Fixture, prepared: Prepared) {
    this.#fixture = fixture;
    this.#prepared = prepared;
    this.context = createContexts(prepared.product, fixture.context);
    const valid = fixture.cases.filter(({ expect }) => expect === "valid");
    this.#seeds = [{ name: "", expect: "valid" as const }, ...valid].flatMap((fixtureCase: FixtureCase) => {
      const data = buildAnswers(fixture.base, fixtureCase)[0];
      const caseContext = fixtureCase.context ?? {};
      return data ? [{ data, own: caseContext, context: this.context(caseContext) }] : [];
    });
    for (const seed of [...this.#seeds]) this.#lengthen(seed);
  }

  #lengthen(seed: Seed): void {
    const longer = withSecondRecords(this.#schema, seed.data, (list) => seed.context.lists[list] ?? []);
    const valid = longer.filter((data) => this.#judge(data, seed.own).length === 0);
    this.#seeds.push(...valid.map((data) => ({ ...seed, data })));
  }

  derive(): Derived {
    const schema = this.#schema;
    for (const part of this.#parts()) {
      this.#rules(part);
      if (part.schema.if && part.path.length === 0) this.#condition(schema, part.schema, `#${part.place}/if`);
    }
    const unbroken = findRules(schema).filter((rule) => !this.#broken.has(rule));
    return { cases: [...this.#cases.values()], unbroken };
  }

  *trials(): Generator<Trial> {
    for (const part of this.#parts()) yield* this.#trialsOf(part);
  }

  get #schema(): Schema {
    return this.#prepared.steps[this.#fixture.step]?.schema ?? {};
  }

  #parts(): Part[] {
    const parts: Part[] = [];
    visitSchema(this.#schema, ({ schema, place, path }) => parts.push({ schema, place, path }));
    return parts;
  }

  /**
   * A field that no answers have, such as one that may stay empty, is added to those that could have it. The first valid group or
   * list that comes of it is kept, so that what is inside it is tried too.
   */
  *#trialsOf({ schema, place, path }: Part): Generator<Trial> {
    const ends = this.#seeds.flatMap((seed) => resolveEnds(seed.data, path).map((end) => ({ seed, ...end })));
    const held = ends.filter(({ seed, segments }) => valueAt(seed.data, segments) !== undefined);
    const missing = this.#seeds.flatMap((seed) =>
      resolveEnds(seed.data, path.slice(0, -1)).map(({ segments, end }) => {
        return { seed, end, segments: [...segments, path.at(-1) ?? ""] };
      }),
    );
    const added = missing.filter(({ end }) => path.at(-1) !== "*" && !held.some((place) => place.end === end));
    for (const { seed, segments, end } of [...held, ...added]) {
      const value = valueAt(seed.data, segments);
      const { data, attempts } = this.#attemptsOf({ schema, place, path }, seed, segments);
      const trials = attempts.map((attempt) => {
        return { seed: { ...seed, data }, segments, end, attempt, rule: `#${place}/${attempt.rule}` };
      });
      yield* trials;
      if (value === undefined && /object|array/.test(String(schema.type)) && this.#addSeed(trials)) return;
    }
  }

  #attemptsOf(
    { schema, path }: Part,
    { data, context }: Seed,
    segments: string[],
  ): { data: JsonObject; attempts: Attempt[] } {
    const step = this.#schema;
    const fieldPlace = { step, schema, segments, path, data, context };
    if (schema.computed !== undefined) return findComputedAttempts(fieldPlace);
    const filled = withReads(fieldPlace);
    const around = valueAt(withComputed(step, filled, context), segments.slice(0, -1));
    const field = { schema, value: valueAt(filled, segments), context, around, name: segments.at(-1) ?? "" };
    return { data: filled, attempts: findAttempts(field) };
  }

  #addSeed(trials: readonly Trial[]): boolean {
    const made = trials.filter(({ attempt }) => attempt.side === "on").map(attempted);
    const valid = made.find(({ data, own }) => this.#judge(data, own).length === 0);
    if (!valid) return false;
    const seed = { ...valid, context: this.context(valid.own) };
    this.#seeds.push(seed);
    this.#lengthen(seed);
    return true;
  }

  /** From the first answers that show each side. */
  #rules(part: Part): void {
    const done = new Set<string>();
    for (const trial of this.#trialsOf(part)) {
      const key = `${trial.end} ${JSON.stringify(trial.attempt)}`;
      if (!done.has(key) && this.#attempt(trial)) done.add(key);
    }
  }

  /** False: these answers do not show it. */
  #attempt(trial: Trial): boolean {
    const { segments, attempt, rule } = trial;
    const member = attempt.at !== undefined && !attempt.rule.startsWith("dateWindow") ? attempt.at.split("/") : [];
    const { data, own } = attempted(trial);
    const errors = this.#judge(data, own);
    const [name = ""] = attempt.rule.split(" ");
    const called = attempt.called ?? name;
    const targetPath = name === "expects" ? confirmationPath(segments, called) : [...segments, ...member];
    const error = listed([[toPointer(targetPath), called]]);
    if (attempt.side === "beyond" ? listed(errors) !== error : listed(errors).split(", ").includes(error)) {
      if (attempt.called !== "listUnavailable" || !listed(errors).includes(error)) return false;
    }
    if (attempt.side === "beyond") this.#broken.add(rule);
    this.#keep(data, own, errors, rule);
    if (name === "expects" && attempt.side === "beyond") this.#confirm(trial, targetPath);
    return true;
  }

  /** The same answers with the warning confirmed. */
  #confirm(trial: Trial, targetPath: string[]): void {
    const { data, own } = attempted(trial);
    const [warning] = this.#prepared.judges.errors(this.#fixture.step, data, this.context(own));
    const confirmed = withValue(data, targetPath, warning?.params.reads);
    this.#keep(confirmed, own, this.#judge(confirmed, own), trial.rule);
  }

  /** From answers for which the condition holds, and for which it does not. */
  #condition(schema: Schema, part: Schema, pointer: string): void {
    for (const { data, own } of conditionVariants(schema, part, this.#seeds))
      if (!this.#cases.has(JSON.stringify([data, own]))) this.#keep(data, own, this.#judge(data, own), pointer);
  }

  #judge(data: JsonObject, caseContext: FixtureContext): [string, string][] {
    const context = this.context(caseContext);
    return pairs(this.#prepared.judges.errors(this.#fixture.step, data, context));
  }

  #keep(data: JsonObject, caseContext: FixtureContext, errors: [string, string][], rule: string): void {
    const key = JSON.stringify([data, caseContext]);
    if (this.#cases.has(key)) return;
    const expect: Expected = errors.length === 0 ? "valid" : errors;
    const { set, remove } = findDifference(this.#fixture.base, data);
    const verdict = expect === "valid" ? "valid" : listed(expect);
    const name = `derived ${this.#cases.size + 1}, ${rule.slice(1)}: ${verdict}`;
    this.#cases.set(key, {
      name,
      rule,
      ...(Object.keys(set).length > 0 ? { set } : {}),
      ...(remove.length > 0 ? { remove } : {}),
      ...(Object.keys(caseContext).length > 0 ? { context: caseContext } : {}),
      expect,
    });
  }
}

function attempted({ seed, segments, attempt }: Trial): { data: JsonObject; own: FixtureContext } {
  const [member, value] = attempt.set ?? [attempt.remove, attempt.value];
  const path = attempt.moves ?? (member === undefined ? segments : [...segments, member]);
  const data = path.length > 0 ? withValue(seed.data, path, structuredClone(value)) : seed.data;
  const caseContext = { ...seed.own, ...attempt.context };
  if (attempt.context?.features) caseContext.features = { ...seed.context.features, ...attempt.context.features };
  return { data, own: caseContext };
}
