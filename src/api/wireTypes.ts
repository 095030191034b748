// The calls on the wire, written by `npm run api-types` from schemas/api: change it there. Members marked
// ours may be absent in another back end.
import type { Answers, JsonObject, ListItem, SendAction, StepForm } from "#engine/types.ts";

/**
 * Actions that have a name of their own. Any other action is a call, by method and route.
 */
export type NamedAction =
  | "login"
  | "logout"
  | "account linked"
  | "role changed"
  | "session ended"
  | "make relation"
  | "relation.edit"
  | "submit quotation"
  | "submit insurance-policy"
  | "referral asked"
  | "referral answered"
  | "referral accepted"
  | "referral declined"
  | "handover receiver"
  | "handover secret"
  | "handover removed"
  | "release publish"
  | "release rollback"
  | "release withdraw"
  | "relation exported"
  | "relation erased"
  | "account exported"
  | "account erased"
  | "retention"
  | "backup"
  | "restored";
/**
 * Details of the action. Another version may have other members.
 */
export type NamedDetail =
  | "by"
  | "why"
  | "files"
  | "accepted"
  | "policy_number"
  | "revision"
  | "release"
  | "author"
  | "note"
  | "from"
  | "erased"
  | "nameless"
  | "kept"
  | "consents"
  | "requests"
  | "quotations"
  | "policies"
  | "damages"
  | "invoices"
  | "relations"
  | "events"
  | "keys"
  | "mail"
  | "contents";
/**
 * GET /api/documents/{id}/download. The file itself: an attachment with its real name (RFC 6266), nosniff, no-store.
 */
export type DocumentFile = string;
export type QuotationReferral = {
  /**
   * The reference number that the broker was given.
   */
  number: number;
  /**
   * Code: W waits for an underwriter, V a question is asked, R the broker answered, P became a policy, A refused.
   */
  status: string;
  status_label: string;
  /**
   * Of the underwriter, while it has no answer.
   */
  question: string | null;
  revision: number;
  policy_number: number | null;
  /**
   * Stored for the next answer and not yet part of one, the oldest first. Empty when no question is open.
   */
  files: UploadAnswer[];
  history: ReferralEvent[];
} | null;
export type AcceptedState = "accepted" | "referred" | "declined" | "pending";

/**
 * POST /api/analytics/events (ours, decisions 78): what happened in the wizard, counted per day. Only with consent. At most 100 events. An event that does not fit the closed shape is not counted. No member can contain an answer or name a person.
 */
export interface EventsAnswer {
  success: true;
  /**
   * Counted.
   */
  accepted: number;
  /**
   * Not counted: too many, or not of the closed shape.
   */
  refused: number;
}
/**
 * GET /api/attention (ours): what waits for the broker. question: a quotation with an underwriter's question, with the date of that question. decided: a referred quotation that the user has not opened since a recent decision, with the date of the decision and level P (accepted) or A (declined). expiring: an open quotation, with its last valid day as date. reminder: an open invoice, with its booking date and level E or T.
 */
export interface AttentionAnswer {
  /**
   * @maxItems 80
   */
  data: AttentionRow[];
  meta: {
    count: number;
    total: number;
  };
}
export interface AttentionRow {
  kind: "question" | "decided" | "expiring" | "reminder";
  number: number;
  relation_number: number;
  relation_name: string;
  /**
   * The insured company, where its name is not that of the relation.
   */
  insured_name: string | null;
  product: string;
  date: string;
  level: "E" | "T" | "P" | "A" | null;
  /**
   * Euros still open, for reminders.
   */
  amount: number | null;
}
/**
 * GET /api/audit (ours): the trail of who did what, the last first, for auditors. GET /api/audit/export: the same lines as a file of JSON lines, the first first.
 */
export interface AuditAnswer {
  success: true;
  /**
   * @maxItems 100
   */
  data: AuditRow[];
  meta: AuditMeta;
}
export interface AuditRow {
  audit_id: number;
  at: string;
  /**
   * Null: the portal itself, an operator's command, or a caller without a login.
   */
  login_name: string | null;
  intermediary_number: number | null;
  /**
   * What was done, or the call that did it.
   */
  action: string;
  /**
   * Numbers and names of what it was done to.
   */
  object: string | null;
  /**
   * How a call ended, as its HTTP status.
   */
  status: number | null;
  /**
   * What else is known: numbers and codes, no answers.
   */
  detail: Record<string, unknown>;
}
export interface AuditMeta {
  /**
   * `before` of the next page, or null when there is no next page. With an empty page it means that nothing was found so far and that older lines were not searched yet.
   */
  next: number | null;
}
/**
 * GET /api/quotations/{id}/details and GET /api/policies/{id}/details (ours): what the page of a quotation or policy shows beside its row.
 */
