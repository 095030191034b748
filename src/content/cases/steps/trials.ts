// Tries the rules of a step: on both sides of every bound, length, list, required field and date window, from the base and each
// valid case. The check tries what written cases leave. `deriveCases` returns all that give what they show and no other error.
import { isWarning } from "#engine/expressions/warnings.ts";
import { pointerSegments, valueAt } from "#engine/fields/fieldPath.ts";
import { withValue } from "#engine/fields/formValues.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { visitSchema } from "#engine/schema/schemaVisitor.ts";
import type { EvaluationContext, JsonObject } from "#engine/schema/types.ts";
import type { PreparedProduct } from "../../check/prepare.ts";
import { type Attempt, findAttempts } from "./attempts.ts";
import { brokenRule, isShown } from "./brokenRules.ts";
import { resolveEnds, withSecondRecords } from "./entries.ts";
import {
  buildAnswers,
  createContexts,
  type ExpectedResult,
  type Fixture,
  type FixtureContext,
  pairs,
} from "./fixtures.ts";
import { findMeetings, withReads } from "./meetingAttempts.ts";

/** Valid answers to start from. */
interface Seed {
  data: JsonObject;
  own: FixtureContext;
  context: EvaluationContext;
}

interface Trial extends Seed {
  /** As `findRules` names it. */
  rule: string;
  attempt: Attempt;
  /** Of a rule inside a record: of the first or the last of its list. */
  end: "first" | "last";
}

interface SeedPlace {
  seed: Seed;
  segments: string[];
  end: Trial["end"];
}

/** A schema inside the step. */
interface Part {
  schema: Schema;
  place: string;
  path: readonly string[];
}

/** `wants` is asked before each trial, so what an earlier one has shown is not tried again. */
export function* tryRules(
  fixture: Fixture,
  prepared: PreparedProduct,
  wants: (rule: string, side: Attempt["side"]) => boolean = () => true,
): Generator<Trial> {
  const seeds = new Seeds(fixture, prepared);
  const parts: Part[] = [];
  visitSchema(seeds.schema, ({ schema, place, path }) => parts.push({ schema, place, path }));
  for (const part of parts)
    for (const place of seeds.places(part.path)) {
      const { data, attempts } = seeds.attempts(part, place);
      for (const attempt of attempts) {
        const rule = `#${part.place}/${attempt.rule}`;
        if (!wants(rule, attempt.side)) continue;
        yield { rule, attempt, end: place.end, ...seeds.change({ ...place.seed, data }, attempt) };
      }
      if (seeds.grow(part, place, attempts)) break;
    }
}

class Seeds {
  readonly schema: Schema;
  readonly #fixture: Fixture;
  readonly #prepared: PreparedProduct;
  readonly #contextOf: (own: FixtureContext) => EvaluationContext;
  readonly #seeds: Seed[] = [];

