// The wizard's answers in one shape, whatever another back end leaves out, wraps or names otherwise (spec: wizard 3 and
// 7, decisions 46). An answer that lacks what a screen cannot do without is refused as unclear. It is never guessed.
// Members that only our back end sends pass as they are.
import type { Answers, SendAction, StepForm, StepMeta } from "#engine/schema/types.ts";
import { unclear } from "../calls/errors.ts";
import { identity } from "../calls/identity.ts";
import {
  asWire,
  flag,
  item,
  numberOrNull,
  pick,
  text,
  textOrNull,
  texts,
  type Unread,
  type Wire,
} from "../wire/wire.ts";
import type {
  AcceptedState,
  ConflictAnswer,
  ExistsAnswer,
  FormsAnswer,
  PremiumAnswer,
  ProfessionsAnswer,
  ProgressAnswer,
  Question,
  QuestionsAnswer,
  SaveAnswer,
  SentRequest,
  StepProgress,
  SubmitAnswer,
  WrongQuestion,
} from "../wire/wireTypes.ts";

const readRows = (value: unknown): Wire[] => (Array.isArray(value) ? value.map(asWire) : []);
/** A list is `data`, a member with its own name, or the body itself. */
function listIn(body: unknown, ...names: [string, ...string[]]): unknown[] | null {
  if (Array.isArray(body)) return body;
  const whole = asWire(body);
  const list = pick(whole, ...names) ?? pick(asWire(whole.data), ...names) ?? whole.data;
  return Array.isArray(list) ? list : null;
}

export function toExists(body: unknown, request: { product: string; intermediary: number; relation?: number }) {
  const from: Unread<ExistsAnswer["data"]> = item(body);
  if (Object.keys(from).length === 0) throw unclear();
  const relation = numberOrNull(from, "relation_number", "relation") ?? request.relation;
  if (relation === undefined) throw unclear();
  const data: ExistsAnswer["data"] = {
    ...(from as unknown as ExistsAnswer["data"]),
    insurance_type: text(from, "insurance_type") || request.product,
    relation_number: relation,
    quotation_number: numberOrNull(from, "quotation_number"),
    intermediary_number: numberOrNull(from, "intermediary_number") ?? request.intermediary,
    temporary_request:
      from.temporary_request === undefined ? request.relation === undefined : flag(from, "temporary_request"),
    cookie_consent_exists: from.cookie_consent_exists === undefined || flag(from, "cookie_consent_exists"),
    personal_data_exists: from.personal_data_exists === undefined || flag(from, "personal_data_exists"),
  };
  return data;
}

const toForm = (value: unknown): StepForm => {
  const from = asWire(value);
  const data = asWire(from.data) as Answers;
  const meta = asWire(from.meta) as StepMeta;
  const noted = Object.fromEntries((meta.prefilled ?? []).map((field) => [field, data[field]]));
  return { data, meta: meta.prefilled ? { ...meta, noted } : meta };
};

const toFormsByStep = (value: unknown): Record<string, StepForm> =>
  Object.fromEntries(Object.entries(asWire(value)).map(([step, form]) => [step, toForm(form)]));

export function toForms(body: unknown): FormsAnswer {
  const { data, prefill, success: _success, errors: _errors, ...rest } = asWire(body);
  if (body === null) throw unclear();
  const answer: FormsAnswer = { data: toFormsByStep(data ?? rest) };
  return prefill === undefined ? answer : { ...answer, prefill: prefill as NonNullable<FormsAnswer["prefill"]> };
}

const isStep = (value: unknown) => pick(asWire(value), "active", "completed") !== undefined;

function toStepProgress(from: Wire): StepProgress {
  const flags = { ...from, active: flag(from, "active"), completed: flag(from, "completed") };
  return from.disabled === undefined ? flags : { ...flags, disabled: flag(from, "disabled") };
}

/** A flag that a back end does not send forbids nothing: it judges again when it gets the request. */
const allowed = (from: Wire, ...names: [string, ...string[]]) =>
  pick(from, ...names) === undefined || flag(from, ...names);

/** Step keys are members of `data`, or siblings of the totals as in the specification. */
export function toProgress(body: unknown): ProgressAnswer {
  const whole = asWire(body);
  const from = { ...whole, ...asWire(whole.data) };
  const steps = Object.entries(from).filter(([, value]) => isStep(value));
  if (steps.length === 0) throw unclear();
  const data = Object.fromEntries(steps.map(([step, flags]) => [step, toStepProgress(asWire(flags))]));
  const completed = Object.values(data).filter((step) => step.completed).length;
  const others = Object.entries(whole).filter(([name, value]) => name !== "data" && !isStep(value));
  return {
    ...Object.fromEntries(others),
    data,
    total_steps: numberOrNull(from, "total_steps") ?? steps.length,
    completed_steps: numberOrNull(from, "completed_steps") ?? completed,
    can_send_quotation_request: allowed(from, "can_send_quotation_request", "canSendQuotationRequest"),
    can_send_insurance_policy_request: allowed(
      from,
      "can_send_insurance_policy_request",
      "canSendInsurancePolicyRequest",
    ),
  };
}

function toQuestion(from: Unread<Question>): Question {
  return {
    ...(from as unknown as Question),
    id: identity(from, ["id"]),
    question: text(from, "question", "question_text"),
    refusal_yes: textOrNull(from, "refusal_yes"),
    list_items: texts(from, "list_items"),
    tooltip: textOrNull(from, "tooltip"),
  };
}

export function toQuestions(body: unknown): QuestionsAnswer {
  const questions = listIn(body, "questions", "acceptance_questions", "closing_questions");
  if (!questions) throw unclear();
  return { data: readRows(questions).map(toQuestion) };
}

