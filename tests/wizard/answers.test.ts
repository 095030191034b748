// What our back end adds to its answers reaches the screens as it came: an adapter that drops a member would undo a feature.
import { expect, test } from "vitest";
import * as read from "#api/wizard/wizardAnswers.ts";

const progress = {
  data: { general: { active: true, completed: false, disabled: false, changed: true } },
  ...{
    total_steps: 1,
    completed_steps: 0,
    can_send_quotation_request: false,
    can_send_insurance_policy_request: false,
  },
  ...{
    reason: null,
    judgement: {
      rules: [{ message: "Levering", effect: "refer" }],
      wrong_acceptance_questions: [],
      wrong_final_questions: [],
    },
  },
};
const form = { data: { kvk: "42793191" }, meta: { revision: 3, disabled: ["kvk"], features: { run_off: true } } };
const wrong = { id: 1, question: "Is dat zo?", answer: true, notice: null, effect: "decline" };
const premium = {
  ...{ total_amount_base: 1, total_amount: 2, insured_amount: 3, insured_amount_per_year: null, own_risk: null },
  ...{ all_main_coverages: [], all_coverages: [], all_additional_coverages: [], active_additional_coverages: [] },
  ...{
    total_amount_additional_coverages: 0,
    pay_in_terms: true,
    insured_amounts: [{ value: 1, label: "1", subtitle: 2 }],
  },
  ...{
    meta: { double_year_limit: true, show_extended_in_advance: false, extended_in_advance: false },
    lines: { main: 1 },
  },
  insurance_maps: { insurance_map: "/a.pdf", terms_and_conditions: "/b.pdf" },
};
const exists = {
  ...{
    insurance_type: "p",
    relation_number: 1,
    quotation_number: null,
    intermediary_number: 2,
    temporary_request: false,
  },
  ...{ cookie_consent_exists: true, personal_data_exists: true, company: "A", draft_id: "d", product_version: "v" },
};
const submitted = {
  ...{ success: true, errors: [], type: "insurance-policy", number: "1", accepted: "referred", explanation: "Omdat" },
  ...{ refusal_messages: ["x"], wrong_acceptance_questions: [wrong], wrong_final_questions: [], relation_number: 1 },
  files: ["uitleg.pdf"],
};
const question = { id: 1, question: "Is dat zo?", refusal_yes: null, list_items: ["a"], tooltip: null };

test.each<[string, (body: unknown) => unknown, unknown, unknown?]>([
  ["exists", (body) => read.toExists(body, { product: "q", intermediary: 3 }), { data: exists }, exists],
  ["forms", read.toForms, { data: { general: form }, prefill: { found: true, available: true, values: {} } }],
  ["progress", read.toProgress, progress],
  ["questions", read.toQuestions, { data: [question] }],
  ["professions", read.toProfessions, { sectors: [{ value: 1, label: "a" }], professions: [] }],
  ["premium", read.toPremium, { premium, judgement: progress.judgement }],
  [
    "save",
    (body) => read.toSave(body, "general"),
    { success: true, errors: [], progress, steps: { general: form }, step: "general", revision: 4 },
  ],
  ["submit", (body) => read.toSubmit(body, "quotation"), submitted],
])("%s", (_name, adapt, body, expected = body) => {
  expect(adapt(body)).toEqual(expected);
});
