// The tariff of a product, old and new, in amounts and percentages.
import { sameValue } from "#engine/formValues.ts";
import type { JsonObject } from "#engine/types.ts";
import { objects } from "../reporting.ts";
import { FactorChanges, PriceChanges } from "./factors.ts";
import { answersWords } from "./questions.ts";
import { asList, asNumber, asObject, pairUp, type Scope, type Sides } from "./scope.ts";
import { joined, money, number, percent, phrase, phraseFor, plain, type Words } from "./words.ts";

export function compareTariff(sides: Sides, [before, after]: Contents, scope: Scope): void {
  new TariffChanges(sides, scope).compare(before, after);
}

type Contents = readonly [before: JsonObject | undefined, after: JsonObject | undefined];

class TariffChanges extends PriceChanges {
  compare(before: Contents[0], after: Contents[1]): void {
    const scope = this.scope;
    scope.members(before, after, {
      $schema: null,
      sample: null,
      reference: null,
      order: null,
      main: (from, to, place) =>
        scope.members(
          from,
          to,
          { options: (one, other, at) => this.#options(objects(one), objects(other), at), ...this.answers },
          place,
        ),
      factors: (from, to, place) =>
        new FactorChanges(this.sides, this.scope).compare(objects(from), objects(to), place),
      additional: (from, to, place) => this.#covers(objects(from), objects(to), place),
      per_unit: (from, to, place) => this.#units(objects(from), objects(to), place),
      own_risk: this.#part("own_risk", (from, to, place) => this.#ownRisk(from, to, place)),
      double_year_limit: this.#part("double_year_limit", (from, to, place) => this.#double(from, to, place)),
      instalments: this.#part("instalments", (from, to, place) =>
        scope.members(
          from,
          to,
          {
            default_months: (one, other, at) =>
              scope.say("instalments.months", at, { from: every(one), to: every(other) }),
            ...this.answers,
          },
          place,
        ),
      ),
      one_off: this.#part("one_off", (from, to, place) => scope.members(from, to, this.answers, place)),
      tax: (from, to, place) => scope.members(from, to, this.answers, place),
      features: (from, to, place) => this.#features(asObject(from), asObject(to), place),
      product_code: (from, to, place) => this.#codes(from, to, place),
    });
  }

