// The shapes of the wizard's calls as they stand on the wire (spec: wizard 7). Members marked "ours" are optional for a
// browser, so that the portal also runs against the provider's own back end.
import type { Answers, JsonObject, ListItem, StepForm } from "./types.ts";

/** Base of every wizard call: /api/aanvraag/{type}/{intermediary}/{relation} */
export interface ExistsAnswer {
  data: {
    insurance_type: string;
    relation_number: number;
    quotation_number: number | null;
    intermediary_number: number;
    temporary_request: boolean;
    cookie_consent_exists: boolean;
    personal_data_exists: boolean;
    /** ours: company of the relation, for the page head. */
    company?: string | null;
    /** ours: the relation's chamber-of-commerce number; a request for another one is confirmed before it is sent. */
    kvk_number?: string | null;
    /** ours: the product version this request was made with; absent means the current one. */
    product_version?: string;
    /** ours: set when an open draft is resumed (decisions 32). */
    resumed?: { saved_at: string; step: string } | null;
    /** ours: the last request that was sent from here, while nothing was saved since (decisions 89). */
    sent?: SentRequest & { draft_id: string };
    /** ours: which draft this is. Sent back as X-Draft with every save and submit, it tells that it was sent elsewhere. */
    draft_id?: string;
  };
}

/** POST base/wizard/steps/forms, body optionally {kvk}. Per step key: data and meta. */
export interface FormsAnswer {
  data: Record<string, StepForm>;
  /** ours: on a prefill call, the value that belongs to the number for every field that follows it; null: none. */
  prefill?: { found: boolean; available: boolean; values: Answers; registered?: string[] };
}

export interface StepProgress {
  active: boolean;
  completed: boolean;
  /** ours */
  disabled?: boolean;
  /** ours: the step was saved, and what its answers depend on changed since: it waits for the broker (decisions 26). */
  changed?: boolean;
}

/** GET base/wizard/steps/progress. Step keys stand next to the totals, as the specification has it. */
export interface ProgressAnswer {
  data: Record<string, StepProgress>;
  total_steps: number;
  completed_steps: number;
  can_send_quotation_request: boolean;
  can_send_insurance_policy_request: boolean;
  /** ours: why not, as a code: `incomplete`, `dropout`, `blocking`. */
  reason?: "incomplete" | "dropout" | null;
  /** ours */
  judgement?: Judgement;
}

/**
 * What the answers given so far lead to (decisions 28). Which answer a question expects stays on the server; what an answer
 * does is said once it has been given.
 */
export interface Judgement {
  wrong_acceptance_questions: WrongQuestion[];
  wrong_final_questions: WrongQuestion[];
  /** Other answers that call for an underwriter, in words. */
  reasons: string[];
}

export interface Question {
  id: number;
  question: string;
  refusal_yes: string | null;
  list_items: string[];
  tooltip: string | null;
}
export interface QuestionsAnswer {
  data: Question[];
}

export interface ProfessionsAnswer {
  sectors: ListItem[];
  /** value, label, sector_id, clarification */
  professions: ListItem[];
}

/** One priced choice. `value` is the coverage code or the insured amount; `subtitle` the price per year in euros. */
export interface PricedItem extends ListItem {
  subtitle: number;
}

/** An additional cover that is chosen; another back end may leave its price out. */
export interface ActiveCover extends ListItem {
  subtitle: number | null;
}

/** POST base/premium, body: premium-dependent values of all steps, keyed by step. Amounts: euros, two decimals (decisions 70). */
export interface PremiumAnswer {
  premium: {
    /** Annual premium of the main cover, with deductible, band and double limit; null while inputs are missing. */
    total_amount_base: number | null;
    all_main_coverages: PricedItem[];
    all_coverages: PricedItem[];
    all_additional_coverages: PricedItem[];
    active_additional_coverages: ActiveCover[];
    total_amount_additional_coverages: number | null;
    /** Premium per term including tax: the figure shown largest. */
    total_amount: number | null;
    insured_amount: number | null;
    insured_amount_per_year: number | null;
    own_risk: number | null;
    pay_in_terms: boolean;
    meta: { double_year_limit: boolean; show_extended_in_advance: boolean; extended_in_advance: boolean };
    insured_amounts: PricedItem[];
    /** The questions that this premium goes with; the wizard asks for them with their own call. */
    acceptance_questions?: Question[];
    insurance_maps: { insurance_map: string; terms_and_conditions: string };
    /** ours: every line the sidebar shows; absent: it shows the totals above. */
    lines?: PremiumLines | null;
  };
  /** ours: of the answers sent over the stored ones. */
  judgement?: Judgement;
}