export interface ContractDetailsAnswer {
  data: ContractDetails;
}
export interface ContractDetails {
  /**
   * The newest first.
   */
  documents: DocumentAnswer[];
  /**
   * Of a policy: the quotation that became it.
   */
  quotation_number: number | null;
  /**
   * As the premium call answers. Null where the answers are not stored, or do not add up to the agreed amounts.
   */
  premium: Premium | null;
  /**
   * As they were sent, in the words of their release. Empty where they are not stored.
   */
  answers: AnswerSection[];
  /**
   * Of an open quotation: with its answers an underwriter judges a policy before it is issued.
   */
  underwriter: boolean;
}
/**
 * A document of the archive (portal 3).
 */
export interface DocumentAnswer {
  id: number;
  description: string;
  /**
   * As it was uploaded or made. Its download has the same name.
   */
  file_name: string;
  upload_date: string;
  /**
   * Bytes.
   */
  file_size: number;
  type: string;
  relation_number: number;
  intermediary_number: number;
  download: string;
}
export interface Premium {
  total_amount_base: number | null;
  all_main_coverages: PricedItem[];
  all_coverages: PricedItem[];
  all_additional_coverages: PricedItem[];
  active_additional_coverages: ActiveCover[];
  total_amount_additional_coverages: number | null;
  total_amount: number | null;
  insured_amount: number | null;
  insured_amount_per_year: number | null;
  own_risk: number | null;
  pay_in_terms: boolean;
  meta: {
    double_year_limit: boolean;
    show_extended_in_advance: boolean;
    extended_in_advance: boolean;
  };
  /**
   * Future days from which another tariff applies. Absent when there are no such days. The first day of cover is then sent too, as effective_date of request (ours, decisions 105).
   */
  tariff_days?: string[];
  insured_amounts: PricedItem[];
  acceptance_questions?: Question[];
  insurance_maps: {
    insurance_map: string;
    terms_and_conditions: string;
  };
  lines?: PremiumLines | null;
}
export interface PricedItem {
  value: string | number;
  label: string;
  /**
   * Price per year in euros, without what each unit adds.
   */
  subtitle: number;
  /**
   * What each unit adds per year, such as each volunteer.
   */
  units?: UnitPrice[];
  [k: string]: unknown;
}
export interface UnitPrice {
  /**
   * Written behind an amount: per volunteer.
   */
  label: string;
  price: number;
}
/**
 * An additional cover that is chosen. Another back end may leave its price out.
 */
export interface ActiveCover {
  value: string | number;
  label: string;
  /**
   * Price per year in euros.
   */
  subtitle: number | null;
  [k: string]: unknown;
}
export interface Question {
  id: number;
  question: string;
  refusal_yes: string | null;
  list_items: string[];
  tooltip: string | null;
}
export interface PremiumLines {
  main: number;
  /**
   * The main cover and the double year limit where it is chosen, without units and records. Present only with units or records.
   */
  base?: number;
  /**
   * What was counted: number, price of each, and their amount per year.
   */
  units?: PricedUnits[];
  /**
   * What each record of a list adds per year, in the order of the list. Present only with a price for each record.
   */
  items?: PricedRecord[];
  double_year_limit: number;
  additional: {
    value: string;
    label: string;
    amount: number;
  }[];
  surcharge: number;
  surcharge_rate: number;
  per_year: number;
  months: number;
  per_term: number;
  tax_rate: number;
  tax: number;
  total: number;
  one_off?: {
    percentage: number;
    amount: number;
    tax: number;
    total: number;
  };
  /**
   * Annual premium excluding surcharge and tax.
   */
  annual: number;
}
export interface PricedUnits {
  name: string;
  label: string;
  number: number;
  price: number;
  amount: number;
}
export interface PricedRecord {
  name: string;
  /**
   * What the record is called, in the user's language.
   */
  label: string;
  amount: number;
}
export interface AnswerSection {
  heading: string;
  rows: {
    label: string;
    value: string;
  }[];
}
/**
 * A damage (portal 3). Its relation is that of its policy.
 */
