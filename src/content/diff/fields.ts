// The fields of all steps, old and new: which come, go, move or get another name, and which of their rules change.
import { sameValue } from "#engine/formValues.ts";
import { type FieldRules, readFieldRules, type Statement, type When } from "./fieldRules.ts";
import type { Labelled } from "./labels.ts";
import { RuleWords } from "./ruleWords.ts";
import type { Scope, Sides } from "./scope.ts";
import { conditionWords, inWords, joined, phrase, type Words } from "./words.ts";

/** Fields by `step/path` that are told as a whole, so that what belongs to them needs no sentence. */
export interface ToldFields {
  added: Set<string>;
  removed: Set<string>;
  /** From the old place to the new one. */
  renamed: Map<string, string>;
}

interface Found {
  step: string;
  key: string;
  rules: FieldRules;
}

const formatPlace = ({ step, key }: Found): string => `${step}/${key}`;
const findLast = ({ rules }: Found): string => rules.path.at(-1) ?? "";

export class FieldChanges {
  readonly told: ToldFields = { added: new Set(), removed: new Set(), renamed: new Map() };
  readonly #sides: Sides;
  readonly #scopeOf: (step: string) => Scope;
  readonly #old = new Map<string, Map<string, FieldRules>>();
  readonly #now = new Map<string, Map<string, FieldRules>>();

  constructor(sides: Sides, scopeOf: (step: string) => Scope) {
    this.#sides = sides;
    this.#scopeOf = scopeOf;
    for (const [step, { schema }] of Object.entries(sides.old.steps)) this.#old.set(step, readFieldRules(schema));
    for (const [step, { schema }] of Object.entries(sides.now.steps)) this.#now.set(step, readFieldRules(schema));
  }

  compare(): void {
    const gone = outermost(this.#old, this.#now);
    const come = outermost(this.#now, this.#old);
    for (const one of come) {
      const before = gone.findIndex((other) => this.#isSame(other, one));
      if (before < 0) this.#sayAdded(one);
      else this.#sayMoved(gone.splice(before, 1)[0]!, one);
    }
    for (const one of gone) {
      this.told.removed.add(formatPlace(one));
      if (this.#now.has(one.step))
        this.#scopeOf(one.step).say("field.removed", placeIn(one), {
          field: this.#sides.old.field(one.step, one.rules.path),
        });
    }
    for (const step of this.#now.keys()) {
      const before = this.#old.get(step);
      if (before) this.#compareStep(step, before, this.#now.get(step)!);
    }
  }

  /** Of another step, or with another name: the same rules under the same words. */
  #isSame(before: Found, after: Found): boolean {
    const moved = before.step !== after.step;
    if (moved && findLast(before) !== findLast(after)) return false;
    const rules = ({ rules: { statements } }: Found) => statements.map(({ keyword, value }) => [keyword, value]);
    const words = (side: Labelled, { step, rules: { path } }: Found) => side.field(step, path).nl;
    return sameValue(rules(before), rules(after)) && words(this.#sides.old, before) === words(this.#sides.now, after);
  }

  #sayAdded(one: Found): void {
    this.told.added.add(formatPlace(one));
    const required = one.rules.statements.some(({ keyword }) => keyword === "required");
    const shown = one.rules.statements.find(({ keyword }) => keyword === "shown");
    const field = this.#sides.now.field(one.step, one.rules.path);
    const when = this.#when(this.#sides.now, one.step, shown?.when ?? []);
    this.#scopeOf(one.step).say(required ? "field.required" : "field.optional", placeIn(one), { field, when });
  }

  #sayMoved(before: Found, after: Found): void {
    this.told.renamed.set(formatPlace(before), formatPlace(after));
    const { old, now } = this.#sides;
    const field = now.field(after.step, after.rules.path);
    const scope = this.#scopeOf(after.step);
    if (before.step === after.step)
      scope.say("field.renamed", placeIn(after), { field, from: findLast(before), to: findLast(after) });
    else scope.say("field.moved", placeIn(after), { field, from: old.step(before.step), to: now.step(after.step) });
  }

  #compareStep(step: string, before: Map<string, FieldRules>, after: Map<string, FieldRules>): void {
    const implied = new Set<string>();
    for (const [key, now] of after) {
      const renamed = [...this.told.renamed].find(([, to]) => to === `${step}/${key}`)?.[0];
      const old = before.get(renamed?.startsWith(`${step}/`) ? renamed.slice(step.length + 1) : key);
      if (old) this.#compareField(step, old, now, implied);
      else if (!this.#isTold(step, key)) this.#compareField(step, { path: now.path, statements: [] }, now, implied);
    }
    for (const [key, old] of before)
      if (!after.has(key) && !this.#isTold(step, key))
        this.#compareField(step, old, { path: old.path, statements: [] }, implied);
  }

  /** It, or what it is a member of, came, went or moved as a whole. */
  #isTold(step: string, key: string): boolean {
    const { added, removed, renamed } = this.told;
    const parts = `${step}/${key}`.split("/");
    return parts.some((_part, index) => {
      const place = parts.slice(0, index + 1).join("/");
      return added.has(place) || removed.has(place) || renamed.has(place) || [...renamed.values()].includes(place);
    });
  }

