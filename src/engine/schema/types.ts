// The types of the engine: product, step, meta, error. No behaviour here.
import type { Expression, kind, Schema, UiSchema } from "./schema.ts";
import type { StepKindName } from "./stepKinds.ts";

/** Any JSON object. What is known better has a type of its own: answers here, schemas and layouts in `schema.ts`. */
export type JsonObject = Record<string, unknown>;

/** Answers of one step by field. A value is any JSON, because old and foreign answers are judged too. */
export interface Answers {
  readonly [kind]?: "answers";
  [field: string]: unknown;
}

/** Answers of a request by step; where they are judged also its facts, under `facts`. */
export interface RequestAnswers {
  readonly [kind]?: "request";
  [step: string]: Answers;
}

export type { Language } from "../values/languages.ts";
export type FlowName = "newTempRequest" | "newRequest" | "editQuote" | "quoteToPolicy";
export type SendAction = "quotation" | "insurance-policy";

/**
 * One choice of a named list. Labels come in the user's language. Extra members (price, clarification, ...) are kept.
 */
export interface ListItem {
  value: string | number | boolean;
  label?: string;
  [extra: string]: unknown;
}

/** Named lists. A missing name means not known (yet): a field that needs it shows that and offers a retry. */
export type Lists = Record<string, ListItem[] | undefined>;

/** What a contract needs besides the answers. `today` is a calendar day `yyyy-mm-dd` in Europe/Amsterdam. */
export interface EvaluationContext {
  lists: Lists;
  today: string;
  /** Answers of all steps and their facts, for rules that read another step. */
  answers?: RequestAnswers;
}

export interface FieldUpload {
  id: string;
  name: string;
  size: number;
  /** `<step>.<path>` of the field that it was added to. Absent: that of the step that explains answers. */
  field?: string;
}

/** The server's meta of a step (spec: wizard 3 "Server meta can list disabled fields and field_text notes"). */
export interface StepMeta {
  readonly [kind]?: "meta";
  disabled?: string[];
  field_text?: Record<string, string>;
  lists?: Lists;
  features?: Record<string, boolean>;
  /** Fields whose value belongs to the chamber-of-commerce number and follows it. Ours, optional (decisions 83). */
  prefilled?: string[];
  /** The values of those fields, as they came: a note about them does not apply to another value. Of this page alone. */
  noted?: JsonObject;
  /** Revision of the stored step. Ours, optional (decisions 38). */
  revision?: number;
  /** The files of the step. Ours, optional. */
  uploads?: FieldUpload[];
}

export interface StepForm {
  data: Answers;
  meta: StepMeta;
}

/** A fact about one answer. Words are added when it is shown, so a language switch revalidates nothing. */
export interface FieldError {
  /** Names the field, `<step>_<property>[_<child>]`: the identity of touched, errors and focus links. */
  id: string;
  /** JSON Pointer into the step's data. */
  pointer: string;
  /** The rule that answered: an ajv keyword, one of ours, or `server`. */
  keyword: string;
  params: JsonObject;
  /** The server's own words, where it sent any. */
  message?: string;
}

/** A server's fact about one answer. `step` is absent if it belongs to the requested step. */
export type ServerError = Omit<FieldError, "id"> & { step?: string };

/** A compiled rule set: ajv standalone code behind one door. Returns every violated rule in document order. */
export type Contract = (data: unknown, context: EvaluationContext) => FieldError[];

export type BlockState = "open" | "closed" | "hidden";

export interface StepSidebar {
  why: BlockState;
  premium: BlockState;
  request: BlockState;
  /** The send actions that the step shows. The server decides whether they may be used (decisions 29, 63). */
  send: SendAction[];
}

export interface StepManifest {
  key: string;
  kind: StepKindName;
  /** For kind `questions`: the call that answers them. */
  questions?: "acceptance" | "closing-questions";
  /** Fields whose change recalculates the premium (spec: wizard 4). Derived when the product is published. */
  premium?: string[];
  sidebar: StepSidebar;
  /** `all-answered`: the step saves itself with action next once every question is answered (decisions 30). */
  autoNext?: "all-answered";
  /** Notices above the form, text keys `wizard.notice.<name>.title` and `.text`. */
  notices?: (string | { name: string; when: Expression })[];
  /**
   * Fields whose values make the summary line of a completed step, in order. Lines of fields are written as an address.
   */
  summary?: (string | string[][])[];
  /** Present only while answers call for it (spec: wizard 2, step 6). */
  extra?: boolean;
  /** Present only while it is true for the answers of earlier steps and their facts. */
  when?: Expression;
}

export interface FlowManifest {
  hide?: ("continue-later" | SendAction)[];
  /** `disabled`: steps start closed and disabled, each header has a Change action (decisions 27). */
  steps?: "disabled";
  /** `last-step`: the sidebar blocks of the last step show from the start. */
  sidebar?: "last-step";
}

/** Where a named list comes from: an answer of a call, the records of a list, or rules over the answers of all steps. */
export type ListSource =
  | { records: string }
  | { call: "professions" | "premium" | "acceptance" | "closing-questions"; path: string }
  | { rules: { when?: Expression; values: (string | number)[]; default?: string | number }[] };

export interface PrefillTrigger {
  step: string;
  field: string;
  /** Exact number of characters that triggers it (spec: wizard 4: exactly 8). */
  length: number;
}

/** By `<step>.<earlier name>` the name that the field of that step has now. */
export type FormerNames = Readonly<Record<string, string>>;

/** Addresses in one record, row, group or step, `*` for each record or row. A text is the address of a name. */
export type ScreenedAnswer = string | { name: string; kvk?: string; birth_date?: string };

export interface Manifest {
  key: string;
  codes: string[];
  /** Codes that the specification does not give. The check reports them as a note (decisions 8). */
  placeholder_codes?: string[];
  /** False keeps the product out of the New request list (decisions 10). */
  offered: boolean;
  icon: string;
  steps: StepManifest[];
  flows: Record<FlowName, FlowManifest>;
  lists: Record<string, ListSource>;
  /** Who else the background check is asked about. */
  screened?: ScreenedAnswer[];
  prefill?: PrefillTrigger[];
  /** Items of the why-choose-us accordion, text keys `why.<item>.title` and `.text`. */
  why: string[];
  /** Documents linked from the request block and the premium block. In a bundle their addresses. */
  documents: Record<string, string>;
  /** Values for the placeholders of texts: maxItems, halfYearly, quarterly, perClaim, ... */
  text_values?: JsonObject;
  /** Values over the answers of all steps by name, each after those that it reads. */
  facts?: Record<string, Expression>;
  /** Names that fields had before: requests and quotations of that time are read under today's. */
  was?: FormerNames;
}

export interface StepSource {
  schema: Schema;
  ui: UiSchema;
}

/** A published product as the browser and the server load it. `request` is the form of the request block. */
export interface ProductBundle {
  version: string;
  manifest: Manifest;
  steps: Record<string, StepSource>;
  contracts: Record<string, Contract>;
}

/** Looks a text up. Returns null when there is none, so that callers can fall back. Values fill ICU arguments. */
export type Translator = (key: string, values?: Record<string, unknown>) => string | null;