export interface DamageAnswer {
  claim_id: number;
  title: string;
  report_date: string;
  claim_number_office: string;
  policy_number: number;
  /**
   * Code: G reported, B under treatment, W waits for information, H settled, A refused.
   */
  desc_status_code: string;
  /**
   * Ours: the status in the user's language.
   */
  status_label?: string;
  finished: boolean;
  /**
   * Ours.
   */
  relation_number?: number;
  /**
   * Ours.
   */
  relation_name?: string;
}
/**
 * A member of staff (portal 3).
 */
export interface EmployeeAnswer {
  login_name: string;
  username: string;
  email: string;
  userData: {
    username: string;
    email: string;
    insurance_types: string[];
    profiles: string[];
  };
}
/**
 * GET /api/employees: staff of the own office. Meta variant: success flag, count, total.
 */
export interface EmployeesAnswer {
  success: true;
  data: {
    login_name: string;
    username: string;
    email: string;
  }[];
  meta: {
    count: number;
    total: number;
  };
}
/**
 * GET /api/employees/{loginName}.
 */
export interface OneEmployeeAnswer {
  data: EmployeeAnswer;
}
/**
 * Every refusal. A number of another office answers exactly like a number that does not exist (decisions 52). request_id differs per call.
 */
export interface ErrorAnswer {
  success: false;
  code: string;
  message: string;
  errors?: WireError[];
  request_id?: string;
}
export interface WireError {
  step?: string;
  /**
   * JSON Pointer into the step's data.
   */
  pointer: string;
  keyword: string;
  params: JsonObject;
  message?: string;
}
/**
 * What happened, for the systems of others: a CloudEvent 1.0 in JSON, sent as Standard Webhooks describes. The same id may arrive more than once. Events of one subject arrive in the order of their sequence.
 */
export interface HandoverEvent {
  specversion: "1.0";
  /**
   * Of the event: who has it already ignores it.
   */
  id: string;
  /**
   * portal.quotation.made, changed and converted. portal.request.referred, accepted and declined by an underwriter. portal.question.asked and answered. portal.policy.issued. What was made, changed, referred or issued comes with its contract.
   */
  type:
    | "portal.quotation.made"
    | "portal.quotation.changed"
    | "portal.request.referred"
    | "portal.policy.issued"
    | "portal.quotation.converted"
    | "portal.question.asked"
    | "portal.question.answered"
    | "portal.request.accepted"
    | "portal.request.declined";
  /**
   * The address of the portal.
   */
  source: string;
  /**
   * The subject of the event. A quotation that became a policy is reported as quotation.
   */
  subject: string;
  time: string;
  datacontenttype: "application/json";
  /**
   * Within its subject, without gaps.
   */
  sequence: string;
  /**
   * Number of the broker's office.
   */
  office: number;
  /**
   * Version of this description. It rises when a member changes its meaning, and not when members are added.
   */
  revision: 1;
  data: HandoverData;
}
export interface HandoverData {
  case: HandoverCase;
  contract?: HandoverContract;
  /**
   * The answers that the product's folder hands over, each as it was given, under the names that it gives them in handover.json: of SIVI's data catalogue, or own.
   */
  standard?: {
    [k: string]: unknown;
  };
}
/**
 * Owner and status, by number.
 */
export interface HandoverCase {
  /**
   * Key of the product, or null when its code belongs to no product on offer.
   */
  product: string | null;
  /**
   * Code of the product for these answers, or null when only the state of the quotation changed.
   */
  product_code: string | null;
  /**
   * The release of the product that it was made with, or null when it was not made here.
   */
  release: string | null;
  relation_number: number;
  /**
   * Null for a policy without a quotation.
   */
  quotation_number: number | null;
  policy_number: number | null;
  /**
   * The reference number that the broker was given.
   */
  referral_number: number | null;
  /**
   * Of the quotation, or of the policy that was issued without one (P): O open, B with an underwriter, W a question waits, P became a policy, A refused.
   */
  status: "O" | "B" | "W" | "P" | "A";
}
/**
 * The agreed contract. Amounts are in euros.
 */
