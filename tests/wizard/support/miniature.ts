// A product of three steps with hand-written rules and a back end of forty lines, so that the wizard's behaviour is tested
// without content, server or browser.
import { PortalError } from "#api/errors.ts";
import type { PremiumAnswer, SaveAnswer, SubmitAnswer } from "#api/wireTypes.ts";
import type { WizardApi } from "#api/wizard.ts";
import type { ListSources } from "#engine/lists.ts";
import { foldProgress, toProgressAnswer } from "#engine/progress.ts";
import type { Schema, UiSchema } from "#engine/schema.ts";
import type { Answers, Contract, FieldError, JsonObject, Manifest, ProductBundle, StepForm } from "#engine/types.ts";
import { parseDraft } from "#wizard/draft/draft.ts";
import { createSubmitKeys } from "#wizard/model/submitting.ts";
import { createWizard } from "#wizard/model/wizard.ts";
import { memoryVault } from "./memory.ts";

const both = ["quotation", "insurance-policy"] as const;
const sidebar = { why: "closed", premium: "open", request: "open", send: [...both] } as const;

export const manifest: Manifest = {
  key: "miniature",
  codes: ["1"],
  offered: true,
  icon: "briefcase",
  why: [],
  documents: { terms: "/storage/terms.pdf" },
  prefill: [{ step: "general", field: "kvk", length: 8 }],
  steps: [
    { key: "general", kind: "form", premium: ["revenue"], sidebar: { ...sidebar, send: [] }, summary: ["revenue"] },
    { key: "company", kind: "form", sidebar: { ...sidebar, send: [] } },
    {
      key: "final",
      kind: "questions",
      questions: "closing-questions",
      autoNext: "all-answered",
      sidebar: { ...sidebar, send: [...both] },
    },
    { key: "more", kind: "explanation", extra: true, sidebar: { ...sidebar, send: [...both] } },
  ],
  flows: {
    newRequest: {},
    newTempRequest: { hide: ["continue-later"] },
    editQuote: { hide: ["continue-later", "insurance-policy"], steps: "disabled", sidebar: "last-step" },
    quoteToPolicy: { hide: ["quotation"] },
  },
  lists: {
    questions: { call: "closing-questions", path: "data" },
    amounts: { call: "premium", path: "premium.amounts" },
  },
};

const object = (properties: Record<string, Schema>): Schema => ({ type: "object", properties });
const text = { type: "string" };
const schemas: Record<string, Schema> = {
  general: object({ kvk: text, revenue: { type: "integer" }, file: { type: "array", items: text } }),
  company: object({ company: text, city: text }),
  final: object({ answers: { type: "object", requiredFrom: "questions", additionalProperties: { type: "boolean" } } }),
  more: object({ explanation: text }),
  request: object({ effective_date: { type: "string", format: "date" }, agreed: { type: "boolean" } }),
};

const missing = (step: string, ...names: string[]): FieldError => ({
  id: [step, ...names].join("_"),
  pointer: `/${names.join("/")}`,
  keyword: "required",
  params: {},
});

const needs =
  (step: string, ...names: string[]): Contract =>
  (data) =>
    names.filter((name) => !(data as JsonObject)[name]).map((name) => missing(step, name));

const contracts: Record<string, Contract> = {
  general: needs("general", "kvk", "revenue"),
  company: needs("company", "company"),
  final: (data, { lists }) => {
    const answers = ((data as JsonObject).answers ?? {}) as JsonObject;
    const open = (lists.questions ?? []).filter(({ value }) => answers[String(value)] === undefined);
    return open.map(({ value }) => missing("final", "answers", String(value)));
  },
  more: needs("more", "explanation"),
  request: needs("request", "effective_date", "agreed"),
};

const uis: Record<string, UiSchema> = { general: { file: { "ui:field": "dropzone" } } };
const steps = Object.fromEntries(Object.entries(schemas).map(([key, schema]) => [key, { schema, ui: uis[key] ?? {} }]));
export const bundle: ProductBundle = { version: "miniature-1", manifest, steps, contracts };

export const questions = [11, 12].map((id) => ({
  id,
  question: `Question ${id}?`,
  refusal_yes: null,
  list_items: [],
  tooltip: null,
}));

