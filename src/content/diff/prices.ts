// What all parts of a tariff say alike: prices that go up or down, what was chosen, and which answers are read.
import { sameValue } from "#engine/formValues.ts";
import type { JsonObject } from "#engine/types.ts";
import { asNumber, asObject, type Compare, isUp, type Scope, type Sides } from "./scope.ts";
import { money, percent, phrase, type Words } from "./words.ts";

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