export interface HandoverContract {
  /**
   * Name of the insured company, which may be another one than the relation. Absent in events of older versions.
   */
  insured_company?: string;
  start_date: string;
  duration_months: number;
  /**
   * Months of a term of the premium.
   */
  term_months: number;
  /**
   * Of a year, without tax.
   */
  premium_annual: number;
  /**
   * Of a term, without tax.
   */
  premium_term: number;
  /**
   * Of a term.
   */
  insurance_tax: number;
  /**
   * Of a term, with tax.
   */
  premium_total: number;
  /**
   * Charged once, including tax, or null when nothing is. Absent in events of older versions.
   */
  one_off_total?: number | null;
  insured_amount_per_claim: number | null;
  insured_amount_per_year: number | null;
  own_risk: number | null;
}
/**
 * An open invoice (portal 3).
 */
export interface InvoiceAnswer {
  offer_number: number;
  booking_date: string;
  /**
   * Code: O open, D partly paid, E first reminder, T second reminder (decisions 48).
   */
  status_code: string;
  /**
   * The status in the user's language.
   */
  status?: string;
  /**
   * Euros, two decimals (decisions 70).
   */
  total_open_amount: number;
  oms_product_code: string;
  start_date: string;
  end_date: string;
  /**
   * Euros, two decimals (decisions 70).
   */
  collection_amount: number;
  relation_number: number;
  relation_name: string;
  note_date: string;
  /**
   * The insurer.
   */
  company_name: string;
  employee_name: string;
  accounting_period_of: string;
  accounting_period_to: string;
  policy_number: number;
  oms_insurance_type: string;
  /**
   * Euros, two decimals (decisions 70).
   */
  payed: number;
  /**
   * Euros, two decimals (decisions 70).
   */
  interest: number;
  /**
   * Euros, two decimals (decisions 70).
   */
  insurance_tax: number;
  /**
   * Euros, two decimals (decisions 70).
   */
  total_gross_premium: number;
  /**
   * Euros, two decimals (decisions 70).
   */
  total_outstanding_amount: number;
}
/**
 * An open invoice in a list (portal 3): what the list and its detail panel show.
 */
export interface InvoiceRowAnswer {
  offer_number: number;
  booking_date: string;
  /**
   * Code: O open, D partly paid, E first reminder, T second reminder (decisions 48).
   */
  status_code: string;
  /**
   * The status in the user's language.
   */
  status: string;
  /**
   * Euros, two decimals (decisions 70).
   */
  total_open_amount: number;
  oms_product_code: string;
  start_date: string;
  end_date: string;
  /**
   * Euros, two decimals (decisions 70).
   */
  collection_amount: number;
  relation_number: number;
  relation_name: string;
}
export interface ListFilter {
  name: "status" | "product" | "expiry" | "state";
  options: {
    value: string;
    /**
     * In the user's language, or null when the browser has the words.
     */
    label: string | null;
    count: number;
  }[];
}
/**
 * An insurance (portal 3). number equals policy_number.
 */
export interface PolicyAnswer {
  number: number;
  policy_number: number | null;
  relation_name: string;
  /**
   * Ours: the insured company, where its name is not that of the relation.
   */
  insured_name?: string | null;
  relation_number: number;
  /**
   * Name of the product in the user's language.
   */
  product: string;
  product_code: string;
  /**
   * Premium per term including surcharge and tax, in euros (decisions 71).
   */
  premium_total: number;
  /**
   * Ours: charged once, including tax, in euros, or null when nothing is.
   */
  one_off_total?: number | null;
  /**
   * The insurer.
   */
  company_name: string;
  intermediary_name: string;
  intermediary_number: number;
  start_date: string;
  end_date: string;
  /**
   * Months.
   */
  contract_duration: number;
  debit_prolongation: string;
  insured_amount_per_claim: number | null;
  insured_amount_per_year: number | null;
  own_risk: number | null;
  /**
   * Per year, excluding tax.
   */
  premium: number;
  /**
   * Months of a term: 12, or those of an instalment.
   */
  period: number;
  /**
   * Per term, excluding tax.
   */
  premium_period: number;
  /**
   * Over the premium of a term.
   */
  insurance_tax: number;
  last_modified_description: string;
}
/**
 * POST /api/prerequisites (spec: portal 7). 422 carries errors.
 */
export interface PrerequisitesAnswer {
  success: boolean;
  errors: WireError[];
}
/**
 * GET /api/profile/details: everything about the account.
 */
