// Goes through a journey as the back end would: judges each step, prices, and finds how the request ends. Says of each what
// it is and what made it; compares nothing.
import { activeData } from "#engine/activeData.ts";
import { oncePer } from "#engine/oncePer.ts";
import { premiumInputs } from "#engine/premiumInputs.ts";
import { isObject } from "#engine/schemaTree.ts";
import type { JsonObject, RequestAnswers } from "#engine/types.ts";
import { namedAmounts } from "#underwriting/amounts.ts";
import { isListed } from "#underwriting/backgroundCheck.ts";
import { calculate, type Underwriting, unpricedAnswer } from "#underwriting/calculate.ts";
import { findWrongAnswers } from "#underwriting/judgement.ts";
import { findFeatures, pricedOn, type Tariff } from "#underwriting/tariff.ts";
import { type TraceLine, tracePremium } from "#underwriting/trace.ts";
import { readManifest, tariffFileOn } from "./catalogue.ts";
import { backPart } from "./compile.ts";
import { contextFor, type Journey, type JourneyStep, listed, pairs } from "./fixtures.ts";
import type { Portfolio } from "./portfolio.ts";
import type { Prepared } from "./prepare.ts";

export interface Priced {
  amounts: Record<string, number | null>;
  lines: TraceLine[];
  /** Answers that go with the premium call and that no price of the tariff names. */
  ignored: Ignored[];
}

export interface Ignored {
  answer: string;
  given: unknown;
}

/** Why a request ends as it does; in words by `explain` (diff/words.ts). */
export interface Reason {
  name: "yes" | "no" | "rule" | "both" | "quoted" | "nothing" | "listed" | "expected" | "step" | "block" | "unpriced";
  values: Record<string, string | number | Reason>;
}

export interface JourneyRun {
  /** Of each step as it is saved: its errors, and the premium after it where one is expected. */
  steps: { errors: string; priced?: Priced }[];
  /** Errors of the request block. */
  block: string;
  priced?: Priced;
  outcome: string;
  /** What made it. */
  because: Reason;
  /** The first wrong answer or rule over answers. */
  wrong?: Reason;
  /** The answers call for the extra step, and the first that does. */
  explains?: boolean;
  calls?: Reason | undefined;
}

/** What it is run with. */
export interface Road {
  prepared: Prepared;
  rates: JsonObject | null;
  portfolio: Portfolio;
}

export class JourneyWalk {
  readonly #road: Road;
  readonly #journey: Journey;
  readonly #answers: RequestAnswers;
  /** As they were given: what a product no longer offers is not among the answers. */
  readonly #given: RequestAnswers;

  /** `stored`: the answers of its quotation. */
  constructor(road: Road, journey: Journey, stored: RequestAnswers) {
    this.#road = road;
    this.#journey = journey;
    this.#answers = structuredClone(stored);
    this.#given = { ...stored };
  }

