// The transport over HTTP: makes the calls of a journey as the wizard does (spec: wizard 7).
import type {
  ErrorAnswer,
  ExistsAnswer,
  FormsAnswer,
  PremiumAnswer,
  ProgressAnswer,
  SaveAnswer,
  SubmitAnswer,
  UploadAnswer,
} from "#api/wire/wireTypes.ts";
import type { PlayedProduct } from "#content/cases/journeys/files.ts";
import {
  fillForm,
  INCOMPLETE,
  type OpenedForm,
  type PlayedEnd,
  type PlayedPremium,
  type Transport,
} from "#content/cases/journeys/play.ts";
import type { JourneyUpload } from "#content/cases/steps/fixtures.ts";
import type { Answers, SendAction } from "#engine/schema/types.ts";
import { premiumInputs } from "#engine/steps/premiumInputs.ts";
import { toEpochSeconds } from "#engine/values/dates.ts";
import type { BrokerClient } from "./brokerClient.ts";
import { findBroker, type Journey, sampleFile } from "./journey.ts";

/** Makes the calls: over sockets, or straight into the server. */
export type Caller = Pick<BrokerClient, "get" | "post" | "upload">;

export interface HttpPremium extends PlayedPremium {
  answer: PremiumAnswer;
}

export interface HttpEnd extends PlayedEnd {
  number: string | null;
  relation: number | null;
  /** What the outcome page shows of it. */
  summary: SubmitAnswer["summary"];
}

export class HttpTransport implements Transport<HttpPremium, HttpEnd> {
  readonly #client: Caller;
  readonly #journey: Journey;
  readonly #product: PlayedProduct;
  readonly #office: number;
  readonly #sends: number;
  #relation = 0;
  #revision = 0;

  /** `sends`: how often the request is sent under one key, which is ours. */
  constructor(client: Caller, journey: Journey, product: PlayedProduct, sends = 2) {
    this.#client = client;
    this.#journey = journey;
    this.#product = product;
    this.#office = findBroker(journey).office;
    this.#sends = sends;
  }

  async open() {
    const { product, relation } = this.#journey;
    const place = `/api/aanvraag/${product}/${this.#office}/prerequisites/exists/`;
    const { status, body } = await this.#client.get<ExistsAnswer>(place + this.#query({ relation }));
    if (status !== 200) throw new Error(`exists answered ${status}: ${JSON.stringify(body)}`);
    const { data } = body;
    this.#relation = data.relation_number;
    return { temporary: data.temporary_request, resumed: data.resumed?.step ?? null, version: data.product_version };
  }