export interface ProfileDetailsAnswer {
  loggedIn: boolean;
  acceptedCookieStatement: boolean;
  loginName: string;
  /**
   * ours: the role. A broker if absent.
   */
  role?: "broker" | "administrator" | "underwriter" | "auditor";
  userFullName: string;
  userFirstName: string;
  userLastName: string;
  userEmail: string;
  userIntermediaryNumber: number;
  userIntermediaryName: string | null;
  userProfiles: string[];
  insuranceTypes: string[];
  language: "nl" | "fr" | null;
  /**
   * ours: encrypts what the browser keeps of an unsaved step.
   */
  draftKey?: string;
  /**
   * ours: the token of the page's meta tag, for clients without a page.
   */
  csrfToken?: string;
}
/**
 * GET /api/profile/me (spec: portal 7). Without a login the response has only the first members. Ours: every answer to who is logged in carries X-Session-Ends-In and X-Session-Final-In, the seconds until the session ends without another call, and until it ends whatever is done, and X-Session-User, a hash of the login name by which an old tab notices another login.
 */
export interface ProfileAnswer {
  loggedIn: boolean;
  acceptedCookieStatement: boolean;
  loginName?: string;
  /**
   * ours: the role. A broker if absent.
   */
  role?: "broker" | "administrator" | "underwriter" | "auditor";
  userFullName?: string;
  userFirstName?: string;
  userLastName?: string;
  userEmail?: string;
  userIntermediaryNumber?: number;
  userIntermediaryName?: string | null;
  userProfiles?: string[];
  insuranceTypes?: string[];
  language: "nl" | "fr" | null;
  /**
   * ours: encrypts what the browser keeps of an unsaved step.
   */
  draftKey?: string;
  /**
   * ours: the token of the page's meta tag, for clients without a page.
   */
  csrfToken?: string;
  /**
   * ours: what happens in the wizard may be counted (decisions 59). When it is absent, the accepted cookie statement decides.
   */
  analytics?: boolean;
}
/**
 * A quotation (portal 3).
 */
export interface QuotationAnswer {
  number: number;
  policy_number: number | null;
  relation_name: string;
  /**
   * Ours: the insured company, where its name is not that of the relation.
   */
  insured_name?: string | null;
  relation_number: number;
  /**
   * Name of the product in the user's language.
   */
  product: string;
  product_code: string;
  /**
   * Premium per term including surcharge and tax, in euros (decisions 71).
   */
  premium_total: number;
  /**
   * Ours: charged once, including tax, in euros, or null when nothing is.
   */
  one_off_total?: number | null;
  /**
   * The insurer.
   */
  company_name: string;
  intermediary_name: string;
  intermediary_number: number;
  start_date: string;
  end_date: string;
  /**
   * Months.
   */
  contract_duration: number;
  debit_prolongation: string;
  insured_amount_per_claim: number | null;
  insured_amount_per_year: number | null;
  own_risk: number | null;
  /**
   * Per year, excluding tax.
   */
  premium: number;
  /**
   * Months of a term: 12, or those of an instalment.
   */
  period: number;
  /**
   * Per term, excluding tax.
   */
  premium_period: number;
  /**
   * Over the premium of a term.
   */
  insurance_tax: number;
  last_modified_description: string;
  /**
   * Code: O open, B with an underwriter, P converted, V expired, A refused (decisions 48).
   */
  status: string;
  /**
   * Ours: the status in the user's language.
   */
  status_label?: string;
  date: string;
  /**
   * Ours: false when the answers needed to change or convert it are missing.
   */
  changeable?: boolean;
  /**
   * Ours: when a change of the quotation that was not sent was last saved, or null when there is no such change.
   */
  unsent_change?: string | null;
  /**
   * Ours: the last valid day of an open quotation, null of any other.
   */
  valid_until?: string | null;
}
/**
 * GET /api/quotations/{id}/referral (ours): what an underwriter does with a request of the own office. data is null for a quotation that was not referred. POST /api/quotations/{id}/referral: the broker's answer to the question. POST /api/quotations/{id}/referral/files: a file for the answer, with the same response as an upload of the wizard. DELETE …/files/{id} removes the file.
 */
export interface QuotationReferralAnswer {
  data: QuotationReferral;
}
/**
 * POST base/uploads (ours, decisions 34): multipart, one file, at most 2 MB. 422: the field in the address takes no files. DELETE base/uploads/{id} answers 204.
 */