/** Question 11 expects no and ends the request else; question 12 calls for an underwriter. */
const buildJudgement = (answers: Answers) => ({
  wrong_acceptance_questions: [],
  wrong_final_questions: questions
    .filter(({ id }) => answers[id] === true)
    .map(({ id, question }) => ({
      id,
      question,
      answer: true,
      notice: null,
      effect: id === 11 ? ("decline" as const) : ("refer" as const),
    })),
  reasons: [],
});

/** Throws what is queued for a call, else behaves like the reference back end. */
export function backEnd() {
  const forms: Record<string, StepForm> = {};
  for (const { key } of manifest.steps) forms[key] = { data: {}, meta: { revision: 1 } };
  const finished = new Set<string>();
  const calls: { name: string; body: unknown; extra?: unknown }[] = [];
  const faults: { name: string; error: unknown }[] = [];
  /** Called for by a wrong answer, as on the server. */
  const isWrong = () => Object.values((forms.final?.data.answers ?? {}) as JsonObject).includes(true);
  const answer = () => {
    const progress = foldProgress(manifest, (step) => finished.has(step), isWrong());
    return toProgressAnswer(manifest, progress, { dropout: false });
  };
  const record = (name: string, body: unknown, extra?: unknown) => {
    calls.push({ name, body, extra });
    const at = faults.findIndex((fault) => fault.name === name);
    if (at >= 0) throw faults.splice(at, 1)[0]?.error;
  };
  const readRevision = (step: string) => forms[step]?.meta.revision ?? 1;
  const api: WizardApi = {
    async forms(kvk) {
      record("forms", kvk);
      const filled = { ...forms, company: { data: { company: "Register B.V.", city: "Zwolle" }, meta: {} } };
      return kvk
        ? { data: filled, prefill: { found: true, available: true, values: filled.company.data } }
        : { data: forms };
    },
    progress: async () => answer(),
    professions: async () => ({ sectors: [], professions: [] }),
    questions: async () => ({ data: questions }),
    async premium(inputs) {
      record("premium", inputs);
      const judgement = buildJudgement((inputs.final?.answers ?? {}) as JsonObject);
      return { premium: { total_amount: 100 }, judgement } as unknown as PremiumAnswer;
    },
    async save(step, action, values, revision): Promise<SaveAnswer> {
      record(`save ${step}`, values, { action, revision });
      forms[step] = { data: values, meta: { revision: readRevision(step) + 1 } };
      if (action === "next") finished.add(step);
      else finished.delete(step);
      return { success: true, errors: [], progress: answer(), steps: { [step]: forms[step] }, step };
    },
    async submit(action, values, key): Promise<SubmitAnswer> {
      record("submit", values, key);
      const none = {
        explanation: null,
        refusal_messages: [],
        wrong_acceptance_questions: [],
        wrong_final_questions: [],
      };
      return { success: true, errors: [], type: action, number: "50010667", accepted: "accepted", ...none };
    },
  };
  return {
    api,
    calls,
    forms,
    answer,
    fail: (name: string, ...errors: unknown[]) => faults.push(...errors.map((error) => ({ name, error }))),
    recover: () => faults.splice(0),
    called: (name: string) => calls.filter((call) => call.name === name),
  };
}

export const offline = () => new PortalError({ code: "network" });

export { memoryVault } from "./memory.ts";

export type BackEnd = ReturnType<typeof backEnd>;

/** A new request of a relation. */
export const existing = {
  insurance_type: "miniature",
  relation_number: 300101,
  quotation_number: null,
  intermediary_number: 100245,
  temporary_request: false,
  cookie_consent_exists: true,
  personal_data_exists: true,
};

/** `keeps` false: the device takes nothing in. */
export function openWizard(
  server: BackEnd,
  vault = memoryVault(),
  flow: "newRequest" | "editQuote" = "newRequest",
  {
    keeps = true,
    later,
    ...own
  }: { keeps?: boolean; draft_id?: string; company?: string; later?: Promise<ListSources> } = {},
) {
  const exists = { ...existing, ...own };
  const wizard = createWizard({
    opened: { flow, exists, bundle, texts: {}, today: "2026-11-20" },
    forms: structuredClone(server.forms),
    progress: server.answer(),
    ...(later ? { sources: {}, later } : { sources: { "closing-questions": { data: questions } } }),
    api: server.api,
    translate: () => null,
    vault: keeps ? vault : null,
    draft: parseDraft(vault.kept),
    keys: createSubmitKeys("scope", null),
  });
  const stop = wizard.start();
  return { wizard, stop, vault, state: wizard.core.state, session: wizard.core.session };
}
