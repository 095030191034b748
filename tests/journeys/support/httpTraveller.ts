// Runs a journey over HTTP with the calls of the wizard (spec: wizard 7), and reads the answers.

import type {
  ErrorAnswer,
  ExistsAnswer,
  FormsAnswer,
  PremiumAnswer,
  ProgressAnswer,
  SaveAnswer,
  SubmitAnswer,
  UploadAnswer,
} from "#api/wireTypes.ts";
import { toEpochSeconds } from "#engine/dates.ts";
import { premiumInputs } from "#engine/premiumInputs.ts";
import type { Answers, Manifest, SendAction } from "#engine/types.ts";
import type { BrokerClient } from "./brokerClient.ts";
import { findBroker, type Journey, sampleFile } from "./journey.ts";

/** Whoever makes the calls: over sockets, or straight into the server. */
export type Caller = Pick<BrokerClient, "get" | "post" | "upload">;

export interface HttpVerdict {
  outcome: Journey["expect"]["outcome"];
  steps: number;
  number: string | null;
  relation: number | null;
  /** What the outcome page shows of it. */
  summary: SubmitAnswer["summary"];
}

export class HttpTraveller {
  private readonly client: Caller;
  private readonly journey: Journey;
  private readonly manifest: Manifest;
  private readonly office: number;
  private relation = 0;

  constructor(client: Caller, journey: Journey, manifest: Manifest) {
    this.client = client;
    this.journey = journey;
    this.manifest = manifest;
    this.office = findBroker(journey).office;
  }

  async open(): Promise<ExistsAnswer["data"]> {
    const { product, relation } = this.journey;
    const place = `/api/aanvraag/${product}/${this.office}/prerequisites/exists/`;
    const { status, body } = await this.client.get<ExistsAnswer>(place + this.query({ relation }));
    if (status !== 200) throw new Error(`exists answered ${status}: ${JSON.stringify(body)}`);
    this.relation = body.data.relation_number;
    return body.data;
  }

  async forms(): Promise<FormsAnswer["data"]> {
    return (await this.client.post<FormsAnswer>(this.at("wizard/steps/forms"), {})).body.data;
  }

  async answer(step: string, answers: Answers): Promise<[pointer: string, keyword: string][]> {
    const forms = await this.forms();
    const data = { ...forms[step]?.data, ...answers };
    const revision = { "if-match": `"${forms[step]?.meta.revision ?? 0}"` };
    const path = this.at(`wizard/step/${step}/save`, { action: "next" });
    const { status, body } = await this.client.post<SaveAnswer | ErrorAnswer>(path, data, revision);
    if (status !== 200 && status !== 422)
      throw new Error(`save of ${step} answered ${status}: ${JSON.stringify(body)}`);
    return (body.errors ?? []).map(({ pointer, keyword }) => [pointer, keyword]);
  }

  async upload(): Promise<string[]> {
    const ids: string[] = [];
    for (const { name, type } of this.journey.uploads ?? []) {
      const { bytes, mime } = sampleFile(type);
      const { status, body } = await this.client.upload<UploadAnswer>(this.at("uploads"), name, bytes, mime);
      if (status !== 200 && status !== 201) throw new Error(`upload answered ${status}: ${JSON.stringify(body)}`);
      ids.push(body.id);
    }
    return ids;
  }

  async premium(): Promise<PremiumAnswer> {
    const forms = await this.forms();
    const answers = Object.fromEntries(Object.entries(forms).map(([step, form]) => [step, form.data]));
    return (await this.client.post<PremiumAnswer>(this.at("premium"), premiumInputs(this.manifest, answers))).body;
  }

  async progress(): Promise<ProgressAnswer> {
    return (await this.client.get<ProgressAnswer>(this.at("wizard/steps/progress"))).body;
  }

  /** Sends it twice under one key, which is ours: the second answer must be the first. */
  async submit(action: SendAction, answers: Answers, twice = true): Promise<HttpVerdict> {
    const before = await this.progress();
    const body = { ...answers, effective_date: toEpochSeconds(String(answers.effective_date)) };
    const said = { "idempotency-key": crypto.randomUUID(), "x-flow": this.journey.flow };
    const path = this.at(`wizard/submit/${action}`);
    const first = await this.client.post<SubmitAnswer & Partial<ErrorAnswer>>(path, body, said);
    const again = twice ? await this.client.post<SubmitAnswer>(path, body, said) : first;
    if (again.body.number !== first.body.number) throw new Error("a repeated submit gave another number");
    const verdict = (outcome: HttpVerdict["outcome"]) => {
      const { number = null, relation_number: relation = null, summary } = first.body;
      return { outcome, steps: before.total_steps, number, relation, summary };
    };
    if (before.reason === "dropout" && !first.body.success) return verdict("declined");
    if (!first.body.success) return verdict("refused");
    return verdict(first.body.type === "quotation" ? "quotation" : first.body.accepted);
  }

  /** A call that no button of this flow makes. */
  async sendHidden(action: SendAction): Promise<[status: number, code: string]> {
    const said = { "x-flow": this.journey.flow };
    const { status, body } = await this.client.post<ErrorAnswer>(this.at(`wizard/submit/${action}`), {}, said);
    return [status, body.code];
  }

  private at(path: string, query: Record<string, string> = {}): string {
    return `/api/aanvraag/${this.journey.product}/${this.office}/${this.relation}/${path}${this.query(query)}`;
  }

  /** With the quotation in progress, as on every call (decisions 35). */
  private query(values: Record<string, string | number | undefined>): string {
    const entries = Object.entries({ ...values, quotation: this.journey.quotation });
    const given = entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
    return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
  }
}
