// Reads all settings from the environment at once. A server with a wrong setting does not start, and all problems are reported
// together, never with values. Without APP_ENV the environment is production, unless the server can be reached from this machine
// only and uses the embedded database.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Ajv, type ErrorObject } from "ajv";
import addFormats from "ajv-formats";
import { inEachLanguage, type Language } from "#engine/values/languages.ts";
import type { Role } from "./roles.ts";
import { FORMATS, isLocal, readHost, readRoles } from "./settingFormats.ts";
import {
  helpSetting,
  IN_PRODUCTION,
  OPTIONAL_IN_PRODUCTION,
  RETENTION,
  retentionSetting,
  SECRETS,
  SETTINGS,
  type SettingName,
} from "./settings.ts";
import { findUnknown } from "./unknownSettings.ts";
import { findUnsafeSettings, readStartFacts, type StartFacts } from "./unsafeSettings.ts";

export interface OidcConfig {
  issuer: string;
  clientId: string;
  clientSecret?: string | undefined;
  /** Scope of the login request. */
  scope: string;
  /** Whether an e-mail address counts as verified when the environment does not send `email_verified`. */
  emailTrusted: boolean;
  /** Claim with the user's roles. Without it the role of the portal's account applies. */
  roleClaim?: string | undefined;
  /** Roles by their names in the claim. */
  roles: ReadonlyMap<string, Role>;
}

/** In days. */
type Retention = Record<keyof typeof RETENTION, number>;

export interface Config {
  env: "development" | "production" | "test";
  baseUrl: string;
  host: string;
  port: number;
  /** Without it the embedded database in `dataDir` is used. */
  databaseUrl?: string | undefined;
  /** Address with the role that owns the tables. By default `databaseUrl`. */
  databaseMigrateUrl?: string | undefined;
  databasePoolMax: number;
  statementTimeoutMs: number;
  migrateOnStart: boolean;
  dataDir: string;
  /** Loads sample data into an empty database. */
  sampleData: boolean;
  devLogin: boolean;
  oidc?: OidcConfig | undefined;
  session: { idleMinutes: number; absoluteHours: number };
  smtpUrl?: string | undefined;
  /** Without it the sample register is used, or none without sample data. */
  register?: { url: string; key?: string | undefined } | undefined;
  /** Without it the sample watchlist is used, or none without sample data. */
  screening?: { url: string; token?: string | undefined } | undefined;
  /** Without it contents of files are stored in the database. */
  files?: { url: string; keyId?: string | undefined; secret?: string | undefined } | undefined;
  /** Quota in bytes for an office's files in requests that are not sent yet. */
  filesOfOffice: number;
  /** Without it files are not scanned. */
  scannerUrl?: string | undefined;
  mailFrom: string;
  /** Receiver of the insurer. Without it the insurer gets no events. */
  handover?: { url: string; secrets: string } | undefined;
  /** Without it underwriters get no mail. */
  underwriters?: { mail: string; language: Language } | undefined;
  provider: string;
  /** Where a broker asks for custom work (spec: wizard 5, maximum value). */
  customWorkUrl: string;
  /** Help for brokers. Phone and e-mail differ per language (spec: portal 9). */
  support: Record<Language, { phone: string; email: string }>;
  retention: Retention;
  trustProxy: string[];
  logLevel: string;
  requestTimeoutMs: number;
  /** Time between "not ready" and the first refused call, for load balancers to react. */
  shutdownDrainMs: number;
  shutdownGraceMs: number;
  /** Without it metrics are not served. */
  metricsAddress?: string | undefined;
  rateLimit: number;
  /** Fixes the calendar day, for tests. */
  today?: string | undefined;
}

export class ConfigError extends Error {
  readonly problems: string[];
  /** The settings as far as they are usable. */
  readonly config: Config | undefined;
  constructor(problems: string[], config?: Config) {
    super(
      `The settings have ${problems.length === 1 ? "a problem" : "problems"}:\n${problems.map((problem) => `- ${problem}`).join("\n")}`,
    );
    this.problems = problems;
    this.config = config;
  }
}

