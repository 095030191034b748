// The tables, room by room, as Kysely sees them. A jsonb column is read as a value and written as text (JSON.stringify),
// which both engines treat alike.
import type { ColumnType, Generated, Selectable } from "kysely";
import type { ReleaseEntry } from "#content/published.ts";
import type { JsonObject } from "#engine/types.ts";
import type { Role } from "../roles.ts";
import type { HandoverTables } from "./handoverTables.ts";
import type { PortfolioTables } from "./portfolioTables.ts";
import type { ReferralTables } from "./referralTables.ts";

/** jsonb: a value when read, `JSON.stringify(value)` when written. */
type Json<T> = ColumnType<T, string, string>;
/** timestamptz: always a Date. */
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type StampedTime = ColumnType<Date, Date | string | undefined, Date | string>;

interface IntermediariesTable {
  intermediary_number: number;
  intermediary_name: string;
}

/** Who may log in. The account screens of the portal read these rows too. */
export interface UsersTable {
  login_name: string;
  full_name: string;
  first_name: string;
  last_name: string;
  email: string;
  /** 0: belongs to no office and may request nothing. */
  intermediary_number: number;
  profiles: Json<string[]>;
  insurance_types: Json<string[]>;
  language: string;
  active: Generated<boolean>;
  role: Generated<Role>;
  /** `issuer subject` of the identity provider, set at the first login through it. */
  subject: string | null;
  /** Encrypts what the browser keeps of an unsaved step. */
  draft_key: Generated<string>;
}

interface SessionsTable {
  /** sha-256 of the cookie's value, hex. */
  id_hash: string;
  login_name: string;
  csrf_token: string;
  created_at: StampedTime;
  seen_at: Timestamp;
  /** Names it where it is ended; opens nothing. */
  session_id: Generated<string>;
  /** Such as `Firefox, Windows`. */
  browser: Generated<string>;
  /** `sid`, by which the login environment ends it. */
  provider_session: Generated<string | null>;
  /** What the login environment gave, sealed under the cookie (auth/seal.ts). */
  tokens: Generated<string | null>;
  /** When the login environment vouched for it last, and when it was asked. */
  confirmed_at: Generated<Date | null>;
  asked_at: Generated<Date | null>;
}

/** What was agreed to, with the hash of the document's words (decisions 59). */
interface ConsentsTable {
  consent_id: Generated<number>;
  login_name: string;
  subject: "personal_data" | "cookies";
  document: string;
  document_hash: string;
  agreed_at: StampedTime;
}

interface RequestsTable {
  request_id: string;
  product: string;
  /** The published version this request was made with. */
  release: string;
  intermediary_number: number;
  /** The number in the address: a relation, or a temporary number until company-data is saved (decisions 31). */
  address_number: number;
  relation_number: number | null;
  temporary: boolean;
  /** The quotation being changed or converted. */
  quotation_number: number | null;
  status: "open" | "submitted" | "discarded";
  created_by: string;
  created_at: StampedTime;
  saved_at: Timestamp | null;
  saved_step: string | null;
}

/** What a step's answers were made with. */
export interface StepInputs {
  /** Chamber-of-commerce numbers that other steps hold, by step and field. */
  numbers: Record<string, unknown>;
  /** Values and prices of the lists that answers leave over, by name. */
  lists: Record<string, unknown[]>;
  features: Record<string, boolean>;
  /** Per year in cents, for a step whose choices have prices. */
  price: number | null;
}

interface RequestStepsTable {
  request_id: string;
  step: string;
  data: Json<JsonObject>;
  /** True after a save with action next; whether it still holds is judged when asked. */
  finished: boolean;
  revision: number;
  saved_at: StampedTime;
  /** What the answers were made with (decisions 26); null for what was saved before this was kept. */
  inputs: ColumnType<StepInputs | null, string | null | undefined, string | null>;
}

/** One row per sent request: the constraint that makes one number per request (decisions 39). */
interface SubmissionsTable {
  request_id: string;
  idempotency_key: string | null;
  intermediary_number: number;
  action: "quotation" | "insurance-policy";
  body_hash: string;
  number: string;
  answer: Json<JsonObject>;
  /** Request block as sent, what was agreed to, and the hash of each document (decisions 22). */
  agreements: Json<JsonObject>;
  sent_by: string;
  sent_at: StampedTime;
}

interface UploadsTable {
  upload_id: string;
  request_id: string;
  intermediary_number: number;
  name: string;
  type: string;
  size: number;
  sha256: string;
  /** As files of before were stored. */
  content: Uint8Array | null;
  /** The name of its content outside the database; null: it is in `upload_contents`. */
  location: string | null;
  uploaded_at: StampedTime;
}

interface UploadContentsTable {
  upload_id: string;
  content: Uint8Array;
}

/** Mail that a transaction promised: written with the fact it reports, sent afterwards, at least once. */
export interface OutboxTable {
  mail_id: string;
  recipient: string;
  subject: string;
  text: string;
  attachments: Json<{ name: string; type: string; content: string }[]>;
  attempts: Generated<number>;
  sent_at: Timestamp | null;
  state: Generated<"waiting" | "sent" | "given_up">;
  last_error: string | null;
  created_at: StampedTime;
  /** The call that it reports on; null for mail of before this was kept. */
  call_id: string | null;
}

/** Who did what; no personal data beyond the login name. */
interface AuditTable {
  audit_id: Generated<number>;
  at: StampedTime;
  login_name: string | null;
  intermediary_number: number | null;
  action: string;
  object: string | null;
  detail: Json<JsonObject> | null;
}

/** Sample of a business register, used for the prefill by chamber-of-commerce number. */
export interface CompanyRegisterTable {
  kvk: string;
  company: string;
  legalform: string;
  street: string;
  housenumber: string;
  postalcode: string;
  city: string;
  incorporation_date: string | null;
}

/** Releases of products as a process published them, for the other processes on this database. */
interface PublishedReleasesTable {
  release: string;
  entry: Json<ReleaseEntry>;
  /** The private part, as its file holds it. */
  back: string;
  published_at: StampedTime;
}

/** Files of releases, named by their content. */
interface PublishedFilesTable {
  name: string;
  content: Uint8Array;
}

/** The log of releases (content/releases.ts), in the order of the numbers. */
interface ReleaseActionsTable {
  number: Generated<number>;
  id: string;
  /** As the file of a folder holds it: compared sign by sign. */
  action: string;
  added_at: StampedTime;
}

interface CoreTables {
  release_actions: ReleaseActionsTable;
  published_releases: PublishedReleasesTable;
  published_files: PublishedFilesTable;
  intermediaries: IntermediariesTable;
  users: UsersTable;
  sessions: SessionsTable;
  logout_tokens: { token_hash: string; at: StampedTime };
  consents: ConsentsTable;
  requests: RequestsTable;
  request_steps: RequestStepsTable;
  submissions: SubmissionsTable;
  uploads: UploadsTable;
  upload_contents: UploadContentsTable;
  outbox: OutboxTable;
  audit: AuditTable;
  company_register: CompanyRegisterTable;
  watchlist: { name: string; kvk: string | null };
}

export type Database = CoreTables & PortfolioTables & ReferralTables & HandoverTables;
export type UserRow = Selectable<UsersTable>;
export type SessionRow = Selectable<SessionsTable>;
export type RequestRow = Selectable<RequestsTable>;
export type StepRow = Omit<Selectable<RequestStepsTable>, "saved_at">;
