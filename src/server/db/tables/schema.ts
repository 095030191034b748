// The types of all tables for Kysely. A jsonb column is read as a value and written as text (JSON.stringify), which works the same
// in both engines.
import type { ColumnType, Generated, Selectable } from "kysely";
import type { ReleaseEntry } from "#content/publish/published.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import type { StepInputs } from "#underwriting/requestState.ts";
import type { Role } from "../../config/roles.ts";
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

/** Accounts. The portal's staff screens show these rows too. */
interface UsersTable {
  login_name: string;
  full_name: string;
  first_name: string;
  last_name: string;
  email: string;
  /** 0 for a user without an office, who cannot make requests. */
  intermediary_number: number;
  profiles: Json<string[]>;
  insurance_types: Json<string[]>;
  language: string;
  active: Generated<boolean>;
  role: Generated<Role>;
  /** `issuer subject` of the identity provider, set at the first login through it. */
  subject: string | null;
  /** Key with which the browser encrypts unsaved steps. */
  draft_key: Generated<string>;
}

interface SessionsTable {
  /** sha-256 of the cookie's value, hex. */
  id_hash: string;
  login_name: string;
  csrf_token: string;
  created_at: StampedTime;
  seen_at: Timestamp;
  /** Identifies the session in the list of sessions and when ending it. Not a credential. */
  session_id: Generated<string>;
  /** Such as `Firefox, Windows`. */
  browser: Generated<string>;
  /** `sid` of the login environment, which can end the session by it. */
  provider_session: Generated<string | null>;
  /** Tokens of the login environment, encrypted with the cookie (auth/sessions/seal.ts). */
  tokens: Generated<string | null>;
  /** When the login environment last confirmed the session, and when it was last asked to. */
  confirmed_at: Generated<Date | null>;
  asked_at: Generated<Date | null>;
}

/** Consents, with a hash of the document's text (decisions 59). */
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
  /** The product release that the request was made with. */
  release: string;
  intermediary_number: number;
  /** The number in the address: a relation, or a temporary number until company-data is saved (decisions 31). */
  address_number: number;
  relation_number: number | null;
  temporary: boolean;
  /** The quotation being changed or converted. */
  quotation_number: number | null;
  /** The quotation whose answers a new request began with. */
  copied_quotation: number | null;
  status: "open" | "submitted" | "discarded";
  created_by: string;
  created_at: StampedTime;
  saved_at: Timestamp | null;
  saved_step: string | null;
}

interface RequestStepsTable {
  request_id: string;
  step: string;
  data: Json<JsonObject>;
  /** True after a save with action next. Whether the step is still complete is evaluated on every call. */
  finished: boolean;
  revision: number;
  saved_at: StampedTime;
  /** See decisions 26. Null when saved before this column existed. */
  inputs: ColumnType<StepInputs | null, string | null | undefined, string | null>;
}

/** One row per sent request. Its primary key guarantees one number per request (decisions 39). */
interface SubmissionsTable {
  request_id: string;
  idempotency_key: string | null;
  intermediary_number: number;
  action: "quotation" | "insurance-policy";
  body_hash: string;
  number: string;
  answer: Json<JsonObject>;
  /** The request block as sent, with the agreements and the hash of each document (decisions 22). */
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
  /** Only in older rows. Newer ones have their content in `upload_contents` or outside the database. */
  content: Uint8Array | null;
  /** Name of its content outside the database, or null when the content is in the database. */
  location: string | null;
  uploaded_at: StampedTime;
  /** `<step>.<path>` of the field that it was added to. Null: the field of the step that explains answers. */
  field: string | null;
}

interface UploadContentsTable {
  upload_id: string;
  content: Uint8Array;
}

/** Transactional outbox: a mail is written in the transaction that it reports on, and sent afterwards at least once. */
interface OutboxTable {
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
  /** Id of the call that it reports on, or null in rows older than this column. */
  call_id: string | null;
}

/** The audit trail. Contains no personal data but the login name. */
interface AuditTable {
  audit_id: Generated<number>;
  at: StampedTime;
  login_name: string | null;
  intermediary_number: number | null;
  action: string;
  object: string | null;
  detail: Json<JsonObject> | null;
}

/** A block of the audit trail (auditSeals.ts). */
export interface AuditSealsTable {
  seal_id: number;
  /** Last line of the block, which begins after that of the seal before. */
  last_id: number;
  lines: number;
  /** Seconds since 1970 of the newest line. In the seal of a purge: lines before this moment were deleted. */
  newest: string;
  /** Hash over the lines. */
  content: string;
  /** Only in the seal of a purge: the last block whose lines were deleted. */
  purged: number | null;
  /** Hash over this seal and the hash of the one before. */
  hash: string;
}

/** Sample of a business register, used for the prefill by chamber-of-commerce number. */
interface CompanyRegisterTable {
  kvk: string;
  company: string;
  legalform: string;
  street: string;
  housenumber: string;
  postalcode: string;
  city: string;
  incorporation_date: string | null;
}

/** Published releases of products, shared between the processes on this database. */
interface PublishedReleasesTable {
  release: string;
  entry: Json<ReleaseEntry>;
  /** The private part, with the exact text of its file. */
  back: string;
  published_at: StampedTime;
}

/** Files of releases, named by their content. */
interface PublishedFilesTable {
  name: string;
  content: Uint8Array;
}

/** The release log (content/publish/releases.ts), ordered by number. */
interface ReleaseActionsTable {
  number: Generated<number>;
  id: string;
  /** JSON text exactly as in the log file, because it is compared as text. */
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
  audit_seals: AuditSealsTable;
  company_register: CompanyRegisterTable;
  watchlist: { name: string; kvk: string | null };
}

export type Database = CoreTables & PortfolioTables & ReferralTables & HandoverTables;
export type UserRow = Selectable<UsersTable>;
export type RequestRow = Selectable<RequestsTable>;
export type StepRow = Omit<Selectable<RequestStepsTable>, "saved_at">;
