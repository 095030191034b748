// Makes the calls of a journey in this process, as the back end answers them: a request in memory for the companies of the sample data.
// Explains the cause of how it ends. Compares nothing.

import { renameRequest } from "#engine/fields/formerNames.ts";
import type { Answers, JsonObject, RequestAnswers, SendAction, ServerError } from "#engine/schema/types.ts";
import { premiumInputs } from "#engine/steps/premiumInputs.ts";
import { type Finding, findSubjects, isListed } from "#underwriting/backgroundCheck.ts";
import { calculate, unpricedAnswer } from "#underwriting/calculate.ts";
import type { ProductRules } from "#underwriting/judgeRequest.ts";
import type { RequestState } from "#underwriting/requestState.ts";
import { BLOCK, findAccepted } from "#underwriting/sending.ts";
import type { PreparedProduct } from "../../check/prepare.ts";
import { backPart } from "../../publish/compile.ts";
import { backSources } from "../../read/backLists.ts";
import { readManifest } from "../../read/catalogue.ts";
import { type JourneyUpload, listed } from "../steps/fixtures.ts";
import type { Reason } from "./because.ts";
import { withoutFiles } from "./files.ts";
import { MemoryRequest } from "./memoryRequest.ts";
import {
  INCOMPLETE,
  type JourneyResult,
  type OpenedForm,
  type PlayedEnd,
  playNow,
  type Transport,
  type WholeJourney,
} from "./play.ts";
import type { Portfolio } from "./portfolio.ts";
import { type PricedRequest, price } from "./price.ts";

export interface End extends PlayedEnd {
  /** What made the outcome. */
  because: Reason;
  /** The first answer that calls for the extra step. */
  calls?: Reason | undefined;
  /** Those that count, with their facts. */
  answers: RequestAnswers;
}

export type JourneyRun = JourneyResult<PricedRequest, End>;

/** What it is run with. */
export interface JourneyContext {
  prepared: PreparedProduct;
  rates: JsonObject | null;
  portfolio: Portfolio;
}

type Errors = [pointer: string, keyword: string][];

/** `stored`: the answers of its quotation. */
export const runJourney = (context: JourneyContext, journey: WholeJourney, stored: RequestAnswers): JourneyRun =>
  playNow(
    journey,
    { manifest: readManifest(context.prepared.product), steps: context.prepared.steps },
    new InProcess(context, journey, stored),
  );

/** Of a product without prices. */
const NO_TARIFF: JsonObject = { main: { answer: "", options: [] }, factors: [] };

function findRules({ prepared, rates }: JourneyContext): ProductRules {
  const { product, steps, judge } = prepared;
  const back = backPart(product, rates);
  const priced = back.tariff && rates ? back : { ...back, tariff: NO_TARIFF, tariffs: [] };
  return { bundle: { manifest: readManifest(product), steps, contracts: judge.contracts }, back: priced };
}

class InProcess implements Transport<PricedRequest, End> {
  readonly #context: JourneyContext;
  readonly #journey: WholeJourney;
  readonly #rules: ProductRules;
  readonly #request: MemoryRequest;
  /** As they were sent: what a product no longer offers is not among the answers. */
  readonly #sent: RequestAnswers;
  /** Errors of the steps that were refused. */
  readonly #refused = new Map<string, Errors>();
  #savedStep: string | null = null;

