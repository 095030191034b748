// All settings as JSON Schemas, with defaults and descriptions of their values, and a second schema with the additional requirements
// of production. Defaults that are sample values are refused in production.
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "#engine/values/languages.ts";
import { serverTexts } from "../texts/serverTexts.ts";

type Rule = Record<string, unknown> & { says: string };

const whole = (value: number, minimum: number, maximum: number): Rule => ({
  type: "integer",
  minimum,
  maximum,
  default: value,
  says: `a whole number from ${minimum} to ${maximum}`,
});
const allowChoices = (...choices: string[]): Rule => ({ enum: choices, says: `one of ${choices.join(", ")}` });
const flag = allowChoices("on", "off", "true", "false", "1", "0");
const text = (says: string, value?: string): Rule => ({ type: "string", default: value, maxLength: 1_000, says });
const formatted = (format: string, says: string, value?: string): Rule => ({ ...text(says, value), format });

const mailbox = "an address such as name@example.com or Name <name@example.com>";
const phone = "a telephone number of digits, spaces and + ( ) -";

type HelpSetting = `SUPPORT_${"PHONE" | "EMAIL"}_${Uppercase<Language>}`;
export const helpSetting = (way: "PHONE" | "EMAIL", language: Language) =>
  `SUPPORT_${way}_${language.toUpperCase()}` as HelpSetting;

/** Seven years: the legal period for books and their documents (article 52 of the Dutch general act on state taxes, 2:10 civil code). */
const BOOKS_DAYS = Math.ceil(7 * 365.25);

/** Retention periods in days (privacy/purge.ts). A quotation can be accepted for 120 days, so it is kept at least as long. */
export const RETENTION = {
  /** Drafts since they were last saved: temporary requests and others. */
  temporary: whole(30, 1, 365),
  draft: whole(90, 1, 1_095),
  /** Uploads of sent requests, which are copied to the archive, and files for a reply that no reply named. */
  files: whole(30, 1, 365),
  /** Quotations since their date: not accepted, and declined. */
  quotation: whole(365, 120, 3_653),
  declined: whole(365, 30, 3_653),
  /** Policies since their end, damages and invoices since their date. */
  policy: whole(BOOKS_DAYS, BOOKS_DAYS, 36_525),
  /** Relations that have nothing left, since their last activity. */
  relation: whole(365, 30, 3_653),
  mail: whole(30, 1, 365),
  unsent_mail: whole(90, 7, 365),
  /** Events of the hand-over. */
  event: whole(90, 7, 365),
  /** Idempotency keys of submissions. */
  key: whole(30, 1, 365),
  audit: whole(BOOKS_DAYS, 365, 36_525),
};
type RetentionSetting = `RETENTION_${Uppercase<keyof typeof RETENTION>}_DAYS`;
export const retentionSetting = (what: keyof typeof RETENTION) =>
  `RETENTION_${what.toUpperCase()}_DAYS` as RetentionSetting;
const retentionSettings = Object.fromEntries(
  Object.entries(RETENTION).map(([what, rule]) => [retentionSetting(what as keyof typeof RETENTION), rule]),
) as Record<RetentionSetting, Rule>;

/** Contact details of the help desk for brokers, per language. */
const helpSettings = Object.fromEntries(
  LANGUAGES.flatMap((language) => {
    const sample = serverTexts[language].sample_help;
    return [
      [helpSetting("PHONE", language), formatted("phone", phone, sample.phone)],
      [helpSetting("EMAIL", language), formatted("email", "an e-mail address", sample.email)],
    ];
  }),
) as Record<HelpSetting, Rule>;