/** The settings as text. The validator (ajv) later converts numbers and adds defaults. */
type Values = Partial<Record<SettingName, string>> & Record<string, string | number | undefined>;

const NAMES = Object.keys(SETTINGS) as SettingName[];
const KNOWN = [...NAMES, ...SECRETS.map((name) => `${name}_FILE`)];
const DEPENDENT = { OIDC_ISSUER: ["OIDC_CLIENT_ID"], HANDOVER_URL: ["HANDOVER_SECRET"] };
const BY_DEFAULT = `APP_ENV is not set. This counts as production, because other machines can reach the portal or DATABASE_URL is
  set. To try something out, set APP_ENV=development.`;

/** `facts` replaces facts about the process in tests. */
export function readConfig(env: NodeJS.ProcessEnv, facts: Partial<StartFacts> = {}): Config {
  const problems = findUnknown(Object.keys(env), KNOWN);
  const values = ownValues(env, problems);
  const mode = values.APP_ENV ?? findMode(values);
  problems.push(...judge(values, mode === "production"));
  problems.push(...findUnsafeSettings({ ...readStartFacts(env), ...facts, values, production: mode === "production" }));
  const config = toConfig(values, mode as Config["env"]);
  if (problems.length === 0 && !config.devLogin && !config.oidc)
    problems.push("Nobody could log in: set OIDC_ISSUER and OIDC_CLIENT_ID.");
  if (problems.length > 0 && mode === "production" && !values.APP_ENV) problems.unshift(BY_DEFAULT);
  if (problems.length > 0) throw new ConfigError(problems, config);
  return config;
}

function findMode({ HOST, APP_BASE_URL, DATABASE_URL }: Values): Config["env"] {
  const reached = [HOST, APP_BASE_URL && readHost(APP_BASE_URL)].filter((host) => host !== undefined && !isLocal(host));
  return reached.length > 0 || DATABASE_URL ? "production" : "development";
}

/** The settings that are set. For `<NAME>_FILE` the content of that file. */
function ownValues(env: NodeJS.ProcessEnv, problems: string[]): Values {
  const values: Values = {};
  for (const name of NAMES) {
    const file = SECRETS.includes(name) ? env[`${name}_FILE`]?.trim() : undefined;
    if (file && env[name]?.trim()) problems.push(`${name} and ${name}_FILE are both set: leave out one of them.`);
    try {
      const value = (file ? readFileSync(file, "utf8") : env[name])?.trim();
      if (value) values[name] = value;
      else if (file) problems.push(`${name}_FILE points at a file without a value.`);
    } catch {
      problems.push(`${name}_FILE points at a file that cannot be read.`);
    }
  }
  return values;
}

/** Returns one sentence per wrong setting. Converts numbers and adds defaults in `values`. */
function judge(values: Values, production: boolean): string[] {
  // Skips validating our own schemas at every start.
  const unchecked = { meta: false, validateSchema: false };
  const full = { allErrors: true, coerceTypes: true, useDefaults: true, verbose: true };
  const ajv = new Ajv({ ...unchecked, ...full, formats: FORMATS });
  addFormats.default(ajv, ["date"]);
  ajv.addKeyword("says");
  const checks = [{ type: "object", properties: SETTINGS, dependencies: DEPENDENT }];
  const required = Object.keys(IN_PRODUCTION).filter((name) => !OPTIONAL_IN_PRODUCTION.includes(name as SettingName));
  const rules = { type: "object", properties: IN_PRODUCTION, required };
  const messages = new Map<string, string>();
  for (const schema of [...checks, ...(production ? [rules] : [])]) {
    const isRight = ajv.compile(schema);
    if (isRight(values)) continue;
    for (const error of isRight.errors ?? []) {
      const name = findSettingName(error);
      const says = (schema.properties as Record<string, { says: string } | undefined>)[name]?.says;
      if (!messages.has(name)) messages.set(name, `${name} must be ${says}.`);
    }
  }
  return [...messages.values()];
}

const findSettingName = ({ instancePath, params }: ErrorObject): string =>
  instancePath.split("/")[1] ?? String(params.missingProperty);

