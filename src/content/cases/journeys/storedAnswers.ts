// Judges the answers of a journey as the server does: without the fields that do not show, and with the tariff of a day. The steps
// before a saved one are judged with each saved step, so the result is memoized until other answers are stored.
import { activeData } from "#engine/answers/activeData.ts";
import { settleRequest } from "#engine/answers/computedAnswers.ts";
import { countAnswers, findTruths } from "#engine/rules/facts.ts";
import type { Answers, EvaluationContext, RequestAnswers } from "#engine/schema/types.ts";
import { premiumInputs } from "#engine/steps/premiumInputs.ts";
import { findFeatures, type Tariff } from "#underwriting/tariff.ts";
import type { PreparedProduct } from "../../check/prepare.ts";
import { readManifest, tariffFileOn } from "../../read/catalogue.ts";
import { contextFor, pairs } from "../steps/fixtures.ts";

export type Errors = [pointer: string, keyword: string][];

interface Judgement {
  data: Answers;
  errors: Errors;
}

export class StoredAnswers {
  readonly #prepared: PreparedProduct;
  readonly #today: string;
  readonly #byStep: RequestAnswers;
  readonly #judged = new Map<string, Judgement>();
  readonly #contexts = new Map<string, EvaluationContext>();

  constructor(prepared: PreparedProduct, today: string, answers: RequestAnswers) {
    this.#prepared = prepared;
    this.#today = today;
    this.#byStep = structuredClone(answers);
  }

  get byStep(): Readonly<RequestAnswers> {
    return this.#byStep;
  }

  store(step: string, answers: Answers): void {
    this.#byStep[step] = answers;
    this.#judged.clear();
    this.#contexts.clear();
  }

  /** Returns the answers of the steps that are needed, with their facts. */
  count(answers: RequestAnswers = this.#byStep): RequestAnswers {
    return countAnswers(readManifest(this.#prepared.product), answers, this.#today);
  }

  /** Returns what counts of the answers that the browser sends with the premium call. */
  sentForPremium(day: string): RequestAnswers {
    const { product, steps } = this.#prepared;
    const bundle = { manifest: readManifest(product), steps };
    const find = (answers: RequestAnswers) => ({ context: this.#buildContext(answers, day) });
    const { answers } = settleRequest(bundle, premiumInputs(bundle, this.#byStep), find);
    return answers;
  }

  /** Judges answers of a step that are not stored yet. */
  judge(step: string, answers: Answers, day = this.#today): Judgement {
    return this.#judge(step, answers, this.#buildContext({ ...this.#byStep, [step]: answers }, day));
  }

  judgeStored(step: string, day = this.#today): Judgement {
    const answers = this.#byStep[step];
    if (!answers) return this.judge(step, {}, day);
    const context = this.#contexts.get(day) ?? this.#buildContext(this.#byStep, day);
    this.#contexts.set(day, context);
    const judged = this.#judged.get(`${step} ${day}`) ?? this.#judge(step, answers, context);
    this.#judged.set(`${step} ${day}`, judged);
    return judged;
  }

  #judge(step: string, answers: Answers, context: EvaluationContext): Judgement {
    const { steps, judges } = this.#prepared;
    const data = activeData(steps[step]?.schema ?? {}, answers, context);
    return { data, errors: pairs(judges.errors(step, data, context)) };
  }

  #buildContext(requestAnswers: RequestAnswers, day: string): EvaluationContext {
    const { product } = this.#prepared;
    const answers = this.count(requestAnswers);
    const tariff = (tariffFileOn(product, day)?.content ?? {}) as Pick<Tariff, "features">;
    const features = { ...findFeatures(tariff, answers), ...findTruths(answers) };
    return contextFor(product, { today: this.#today, day, answers, features });
  }
}
