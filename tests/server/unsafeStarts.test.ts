// Walks the table of unsafe starts: production refuses each of them with the sentence of its row, and all of them at once.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { ConfigError, readConfig } from "#server/config/config.ts";
import { IN_PRODUCTION } from "#server/config/settings.ts";
import { findWeakSettings, type StartFacts, UNSAFE_SETTINGS, WEAK_SETTINGS } from "#server/config/unsafeSettings.ts";
import { openDatabase } from "#server/db/open.ts";
import { examine } from "#server/operations/doctor/examine.ts";
import {
  type DatabaseFacts,
  findUnsafeDatabase,
  readSafeConfig,
  UNSAFE_DATABASE,
} from "#server/operations/safeConfig.ts";
import { FAULTLESS } from "../support/productionSettings.ts";
import { testWithPostgres } from "../support/withPostgres.ts";

const findProblems = (env: Record<string, string>, facts: Partial<StartFacts> = {}): string[] => {
  try {
    readConfig({ ...FAULTLESS, ...env }, facts);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

/** A value of each setting that production refuses. */
const UNSAFE_VALUES: Record<keyof typeof IN_PRODUCTION, string[]> = {
  APP_BASE_URL: ["http://portal.example.com"],
  DATABASE_URL: ["postgres://db.example.com/portal", "postgres://db.example.com/portal?sslmode=no-verify"],
  DATABASE_MIGRATE_URL: ["postgres://db.example.com/portal?sslmode=disable"],
  SAMPLE_DATA: ["on"],
  DEV_LOGIN: ["on"],
  REGISTER_URL: ["http://register.example.com"],
  SCREENING_URL: ["http://screening.example.com"],
  HANDOVER_URL: ["http://127.0.0.1/events"],
  FILES_URL: ["s3://bucket?endpoint=http://s3.example.com"],
  OIDC_ISSUER: ["http://login.example.com"],
  OIDC_CLIENT_ID: [""],
  OIDC_CLIENT_SECRET: [
    "secret",
    "changeme",
    "only-15-letters",
    "aaaaaaaaaaaaaaaaaaaa",
    "changemechangeme",
    "Change-me_secret2026",
  ],
  REGISTER_KEY: ["key"],
  SCREENING_TOKEN: ["token"],
  FILES_SECRET: ["minioadmin"],
  HANDOVER_SECRET: [`whsec_${"a".repeat(44)}`],
  SMTP_URL: ["smtp://mail.example.com", "smtps://mail.example.com?tls.rejectUnauthorized=false"],
  LOG_LEVEL: ["silent", "fatal", "debug", "trace"],
  RATE_LIMIT_PER_MINUTE: ["1000000", "6001"],
  TODAY: ["2026-11-20"],
  ...Object.fromEntries((["MAIL_FROM", "PROVIDER_NAME", "CUSTOM_WORK_URL"] as const).map((name) => [name, [""]])),
  SUPPORT_PHONE_NL: [""],
  SUPPORT_PHONE_FR: [""],
  SUPPORT_EMAIL_NL: [""],
  SUPPORT_EMAIL_FR: [""],
} as Record<keyof typeof IN_PRODUCTION, string[]>;

test("each setting with a rule of production is refused with its sentence alone", () => {
  expect(Object.keys(UNSAFE_VALUES).sort()).toEqual(Object.keys(IN_PRODUCTION).sort());
  const needed = { HANDOVER_URL: "https://events.example.com", HANDOVER_SECRET: `whsec_${"aBc3eF7h".repeat(5)}` };
  for (const [name, values] of Object.entries(UNSAFE_VALUES))
    for (const value of values) {
      const problems = findProblems({ ...(name.startsWith("HANDOVER") ? needed : {}), [name]: value });
      const { says } = IN_PRODUCTION[name as keyof typeof IN_PRODUCTION] ?? {};
      // An absent value breaks the general rule of its setting as well, which is reported first.
      const sentence = value === "" ? expect.stringMatching(`^${name} must be `) : `${name} must be ${says}.`;
      expect(problems, `${name}=${value}`).toEqual([sentence]);
    }
});

/** Settings and facts that one row refuses. The others are valid. */
const UNSAFE_FACTS: Record<
  keyof typeof UNSAFE_SETTINGS,
  { env?: Record<string, string>; facts?: Partial<StartFacts> }[]
> = {
  guessablePassword: [
    { env: { DATABASE_URL: "postgres://portal:portal@127.0.0.1/portal" } },
    { env: { DATABASE_MIGRATE_URL: "postgres://owner:owner@127.0.0.1/portal" } },
    { env: { SMTP_URL: "smtps://portal:changeme@mail.example.com" } },
  ],
  openFile: [
    { facts: { fileModes: { SMTP_URL: 0o644 } } },
    { facts: { fileModes: { DATABASE_URL: 0o602 } } },
    { facts: { fileModes: { SMTP_URL: 0o620 } } },
  ],
  uncheckedCertificates: [{ env: { NODE_TLS_REJECT_UNAUTHORIZED: "0" } }],
  inspector: [{ facts: { inspector: "ws://0.0.0.0:9229/1" } }, { env: { NODE_OPTIONS: "--inspect=0.0.0.0" } }],
  lenientParser: [{ env: { NODE_OPTIONS: "--insecure-http-parser" } }],
  publicDevelopment: [
    { env: { APP_ENV: "development" } },
    { env: { APP_ENV: "test" } },
    { env: { APP_ENV: "development", APP_BASE_URL: "http://portal.example.com" } },
  ],
};

test("each row about settings together, files and the process is refused in one sentence", () => {
  expect(findProblems({})).toEqual([]);
  expect(Object.keys(UNSAFE_FACTS).sort()).toEqual(Object.keys(UNSAFE_SETTINGS).sort());
  for (const [row, starts] of Object.entries(UNSAFE_FACTS))
    for (const { env = {}, facts = {} } of starts)
      expect(findProblems(env, facts), `${row} ${JSON.stringify(env)}`).toHaveLength(1);
});

/** A value that one row of the warnings names, and that production starts with. */
const WEAK_VALUES: Record<keyof typeof WEAK_SETTINGS, Record<string, string>[]> = {
  plainMail: [{ SMTP_URL: "smtp://127.0.0.1:25" }, { SMTP_URL: "smtps://localhost?secure=false" }],
  plainFiles: [
    { FILES_URL: "s3://bucket?endpoint=http://127.0.0.1:9000" },
    { FILES_URL: "s3://bucket?region=a&endpoint=http%3A%2F%2Flocalhost" },
  ],
};

test("each weak setting starts with a warning of its own, in production alone", async () => {
  expect(findWeakSettings(readConfig(FAULTLESS))).toEqual([]);
  expect(Object.keys(WEAK_VALUES).sort()).toEqual(Object.keys(WEAK_SETTINGS).sort());
  for (const [row, starts] of Object.entries(WEAK_VALUES))
    for (const env of starts) {
      const config = readConfig({ ...FAULTLESS, ...env });
      const warnings = findWeakSettings(config);
      expect(warnings, row).toEqual([expect.stringMatching(new RegExp(`^${Object.keys(env)[0]} `))]);
      expect(findWeakSettings({ ...config, env: "development" })).toEqual([]);
      const examined = await examine({ ...FAULTLESS, ...env }, undefined, []);
      expect(examined.fine, "doctor").toEqual(["The settings can be used.", ...warnings]);
    }
});

test("a file of a secret that others can read is found by its permissions", () => {
  const folder = mkdtempSync(join(tmpdir(), "secret-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "smtp");
  writeFileSync(file, "smtps://mail.example.com");
  const { SMTP_URL: _own, ...others } = FAULTLESS;
  for (const [mode, count] of [
    [0o644, 1],
    [0o660, 1],
    [0o640, 0],
    [0o600, 0],
  ] as const) {
    chmodSync(file, mode);
    const read = () => readConfig({ ...others, SMTP_URL_FILE: file });
    if (count === 0) expect(read().smtpUrl).toBe("smtps://mail.example.com");
    else
      expect(read).toThrow(
        `SMTP_URL_FILE can be read or changed by other users of this machine (mode ${mode.toString(8)})`,
      );
  }
});

const SAFE: DatabaseFacts = { superuser: false, bypass: false, owner: false, fsync: true, samples: false };

test("each row about the database is refused in one sentence", () => {
  expect(findUnsafeDatabase(SAFE, "production")).toEqual([]);
  for (const [row, { says, productionOnly }] of Object.entries(UNSAFE_DATABASE)) {
    const facts = { ...SAFE, [row]: row !== "fsync" };
    expect(findUnsafeDatabase(facts, "production")).toEqual([says]);
    expect(findUnsafeDatabase(facts, "development")).toEqual(productionOnly ? [] : [says]);
  }
});

testWithPostgres(
  "a start names the unsafe settings and the unsafe role together, before anything is written",
  async ({ url }) => {
    const admin = new pg.Client(url);
    await admin.connect();
    onTestFinished(() => admin.end());
    for (const statement of [
      "role owner login",
      "role plain login",
      "role seer login bypassrls",
      "database portal owner owner",
    ])
      await admin.query(`create ${statement}`);
    const as = (role: string) => Object.assign(new URL(url), { username: role, pathname: "/portal" }).href;
    await (await openDatabase({ url: as("plain"), migrateUrl: as("owner") })).close();
    const start = async (role: string, env: Record<string, string> = {}) =>
      readSafeConfig({ ...FAULTLESS, DATABASE_URL: as(role), ...env }).then(
        () => [],
        (error: ConfigError) => error.problems.filter((problem) => problem !== UNSAFE_DATABASE.fsync?.says),
      );
    expect(await start("plain")).toEqual([]);
    expect(await start("portal", { LOG_LEVEL: "silent" })).toEqual([
      "LOG_LEVEL must be info, warn or error in production.",
      UNSAFE_DATABASE.superuser?.says,
    ]);
    expect(await start("owner")).toEqual([UNSAFE_DATABASE.owner?.says]);
    expect(await start("seer")).toEqual([UNSAFE_DATABASE.bypass?.says]);
  },
);