  constructor(fixture: Fixture, prepared: PreparedProduct) {
    this.#fixture = fixture;
    this.#prepared = prepared;
    this.schema = prepared.steps[fixture.step]?.schema ?? {};
    this.#contextOf = createContexts(prepared.product, fixture.context);
    const valid = fixture.cases.filter(({ expect }) => expect === "valid");
    for (const fixtureCase of [{}, ...valid]) {
      const [data] = buildAnswers(fixture.base, fixtureCase);
      const { context: own = {} }: { context?: FixtureContext } = fixtureCase;
      if (data) this.#seeds.push({ data, own, context: this.#contextOf(own) });
    }
    for (const seed of [...this.#seeds]) this.#lengthen(seed);
  }

  /** Adds the answers with a second record, so that what is inside is tried at the first and the last. */
  #lengthen(seed: Seed): void {
    for (const data of withSecondRecords(this.schema, seed.data, (list) => seed.context.lists[list] ?? []))
      if (this.#isValid({ ...seed, data })) this.#seeds.push({ ...seed, data });
  }

  #isValid = ({ data, context }: Seed): boolean =>
    this.#prepared.judge.errors(this.#fixture.step, data, context).length === 0;

  /** Where answers have a value at a path, then where they could have one, such as a field that may stay empty. */
  places(path: readonly string[]): SeedPlace[] {
    const filled: SeedPlace[] = [];
    const empty: SeedPlace[] = [];
    const name = path.at(-1);
    for (const seed of this.#seeds) {
      for (const { segments, end } of resolveEnds(seed.data, path)) filled.push({ seed, segments, end });
      if (name === undefined || name === "*") continue;
      for (const { segments, end } of resolveEnds(seed.data, path.slice(0, -1)))
        empty.push({ seed, segments: [...segments, name], end });
    }
    return [...filled, ...empty.filter(({ end }) => !filled.some((place) => place.end === end))];
  }

  change(seed: Seed, { path, value, context }: Attempt): Seed {
    const data = path.length > 0 ? withValue(seed.data, path, structuredClone(value)) : seed.data;
    if (!context) return { ...seed, data };
    const own = { ...seed.own, ...context };
    if (context.features) own.features = { ...seed.context.features, ...context.features };
    return { data, own, context: this.#contextOf(own) };
  }

  /** The attempts at a place, and the answers that they start from. */
  attempts({ schema, path }: Part, { seed, segments }: SeedPlace): { data: JsonObject; attempts: Attempt[] } {
    const { data, context } = seed;
    const field = withReads({ step: this.schema, schema, path, segments, data, context });
    const own = schema.computed === undefined ? findAttempts(field) : [];
    return { data: field.data, attempts: [...own, ...findMeetings(field)] };
  }

  /** Adds the first valid group or list that was missing, so that what is inside is tried too. */
  grow({ schema }: Part, { seed, segments }: SeedPlace, attempts: readonly Attempt[]): boolean {
    if (valueAt(seed.data, segments) !== undefined || !/object|array/.test(String(schema.type))) return false;
    for (const attempt of attempts) {
      const grown = this.change(seed, attempt);
      if (attempt.side !== "on" || !this.#isValid(grown)) continue;
      this.#seeds.push(grown);
      this.#lengthen(grown);
      return true;
    }
    return false;
  }
}

export interface DerivedCase {
  /** The rule that it is about, as `findRules` names it. */
  rule: string;
  data: JsonObject;
  own: FixtureContext;
  expect: ExpectedResult;
}

/** Returns valid answers on each bound, and answers beyond it that have this error alone. */
export function deriveCases(fixture: Fixture, prepared: PreparedProduct): DerivedCase[] {
  const cases = new Map<string, DerivedCase>();
  const done = new Set<string>();
  for (const trial of tryRules(fixture, prepared)) {
    const { rule, attempt, end } = trial;
    const name = JSON.stringify([end, rule, attempt]);
    if (done.has(name)) continue;
    for (const derived of judgeTrial(trial, fixture.step, prepared)) {
      done.add(name);
      const key = JSON.stringify([derived.data, derived.own]);
      if (!cases.has(key)) cases.set(key, derived);
    }
  }
  return [...cases.values()];
}

/** Returns nothing if the answers do not show the rule by itself. */
function judgeTrial(
  { rule, attempt, data, own, context }: Trial,
  step: string,
  { judge }: PreparedProduct,
): DerivedCase[] {
  const { raw = [], errors = [] } = judge.evaluate(step, data, context) ?? {};
  const [error] = errors;
  if (attempt.side === "on") return error ? [] : [{ rule, data, own, expect: "valid" }];
  const broken = raw.find((each) => brokenRule(each) === rule);
  if (!error || !broken || errors.length > 1) return [];
  if (!isShown(broken, errors) && error.keyword !== "listUnavailable") return [];
  const derived: DerivedCase = { rule, data, own, expect: pairs(errors) };
  if (!isWarning(error)) return [derived];
  // The same answers with the warning confirmed.
  const confirmed = withValue(data, pointerSegments(error.pointer), error.params.reads);
  const isValid = judge.errors(step, confirmed, context).length === 0;
  return [derived, ...(isValid ? [{ rule, data: confirmed, own, expect: "valid" as const }] : [])];
}
