// What the back end holds. A walk looks at it after every step, and nothing of it changes but by a call that writes: so
// each is asked for once between two of those.
import type { ProgressAnswer } from "#api/wire/wireTypes.ts";
import type { BackEnd, Stored } from "./backEnd.ts";
import { NUMBER } from "./bases.ts";
import type { Wire } from "./tab.ts";

export class Held {
  private readonly backEnd: BackEnd;
  private readonly wire: Wire;
  private readonly asked = new Map<string, Promise<unknown>>();
  private writes = -1;

  constructor(backEnd: BackEnd, wire: Wire) {
    this.backEnd = backEnd;
    this.wire = wire;
  }

  private once<Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer> {
    if (this.writes !== this.wire.writes) this.asked.clear();
    this.writes = this.wire.writes;
    const answer = this.asked.get(what) ?? ask();
    this.asked.set(what, answer);
    return answer as Promise<Answer>;
  }

  progress = (): Promise<ProgressAnswer> => this.once("progress", () => this.backEnd.progress());
  stored = (): Promise<Stored> => this.once("stored", () => this.backEnd.stored());
  /** Price and choices of the stored answers. */
  price = (): Promise<unknown> => this.once("price", () => this.askPrice());

  async number(): Promise<unknown> {
    const { step, field } = NUMBER(this.backEnd.product);
    return (await this.stored())[step]?.data[field];
  }

  async completed(): Promise<string[]> {
    const { data } = await this.progress();
    return Object.keys(data).filter((step) => data[step]?.completed);
  }

  private async askPrice(): Promise<unknown> {
    const { premium } = await this.backEnd.premium({});
    const { all_main_coverages, insured_amounts, lines } = premium;
    const choices = [...all_main_coverages, ...insured_amounts].map(({ value, subtitle }) => [value, subtitle]);
    return { year: lines ? lines.main + lines.additional.length : null, choices };
  }
}
