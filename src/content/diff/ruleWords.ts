// What changes in one rule of a field, in sentences.
import { OFFSET } from "#engine/dates.ts";
import { BOUND_NAMES } from "#engine/rules.ts";
import type { Statement } from "./fieldRules.ts";
import { asList, asObject, isUp, pairUp, type Scope, type Sides } from "./scope.ts";
import { day, number, phrase, phraseFor, plain, type Value, type Words } from "./words.ts";

interface About extends Sides {
  scope: Scope;
  step: string;
  path: readonly string[];
}

const BOUNDS: ReadonlySet<string> = new Set([...BOUND_NAMES, "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]);
const LENGTHS = /^(min|max)(Length|Items)$/;

export class RuleWords {
  readonly #about: About;

  constructor(about: About) {
    this.#about = about;
  }

  changed({ keyword, value: from }: Statement, { value: to, place }: Statement, when: Words): void {
    if (BOUNDS.has(keyword))
      this.#say(isUp(from, to) ? "bound.up" : "bound.down", place, {
        bound: phraseFor(`bound.${keyword}`),
        from: this.#bound("old", keyword, from),
        to: this.#bound("now", keyword, to),
        when,
      });
    else if (keyword === "enum") this.#choices(from, to, place, when);
    else if (keyword === "default") this.#say("default.changed", place, { ...this.#values(from, to), when });
    else if (keyword === "dateWindow") this.#window(from, to, place, when);
    else if (this.#knows(keyword))
      this.#say("rule.changed", place, {
        from: this.#rule("old", keyword, from),
        to: this.#rule("now", keyword, to),
        when,
      });
    else this.#about.scope.other(from, to, place);
  }

  cameOrWent(way: "added" | "removed", { keyword, value, place }: Statement, when: Words): void {
    const [side, end] = way === "added" ? (["now", "to"] as const) : (["old", "from"] as const);
    if (keyword === "shown" || keyword === "required") this.#say(`${keyword}.${way}`, place, { when });
    else if (BOUNDS.has(keyword)) {
      const bound = phraseFor(`bound.${keyword}`);
      this.#say(`bound.${way}`, place, { bound, [end]: this.#bound(side, keyword, value), when });
    } else if (keyword === "default") this.#say(`default.${way}`, place, { [end]: this.#value(side, value), when });
    else if (keyword === "dateWindow") this.#window(...inOrder(side, {}, value), place, when);
    else if (this.#knows(keyword)) this.#say(`rule.${way}`, place, { [end]: this.#rule(side, keyword, value), when });
    else this.#about.scope.other(...inOrder(side, undefined, value), place);
  }

  conditionChanged({ keyword }: Statement, { value, place }: Statement, when: Words, before: Words): void {
    if (keyword === "shown") this.#say("shown.when", place, { when, before });
    else if (keyword === "required") this.#say("required.when", place, { when, before });
    else this.#say("rule.when", place, { rule: this.#rule("now", keyword, value), when, before });
  }

  #say(kind: Parameters<Scope["say"]>[0], place: string, values: Record<string, Value>): void {
    this.#about.scope.say(kind, place, { field: this.#field(), ...values });
  }

  #field(): Words {
    const { now, step, path } = this.#about;
    return path.length === 0 ? now.step(step) : now.field(step, path);
  }

  #value(side: "old" | "now", value: unknown): Words {
    const { step, path } = this.#about;
    return this.#about[side].value(step, path, value);
  }

  #values = (from: unknown, to: unknown) => ({ from: this.#value("old", from), to: this.#value("now", to) });

  #bound(side: "old" | "now", keyword: string, value: unknown): Words {
    return LENGTHS.test(keyword) && typeof value === "number" ? number(value) : this.#value(side, value);
  }

  #knows(keyword: string): boolean {
    return this.#rule("now", keyword, true).nl !== keyword;
  }

  #rule(side: "old" | "now", keyword: string, value: unknown): Words {
    if (keyword === "additionalProperties") return phraseFor(`rule.additionalProperties.${value === true}`);
    if (BOUNDS.has(keyword)) return this.#named(phraseFor(`bound.${keyword}`), this.#bound(side, keyword, value));
    const ofField = keyword === "enum" || keyword === "const";
    if (ofField) return phraseFor(`rule.${keyword}`, { value: this.#value(side, value) });
    if (keyword === "featureFlag")
      return phraseFor("rule.featureFlag", { value: this.#about[side].feature(String(value)) });
    if (keyword === "prefill") return prefillWords(value);
    const named = typeof value === "string" ? phraseFor(`${keyword}.${value}`, {}, value) : plain(value);
    return phraseFor(`rule.${keyword}`, { value: named }, keyword);
  }

  #named = (name: Words, value: Words): Words => ({
    nl: `${name.nl} ${value.nl}`,
    en: `${name.en} ${value.en}`,
    fr: `${name.fr} ${value.fr}`,
  });

  #choices(from: unknown, to: unknown, place: string, when: Words): void {
    const { added, removed, moved } = pairUp(asList(from), asList(to), JSON.stringify);
    for (const [value] of added) this.#say("choice.added", place, { value: this.#value("now", value), when });
    for (const [value] of removed) this.#say("choice.removed", place, { value: this.#value("old", value), when });
    if (moved) this.#say("choice.order", place, {});
  }

  #window(from: unknown, to: unknown, place: string, when: Words): void {
    const [old, now] = [asObject(from), asObject(to)];
    for (const bound of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const [before, after] = [old[bound], now[bound]].map((offset) =>
        offset === undefined ? undefined : phraseFor(`rule.${bound}`, { value: offsetWords(String(offset)) }),
      );
      if (old[bound] === now[bound]) continue;
      if (before && after) this.#say("rule.changed", `${place}/${bound}`, { from: before, to: after, when });
      else if (after) this.#say("rule.added", `${place}/${bound}`, { to: after, when });
      else if (before) this.#say("rule.removed", `${place}/${bound}`, { from: before, when });
    }
  }
}

/** Before and after, of what the other side has not. */
const inOrder = (side: "old" | "now", nothing: unknown, value: unknown): [unknown, unknown] =>
  side === "now" ? [nothing, value] : [value, nothing];

/** Where the server takes a value from, and when nobody may change it. */
function prefillWords(prefill: unknown): Words {
  const { from, locked, ...rest } = asObject(prefill);
  const more = Object.keys(rest).length > 0 ? [JSON.stringify(rest)] : [];
  const value = [...asList(from), ...more].join(", ");
  return phrase(locked === undefined ? "rule.prefill" : "rule.prefill.locked", { value, locked: String(locked) });
}

/** `-14d`: 14 days before today. */
function offsetWords(offset: string): Words {
  const match = OFFSET.exec(offset);
  if (!match) return day(offset);
  const amount = Number(match[1]);
  if (amount === 0) return phrase("today");
  return phraseFor(`${amount > 0 ? "later" : "earlier"}.${match[2]}`, { n: Math.abs(amount) }, offset);
}
