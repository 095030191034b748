// The server's rules without database, login and transport: a request in memory that is judged, filled, locked and priced
// by the functions that the calls use. What only a database does (numbers, transactions) is as simple here as can be.
import { PortalError } from "#api/calls/errors.ts";
import type { SaveAnswer, SubmitAnswer, WireError } from "#api/wire/wireTypes.ts";
import type { SaveAction, WizardApi } from "#api/wizard/wizard.ts";
import type { Answers, FlowName, RequestAnswers, SendAction } from "#engine/schema/types.ts";
import type { StepRow } from "#server/db/tables/schema.ts";
import type { CompanyRegister } from "#server/external/companyRegister.ts";
import { toWireErrors } from "#server/http/errors/wireErrors.ts";
import type { RelationRecord } from "#server/portfolio/portfolioPort.ts";
import type { LoadedProduct } from "#server/products/products.ts";
import type { OpenRequest } from "#server/requests/context.ts";
import { lockErrors, lockedValues } from "#server/requests/drafts/locked.ts";
import { readRequestBlock, unconfirmedCompany } from "#server/requests/drafts/requestBlock.ts";
import { type Evaluation, evaluate, withProgress } from "#server/requests/evaluate.ts";
import { formsFor } from "#server/requests/forms.ts";
import { buildPremium } from "#server/requests/premium/premium.ts";
import { buildProfessions, buildQuestions } from "#server/requests/questions.ts";
import { withStep } from "#server/requests/save.ts";
import { computeHash } from "#server/requests/sending/submitOrder.ts";
import { numberIn } from "#underwriting/company.ts";
import type { BackEnd, Opened } from "./backEnd.ts";

interface Draft {
  id: string;
  steps: Map<string, StepRow>;
  /** What the steps were judged to be, until one is saved. */
  judged: Evaluation | null;
  sent: SubmitAnswer | null;
}

interface Saved {
  step: string;
  action: SaveAction;
  values: Answers;
  revision?: number | undefined;
}

interface Submitted {
  action: SendAction;
  body: Answers;
  key: string;
  revisions?: Record<string, number> | undefined;
}

export interface MemoryFacts {
  product: LoadedProduct;
  flow: FlowName;
  today: string;
  relation: RelationRecord | null;
  register: BackEnd["register"];
  quotation: number | null;
  /** What a changed or converted quotation brings along. */
  answers: RequestAnswers;
}

const refusal = (errors: WireError[], more: object = {}) =>
  new PortalError({ code: "invalid", status: 422, errors, body: { success: false, errors, ...more } });

const buildRow = (step: string, data: Answers, inputs: StepRow["inputs"] = null, revision = 1): StepRow => ({
  request_id: "",
  step,
  data: structuredClone(data),
  finished: true,
  revision,
  inputs,
});