export interface UploadAnswer {
  id: string;
  name: string;
  size: number;
}
export interface ReferralEvent {
  at: string;
  kind: "sent" | "asked" | "answered" | "accepted" | "declined";
  /**
   * Name of the writer. The broker does not see the name of an underwriter.
   */
  name: string;
  text: string | null;
  files: ReferralFile[];
}
export interface ReferralFile {
  id: number;
  name: string;
}
export interface ReferralReply {
  text: string;
  /**
   * @maxItems 10
   */
  files?: string[];
  revision: number;
}
/**
 * A request that an underwriter judges (ours), as the underwriter's list has it.
 */
export interface ReferralRow {
  /**
   * The reference number that the broker was given.
   */
  number: number;
  /**
   * Code: W waits for an underwriter, V a question is asked, R the broker answered, P became a policy, A refused.
   */
  status: string;
  status_label: string;
  product: string;
  relation_number: number;
  relation_name: string;
  /**
   * Ours: the insured company, where its name is not that of the relation.
   */
  insured_name?: string | null;
  intermediary_number: number;
  intermediary_name: string;
  sent_at: string;
  /**
   * Since when the underwriter is to act.
   */
  waits_since: string | null;
  decided_by: string | null;
}
/**
 * GET /api/referrals/{number}: one referral in full, in the reader's language. POST /api/referrals/{number}/decision: a decision, answered with its result. The same decision again changes nothing. 409 when another underwriter was first, with that name. GET /api/referrals/{number}/files/{id}: one of its files.
 */
export interface ReferralAnswer {
  data: Referral;
}
export interface Referral {
  /**
   * The reference number that the broker was given.
   */
  number: number;
  /**
   * Code: W waits for an underwriter, V a question is asked, R the broker answered, P became a policy, A refused.
   */
  status: string;
  status_label: string;
  product: string;
  relation_number: number;
  relation_name: string;
  /**
   * Ours: the insured company, where its name is not that of the relation.
   */
  insured_name?: string | null;
  intermediary_number: number;
  intermediary_name: string;
  sent_at: string;
  /**
   * Since when the underwriter is to act.
   */
  waits_since: string | null;
  decided_by: string | null;
  quotation_number: number;
  policy_number: number | null;
  /**
   * A decision names the one it was made on.
   */
  revision: number;
  kvk_number: string | null;
  start_date: string | null;
  premium_total: number | null;
  /**
   * Charged once, including tax.
   */
  one_off_total: number | null;
  period: number;
  insured_amount_per_claim: number | null;
  insured_amount_per_year: number | null;
  own_risk: number | null;
  /**
   * Result of the background check, never sent to brokers (decisions 42).
   */
  background: "hit" | "unknown" | null;
  wrong_questions: WrongQuestion[];
  /**
   * Other answers that call for an underwriter.
   */
  reasons: string[];
  explanation: string | null;
  answers: AnswerSection[];
  history: ReferralEvent[];
}
export interface WrongQuestion {
  id: number;
  question: string;
  answer: boolean;
  notice: string | null;
  /**
   * ours (decisions 28)
   */
  effect?: "refer" | "decline";
  /**
   * Ours: the list that belongs to the question, where it has one.
   */
  list_items?: string[];
}
export interface ReferralDecision {
  decision: "accept" | "decline" | "ask";
  /**
   * The question, or the reason: the broker reads it. With accept it is optional.
   */
  text?: string;
  revision: number;
}
/**
 * A relation (portal 3).
 */
export interface RelationAnswer {
  relation_number: number;
  company: string;
  address: string;
  zipcode: string;
  city: string;
  country: "NL";
  country_code: "NL";
  email: string | null;
  email_financial: string | null;
  correspondence_preference: "Post" | "E-mail";
  digital_policy: "J" | "N";
  kvk_number: string | null;
  intermediary_number: number;
  /**
   * Ours: for If-Match of the edit call.
   */
  revision?: number;
}
/**
 * A row without detail=true.
 */
export interface RelationRowAnswer {
  relation_number: number;
  company: string;
  city: string;
  intermediary_number: number;
}
/**
 * POST /api/relations/edit/{id}. 422 carries errors per field. Header If-Match (ours, optional) carries the revision that the form started from. A stale revision is answered by 409 with the stored values.
 */