export function toProfessions(body: unknown): ProfessionsAnswer {
  const sectors = listIn(body, "sectors");
  const professions = listIn(body, "professions");
  if (!sectors || !professions) throw unclear();
  const { lists } = asWire(body);
  return { sectors, professions, ...(lists === undefined ? {} : { lists: asWire(lists) }) } as ProfessionsAnswer;
}

const toPriced = (item: Wire) => ({ ...item, subtitle: numberOrNull(item, "subtitle", "price") });

export function toPremium(body: unknown): PremiumAnswer {
  const whole = asWire(body);
  const from: Unread<PremiumAnswer["premium"]> = asWire(whole.premium ?? whole.data ?? body);
  if (Object.keys(from).length === 0) throw unclear();
  const meta: Unread<PremiumAnswer["premium"]["meta"]> = asWire(from.meta);
  const names = ["all_main_coverages", "all_coverages", "all_additional_coverages", "insured_amounts"] as const;
  const lists = Object.fromEntries(names.map((name) => [name, readRows(from[name])]));
  return {
    ...(whole.judgement === undefined ? {} : { judgement: whole.judgement as PremiumAnswer["judgement"] }),
    premium: {
      ...from,
      ...lists,
      active_additional_coverages: readRows(from.active_additional_coverages).map(toPriced),
      total_amount_base: numberOrNull(from, "total_amount_base"),
      total_amount_additional_coverages: numberOrNull(from, "total_amount_additional_coverages"),
      total_amount: numberOrNull(from, "total_amount"),
      insured_amount: numberOrNull(from, "insured_amount"),
      insured_amount_per_year: numberOrNull(from, "insured_amount_per_year"),
      own_risk: numberOrNull(from, "own_risk"),
      pay_in_terms: flag(from, "pay_in_terms"),
      meta: {
        double_year_limit: flag(meta, "double_year_limit"),
        show_extended_in_advance: flag(meta, "show_extended_in_advance"),
        extended_in_advance: flag(meta, "extended_in_advance"),
      },
      insurance_maps: asWire(from.insurance_maps),
    } as unknown as PremiumAnswer["premium"],
  };
}

/** An answer without progress is no confirmation that the step is stored and what comes next. */
export function toSave(body: unknown, step: string): SaveAnswer {
  const from: Unread<SaveAnswer> = asWire(body);
  if (pick(from, "progress") === undefined) throw unclear();
  const revision = numberOrNull(from, "revision");
  return {
    ...(from as unknown as SaveAnswer),
    success: true,
    errors: [],
    progress: toProgress(from.progress),
    steps: toFormsByStep(from.steps),
    step: text(from, "step") || step,
    ...(revision === null ? {} : { revision }),
  };
}

/** Returns the stored step, or null if the refusal does not contain all of it and cannot be compared. */
export function toConflict(body: unknown): ConflictAnswer | null {
  const from = item(body);
  const { stored } = from;
  const revision = numberOrNull(from, "revision");
  if (revision === null || asWire(stored).data === undefined) return null;
  return { success: false, code: "conflict", stored: toForm(stored), revision };
}

const accepted: readonly string[] = ["accepted", "referred", "declined", "pending"] satisfies AcceptedState[];

/** `accepted` may be a state or, as the specification also has it, just yes or no. */
function toAccepted(from: { readonly accepted?: unknown }, type: SendAction): AcceptedState {
  const state = pick(from, "accepted", "accepted_state");
  if (typeof state === "string" && accepted.includes(state)) return state as AcceptedState;
  const wire = { accepted: state };
  if (state !== undefined) return flag(wire, "accepted") ? "accepted" : "referred";
  return type === "quotation" ? "accepted" : "pending";
}

const sendAction = (value: string): SendAction | undefined =>
  value === "quotation" || value === "insurance-policy" ? value : undefined;

/** Returns the result of a request that was sent elsewhere, or null if the refusal does not contain it. */
export function toSent(body: unknown): SentRequest | null {
  const from = asWire(item(body).sent);
  const type = sendAction(text(from, "type"));
  if (!type) return null;
  return {
    ...(from as unknown as SentRequest),
    type,
    number: textOrNull(from, "number"),
    accepted: toAccepted(from, type),
  };
}

function toWrong(from: Unread<WrongQuestion>): WrongQuestion {
  return {
    id: identity(from, ["id"]),
    question: text(from, "question", "question_text"),
    answer: from.answer === undefined || flag(from, "answer"),
    notice: textOrNull(from, "notice", "refusal_yes"),
    ...(from.effect === undefined ? {} : { effect: from.effect as WrongQuestion["effect"] }),
    ...(from.list_items === undefined ? {} : { list_items: texts(from, "list_items") }),
  };
}

/** Returns the result of sending a request. A response without success and number is unexpected. */
export function toSubmit(body: unknown, action: SendAction): SubmitAnswer {
  const whole = asWire(body);
  const from: Unread<SubmitAnswer> = { ...whole, ...asWire(whole.data) };
  if (pick(from, "success", "number", "type") === undefined) throw unclear();
  const type = sendAction(text(from, "type")) ?? action;
  return {
    ...(from as unknown as SubmitAnswer),
    success: true,
    errors: [],
    type,
    number: textOrNull(from, "number"),
    accepted: toAccepted(from, type),
    explanation: textOrNull(from, "explanation"),
    refusal_messages: texts(from, "refusal_messages"),
    wrong_acceptance_questions: readRows(from.wrong_acceptance_questions).map(toWrong),
    wrong_final_questions: readRows(from.wrong_final_questions).map(toWrong),
  };
}