  #compareField(step: string, before: FieldRules, after: FieldRules, implied: Set<string>): void {
    const { old, now } = this.#sides;
    const words = new RuleWords({ scope: this.#scopeOf(step), step, path: after.path, ...this.#sides });
    const always = onlyWhen(after) ?? onlyWhen(before);
    const told = (side: Labelled, { when }: Statement) =>
      always && sameValue(always, when) ? inWords(() => "") : this.#when(side, step, when);
    for (const keyword of collectKeywords(before, after)) {
      const [left, right] = [before, after].map(({ statements }) =>
        statements.filter((one) => one.keyword === keyword),
      ) as [Statement[], Statement[]];
      if (FIRST.includes(keyword) && [left, right].every(isAlways)) continue;
      const { pairs, removed, added } = pairStatements(left, right, (one, other) => this.#sameWhen(step, one, other));
      for (const [from, to] of pairs) if (!sameValue(from.value, to.value)) words.changed(from, to, told(now, to));
      this.#compareConditions(step, pairs, words, { top: after.path[0] ?? "", implied });
      for (const one of removed) words.cameOrWent("removed", one, told(old, one));
      for (const one of added) words.cameOrWent("added", one, told(now, one));
    }
  }

  /** When a field shows under another condition, so do its rules. */
  #compareConditions(
    step: string,
    pairs: [Statement, Statement][],
    words: RuleWords,
    { top, implied }: { top: string; implied: Set<string> },
  ): void {
    const { old, now } = this.#sides;
    for (const [from, to] of pairs) {
      if (this.#sameWhen(step, from, to)) continue;
      const change = JSON.stringify([top, from.when, to.when]);
      const [when, before] = [this.#whenOrAlways(now, step, to), this.#whenOrAlways(old, step, from)];
      if (!implied.has(change)) words.conditionChanged(from, to, when, before);
      if (to.keyword === "shown") implied.add(change);
    }
  }

  /** With another name of the same field a condition is still the same. */
  #sameWhen(step: string, before: Statement, after: Statement): boolean {
    if (sameValue(before.when, after.when)) return true;
    const renamed = this.told.renamed.size > 0 && before.when.length === after.when.length;
    const { old, now } = this.#sides;
    return renamed && this.#when(old, step, before.when).nl === this.#when(now, step, after.when).nl;
  }

  #whenOrAlways(side: Labelled, step: string, { when }: Statement): Words {
    return when.length === 0 ? phrase("always") : this.#when(side, step, when);
  }

  #when(side: Labelled, step: string, when: readonly When[]): Words {
    if (when.length === 0) return inWords(() => "");
    const said = when.map(({ condition, path: around }) =>
      conditionWords(condition, {
        label: (path) => side.field(step, [...around, ...path]),
        value: (path, value) => side.value(step, [...around, ...path], value),
      }),
    );
    return phrase("when", { condition: joined(said, "and") });
  }
}

const placeIn = ({ rules }: Found): string => rules.statements.find(({ keyword }) => keyword === "shown")?.place ?? "";

const isShown = ({ statements }: FieldRules): boolean => statements.some(({ keyword }) => keyword === "shown");

/** The fields of one side that the other has not, without what is inside such a field. */
function outermost(these: Map<string, Map<string, FieldRules>>, others: Map<string, Map<string, FieldRules>>): Found[] {
  return [...these].flatMap(([step, fields]) => {
    const other = others.get(step);
    const missing = (key: string) => other?.has(key) !== true;
    return [...fields].flatMap(([key, rules]) => {
      const parents = rules.path.slice(0, -1).map((_name, index) => rules.path.slice(0, index + 1).join("/"));
      return isShown(rules) && missing(key) && !parents.some(missing) ? { step, key, rules } : [];
    });
  });
}

/** The conditions under which the field is there at all, where there is one such set. */
function onlyWhen({ statements }: FieldRules): readonly When[] | undefined {
  const shown = statements.filter(({ keyword }) => keyword === "shown");
  return shown.length === 1 && shown[0]!.when.length > 0 ? shown[0]!.when : undefined;
}

/** They need no value: one that counts always makes the others mean nothing. */
const FIRST = ["shown", "required"];
const isAlways = (statements: readonly Statement[]): boolean => statements.some(({ when }) => when.length === 0);

function collectKeywords(...fields: FieldRules[]): Set<string> {
  const all = fields.flatMap(({ statements }) => statements.map(({ keyword }) => keyword));
  return new Set([...FIRST.filter((keyword) => all.includes(keyword)), ...all]);
}

/** Those with the same conditions belong together, then those with the same value. */
function pairStatements(
  before: readonly Statement[],
  after: readonly Statement[],
  sameWhen: (one: Statement, other: Statement) => boolean,
) {
  const [left, right] = [[...before], [...after]];
  const pairs: [Statement, Statement][] = [];
  const take = (fits: (one: Statement, other: Statement) => boolean) => {
    for (const one of [...left]) {
      const at = right.findIndex((other) => fits(one, other));
      if (at < 0) continue;
      pairs.push([one, right.splice(at, 1)[0]!]);
      left.splice(left.indexOf(one), 1);
    }
  };
  take((one, other) => sameWhen(one, other) && sameValue(one.value, other.value));
  take(sameWhen);
  take((one, other) => sameValue(one.value, other.value));
  return { pairs, removed: left, added: right };
}