export const SETTINGS = {
  APP_ENV: allowChoices("development", "production", "test"),
  HOST: formatted("host", "an address or name of this machine, such as 127.0.0.1", "127.0.0.1"),
  PORT: whole(3_000, 0, 65_535),
  APP_BASE_URL: formatted("origin", "an address without a path, such as https://portal.example.com"),
  DATABASE_URL: formatted("database", "an address such as postgres://user@host/database"),
  DATABASE_MIGRATE_URL: formatted("database", "an address such as postgres://owner@host/database"),
  DB_POOL_MAX: whole(10, 1, 200),
  DB_STATEMENT_TIMEOUT_MS: whole(5_000, 100, 120_000),
  MIGRATE_ON_START: flag,
  DATA_DIR: text("a folder", ".data"),
  SAMPLE_DATA: flag,
  DEV_LOGIN: flag,
  OIDC_ISSUER: formatted("web", "an address such as https://login.example.com"),
  OIDC_CLIENT_ID: text("the name under which the login environment knows the portal"),
  OIDC_CLIENT_SECRET: text("the secret that the login environment gave the portal"),
  OIDC_SCOPE: formatted(
    "scope",
    "openid, and what else a login asks for, such as openid profile email offline_access",
    "openid profile email",
  ),
  OIDC_EMAIL_TRUSTED: flag,
  OIDC_ROLE_CLAIM: text("the name of the claim that says what somebody may do, such as roles"),
  OIDC_ROLES: formatted(
    "roles",
    "pairs such as acceptanten=underwriter, separated by commas; roles are broker, administrator, underwriter, auditor",
    "broker=broker,administrator=administrator,underwriter=underwriter,auditor=auditor",
  ),
  SESSION_IDLE_MIN: whole(30, 1, 60),
  SESSION_ABSOLUTE_H: whole(8, 1, 12),
  SMTP_URL: formatted("mail", "an address such as smtps://user:password@host"),
  MAIL_FROM: formatted("mailbox", mailbox, "portaal@voorbeeldverzekeraar.example"),
  PROVIDER_NAME: text("the insurer's name", "Voorbeeld Verzekeraar"),
  CUSTOM_WORK_URL: formatted("link", "an http(s) address or a path such as /page", "/storage/custom-work.html"),
  ...helpSettings,
  REGISTER_URL: formatted("web", "the chamber of commerce's API, such as https://api.kvk.nl/api/v1"),
  REGISTER_KEY: text("the key that the chamber of commerce gave"),
  SCREENING_URL: formatted("web", "the check of beneficial owners, such as https://screening.example.com/check"),
  SCREENING_TOKEN: text("the token that the check of beneficial owners gave the portal"),
  FILES_URL: formatted(
    "files",
    "a folder or bucket such as file:///srv/files or s3://bucket?endpoint=https://s3.example.com",
  ),
  FILES_KEY_ID: text("the name under which the store of files knows the portal"),
  FILES_SECRET: text("the secret that the store of files gave the portal"),
  FILES_OFFICE_MB: whole(2_000, 10, 1_000_000),
  SCANNER_URL: formatted("scanner", "a virus scanner such as clamd://127.0.0.1:3310 or unix:///run/clamav/clamd.ctl"),
  ...retentionSettings,
  HANDOVER_URL: formatted(
    "receiver",
    "an https:// address without a name or password in it, or http:// on this machine, such as https://policies.example.com/events",
  ),
  HANDOVER_SECRET: formatted(
    "webhookSecrets",
    "whsec_ and at least 24 bytes in base64, or two of these with a space between, the new one first",
  ),
  UNDERWRITERS_MAIL: formatted("mailbox", mailbox),
  UNDERWRITERS_LANGUAGE: { ...allowChoices(...LANGUAGES), default: DEFAULT_LANGUAGE },
  TRUST_PROXY: formatted(
    "networks",
    "a list of addresses or ranges such as 10.0.0.0/8, separated by commas, none wider than /8 (IPv6: /7)",
    "",
  ),
  LOG_LEVEL: allowChoices("silent", "fatal", "error", "warn", "info", "debug", "trace"),
  RATE_LIMIT_PER_MINUTE: whole(900, 10, 1_000_000),
  REQUEST_TIMEOUT_MS: whole(15_000, 1_000, 120_000),
  SHUTDOWN_DRAIN_MS: whole(0, 0, 60_000),
  SHUTDOWN_GRACE_MS: whole(10_000, 100, 120_000),
  METRICS_ADDRESS: formatted("internal", "an internal address with a port, such as 127.0.0.1:9464"),
  TODAY: formatted("date", "a day such as 2026-11-20; it is for tests only"),
} satisfies Record<string, Rule>;