export function memoryBackEnd(facts: MemoryFacts): BackEnd {
  const { product, flow, today, relation, quotation, answers } = facts;
  const options = { today, language: "nl" as const };
  const register: CompanyRegister = { find: async (kvk) => facts.register.get(kvk) };
  const open = { product } as OpenRequest;
  const keys = new Map<string, { draft: string; hash: string; answer: SubmitAnswer }>();
  let drafts = 0;
  let sent = 0;
  let current = begin();

  function begin(): Draft {
    drafts += 1;
    const saved = new Map(Object.entries(answers).map(([step, data]) => [step, { data, finished: true }]));
    const { inputs } = evaluate(product, saved, options);
    const rows = Object.entries(answers).map(([step, data]): [string, StepRow] => [
      step,
      buildRow(step, data, inputs[step]),
    ]);
    return { id: `draft-${drafts}`, steps: new Map(rows), judged: null, sent: null };
  }

  const judged = (draft: Draft): Evaluation => {
    draft.judged ??= evaluate(product, draft.steps, options);
    return draft.judged;
  };
  const forms = (draft: Draft, kvk?: string) =>
    formsFor({ open, steps: draft.steps, register, kvk, language: "nl" }, judged(draft), relation);

  async function save(draft: Draft, { step, action, values, revision }: Saved) {
    refuseSent(draft);
    const locked = await lockedValues({ open, steps: draft.steps, register, relation }, step, values);
    const forged = lockErrors(locked, values, "nl");
    if (forged.length > 0) throw refusal(forged);
    const data = { ...structuredClone(values), ...locked };
    const stored = draft.steps.get(step);
    if (revision !== undefined && revision !== (stored?.revision ?? 0)) throw stale(stored);
    const evaluation = evaluate(product, withStep(draft.steps, step, data), options);
    const errors = toWireErrors(evaluation.errors[step] ?? []);
    if (action === "next" && errors.length > 0) throw refusal(errors);
    const row = buildRow(step, data, evaluation.inputs[step], (stored?.revision ?? 0) + 1);
    draft.steps.set(step, { ...row, finished: action === "next" });
    draft.judged = withProgress(product, draft.steps, evaluation);
    const { data: all } = await forms(draft);
    const answer: SaveAnswer = {
      success: true,
      errors: [],
      progress: judged(draft).progress,
      steps: structuredClone(all),
      step,
      revision: row.revision,
    };
    return answer;
  }

  function stale(stored: StepRow | undefined): PortalError {
    const revision = stored?.revision ?? 0;
    const body = { stored: { data: structuredClone(stored?.data ?? {}), meta: { revision } }, revision };
    return new PortalError({ code: "conflict", status: 409, body });
  }

  function refuseSent(draft: Draft): void {
    if (draft.sent) throw new PortalError({ code: "already_sent", status: 409, body: { sent: draft.sent } });
  }

  function refuseUnsendable(draft: Draft, action: SendAction, body: Answers): void {
    const { progress, judgement } = judged(draft);
    const block = readRequestBlock(open, body, today);
    const unsaved = Object.values(progress.data).some((flags) => !flags.completed);
    const kvk = relation?.kvk_number ?? null;
    const errors = [...block.errors, ...unconfirmedCompany(block, numberIn(draft.steps.values()), kvk)];
    if (unsaved && !(action === "quotation" && progress.can_send_quotation_request))
      errors.push({ pointer: "", keyword: "incomplete", params: {}, step: findOpenStep(progress.data) });
    if (judgement.dropout || errors.length > 0) throw refusal(errors);
  }

  async function submit(draft: Draft, { action, body, key, revisions = {} }: Submitted): Promise<SubmitAnswer> {
    const hash = computeHash({ action, body, key });
    const before = keys.get(key);
    if (before && before.draft === draft.id && before.hash === hash) return before.answer;
    if (before) throw new PortalError({ code: "idempotency_conflict", status: 409 });
    refuseSent(draft);
    const changed = Object.entries(revisions).find(
      ([step, revision]) => revision !== (draft.steps.get(step)?.revision ?? 0),
    );
    if (changed) throw stale(draft.steps.get(changed[0]));
    refuseUnsendable(draft, action, body);
    const { judgement } = judged(draft);
    sent += 1;
    // A quotation that is changed keeps its number.
    const number = action === "quotation" && quotation !== null ? quotation : 50_020_000 + sent;
    const accepted = action === "quotation" || !judgement.wrong ? "accepted" : "referred";
    const none = { explanation: null, refusal_messages: [], wrong_acceptance_questions: [], wrong_final_questions: [] };
    draft.sent = { success: true, errors: [], type: action, number: String(number), accepted, ...none };
    keys.set(key, { draft: draft.id, hash, answer: draft.sent });
    return draft.sent;
  }

  const premium = async (draft: Draft, body: RequestAnswers) => {
    try {
      return buildPremium(product, draft.steps, body, options).answer;
    } catch {
      throw refusal([{ pointer: "", keyword: "refused", params: {} }]);
    }
  };

  function createApi(draft: Draft): WizardApi {
    return {
      forms: async (kvk) => {
        const answer = structuredClone(await forms(draft, kvk));
        return kvk === undefined ? { data: answer.data } : answer;
      },
      progress: async () => judged(draft).progress,
      professions: async () => buildProfessions(product, "nl"),
      questions: async (which) => ({ data: buildQuestions(product, which, "nl") }),
      premium: (inputs) => premium(draft, inputs),
      save: (step, action, values, revision) => save(draft, { step, action, values, revision }),
      submit: (action, body, key, revisions) => submit(draft, { action, body, key, revisions }),
    } as WizardApi;
  }

  return {
    product,
    flow,
    today,
    relation,
    quotation,
    register: facts.register,
    async open(): Promise<Opened> {
      if (current.sent) current = begin();
      const exists = {
        insurance_type: product.key,
        relation_number: 300_101,
        quotation_number: quotation,
        intermediary_number: 100_245,
        temporary_request: relation === null,
        cookie_consent_exists: true,
        personal_data_exists: true,
        company: relation?.company ?? null,
        kvk_number: relation?.kvk_number ?? null,
        draft_id: current.id,
      };
      return { exists, api: createApi(current) };
    },
    stored: async () => Object.fromEntries(current.steps),
    progress: async () => judged(current).progress,
    premium: (body) => premium(current, body),
    sent: async () => sent,
  };
}

const findOpenStep = (progress: Record<string, { active: boolean }>): string =>
  Object.keys(progress).find((step) => progress[step]?.active) ?? "";