export interface RelationSavedAnswer {
  success: true;
  /**
   * @maxItems 0
   */
  errors: unknown[];
  data: RelationAnswer;
  revision: number;
}
/**
 * GET /api/requests/open (ours): the office's open drafts that were saved, newest first, at most 50.
 */
export interface OpenRequestsAnswer {
  /**
   * @maxItems 50
   */
  data: OpenRequestRow[];
  meta: {
    count: number;
    total: number;
  };
}
export interface OpenRequestRow {
  /**
   * Key of the product.
   */
  product: string;
  intermediary_number: number;
  /**
   * Number in the address of the wizard: a relation, or a temporary number.
   */
  address_number: number;
  relation_number: number | null;
  relation_name: string | null;
  /**
   * The quotation being changed or converted.
   */
  quotation_number: number | null;
  temporary: boolean;
  /**
   * The step that was saved last.
   */
  step: string | null;
  /**
   * UTC.
   */
  saved_at: string;
}
/**
 * GET /api/requests/{draft}/outcome (ours): what became of a sent request of the own office. 404 for any other request (decisions 52, 89).
 */
export interface OutcomeAnswer {
  data: {
    draft_id: string;
    product: string;
    sent_at: string;
    answer: SubmitAnswer;
  };
}
/**
 * POST base/wizard/submit/{action}. Ours: with Idempotency-Key, a repeat gets the first answer. X-Revisions contains the revisions of the answers that the screen shows (general-data=2, coverage-choice=1): 409 wizard-conflict when others are stored. 409 already_sent: wizard-already-sent.
 */
export interface SubmitAnswer {
  success: boolean;
  errors: WireError[];
  type: SendAction;
  number: string | null;
  accepted: AcceptedState;
  explanation: string | null;
  refusal_messages: string[];
  wrong_acceptance_questions: WrongQuestion[];
  wrong_final_questions: WrongQuestion[];
  relation_number?: number;
  /**
   * Ours: names of the files that went along.
   */
  files?: string[];
  summary?: SubmitSummary;
}
/**
 * Ours: what was asked for, so that the outcome can be shown again.
 */
export interface SubmitSummary {
  /**
   * The relation.
   */
  company: string;
  /**
   * The insured company, where its name is not that of the relation.
   */
  insured_company?: string;
  effective_date: string;
  insured_amount: number | null;
  own_risk: number | null;
  additional_coverages: string[];
  total_amount: number;
  months: number;
  /**
   * Charged once, including tax. Absent when nothing is.
   */
  one_off_total?: number;
  /**
   * An existing quotation was changed. Absent otherwise.
   */
  changed?: true;
  /**
   * The paper with all answers.
   */
  document: number;
  /**
   * Of a request that waits for an underwriter: the quotation at which question and decision are read.
   */
  quotation?: number;
}
/**
 * GET /api/sessions (ours): the user's own sessions that have not ended, the last used first. GET /api/office/sessions (ours): those of all users of the office, for its administrator.
 */
export interface SessionsAnswer {
  success: true;
  /**
   * @maxItems 1000
   */
  data: SessionRow[];
}
export interface SessionRow {
  /**
   * Names it where it is ended: DELETE /api/sessions/{session}. It opens nothing.
   */
  session_id: string;
  login_name: string;
  username: string;
  /**
   * Such as Firefox, Windows. Empty when it is not known.
   */
  browser: string;
  began_at: string;
  /**
   * To half a minute.
   */
  used_at: string;
  /**
   * The session of this call.
   */
  current: boolean;
}
/**
 * 409 of a save or a submit: the request was sent already, from another tab mostly. Ours: what it became.
 */
export interface AlreadySentAnswer {
  success: false;
  code: "already_sent";
  message: string;
  request_id?: string;
  sent?: SentRequest;
}
/**
 * ours: what the request became, sent from elsewhere.
 */
export interface SentRequest {
  type: SendAction;
  number: string | null;
  accepted: AcceptedState;
  relation_number?: number;
  /**
   * Which request it was: its outcome can be opened.
   */
  draft_id?: string;
}
/**
 * 409 of a save or a submit: what is stored now (decisions 38).
 */
export interface ConflictAnswer {
  success: false;
  code: "conflict";
  message?: string;
  request_id?: string;
  stored: StepForm;
  revision: number;
}
/**
 * GET /api/aanvraag/{product}/{intermediary}/prerequisites/exists/, POST base/wizard/restart and POST base/wizard/copy (both ours). The body of copy is {quotation}.
 */
