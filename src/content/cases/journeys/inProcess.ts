// Makes the calls of a journey in this process, as the back end answers them: locked fields, files, the register, the
// tariff of a day, and how the request ends. Explains the cause of each. Compares nothing.

import { defaultFileField, fileAddress, findFiles } from "#engine/answers/fileFields.ts";
import { toPointer } from "#engine/fields/fieldPath.ts";
import { isNeeded } from "#engine/rules/facts.ts";
import { propertySchemas } from "#engine/schema/schemaTree.ts";
import type { Answers, JsonObject, Manifest, RequestAnswers } from "#engine/schema/types.ts";
import { findSubjects, isListed } from "#underwriting/backgroundCheck.ts";
import { calculate, type Underwriting, unpricedAnswer } from "#underwriting/calculate.ts";
import { type Company, changedLocks, fillStep, lockedIn, notOfferedIn, numberIn } from "#underwriting/company.ts";
import { findWrongAnswers } from "#underwriting/judgement.ts";
import { findFeatures, pricedOn } from "#underwriting/tariff.ts";
import type { PreparedProduct } from "../../check/prepare.ts";
import { backPart } from "../../publish/compile.ts";
import { readManifest } from "../../read/catalogue.ts";
import { type JourneyUpload, listed } from "../steps/fixtures.ts";
import type { Reason } from "./because.ts";
import { withoutFiles } from "./files.ts";
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
import { type Errors, StoredAnswers } from "./storedAnswers.ts";

export interface End extends PlayedEnd {
  /** What made the outcome. */
  because: Reason;
  /** The first wrong answer or rule over answers. */
  wrong?: Reason;
  /** The first answer that calls for the extra step. */
  calls?: Reason | undefined;
}

export type JourneyRun = JourneyResult<PricedRequest, End>;

/** What it is run with. */
export interface JourneyContext {
  prepared: PreparedProduct;
  rates: JsonObject | null;
  portfolio: Portfolio;
}

/** `stored`: the answers of its quotation. */
export const runJourney = (context: JourneyContext, journey: WholeJourney, stored: RequestAnswers): JourneyRun =>
  playNow(
    journey,
    { manifest: readManifest(context.prepared.product), steps: context.prepared.steps },
    new InProcess(context, journey, stored),
  );

class InProcess implements Transport<PricedRequest, End> {
  readonly #context: JourneyContext;
  readonly #journey: WholeJourney;
  readonly #manifest: Manifest;
  readonly #answers: StoredAnswers;
  /** As they were given: what a product no longer offers is not among the answers. */
  readonly #given: RequestAnswers;
  /** The company number that a saved step was answered for. */
  readonly #numbers = new Map<string, string | undefined>();
  /** Errors of the steps that were refused. */
  readonly #refused = new Map<string, Errors>();

  constructor(context: JourneyContext, journey: WholeJourney, stored: RequestAnswers) {
    this.#context = context;
    this.#journey = journey;
    this.#manifest = readManifest(context.prepared.product);
    const kept = this.#withoutSamples(stored);
    this.#answers = new StoredAnswers(context.prepared, journey.today, kept);
    this.#given = { ...kept };
    for (const [step, data] of Object.entries(stored)) this.#numbers.set(step, numberIn([{ data }]));
  }

