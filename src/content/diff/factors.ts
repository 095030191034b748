// What all parts of a tariff say alike (prices that go up or down, what was chosen, which answers are read), and its factors, old and
// new: by answer, or by bands of a number.
import { sameValue } from "#engine/formValues.ts";
import type { JsonObject } from "#engine/types.ts";
import { objects } from "../reporting.ts";
import { asNumber, asObject, type Compare, isUp, pairUp, type Scope, type Sides } from "./scope.ts";
import { money, percent, phrase, plain, type Words } from "./words.ts";

export class PriceChanges {
  protected readonly sides: Sides;
  protected readonly scope: Scope;

  constructor(sides: Sides, scope: Scope) {
    this.sides = sides;
    this.scope = scope;
  }

  protected price(option: Words, from: unknown, to: unknown, place: string): void {
    const [before, after] = [asNumber(from), asNumber(to)];
    const amount = Math.round(Math.abs(after - before) * 100) / 100;
    this.scope.say(isUp(from, to) ? "price.up" : "price.down", place, {
      option,
      amount: money(amount),
      percent: percent((amount / before) * 100),
      from: money(before),
      to: money(after),
    });
  }

  protected chosen(side: "old" | "now", value: unknown, answer?: unknown): Words {
    const { [side]: labelled } = this.sides;
    const [step = "", ...path] = String(answer ?? asObject(labelled.product.tariff?.content.main).answer).split(".");
    return phrase("fieldValue", { field: labelled.field(step, path), value: labelled.value(step, path, value) });
  }

  protected answerWords({ answer }: JsonObject, side: "old" | "now" = "now"): Words {
    return this.sides[side].answer(String(answer));
  }

  /** Which answers it reads: a field with another name is the same answer. */
  protected get answers(): Record<string, Compare> {
    const same = (from: unknown, to: unknown) => {
      const { old, now, renamed } = this.sides;
      const words = (side: typeof old, value: unknown) => [value].flat().map((path) => side.answer(String(path)));
      return renamed && sameValue(words(old, from), words(now, to));
    };
    const compare: Compare = (from, to, place) => {
      if (!same(from, to)) this.scope.other(from, to, place);
    };
    return { answer: compare, months: compare, date: compare };
  }
}

export class FactorChanges extends PriceChanges {
  compare(before: JsonObject[], after: JsonObject[], at: string): void {
    const scope = this.scope;
    const { added, removed, kept } = pairUp(before, after, ({ name }) => name);
    for (const [one, index] of added) scope.say("factor.added", `${at}/${index}`, { field: this.answerWords(one) });
    for (const [one, index] of removed)
      scope.say("factor.removed", `${at}/${index}`, { field: this.answerWords(one, "old") });
    for (const [one, other, index] of kept) {
      const field = this.answerWords(other);
      scope.members(
        one,
        other,
        {
          answer: (_from, _to, place) => {
            const [from, to] = [this.answerWords(one, "old"), field];
            if (!sameValue(from, to)) scope.say("factor.answer", place, { name: String(other.name), from, to });
            else if (!this.sides.renamed) scope.other(one.answer, other.answer, place);
          },
          default: (from, to, place) => this.#factor(phrase("withoutAnswer", { field }), from, to, place),
          values: (from, to, place) => this.#values(other, asObject(from), asObject(to), place),
          bands: (from, to, place) => this.#bands(other, objects(from), objects(to), place),
        },
        `${at}/${index}`,
      );
    }
  }

  #factor(option: Words, from: unknown, to: unknown, place: string): void {
    const say = this.scope.say.bind(this.scope);
    if (from === undefined) say("factor.valueAdded", place, { option, to: plain(to) });
    else if (to === undefined) say("factor.valueRemoved", place, { option, from: plain(from) });
    else
      say(isUp(from, to) ? "factor.up" : "factor.down", place, {
        option,
        from: plain(from),
        to: plain(to),
        percent: percent((asNumber(to) / asNumber(from) - 1) * 100, true),
      });
  }

  #values({ answer }: JsonObject, from: JsonObject, to: JsonObject, at: string): void {
    for (const value of Object.keys({ ...from, ...to })) {
      if (from[value] === to[value]) continue;
      const given =
        value === "true" || value === "false" ? value === "true" : Number.isNaN(Number(value)) ? value : Number(value);
      const side = to[value] === undefined ? "old" : "now";
      this.#factor(this.chosen(side, given, answer), from[value], to[value], `${at}/${value}`);
    }
  }

  /** By their bound; where one bound takes the place of another, with the same factor, the bound has changed. */
  #bands(factor: JsonObject, before: JsonObject[], after: JsonObject[], at: string): void {
    const { added, removed, kept } = pairUp(before, after, ({ up_to }) => up_to);
    const [step = "", ...path] = String(factor.answer).split(".");
    const { now } = this.sides;
    const limit = (value: unknown) => now.value(step, path, value);
    const named = ({ up_to }: JsonObject) =>
      phrase("upTo", { field: phrase("coverNamed", { name: now.field(step, path) }), value: limit(up_to) });
    for (const [one, index] of added) {
      const gone = removed.findIndex(([other, place]) => place === index && other.factor === one.factor);
      if (gone < 0) this.#factor(named(one), undefined, one.factor, `${at}/${index}`);
      else {
        const [[before]] = removed.splice(gone, 1) as [[JsonObject, number]];
        this.scope.say("band.bound", `${at}/${index}`, {
          factor: plain(one.factor),
          field: now.field(step, path),
          from: limit(before.up_to),
          to: limit(one.up_to),
        });
      }
    }
    for (const [one, index] of removed) this.#factor(named(one), one.factor, undefined, `${at}/${index}`);
    for (const [one, other, index] of kept)
      this.scope.members(
        one,
        other,
        { factor: (from, to, place) => this.#factor(named(other), from, to, place) },
        `${at}/${index}`,
      );
  }
}
