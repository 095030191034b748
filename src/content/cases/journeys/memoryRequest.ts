// One request in memory, for the check of journeys and the random walks: it stores what a database stores, and answers by the rules
// that the server uses (`underwriting/requestCalls.ts`, `requestForms.ts`, `sending.ts`). Knows no words, users and numbers.
import type { FieldUpload, JsonObject, RequestAnswers, SendAction, ServerError } from "#engine/schema/types.ts";
import type { ListSources } from "#engine/steps/lists.ts";
import type { JudgeOptions, ProductRules } from "#underwriting/judgeRequest.ts";
import { decideSave, knownMembers, priceSent, type SaveDecision, sentErrors } from "#underwriting/requestCalls.ts";
import { type CompanyFinder, fillForm, lockFields, numberOfRequest } from "#underwriting/requestForms.ts";
import {
  beginSteps,
  evaluateSteps,
  type RequestState,
  type StoredStep,
  withProgress,
} from "#underwriting/requestState.ts";
import { findUnsendable, readRequestBlock } from "#underwriting/sending.ts";

interface RequestParts {
  rules: ProductRules;
  today: string;
  /** What the calls that feed named lists answer. */
  sources: JudgeOptions<ListSources>["sources"];
  find: CompanyFinder;
  /** The number of the relation that the request was begun for. */
  relationKvk: string | null | undefined;
  /** Of the quotation that it changes. */
  answers: RequestAnswers;
}

interface SentStep {
  step: string;
  action: "next" | "save";
  body: JsonObject;
  revision?: number | undefined;
}

export class MemoryRequest {
  readonly steps: Map<string, StoredStep>;
  readonly uploads: FieldUpload[] = [];
  readonly #parts: RequestParts;
  #state: RequestState | undefined;

  constructor(parts: RequestParts) {
    this.#parts = parts;
    const { rules, answers } = parts;
    const begun = rules.bundle.manifest.steps.flatMap(({ key }) => {
      const data = answers[key];
      return data ? [[key, { data: structuredClone(data), finished: true }] as const] : [];
    });
    this.steps = beginSteps(rules, new Map(begun), this.#on());
  }

  /** As of today, until a step is saved. */
  get state(): RequestState {
    this.#state ??= evaluateSteps(this.#parts.rules, this.steps, this.#on());
    return this.#state;
  }

  form(step: string) {
    const company = this.#parts.find(numberOfRequest(this.#facts));
    return fillForm(this.#facts, step, { company, find: this.#parts.find, lists: this.state.context.lists });
  }

  save({ revision, ...sent }: SentStep): SaveDecision {
    const { rules, find } = this.#parts;
    const { step, action } = sent;
    const known = knownMembers(rules, sent) ?? {};
    const errors = sentErrors(rules.bundle.steps[step]?.schema ?? {}, known);
    const locked = lockFields(this.#facts, { step, action, data: known }, find);
    const refused: ServerError[] = errors.length > 0 ? errors : locked.errors;
    if (refused.length > 0) return { kind: "refused", errors: refused };
    const order = { step, action, data: structuredClone(locked.data), revision, uploads: this.uploads };
    const decision = decideSave(rules, this.steps, order, this.#on());
    if (decision.kind === "stored") {
      this.steps.set(step, decision.row);
      this.#state = withProgress(rules, this.steps, decision.state);
    }
    return decision;
  }

  premium(sent: RequestAnswers, day?: string) {
    return priceSent(this.#parts.rules, this.steps, sent, this.#on(day));
  }

  /** The state on the first day of cover, and the errors that refuse to send. */
  judge(action: SendAction, body: JsonObject) {
    const { rules, today, relationKvk } = this.#parts;
    const block = readRequestBlock(rules, body, today);
    const state = block.day ? evaluateSteps(rules, this.steps, this.#on(block.day)) : this.state;
    const { steps, uploads } = this;
    return { state, errors: findUnsendable({ rules, action, steps, state, block, uploads, relationKvk }) };
  }

  #on = (day?: string): JudgeOptions => {
    const { today, sources } = this.#parts;
    return { today, sources, ...(day === undefined ? {} : { day }) };
  };

  get #facts() {
    const { rules, relationKvk } = this.#parts;
    return { rules, steps: this.steps, relationKvk };
  }
}