  /** The back end has no files of a sample quotation. */
  #withoutSamples(stored: RequestAnswers): RequestAnswers {
    const { steps } = this.#context.prepared;
    return Object.fromEntries(Object.entries(stored).map(([step, data]) => [step, withoutFiles(steps[step], data)]));
  }

  open() {
    return { temporary: this.#journey.temporary === true, resumed: [...this.#numbers.keys()].at(-1) ?? null };
  }

  form(step: string): OpenedForm {
    const { company, fields } = this.#companyOf(step);
    const data = this.#filled(step, company, this.#answers.byStep[step] ?? {});
    return { data, locked: lockedIn(data, company, fields) };
  }

  upload(files: readonly JourneyUpload[], field: string | undefined): string[] {
    return files.map((_, index) => nameFile(field, index));
  }

  save(step: string, input: Answers): Errors {
    this.#given[step] = input;
    const { company, fields } = this.#companyOf(step, input);
    const filled = this.#filled(step, company, input);
    const locked = Object.fromEntries(lockedIn(filled, company, fields).map((name) => [name, filled[name]]));
    const fixed = [...changedLocks(locked, input), ...notOfferedIn(company, fields).filter((name) => name in input)];
    const { data, errors } = this.#answers.judge(step, { ...input, ...locked });
    const order = this.#manifest.steps.map(({ key }) => key);
    const open = order.slice(0, order.indexOf(step)).find((key) => !this.#isFinished(key));
    const all = [...(errors.length === 0 ? this.#unknownFiles(step, data) : errors)];
    if (fixed.length > 0) all.splice(0, all.length, ...fixed.map((name): [string, string] => [`/${name}`, "locked"]));
    if (all.length === 0 && open !== undefined) all.push([open, INCOMPLETE]);
    if (all.length > 0) this.#refused.set(step, all);
    else {
      this.#answers.store(step, data);
      this.#refused.delete(step);
      this.#numbers.set(step, company.number);
    }
    return all;
  }

  /** Prices what the browser sends. */
  premium(day = this.#journey.today): PricedRequest {
    const input = this.#underwriting(day, this.#answers.sentForPremium(day));
    return input ? price(input, this.#given) : { amounts: {}, lines: [], ignored: [] };
  }

  /** As the back end decides, in its order. */
  send(action: string, answers: Answers): End {
    const day = String(answers.effective_date ?? this.#journey.today);
    const block = [...this.#answers.judge("request", answers).errors, ...this.#otherCompany(answers)];
    const wrong = this.#wrong();
    const judgements = [
      ...wrong.questions.map(
        ({ step, question, answer, effect }) =>
          [effect, reason(answer ? "yes" : "no", { question: question.id, step })] as const,
      ),
      ...wrong.rules.map(({ name, effect = "refer" }) => [effect, reason("rule", { name })] as const),
    ];
    const first = judgements[0]?.[1];
    const declining = judgements.find(([effect]) => effect === "decline")?.[1];
    const calls = judgements.find(([effect]) => effect === "refer")?.[1];
    const end = (outcome: string, because: Reason, decisive = first): End => ({
      outcome,
      because,
      block,
      explains: wrong.refers,
      calls,
      ...(decisive ? { wrong: decisive } : {}),
    });
    if (declining) return { ...end("declined", declining, declining), block: [] };
    const refused = this.#refusal(listed(block), wrong.refers && action !== "quotation", day);
    if (refused) return end("refused", first ? reason("both", { first, refused }) : refused);
    if (action === "quotation") return end("quotation", first ? reason("quoted", { first }) : reason("nothing"));
    if (first) return end("referred", first);
    const hit = this.#subjects().find((subject) => isListed(this.#context.portfolio.watched, subject));
    return hit
      ? end("referred", reason("listed", { name: hit.name ?? hit.kvk ?? "" }))
      : end("accepted", reason("expected"));
  }

  /** Files that the request does not have, such as those of a base, or that were added to another field. */
  #unknownFiles(step: string, data: Answers): Errors {
    const { steps } = this.#context.prepared;
    const ofExplanation = defaultFileField({ manifest: this.#manifest, steps });
    return findFiles(steps[step], data).flatMap(({ path, ids }) => {
      const address = fileAddress(step, path);
      const start = nameFile(address === ofExplanation ? undefined : address, "");
      return ids.flatMap(
        (id, index): Errors => (id.startsWith(start) ? [] : [[toPointer([...path, `${index}`]), "upload"]]),
      );
    });
  }

  /** A company number other than the relation's has to be confirmed. */
  #otherCompany({ other_company }: Answers): Errors {
    const [number, relationKvk] = [numberIn(this.#stored), this.#relation?.kvk_number];
    return other_company === true || !relationKvk || number === undefined || number === relationKvk
      ? []
      : [["/other_company", "required"]];
  }

  get #stored() {
    return Object.values(this.#answers.byStep).map((data) => ({ data }));
  }

  #wrong() {
    const { questions } = this.#context.prepared.product;
    return findWrongAnswers(questions?.content ?? null, this.#manifest.steps, this.#answers.count());
  }

  /** The company in the answers, the relation of the request, and whom the product has checked too. */
  #subjects() {
    const { portfolio } = this.#context;
    const { kvk } = Object.assign({}, ...Object.values(this.#answers.byStep)) as { kvk?: string };
    const relation = portfolio.companyOf(this.#relation?.relation_number ?? portfolio.findRelation(kvk));
    return findSubjects(this.#answers.count(), relation, this.#manifest.screened);
  }

  /** The relation that the request is for, or undefined for a temporary one. */
  get #relation() {
    const { relation, quotation } = this.#journey;
    return this.#context.portfolio.relationOf({ relation, quotation });
  }

  /** The company of a step: by its own number where it has one, otherwise by the number of the request. */
  #companyOf(step: string, answers?: Answers) {
    const fields = propertySchemas(this.#context.prepared.steps[step]?.schema ?? {});
    const answeredNumber = answers && fields.has("kvk") ? numberIn([{ data: answers }]) : undefined;
    const stored = answers && fields.has("kvk") ? undefined : numberIn(this.#stored);
    const number = answeredNumber ?? stored ?? this.#relation?.kvk_number ?? undefined;
    return { company: this.#context.portfolio.factsOf(number, this.#relation), fields };
  }

  #filled(step: string, company: Company, data: Answers): Answers {
    const saved = this.#numbers.has(step);
    const fields = propertySchemas(this.#context.prepared.steps[step]?.schema ?? {});
    const number = this.#numbers.get(step);
    const before = number === undefined ? undefined : this.#context.portfolio.factsOf(number, this.#relation);
    return fillStep({ data, saved, fields, company, before });
  }

  #isFinished(step: string): boolean {
    const manifest = this.#manifest.steps.find(({ key }) => key === step);
    if (manifest?.extra && !this.#wrong().refers) return true;
    if (manifest && !isNeeded(manifest, this.#answers.count())) return true;
    return this.#numbers.has(step) && this.#answers.judgeStored(step).errors.length === 0;
  }

  #underwriting(day: string, answers = this.#answers.count()): Underwriting | null {
    const { prepared, rates } = this.#context;
    const { tariff, tariffs } = backPart(prepared.product, rates);
    if (!tariff || !rates) return null;
    const priced = pricedOn({ tariff, tariffs, rates }, day);
    return { ...priced, answers, features: findFeatures(priced.tariff, answers), day };
  }

  /** Why nothing can be sent: a step or the block is not right, or an answer has no price. `explained`: the extra step counts. */
  #refusal(block: string, explained: boolean, day: string): Reason | undefined {
    for (const step of this.#manifest.steps) {
      const { key, extra } = step;
      if ((extra && !explained) || !isNeeded(step, this.#answers.count())) continue;
      const judged = this.#answers.judgeStored(key, day).errors;
      const unseen: Errors = this.#numbers.has(key) ? [] : [[key, INCOMPLETE]];
      const errors = [this.#refused.get(key), judged, unseen].find((candidate) => candidate && candidate.length > 0);
      if (errors) return reason("step", { step: key, errors: listed(errors) });
    }
    if (block !== listed([])) return reason("block", { errors: block });
    const input = this.#underwriting(day);
    const unpriced = input && !calculate(input) ? unpricedAnswer(input) : undefined;
    return unpriced ? reason("unpriced", { answer: unpriced }) : undefined;
  }
}

/** The id that this back end gives to a file: the contract judges it as the id of a real one. */
const nameFile = (field = "", index: number | "") => `upload-${field.replaceAll(".", "-").slice(-25)}-${index}`;

const reason = (name: Reason["name"], values: Reason["values"] = {}): Reason => ({ name, values });
