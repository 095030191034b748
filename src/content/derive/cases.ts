// Cases that follow from a step's own rules: both sides of every bound, length, list, required field, condition and date window.
// An attempt counts when the step gives the error of that rule at that field and no other; so each says what it expects.

import { pointerSegments, toPointer } from "#engine/fieldPath.ts";
import { sameValue } from "#engine/formValues.ts";
import type { Schema } from "#engine/schema.ts";
import { isObject } from "#engine/schemaTree.ts";
import { visitSchema } from "#engine/schemaVisitor.ts";
import type { Answers, EvaluationContext, JsonObject } from "#engine/types.ts";
import {
  buildAnswers,
  contextFor,
  type Expected,
  type Fixture,
  type FixtureCase,
  type FixtureContext,
  listed,
  pairs,
} from "../fixtures.ts";
import type { Prepared } from "../prepare.ts";
import { findRules } from "../ruleCoverage.ts";
import { findAttempts } from "./attempts.ts";
import type { Attempt } from "./boundAttempts.ts";
import { conditionVariants, type Seed } from "./conditionVariants.ts";

export interface DerivedCase extends FixtureCase {
  /** The rule that it is about, as `findRules` names it; of a condition its place. */
  rule: string;
}

export interface Derived {
  cases: DerivedCase[];
  /** Rules that no attempt broke by themselves. */
  unbroken: string[];
}

/** Once per file of cases: several tools ask for them. */
const known = new WeakMap<Fixture, { of: Prepared; derived: Derived }>();

export function deriveCases(fixture: Fixture, prepared: Prepared): Derived {
  const made = known.get(fixture);
  if (made?.of === prepared) return made.derived;
  const derived = new Deriver(fixture, prepared).derive();
  known.set(fixture, { of: prepared, derived });
  return derived;
}

class Deriver {
  readonly #fixture: Fixture;
  readonly #prepared: Prepared;
  readonly #seeds: Seed[];
  readonly #cases = new Map<string, DerivedCase>();
  readonly #broken = new Set<string>();

  constructor(fixture: Fixture, prepared: Prepared) {
    this.#fixture = fixture;
    this.#prepared = prepared;
    const valid = fixture.cases.filter(({ expect }) => expect === "valid");
    this.#seeds = [{ name: "", expect: "valid" as const }, ...valid].flatMap((one: FixtureCase) => {
      const data = buildAnswers(fixture.base, one)[0];
      const own = one.context ?? {};
      return data ? [{ data, own, context: this.#context(own) }] : [];
    });
  }

  derive(): Derived {
    const schema = this.#prepared.steps[this.#fixture.step]?.schema ?? {};
    visitSchema(schema, ({ schema: part, place, path }) => {
      this.#rules(part, place, path);
      if (part.if && path.length === 0) this.#condition(schema, part, `#${place}/if`);
    });
    const unbroken = findRules(schema).filter((rule) => !this.#broken.has(rule));
    return { cases: [...this.#cases.values()], unbroken };
  }

  #context(own: FixtureContext): EvaluationContext {
    return contextFor(this.#prepared.product, this.#fixture.context, own);
  }

  /** From the first answers that show each side. */
  #rules(part: Schema, place: string, path: readonly string[]): void {
    const done = new Set<string>();
    for (const seed of this.#seeds) {
      const segments = resolve(seed.data, path);
      const value = segments && valueAt(seed.data, segments);
      if (!segments || value === undefined) continue;
      for (const attempt of findAttempts({ schema: part, value, context: seed.context })) {
        const key = JSON.stringify(attempt);
        if (!done.has(key) && this.#attempt(seed, segments, attempt, `#${place}/${attempt.rule}`)) done.add(key);
      }
    }
  }

  /** False: these answers do not show it. */
  #attempt(seed: Seed, segments: string[], attempt: Attempt, rule: string): boolean {
    const data = structuredClone(seed.data);
    const member = attempt.at !== undefined && !attempt.rule.startsWith("dateWindow") ? [attempt.at] : [];
    change(data, segments, attempt);
    const own = { ...seed.own, ...attempt.context };
    if (attempt.context?.features) own.features = { ...seed.context.features, ...attempt.context.features };
    const given = this.#judge(data, own);
    const [name = ""] = attempt.rule.split(" ");
    const error = listed([[toPointer([...segments, ...member]), attempt.called ?? name]]);
    if (attempt.side === "beyond" ? listed(given) !== error : listed(given).split(", ").includes(error)) {
      if (attempt.called !== "listUnavailable" || !listed(given).includes(error)) return false;
    }
    if (attempt.side === "beyond") this.#broken.add(rule);
    this.#keep(data, own, given, rule);
    return true;
  }

  /** From answers for which the condition holds, and for which it does not. */
  #condition(schema: Schema, part: Schema, place: string): void {
    for (const { data, own } of conditionVariants(schema, part, this.#seeds))
      this.#keep(data, own, this.#judge(data, own), place);
  }

  #judge(data: JsonObject, own: FixtureContext): [string, string][] {
    const context = this.#context(own);
    return pairs(this.#prepared.judges.judge(this.#fixture.step, data, context)?.errors ?? []);
  }

  #keep(data: JsonObject, own: FixtureContext, given: [string, string][], rule: string): void {
    const key = JSON.stringify([data, own]);
    if (this.#cases.has(key)) return;
    const expect: Expected = given.length === 0 ? "valid" : given;
    const { set, remove } = difference(this.#fixture.base, data);
    const said = expect === "valid" ? "valid" : listed(expect);
    const name = `derived ${this.#cases.size + 1}, ${rule.slice(1)}: ${said}`;
    this.#cases.set(key, {
      name,
      rule,
      ...(Object.keys(set).length > 0 ? { set } : {}),
      ...(remove.length > 0 ? { remove } : {}),
      ...(Object.keys(own).length > 0 ? { context: own } : {}),
      expect,
    });
  }
}

/** `*` is the first entry or member; undefined where there is none. */
function resolve(data: unknown, path: readonly string[]): string[] | undefined {
  const segments: string[] = [];
  let current = data;
  for (const name of path) {
    if (typeof current !== "object" || current === null) return undefined;
    const key = name === "*" ? Object.keys(current)[0] : name;
    if (key === undefined || !Object.hasOwn(current, key)) return undefined;
    segments.push(key);
    current = (current as JsonObject)[key];
  }
  return segments;
}

const valueAt = (data: unknown, segments: readonly string[]): unknown =>
  segments.reduce((value, name) => Object(value)[name], data);

function change(data: JsonObject, segments: readonly string[], attempt: Attempt): void {
  const target = attempt.remove !== undefined || attempt.set ? valueAt(data, segments) : undefined;
  if (isObject(target)) {
    if (attempt.remove !== undefined) delete target[attempt.remove];
    if (attempt.set) target[attempt.set[0]] = attempt.set[1];
  } else if ("value" in attempt && segments.length > 0) {
    const holder = valueAt(data, segments.slice(0, -1)) as JsonObject;
    holder[segments.at(-1) ?? ""] = structuredClone(attempt.value);
  }
}

/** What a case says: the difference from the base, by whole fields. */
function difference(base: Answers, data: JsonObject): { set: Record<string, unknown>; remove: string[] } {
  const changed = Object.entries(data).filter(([name, value]) => !sameValue(base[name], value));
  const pointer = (name: string) => toPointer(pointerSegments(toPointer([name])));
  return {
    set: Object.fromEntries(changed.map(([name, value]) => [pointer(name), value])),
    remove: Object.keys(base)
      .filter((name) => !(name in data))
      .map(pointer),
  };
}