  constructor(context: JourneyContext, journey: WholeJourney, stored: RequestAnswers) {
    const { prepared, portfolio } = context;
    const { today } = journey;
    this.#context = context;
    this.#journey = journey;
    this.#rules = findRules(context);
    const renamed = Object.entries(renameRequest(this.#rules.bundle.manifest.was, stored));
    // The back end has no files of a sample quotation.
    const answers = Object.fromEntries(renamed.map(([step, data]) => [step, withoutFiles(prepared.steps[step], data)]));
    const relation = this.#relation;
    this.#request = new MemoryRequest({
      ...{ rules: this.#rules, today, answers, relationKvk: relation?.kvk_number },
      sources: ({ day }) => backSources(prepared.product, day),
      find: (number) => portfolio.factsOf(number, relation),
    });
    this.#sent = { ...answers };
  }

  open() {
    return { temporary: this.#journey.temporary === true, resumed: this.#savedStep };
  }

  form(step: string): OpenedForm {
    return this.#request.form(step);
  }

  upload(files: readonly JourneyUpload[], field?: string): string[] {
    const { uploads } = this.#request;
    return files.map(({ name }) => {
      const id = `upload-${uploads.length}`;
      uploads.push({ id, name, size: 0, ...(field === undefined ? {} : { field }) });
      return id;
    });
  }

  save(step: string, input: Answers): Errors {
    this.#sent[step] = input;
    const decision = this.#request.save({ step, action: "next", body: input });
    const errors = decision.kind === "refused" ? toPairs(decision.errors) : [];
    if (errors.length > 0) this.#refused.set(step, errors);
    else {
      this.#refused.delete(step);
      this.#savedStep = step;
    }
    return errors;
  }

  /** Prices what the browser sends. */
  premium(day?: string): PricedRequest {
    const { bundle, back } = this.#rules;
    const forms = bundle.manifest.steps.map(({ key }) => [key, this.form(key).data] as const);
    const priced = this.#request.premium(premiumInputs(bundle, Object.fromEntries(forms)), day);
    return priced.underwriting && back.tariff !== NO_TARIFF
      ? price(priced.underwriting, this.#sent)
      : { amounts: {}, lines: [], ignored: [] };
  }

  send(action: SendAction, answers: Answers): End {
    const { state, errors } = this.#request.judge(action, answers);
    const { questions, rules, refers } = state.wrong;
    const judgements = [
      ...questions.map(
        ({ step, question, answer, effect }) =>
          [effect, reason(answer ? "yes" : "no", { question: question.id, step })] as const,
      ),
      ...rules.map(({ name, effect = "refer" }) => [effect, reason("rule", { name })] as const),
    ];
    const first = judgements[0]?.[1];
    const declining = judgements.find(([effect]) => effect === "decline")?.[1];
    const calls = judgements.find(([effect]) => effect === "refer")?.[1];
    const block = toPairs(errors.filter(({ step }) => step === BLOCK));
    const { answers: counting = state.answers } = state.context;
    const end = (outcome: string, because: Reason): End => {
      return { outcome, because, block, explains: refers, calls, answers: counting };
    };
    if (declining) return { ...end("declined", declining), block: [] };
    const refused = this.#findRefusal(errors, state);
    if (refused) return end("refused", first ? reason("both", { first, refused }) : refused);
    if (action === "quotation") return end("quotation", first ? reason("quoted", { first }) : reason("nothing"));
    const findings = this.#screen(state.answers);
    const hit = findings.find(({ result }) => result === "hit");
    const found = hit ? reason("listed", { name: hit.name ?? hit.kvk ?? "" }) : reason("expected");
    return end(findAccepted(action, refers, findings), first ?? found);
  }

  /** The company in the answers, the relation of the request, and whom the product has checked too. */
  #screen(answers: RequestAnswers): Finding[] {
    const { portfolio } = this.#context;
    const { kvk } = Object.assign({}, ...Object.values(answers)) as { kvk?: string };
    const relation = portfolio.companyOf(this.#relation?.relation_number ?? portfolio.findRelation(kvk));
    const subjects = findSubjects(answers, relation, this.#rules.bundle.manifest.screened);
    return subjects.map((subject) => ({
      ...subject,
      result: isListed(portfolio.watched, subject) ? "hit" : "clear",
    }));
  }

  /** The relation that the request is for, or undefined for a temporary one. */
  get #relation() {
    const { relation, quotation } = this.#journey;
    return this.#context.portfolio.relationOf({ relation, quotation });
  }

  /** Why nothing can be sent: a step or the block is not right, or an answer has no price. */
  #findRefusal(errors: readonly ServerError[], { underwriting }: RequestState): Reason | undefined {
    const [error] = errors;
    if (error && error.step !== BLOCK) {
      const step = error.step ?? "";
      const ofStep = this.#refused.get(step) ?? toPairs(errors.filter((other) => other.step === step));
      return reason("step", { step, errors: listed(ofStep) });
    }
    if (error) return reason("block", { errors: listed(toPairs(errors)) });
    const unpriced = calculate(underwriting) ? undefined : unpricedAnswer(underwriting);
    return unpriced ? reason("unpriced", { answer: unpriced }) : undefined;
  }
}

/** An incomplete step has no pointer: its name takes that place. */
const toPairs = (errors: readonly ServerError[]): Errors =>
  errors.map(({ step = "", pointer, keyword }) => [keyword === INCOMPLETE ? step : pointer, keyword]);

const reason = (name: Reason["name"], values: Reason["values"] = {}): Reason => ({ name, values });
