// Runs a journey without a server: each step is presented, filled and judged as in the browser, then stored as on the server.

import type { PremiumAnswer } from "#api/wireTypes.ts";
import { present } from "#engine/present.ts";
import { FormSession } from "#engine/session.ts";
import type { Answers, JsonObject, RequestAnswers, SendAction } from "#engine/types.ts";
import type { LoadedProduct } from "#server/products/products.ts";
import { contextFor, evaluate, type StepState } from "#server/requests/evaluate.ts";
import { type Listed, sampleBackgroundCheck } from "#underwriting/backgroundCheck.ts";
import { type Journey, readJson } from "./journey.ts";

export interface Verdict {
  outcome: Journey["expect"]["outcome"];
  steps: number;
}

export class Traveller {
  private readonly product: LoadedProduct;
  private readonly today: string;
  private readonly steps: Map<string, StepState>;
  private day: string;

  constructor(product: LoadedProduct, today: string, answers: RequestAnswers) {
    this.product = product;
    this.today = today;
    this.day = today;
    this.steps = new Map(Object.entries(answers).map(([step, data]) => [step, { data, finished: true }]));
  }

  /** What a database would hold. */
  stored(): RequestAnswers {
    return Object.fromEntries([...this.steps].map(([step, { data }]) => [step, structuredClone(data)]));
  }

  /** Fills a step, presses Next, and keeps what counts; the rules that answered, in document order. */
  answer(step: string, given: JsonObject): [pointer: string, keyword: string][] {
    const { manifest, steps, contracts } = this.product.bundle;
    const source = steps[step];
    const contract = contracts[step];
    if (!source || !contract) throw new Error(`${this.product.key} has no step ${step}`);
    const { context } = contextFor(this.product, { ...this.stored(), [step]: given }, this.options());
    const { features = {}, lists } = context;
    const translate = (key: string) => this.product.text("nl", key);
    const values = manifest.text_values ?? {};
    const shown = present(source, { step, meta: {}, lists, features, today: this.today, translate, values });
    const data = this.steps.get(step)?.data ?? {};
    const session = new FormSession({ step, contract, context: () => context, data, schema: () => shown.schema });
    session.commit({ ...session.data(), ...given });
    const errors = session.attempt();
    this.steps.set(step, { data: session.active(), finished: errors.length === 0 });
    return errors.map(({ pointer, keyword }) => [pointer, keyword]);
  }

  premium(): PremiumAnswer {
    return contextFor(this.product, this.stored(), this.options()).premium;
  }

  async submit(action: SendAction, request: Answers): Promise<Verdict> {
    this.day = String(request.effective_date);
    const { progress, judgement, context } = evaluate(this.product, this.steps, this.options());
    const refusals = this.product.bundle.contracts.request?.(request, context) ?? [];
    const verdict = (outcome: Verdict["outcome"]) => ({ outcome, steps: progress.total_steps });
    if (judgement.dropout) return verdict("declined");
    if (!progress.can_send_quotation_request || refusals.length > 0) return verdict("refused");
    if (action === "quotation") return verdict("quotation");
    const doubtful = judgement.wrong || (await this.background()) !== "clear";
    return verdict(doubtful ? "referred" : "accepted");
  }

  private background() {
    const known: JsonObject = Object.assign({}, ...Object.values(this.stored()));
    const text = (value: unknown) => (typeof value === "string" ? value : null);
    return sampleBackgroundCheck(readJson<Listed[]>("fixtures/portfolio/watchlist.json")).check({
      kvk: text(known.kvk),
      name: text(known.company),
    });
  }

  private options() {
    return { today: this.today, language: "nl" as const, day: this.day };
  }
}