export interface ExistsAnswer {
  data: {
    insurance_type: string;
    relation_number: number;
    quotation_number: number | null;
    intermediary_number: number;
    temporary_request: boolean;
    cookie_consent_exists: boolean;
    personal_data_exists: boolean;
    company?: string | null;
    /**
     * ours: the relation's own number (decisions 83)
     */
    kvk_number?: string | null;
    product_version?: string;
    /**
     * Ours. Sent back as the header X-Draft with save and submit: when this draft was sent elsewhere, they answer 409 already_sent (wizard-already-sent).
     */
    draft_id?: string;
    /**
     * Ours: the premium of the quotation that is changed or converted. Euros including tax, for a term of so many months.
     */
    quoted?: {
      total: number;
      months: number;
      /**
       * Charged once, including tax. Absent when nothing is.
       */
      one_off?: number;
    };
    /**
     * Ours: the quotation whose answers this new request began with, and the day of its last change.
     */
    copied?: {
      quotation: number;
      date: string;
    };
    resumed?: {
      saved_at: string;
      step: string;
    } | null;
    sent?: SentFromHere;
  };
}
/**
 * Ours: the last request that was sent from here, while nothing was saved since (decisions 89).
 */
export interface SentFromHere {
  type: SendAction;
  number: string | null;
  accepted: AcceptedState;
  relation_number?: number;
  draft_id: string;
}
/**
 * POST base/wizard/steps/forms.
 */
export interface FormsAnswer {
  data: Forms;
  prefill?: {
    found: boolean;
    /**
     * False: the register did not answer.
     */
    available: boolean;
    /**
     * Every field that follows the number, with its value, or null when the number has no value for it.
     */
    values: Answers;
    /**
     * The fields from the register. Only these are offered in place of typed answers.
     */
    registered?: string[];
  };
}
/**
 * Per step key: data and meta.
 */
export interface Forms {
  [k: string]: StepForm;
}
/**
 * POST base/premium. Amounts in euros with two decimals (decisions 70), or null while inputs are missing. The lists are always present.
 */
export interface PremiumAnswer {
  premium: Premium;
  judgement?: Judgement;
}
/**
 * ours: what the answers so far lead to. The expected answers stay on the server.
 */
export interface Judgement {
  wrong_acceptance_questions: WrongQuestion[];
  wrong_final_questions: WrongQuestion[];
  reasons: string[];
}
/**
 * GET base/professions.
 */
export interface ProfessionsAnswer {
  sectors: ListItem[];
  professions: ListItem[];
}
/**
 * GET base/wizard/steps/progress.
 */
export interface ProgressAnswer {
  /**
   * Per step key. Only steps that are present here are shown.
   */
  data: {
    [k: string]: StepProgress;
  };
  total_steps: number;
  completed_steps: number;
  can_send_quotation_request: boolean;
  can_send_insurance_policy_request: boolean;
  reason?: "incomplete" | "dropout" | null;
  judgement?: Judgement;
}
export interface StepProgress {
  active: boolean;
  completed: boolean;
  disabled?: boolean;
  /**
   * ours: what the answers depend on changed since the step was saved (decisions 26)
   */
  changed?: boolean;
}
/**
 * GET base/acceptance and GET base/closing-questions. The effect of an answer is sent once it was given.
 */
export interface QuestionsAnswer {
  data: Question[];
}
/**
 * POST base/wizard/step/{step}/save?action=next|save. Ours: If-Match carries the revision. 422: the step is invalid and nothing is stored. 409: wizard-conflict, or wizard-already-sent where X-Draft names a request that was sent elsewhere.
 */
export interface SaveAnswer {
  success: boolean;
  errors: WireError[];
  progress: ProgressAnswer;
  steps: Forms;
  step: string;
  revision?: number;
}
export interface SaveRefusal {
  success: false;
  code: string;
  message: string;
  request_id?: string;
  errors: WireError[];
  step: string;
  progress: ProgressAnswer;
}
export interface SubmitRefusal {
  success: false;
  code: string;
  message: string;
  request_id?: string;
  errors: WireError[];
  progress?: ProgressAnswer;
  type?: SendAction;
  number?: string | null;
  accepted?: AcceptedState;
  explanation?: string | null;
  refusal_messages?: string[];
  wrong_acceptance_questions?: WrongQuestion[];
  wrong_final_questions?: WrongQuestion[];
}