export type SettingName = keyof typeof SETTINGS;

/** Settings that can be given as a file, by `<NAME>_FILE`. */
export const SECRETS: SettingName[] = [
  "DATABASE_URL",
  "DATABASE_MIGRATE_URL",
  "OIDC_CLIENT_SECRET",
  "SMTP_URL",
  "FILES_SECRET",
  "HANDOVER_SECRET",
  "REGISTER_KEY",
  "SCREENING_TOKEN",
];

const off: Rule = { enum: ["off", "false", "0"], says: "off in production" };
const https = (says: string): Rule => ({ type: "string", pattern: "^https://", says });
const ownSettings: SettingName[] = [
  "MAIL_FROM",
  "PROVIDER_NAME",
  "CUSTOM_WORK_URL",
  ...(Object.keys(helpSettings) as HelpSetting[]),
];

const safeDatabase: Rule = {
  type: "string",
  format: "safeDatabase",
  says: "the address of a PostgreSQL server in production: without sslmode on this machine, with sslmode=verify-full on another",
};

const strongSecret: Rule = {
  type: "string",
  format: "strongSecret",
  says: "a random secret of at least 16 characters in production",
};
const MAX_RATE = 6_000;

/** Additional requirements in production. Settings in `ownSettings` may not keep the sample value. */
export const IN_PRODUCTION: Partial<Record<SettingName, Rule>> = {
  APP_BASE_URL: https("the https:// address of the portal in production"),
  DATABASE_URL: safeDatabase,
  DATABASE_MIGRATE_URL: safeDatabase,
  SAMPLE_DATA: off,
  DEV_LOGIN: off,
  REGISTER_URL: https("the https:// address of the register in production"),
  SCREENING_URL: https("the https:// address of the check in production"),
  HANDOVER_URL: { type: "string", format: "safeReceiver", says: "an https:// address in production" },
  FILES_URL: {
    type: "string",
    format: "safeFiles",
    says: "a folder, or a bucket whose endpoint is https:// in production",
  },
  OIDC_ISSUER: https("the https:// address of the login environment in production"),
  OIDC_CLIENT_ID: { says: "set in production" },
  OIDC_CLIENT_SECRET: strongSecret,
  REGISTER_KEY: strongSecret,
  SCREENING_TOKEN: strongSecret,
  FILES_SECRET: strongSecret,
  HANDOVER_SECRET: strongSecret,
  SMTP_URL: {
    type: "string",
    format: "safeMail",
    says: "a mail server in production: smtps://, or smtp:// with ?requireTLS=true, without an option that switches off the check of its certificate",
  },
  LOG_LEVEL: { enum: ["info", "warn", "error"], says: "info, warn or error in production" },
  RATE_LIMIT_PER_MINUTE: {
    type: "integer",
    maximum: MAX_RATE,
    says: `at most ${MAX_RATE} in production: no person makes more calls a minute`,
  },
  TODAY: { not: {}, says: "absent in production: it is for tests" },
  ...Object.fromEntries(
    ownSettings.map((name) => [
      name,
      { not: { const: SETTINGS[name].default }, says: "your own value in production, not that of the sample" },
    ]),
  ),
};

/** Settings of the list above that may be absent in production. */
export const OPTIONAL_IN_PRODUCTION: SettingName[] = [
  "DATABASE_MIGRATE_URL",
  "FILES_URL",
  "HANDOVER_URL",
  "REGISTER_URL",
  "SCREENING_URL",
  "REGISTER_KEY",
  "SCREENING_TOKEN",
  "FILES_SECRET",
  "HANDOVER_SECRET",
  "RATE_LIMIT_PER_MINUTE",
  "SAMPLE_DATA",
  "DEV_LOGIN",
  "LOG_LEVEL",
  "TODAY",
];