/** The external services that are configured. */
const findServices = (
  values: Values,
): Pick<Config, "register" | "screening" | "files" | "handover" | "underwriters"> => ({
  register: values.REGISTER_URL ? { url: values.REGISTER_URL, key: values.REGISTER_KEY } : undefined,
  screening: values.SCREENING_URL ? { url: values.SCREENING_URL, token: values.SCREENING_TOKEN } : undefined,
  files: values.FILES_URL
    ? { url: values.FILES_URL, keyId: values.FILES_KEY_ID, secret: values.FILES_SECRET }
    : undefined,
  handover: values.HANDOVER_URL ? { url: values.HANDOVER_URL, secrets: values.HANDOVER_SECRET ?? "" } : undefined,
  underwriters: values.UNDERWRITERS_MAIL
    ? { mail: values.UNDERWRITERS_MAIL, language: values.UNDERWRITERS_LANGUAGE as Language }
    : undefined,
});

function toConfig(values: Values, env: Config["env"]): Config {
  const outside = env !== "production";
  const text = (name: SettingName) => String(values[name] ?? "");
  const number = (name: SettingName) => Number(values[name]);
  const flag = (name: SettingName, otherwise: boolean) =>
    values[name] === undefined ? otherwise : ["on", "true", "1"].includes(text(name));
  const host = text("HOST");
  const ownAddress = `http://${host.includes(":") ? `[${host}]` : host}:${values.PORT}`;
  const oidc = {
    issuer: text("OIDC_ISSUER"),
    clientId: text("OIDC_CLIENT_ID"),
    clientSecret: values.OIDC_CLIENT_SECRET,
    scope: text("OIDC_SCOPE"),
    emailTrusted: flag("OIDC_EMAIL_TRUSTED", false),
    roleClaim: values.OIDC_ROLE_CLAIM,
    roles: readRoles(text("OIDC_ROLES")),
  };
  return {
    env,
    host,
    port: number("PORT"),
    baseUrl: (values.APP_BASE_URL ?? ownAddress).replace(/\/$/, ""),
    databaseUrl: values.DATABASE_URL,
    databaseMigrateUrl: values.DATABASE_MIGRATE_URL,
    databasePoolMax: number("DB_POOL_MAX"),
    statementTimeoutMs: number("DB_STATEMENT_TIMEOUT_MS"),
    migrateOnStart: flag("MIGRATE_ON_START", outside),
    dataDir: resolve(text("DATA_DIR")),
    sampleData: flag("SAMPLE_DATA", outside),
    devLogin: flag("DEV_LOGIN", outside),
    oidc: oidc.issuer ? oidc : undefined,
    session: { idleMinutes: number("SESSION_IDLE_MIN"), absoluteHours: number("SESSION_ABSOLUTE_H") },
    smtpUrl: values.SMTP_URL,
    ...findServices(values),
    filesOfOffice: number("FILES_OFFICE_MB") * 1_048_576,
    scannerUrl: values.SCANNER_URL,
    mailFrom: text("MAIL_FROM"),
    provider: text("PROVIDER_NAME"),
    customWorkUrl: text("CUSTOM_WORK_URL"),
    support: inEachLanguage((language) => ({
      phone: text(helpSetting("PHONE", language)),
      email: text(helpSetting("EMAIL", language)),
    })),
    retention: Object.fromEntries(
      (Object.keys(RETENTION) as (keyof Retention)[]).map((what) => [what, number(retentionSetting(what))]),
    ) as Retention,
    trustProxy: text("TRUST_PROXY")
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
    logLevel: values.LOG_LEVEL ?? (outside ? "warn" : "info"),
    requestTimeoutMs: number("REQUEST_TIMEOUT_MS"),
    shutdownDrainMs: number("SHUTDOWN_DRAIN_MS"),
    shutdownGraceMs: number("SHUTDOWN_GRACE_MS"),
    metricsAddress: values.METRICS_ADDRESS,
    rateLimit: number("RATE_LIMIT_PER_MINUTE"),
    today: values.TODAY,
  };
}

/** Only such a portal has cookies that a browser sends over HTTPS alone. */
export const isSecure = ({ baseUrl }: Pick<Config, "baseUrl">): boolean => baseUrl.startsWith("https://");