  async forms(): Promise<FormsAnswer["data"]> {
    return (await this.#client.post<FormsAnswer>(this.#at("wizard/steps/forms"), {})).body.data;
  }

  async form(step: string): Promise<OpenedForm> {
    const { data = {}, meta } = (await this.forms())[step] ?? {};
    this.#revision = meta?.revision ?? 0;
    return { data, locked: meta?.disabled ?? [] };
  }

  async save(step: string, answers: Answers): Promise<[pointer: string, keyword: string][]> {
    const path = this.#at(`wizard/step/${step}/save`, { action: "next" });
    const revision = { "if-match": `"${this.#revision}"` };
    const { status, body } = await this.#client.post<SaveAnswer | ErrorAnswer>(path, answers, revision);
    if (status !== 200 && status !== 422)
      throw new Error(`save of ${step} answered ${status}: ${JSON.stringify(body)}`);
    return (body.errors ?? []).map(({ step: at = "", pointer, keyword }) => [
      keyword === INCOMPLETE ? at : pointer,
      keyword,
    ]);
  }

  /** Fills in one step as the runner does, without files. */
  async answer(step: string, answers: Answers): Promise<[pointer: string, keyword: string][]> {
    const form = await this.form(step);
    return this.save(step, fillForm(form, { answers, own: answers }, this.#product.steps[step]));
  }

  async upload(files: readonly JourneyUpload[], field: string | undefined): Promise<string[]> {
    const ids: string[] = [];
    const at = this.#at("uploads", field === undefined ? {} : { field });
    for (const { name, type } of files) {
      const { bytes, mime } = sampleFile(type);
      const { status, body } = await this.#client.upload<UploadAnswer>(at, name, bytes, mime);
      if (status !== 200 && status !== 201) throw new Error(`upload answered ${status}: ${JSON.stringify(body)}`);
      ids.push(body.id);
    }
    return ids;
  }

  /** The day goes along where another tariff counts from a later one, as in the wizard. */
  async premium(day?: string): Promise<HttpPremium> {
    const forms = await this.forms();
    const stored = Object.fromEntries(Object.entries(forms).map(([step, form]) => [step, form.data]));
    const inputs = premiumInputs(this.#product, stored);
    const ask = async (body: object) => (await this.#client.post<PremiumAnswer>(this.#at("premium"), body)).body;
    const answer = await ask(inputs);
    const dated = day !== undefined && answer.premium?.tariff_days !== undefined;
    return priced(dated ? await ask({ ...inputs, request: { effective_date: toEpochSeconds(day) } }) : answer);
  }

  async progress(): Promise<ProgressAnswer> {
    return (await this.#client.get<ProgressAnswer>(this.#at("wizard/steps/progress"))).body;
  }

  /** A second answer under the same key must be the first. */
  async send(action: SendAction, answers: Answers): Promise<HttpEnd> {
    const before = await this.progress();
    const { effective_date: day } = answers;
    const body = { ...answers, ...(typeof day === "string" ? { effective_date: toEpochSeconds(day) } : {}) };
    const headers = { "idempotency-key": crypto.randomUUID(), "x-flow": this.#journey.flow };
    const path = this.#at(`wizard/submit/${action}`);
    const sending = Array.from({ length: this.#sends }, () => path);
    const sent: (SubmitAnswer & Partial<Pick<ErrorAnswer, "errors">>)[] = [];
    for (const at of sending) sent.push((await this.#client.post<SubmitAnswer>(at, body, headers)).body);
    const [first] = sent as [(typeof sent)[0]];
    if (sent.some(({ number }) => number !== first.number)) throw new Error("a repeated submit gave another number");
    const { number = null, relation_number: relation = null, summary, errors = [] } = first;
    const block = errors.flatMap(({ step, pointer, keyword }) =>
      step === "request" ? [[pointer, keyword] as const] : [],
    );
    const extra = this.#product.manifest.steps.find((step) => step.extra)?.key;
    const explains = extra !== undefined && before.data[extra] !== undefined;
    return { outcome: findOutcome(first, before), block, explains, number, relation, summary };
  }

  /** A call that no button of this flow makes. */
  async sendHidden(action: SendAction): Promise<[status: number, code: string]> {
    const headers = { "x-flow": this.#journey.flow };
    const { status, body } = await this.#client.post<ErrorAnswer>(this.#at(`wizard/submit/${action}`), {}, headers);
    return [status, body.code];
  }

  #at(path: string, query: Record<string, string> = {}): string {
    return `/api/aanvraag/${this.#journey.product}/${this.#office}/${this.#relation}/${path}${this.#query(query)}`;
  }

  /** With the quotation in progress, as on every call (decisions 35). */
  #query(values: Record<string, string | number | undefined>): string {
    const entries = Object.entries({ ...values, quotation: this.#journey.quotation });
    const given = entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
    return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  }
}

function findOutcome(answer: SubmitAnswer, before: ProgressAnswer): string {
  if (answer.success) return answer.type === "quotation" ? "quotation" : answer.accepted;
  return before.reason === "dropout" ? "declined" : "refused";
}

/** The amounts of the answer by the names that journeys give them. */
function priced(answer: PremiumAnswer): HttpPremium {
  const { lines, ...premium } = answer.premium ?? {};
  const { main, per_year, per_term, surcharge, tax, one_off } = lines ?? {};
  const once = { one_off: one_off?.amount, one_off_tax: one_off?.tax, one_off_total: one_off?.total };
  const ofLines = { main, per_year, per_term, surcharge, tax, ...once };
  const named =
    lines === undefined ? {} : Object.fromEntries(Object.entries(ofLines).map(([name, one]) => [name, one ?? null]));
  const { own_risk, insured_amount, insured_amount_per_year, total_amount_base, total_amount } = premium;
  const { total_amount_additional_coverages } = premium;
  const own = { own_risk, insured_amount, insured_amount_per_year, total_amount_base, total_amount };
  return { answer, amounts: { ...named, ...own, total: total_amount, total_amount_additional_coverages } };
}