export interface PremiumLines {
  main: number;
  /** What the double year limit adds per year at the chosen coverage, also while it is off. */
  double_year_limit: number;
  additional: { value: string; label: string; amount: number }[];
  /** Annual premium excluding surcharge and tax. */
  annual: number;
  /** Surcharge for instalments per year, 0 without. Rate in percent. */
  surcharge: number;
  surcharge_rate: number;
  /** Annual premium including the surcharge, excluding tax. */
  per_year: number;
  months: 12 | 6 | 3;
  /** Premium per term excluding tax, tax over it, and their sum. Rate in percent. */
  per_term: number;
  tax_rate: number;
  tax: number;
  total: number;
  /** One-off surcharge for run-off bought in advance, with its own tax (decisions 3, 69). */
  one_off?: { percentage: number; amount: number; tax: number; total: number };
}

/** An error as the server sends it: pointer into the step's data, the rule, its params. */
export interface WireError {
  step?: string;
  pointer: string;
  keyword: string;
  params: JsonObject;
  message?: string;
}

/** POST base/wizard/step/{step}/save?action=next|save. Ours: header If-Match carries the revision; a stale one answers 409. */
export interface SaveAnswer {
  success: boolean;
  errors: WireError[];
  progress: ProgressAnswer;
  steps: Record<string, StepForm>;
  step: string;
  /** ours */
  revision?: number;
}
/** 409: what is stored now, so that the broker can choose field by field (decisions 38). */
export interface ConflictAnswer {
  success: false;
  code: "conflict";
  stored: StepForm;
  revision: number;
}

/** ours, in the 409 `already_sent` of a save or a submit: what the request became, sent from elsewhere. */
export interface SentRequest {
  type: SubmitAnswer["type"];
  number: string | null;
  accepted: AcceptedState;
  relation_number?: number;
  /** Which request it was: its outcome can be opened. */
  draft_id?: string;
}

export type AcceptedState = "accepted" | "referred" | "declined" | "pending";

export interface WrongQuestion {
  id: number;
  question: string;
  answer: boolean;
  notice: string | null;
  /** ours (decisions 28) */
  effect?: "refer" | "decline";
}

/** POST base/wizard/submit/{action}, body: the request block's values, effective_date in epoch seconds. Ours: Idempotency-Key. */
export interface SubmitAnswer {
  success: boolean;
  errors: WireError[];
  type: "quotation" | "insurance-policy";
  number: string | null;
  accepted: AcceptedState;
  explanation: string | null;
  refusal_messages: string[];
  wrong_acceptance_questions: WrongQuestion[];
  wrong_final_questions: WrongQuestion[];
  /** ours: where the outcome's links go; for a temporary request the relation it now belongs to. */
  relation_number?: number;
  /** ours: names of the files that went along. */
  files?: string[];
  /** ours: what was asked for, so that the outcome can be shown again. */
  summary?: SubmitSummary;
}

export interface SubmitSummary {
  company: string;
  /** Calendar day. */
  effective_date: string;
  insured_amount: number | null;
  own_risk: number | null;
  additional_coverages: string[];
  /** Per term, tax included. */
  total_amount: number;
  months: number;
  /** The paper with all answers, in the archive of the relation. */
  document: number;
}

/** ours: GET /api/requests/{draft}/outcome. */
export interface OutcomeAnswer {
  data: {
    draft_id: string;
    product: string;
    /** ISO time */
    sent_at: string;
    answer: SubmitAnswer;
  };
}

/** POST base/uploads (ours, decisions 34): multipart, one file; DELETE base/uploads/{id}. */
export interface UploadAnswer {
  id: string;
  name: string;
  size: number;
}

/** Every refusal has this shape; `code` is stable, `errors` only where fields are at fault. */
export interface ErrorAnswer {
  success: false;
  code: string;
  message: string;
  errors?: WireError[];
  request_id?: string;
}