  /** A part that the tariff may be without. */
  #part(name: string, compare: (from: JsonObject, to: JsonObject, place: string) => void) {
    return (from: unknown, to: unknown, place: string) => {
      const part = phraseFor(`part.${name}`);
      if (from === undefined) this.scope.say("part.added", place, { part });
      else if (to === undefined) this.scope.say("part.removed", place, { part });
      else compare(asObject(from), asObject(to), place);
    };
  }

  #options(before: JsonObject[], after: JsonObject[], at: string): void {
    const scope = this.scope;
    const { added, removed, kept, moved } = pairUp(before, after, ({ value }) => value);
    for (const [{ value, price }, index] of added)
      scope.say("option.added", `${at}/${index}`, {
        option: this.chosen("now", value),
        price: money(asNumber(price)),
      });
    for (const [{ value }, index] of removed)
      scope.say("option.removed", `${at}/${index}`, { option: this.chosen("old", value) });
    if (moved)
      scope.say("choice.order", at, {
        field: this.answerWords(asObject(this.sides.now.product.tariff?.content.main)),
      });
    for (const [one, other, index] of kept) {
      const option = this.chosen("now", other.value);
      scope.members(
        one,
        other,
        {
          price: (from, to, place) => this.price(option, from, to, place),
          insured_amount: (from, to, place) =>
            scope.say("option.amount", place, {
              option: this.chosen("old", other.value),
              from: money(asNumber(from)),
              to: money(asNumber(to)),
            }),
        },
        `${at}/${index}`,
      );
    }
  }

  #covers(before: JsonObject[], after: JsonObject[], at: string): void {
    const { old, now } = this.sides;
    const scope = this.scope;
    const name = (side: typeof old, { value }: JsonObject) => phrase("coverNamed", { name: side.cover(String(value)) });
    const { added, removed, kept, moved } = pairUp(before, after, ({ value }) => value);
    for (const [one, index] of added)
      scope.say("cover.added", `${at}/${index}`, { cover: name(now, one), price: money(asNumber(one.price)) });
    for (const [one, index] of removed) scope.say("cover.removed", `${at}/${index}`, { cover: name(old, one) });
    if (moved) scope.say("choice.order", at, { field: phrase("additional") });
    for (const [one, other, index] of kept) {
      const cover = name(now, other);
      scope.members(
        one,
        other,
        {
          price: (from, to, place) => this.price(cover, from, to, place),
          ...this.answers,
          popular: (_from, to, place) =>
            scope.say(to === true ? "cover.popular" : "cover.notPopular", place, { cover }),
          amounts: (from, to, place) => {
            const [left, right] = [asObject(from), asObject(to)];
            for (const amount of Object.keys({ ...left, ...right }))
              if (left[amount] !== right[amount])
                scope.say("cover.amount", `${place}/${amount}`, {
                  cover,
                  name: amount,
                  from: amountWords(left[amount]),
                  to: amountWords(right[amount]),
                });
          },
        },
        `${at}/${index}`,
      );
    }
  }

  #units(before: JsonObject[], after: JsonObject[], at: string): void {
    const { added, removed, kept } = pairUp(before, after, ({ name }) => name);
    const named = (one: JsonObject) => phrase("unit", { field: this.answerWords(one) });
    for (const [one, index] of added)
      this.scope.say("option.added", `${at}/${index}`, { option: named(one), price: money(asNumber(one.price)) });
    for (const [one, index] of removed) this.scope.say("option.removed", `${at}/${index}`, { option: named(one) });
    for (const [one, other, index] of kept)
      this.scope.members(
        one,
        other,
        { price: (from, to, place) => this.price(named(other), from, to, place), ...this.answers },
        `${at}/${index}`,
      );
  }

  #ownRisk(from: JsonObject, to: JsonObject, place: string): void {
    const words = (side: "old" | "now", risk: JsonObject) =>
      risk.answer === undefined
        ? money(asNumber(risk.fixed))
        : phrase("ownRisk.answer", { field: this.answerWords(risk, side) });
    const [before, after] = [words("old", from), words("now", to)];
    if (!sameValue(before, after)) this.scope.say("ownRisk.source", place, { from: before, to: after });
    else if (!this.sides.renamed) this.scope.other(from, to, place);
  }

  #double(from: JsonObject, to: JsonObject, place: string): void {
    const scope = this.scope;
    scope.members(
      from,
      to,
      {
        ...this.answers,
        rate: (one, other, at) =>
          scope.say("double.rate", at, { from: percent(asNumber(one) * 100), to: percent(asNumber(other) * 100) }),
        multiple: (one, other, at) =>
          scope.say("double.multiple", at, { from: number(asNumber(one)), to: number(asNumber(other)) }),
      },
      place,
    );
  }

  #features(from: JsonObject, to: JsonObject, at: string): void {
    const { old, now } = this.sides;
    for (const name of Object.keys({ ...from, ...to })) {
      const place = `${at}/${name}`;
      const [before, after] = [answersWords(old, asObject(from[name]).if), answersWords(now, asObject(to[name]).if)];
      if (from[name] === undefined) this.scope.say("feature.added", place, { feature: now.feature(name), to: after });
      else if (to[name] === undefined)
        this.scope.say("feature.removed", place, { feature: old.feature(name), from: before });
      else if (before.nl !== after.nl)
        this.scope.say("feature.condition", place, { feature: now.feature(name), from: before, to: after });
      else this.scope.members(from[name], to[name], { note: null, ...(this.sides.renamed ? { if: null } : {}) }, place);
    }
  }

  #codes(from: unknown, to: unknown, place: string): void {
    const scope = this.scope;
    scope.members(
      from,
      to,
      {
        ...this.answers,
        default: (one, other, at) => scope.say("productCode.default", at, { from: plain(one), to: plain(other) }),
        precedence: (one, other, at) =>
          scope.say("productCode.order", at, {
            from: joined(asList(one).map(plain)),
            to: joined(asList(other).map(plain)),
          }),
      },
      place,
    );
  }
}

const amountWords = (value: unknown): Words => (typeof value === "number" ? money(value) : phrase("none"));

const every = (months: unknown) => (months === 1 ? phrase("every.one") : phrase("every", { n: String(months) }));
