// The server's rules without database, login and transport: a request in memory (`content/cases/journeys/memoryRequest.ts`) with the
// words of the server's calls. What only a database does (numbers, transactions) is as simple here as can be.
import { PortalError } from "#api/calls/errors.ts";
import type { SaveAnswer, SubmitAnswer, WireError } from "#api/wire/wireTypes.ts";
import type { WizardApi } from "#api/wizard/wizard.ts";
import { MemoryRequest } from "#content/cases/journeys/memoryRequest.ts";
import type { Answers, FlowName, RequestAnswers, SendAction } from "#engine/schema/types.ts";
import type { CompanyRegister } from "#server/external/companyRegister.ts";
import type { RelationRecord } from "#server/portfolio/portfolioPort.ts";
import type { LoadedProduct } from "#server/products/products.ts";
import { describeErrors, describeSaved, judgeOptions } from "#server/requests/evaluate.ts";
import { formsFor } from "#server/requests/forms.ts";
import { buildPremium } from "#server/requests/premium/premium.ts";
import { buildProfessions, buildQuestions } from "#server/requests/questions.ts";
import { computeHash } from "#server/requests/sending/submitOrder.ts";
import { relationFacts } from "#underwriting/company.ts";
import { isStale } from "#underwriting/requestCalls.ts";
import type { StoredStep } from "#underwriting/requestState.ts";
import { findAccepted } from "#underwriting/sending.ts";
import type { BackEnd, Opened } from "./backEnd.ts";

interface Draft {
  id: string;
  request: MemoryRequest;
  sent: SubmitAnswer | null;
}

interface SubmitOrder {
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

const refusal = (errors: WireError[]) =>
  new PortalError({ code: "invalid", status: 422, errors, body: { success: false, errors } });

function stale(stored: StoredStep | undefined): PortalError {
  const revision = stored?.revision ?? 0;
  const body = { stored: { data: structuredClone(stored?.data ?? {}), meta: { revision } }, revision };
  return new PortalError({ code: "conflict", status: 409, body });
}

function refuseSent({ sent }: Draft): void {
  if (sent) throw new PortalError({ code: "already_sent", status: 409, body: { sent } });
}

export function memoryBackEnd(facts: MemoryFacts): BackEnd {
  const { product, flow, today, relation, quotation, answers } = facts;
  const options = { today, language: "nl" as const };
  const register: CompanyRegister = { find: async (kvk) => facts.register.get(kvk) };
  const keys = new Map<string, { draft: string; hash: string; answer: SubmitAnswer }>();
  let drafts = 0;
  let sent = 0;
  let current = begin();

  function begin(): Draft {
    drafts += 1;
    const { sources } = judgeOptions(product, options);
    const request = new MemoryRequest({
      ...{ rules: product, today, answers, sources, relationKvk: relation?.kvk_number },
      find(number) {
        const entries = Object.entries(facts.register.get(number ?? "") ?? {}).filter(([, value]) => value !== null);
        const known = { register: Object.fromEntries(entries), relation: relationFacts(relation, number) };
        return { number, available: true, facts: known };
      },
    });
    return { id: `draft-${drafts}`, request, sent: null };
  }

  const progressOf = ({ request: { steps, state } }: Draft) => describeSaved(product, steps, state, "nl").progress;
  const forms = ({ request: { steps, state } }: Draft, kvk?: string) =>
    formsFor({ open: { product }, steps, register, kvk, language: "nl" }, state, relation);

  async function save(draft: Draft, ...[step, action, values, revision]: Parameters<WizardApi["save"]>) {
    refuseSent(draft);
    const decision = draft.request.save({ step, action, body: values, revision });
    if (decision.kind === "stale") throw stale(draft.request.steps.get(step));
    if (decision.kind === "refused") throw refusal(describeErrors(decision.errors, "nl", product));
    const { data } = await forms(draft);
    const steps = structuredClone(data);
    const { revision: saved } = decision.row;
    const answer: SaveAnswer = { success: true, errors: [], progress: progressOf(draft), steps, step, revision: saved };
    return answer;
  }

  async function submit(draft: Draft, { action, body, key, revisions = {} }: SubmitOrder): Promise<SubmitAnswer> {
    const { request } = draft;
    const hash = computeHash({ action, body, key });
    const before = keys.get(key);
    if (before && before.draft === draft.id && before.hash === hash) return before.answer;
    if (before) throw new PortalError({ code: "idempotency_conflict", status: 409 });
    refuseSent(draft);
    const changed = Object.entries(revisions).find(([step, shown]) => isStale(request.steps.get(step), shown));
    if (changed) throw stale(request.steps.get(changed[0]));
    const { state, errors } = request.judge(action, body);
    if (state.wrong.declines || errors.length > 0) throw refusal(errors);
    sent += 1;
    // A quotation that is changed keeps its number.
    const number = action === "quotation" && quotation !== null ? quotation : 50_020_000 + sent;
    const accepted = findAccepted(action, state.wrong.refers, []);
    const none = { explanation: null, refusal_messages: [], wrong_acceptance_questions: [], wrong_final_questions: [] };
    draft.sent = { success: true, errors: [], type: action, number: String(number), accepted, ...none };
    keys.set(key, { draft: draft.id, hash, answer: draft.sent });
    return draft.sent;
  }

  const premium = async ({ request }: Draft, body: RequestAnswers) => {
    try {
      return buildPremium(product, request.steps, body, options).answer;
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
      progress: async () => progressOf(draft),
      professions: async () => buildProfessions(product, "nl"),
      questions: async (which) => ({ data: buildQuestions(product, which, "nl") }),
      premium: (inputs) => premium(draft, inputs),
      save: (...order) => save(draft, ...order),
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
    stored: async () => Object.fromEntries(current.request.steps),
    progress: async () => progressOf(current),
    premium: (body) => premium(current, body),
    sent: async () => sent,
  };
}