  run(steps: readonly JourneyStep[]): JourneyRun {
    const walked: JourneyRun["steps"] = [];
    for (const { step, answers, expect } of steps) {
      const errors = this.#fill(step, { ...this.#answers[step], ...answers });
      walked.push({ errors, ...this.#price(this.#journey.today, expect?.premium) });
    }
    const { submit, expect } = this.#journey;
    const block = this.#fill("request", submit.answers);
    const day = String(submit.answers.effective_date ?? this.#journey.today);
    return { steps: walked, block, ...this.#price(day, expect.premium), ...this.#end(block, day) };
  }

  /** What is filled in is judged as the server judges it: without the fields that do not show. */
  #fill(step: string, given: JsonObject, day = this.#journey.today): string {
    const { product, steps, judges } = this.#road.prepared;
    this.#given[step] = given;
    const answers = { ...this.#answers, [step]: given };
    const features = findFeatures((tariffFileOn(product, day)?.content ?? {}) as Pick<Tariff, "features">, answers);
    const context = contextFor(product, { today: this.#journey.today, day, answers, features });
    this.#answers[step] = activeData(steps[step]?.schema ?? {}, given, context);
    return listed(pairs(judges.judge(step, this.#answers[step], context)?.errors ?? []));
  }

  #underwriting(day: string): Underwriting | null {
    const { prepared, rates } = this.#road;
    const { tariff, tariffs } = backPart(prepared.product, rates);
    if (!tariff || !rates) return null;
    const priced = pricedOn({ tariff, tariffs, rates }, day);
    return { ...priced, answers: this.#answers, features: findFeatures(priced.tariff, this.#answers), day };
  }

  #price(day: string, wanted: object | undefined): { priced?: Priced } {
    const input = wanted && this.#underwriting(day);
    if (!input) return {};
    const result = calculate(input);
    return { priced: { amounts: namedAmounts(result), lines: tracePremium(input), ignored: this.#ignored(input) } };
  }

  #ignored({ tariff }: Underwriting): Ignored[] {
    const written = writtenOut(tariff);
    const sent = Object.entries(premiumInputs(readManifest(this.#road.prepared.product), this.#given));
    return sent
      .flatMap(([step, fields]) =>
        Object.entries(fields ?? {}).flatMap(([name, given]) => leaves(`${step}.${name}`, given)),
      )
      .filter(({ answer }) => ![`"${answer}"`, `"${answer}.`].some((named) => written.includes(named)));
  }

  /** As the back end decides, in its order. */
  #end(block: string, day: string): Pick<JourneyRun, "outcome" | "because" | "wrong" | "explains" | "calls"> {
    const { prepared, portfolio } = this.#road;
    const { questions, steps: all } = { ...prepared.product, ...readManifest(prepared.product) };
    const wrong = findWrongAnswers(questions?.content ?? null, all, this.#answers);
    const said = [
      ...wrong.questions.map(
        ({ step, question, answer, effect }) =>
          [effect, reason(answer ? "yes" : "no", { question: question.id, step })] as const,
      ),
      ...wrong.rules.map(({ name, effect = "refer" }) => [effect, reason("rule", { name })] as const),
    ];
    const first = said[0]?.[1];
    const declining = said.find(([effect]) => effect === "decline")?.[1];
    const explains = wrong.refers;
    const calls = said.find(([effect]) => effect === "refer")?.[1];
    if (declining) return { outcome: "declined", because: declining, wrong: declining, explains, calls };
    const end = (outcome: string, because: Reason) => ({
      outcome,
      because,
      explains,
      calls,
      ...(first ? { wrong: first } : {}),
    });
    const refused = this.#refusal(block, wrong.refers, day);
    if (refused) return end("refused", first ? reason("both", { first, refused }) : refused);
    if (this.#journey.submit.action === "quotation")
      return end("quotation", first ? reason("quoted", { first }) : reason("nothing"));
    if (first) return end("referred", first);
    const { kvk, company } = Object.assign({}, ...Object.values(this.#answers)) as { kvk?: string; company?: string };
    const subjects = [{ kvk: kvk ?? null, name: company ?? null }, portfolio.companyOf(this.#journey.relation)];
    const hit = subjects.find((one) => one && isListed(portfolio.watched, one));
    return hit
      ? end("referred", reason("listed", { name: hit.name ?? hit.kvk ?? "" }))
      : end("accepted", reason("expected"));
  }

  /** Why nothing can be sent: a step or the block is not right, or an answer has no price. */
  #refusal(block: string, refers: boolean, day: string): Reason | undefined {
    const policy = this.#journey.submit.action !== "quotation";
    for (const { key, extra } of readManifest(this.#road.prepared.product).steps) {
      if (extra && !(refers && policy)) continue;
      const errors = this.#fill(key, this.#answers[key] ?? {}, day);
      if (errors !== VALID) return reason("step", { step: key, errors });
    }
    if (block !== VALID) return reason("block", { errors: block });
    const input = this.#underwriting(day);
    const unpriced = input && !calculate(input) ? unpricedAnswer(input) : undefined;
    return unpriced ? reason("unpriced", { answer: unpriced }) : undefined;
  }
}

/** Without the deductible that it only shows. */
const writtenOut = oncePer(({ own_risk: _shown, ...priced }: Tariff) => JSON.stringify(priced));

/** The members of an answer that is a group, else itself. */
const leaves = (answer: string, given: unknown): Ignored[] =>
  isObject(given)
    ? Object.entries(given).map(([name, one]) => ({ answer: `${answer}.${name}`, given: one }))
    : [{ answer, given }];

const VALID = listed([]);
const reason = (name: Reason["name"], values: Reason["values"] = {}): Reason => ({ name, values });
