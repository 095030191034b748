// Settings come from the environment, are read once and judged together: all problems are printed at once and a server
// with a problem does not start. Values are never printed. APP_ENV=production refuses everything made for trying out.
import { resolve } from "node:path";
import { type Environment, SettingsReader } from "./settingsReader.ts";

export interface Config {
  env: "development" | "production" | "test";
  baseUrl: string;
  host: string;
  port: number;
  /** Absent: the embedded database in `dataDir`. */
  databaseUrl?: string | undefined;
  databasePoolMax: number;
  statementTimeoutMs: number;
  migrateOnStart: boolean;
  dataDir: string;
  /** Sample data into an empty database. */
  sampleData: boolean;
  devLogin: boolean;
  oidc?: { issuer: string; clientId: string; clientSecret?: string | undefined } | undefined;
  session: { idleMinutes: number; absoluteHours: number };
  smtpUrl?: string | undefined;
  mailFrom: string;
  provider: string;
  /** Where a broker asks for custom work (spec: wizard 5, maximum value). */
  customWorkUrl: string;
  /** Help for brokers; phone and e-mail differ per language (spec: portal 9). */
  support: Record<"nl" | "fr", { phone: string; email: string }>;
  trustProxy: string[];
  logLevel: string;
  requestTimeoutMs: number;
  shutdownGraceMs: number;
  rateLimit: number;
  /** Fixes the calendar day; tests only. */
  today?: string | undefined;
}

export class ConfigError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(
      `The settings have ${problems.length === 1 ? "a problem" : "problems"}:\n${problems.map((one) => `- ${one}`).join("\n")}`,
    );
    this.problems = problems;
  }
}

const KNOWN_APP_NAMES = new Set(["APP_ENV", "APP_BASE_URL"]);
const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"];

export function readConfig(env: Environment): Config {
  const read = new SettingsReader(env);
  const mode = read.choice("APP_ENV", ["development", "production", "test"], "development") as Config["env"];
  const production = mode === "production";
  const host = read.text("HOST", "127.0.0.1");
  const port = read.number("PORT", 3000, 0, 65_535);
  const config: Config = {
    env: mode,
    host,
    port,
    baseUrl: read
      .text("APP_BASE_URL", production ? "" : `http://${host.includes(":") ? "localhost" : host}:${port}`)
      .replace(/\/$/, ""),
    databaseUrl: read.secret("DATABASE_URL"),
    databasePoolMax: read.number("DB_POOL_MAX", 10, 1, 200),
    statementTimeoutMs: read.number("DB_STATEMENT_TIMEOUT_MS", 5_000, 100, 120_000),
    migrateOnStart: read.flag("MIGRATE_ON_START", !production),
    dataDir: resolve(read.text("DATA_DIR", ".data")),
    sampleData: read.flag("SAMPLE_DATA", !production),
    devLogin: read.flag("DEV_LOGIN", !production),
    oidc: readOidc(read),
    session: {
      idleMinutes: read.number("SESSION_IDLE_MIN", 30, 1, 60),
      absoluteHours: read.number("SESSION_ABSOLUTE_H", 8, 1, 12),
    },
    smtpUrl: read.secret("SMTP_URL"),
    mailFrom: read.text("MAIL_FROM", "portaal@voorbeeldverzekeraar.example"),
    provider: read.text("PROVIDER_NAME", "Voorbeeld Verzekeraar"),
    customWorkUrl: read.text("CUSTOM_WORK_URL", "/storage/custom-work.html"),
    support: {
      nl: {
        phone: read.text("SUPPORT_PHONE_NL", "020 123 45 67"),
        email: read.text("SUPPORT_EMAIL_NL", "intermediair@voorbeeldverzekeraar.example"),
      },
      fr: {
        phone: read.text("SUPPORT_PHONE_FR", "020 123 45 68"),
        email: read.text("SUPPORT_EMAIL_FR", "courtier@voorbeeldverzekeraar.example"),
      },
    },
    trustProxy: read.list("TRUST_PROXY"),
    logLevel: read.choice("LOG_LEVEL", LOG_LEVELS, "info"),
    requestTimeoutMs: read.number("REQUEST_TIMEOUT_MS", 15_000, 1_000, 120_000),
    shutdownGraceMs: read.number("SHUTDOWN_GRACE_MS", 10_000, 100, 120_000),
    rateLimit: read.number("RATE_LIMIT_PER_MINUTE", 900, 10, 1_000_000),
    today: read.optional("TODAY"),
  };
  refuseUnknown(env, read.problems);
  judge(config, read.problems);
  if (production) judgeProduction(config, read.problems);
  if (read.problems.length > 0) throw new ConfigError(read.problems);
  return config;
}

function readOidc(read: SettingsReader): Config["oidc"] {
  const issuer = read.optional("OIDC_ISSUER");
  if (!issuer) return undefined;
  const clientId = read.text("OIDC_CLIENT_ID", "");
  if (!clientId) read.problems.push("OIDC_CLIENT_ID is missing; OIDC_ISSUER needs it.");
  return { issuer, clientId, clientSecret: read.secret("OIDC_CLIENT_SECRET") };
}

function refuseUnknown(env: Environment, problems: string[]): void {
  for (const name of Object.keys(env)) {
    if (name.startsWith("APP_") && !KNOWN_APP_NAMES.has(name)) {
      problems.push(`${name} is not a setting of this server; remove it or correct its name.`);
    }
  }
}

function judge(config: Config, problems: string[]): void {
  if (!/^https?:\/\/[^/]+$/.test(config.baseUrl))
    problems.push("APP_BASE_URL must be an address without a path, such as https://portal.example.com.");
  if (config.today && !/^\d{4}-\d{2}-\d{2}$/.test(config.today))
    problems.push("TODAY must be a day such as 2026-11-20.");
  if (!config.devLogin && !config.oidc)
    problems.push("Nobody could log in: set OIDC_ISSUER (or DEV_LOGIN=on outside production).");
  if (config.trustProxy.some((range) => !/^[0-9a-f.:]+(\/\d{1,3})?$/i.test(range))) {
    problems.push("TRUST_PROXY must list addresses or ranges such as 10.0.0.0/8, separated by commas.");
  }
}

function judgeProduction(config: Config, problems: string[]): void {
  const rules: [boolean, string][] = [
    [
      !config.databaseUrl,
      "DATABASE_URL is missing: the embedded database is not for production (one process, not safe against power loss).",
    ],
    [config.devLogin, "DEV_LOGIN must be off in production."],
    [config.sampleData, "SAMPLE_DATA must be off in production."],
    [!config.baseUrl.startsWith("https://"), "APP_BASE_URL must start with https:// in production."],
    [!config.oidc?.issuer.startsWith("https://"), "OIDC_ISSUER must be set and start with https:// in production."],
    [config.today !== undefined, "TODAY is for tests; remove it in production."],
    [["debug", "trace"].includes(config.logLevel), "LOG_LEVEL must be info or less in production."],
    [config.smtpUrl === undefined, "SMTP_URL is missing: quotations and policies are sent by e-mail."],
  ];
  for (const [broken, sentence] of rules) if (broken) problems.push(sentence);
}
