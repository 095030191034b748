// Settings: defaults for all, production unless the server is clearly local, wrong values and unknown names refused, all
// problems printed at once and no value among them.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "#engine/values/languages.ts";
import { ConfigError, readConfig } from "#server/config/config.ts";
import { IN_PRODUCTION, OPTIONAL_IN_PRODUCTION, SETTINGS } from "#server/config/settings.ts";
import { FAULTLESS as PRODUCTION } from "../support/productionSettings.ts";

const findProblems = (env: Record<string, string | undefined>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

describe("which rules apply", () => {
  test("nothing set is a development server on this machine", () => {
    const config = readConfig({ PATH: "/bin", HOME: "/root" });
    expect(config).toMatchObject({
      env: "development",
      host: "127.0.0.1",
      port: 3000,
      baseUrl: "http://127.0.0.1:3000",
    });
    expect(config).toMatchObject({ devLogin: true, sampleData: true, migrateOnStart: true, trustProxy: [] });
  });

  test.each([
    [{ HOST: "localhost" }],
    [{ HOST: "::1" }],
    [{ HOST: "127.0.0.2", APP_BASE_URL: "https://localhost:8443" }],
  ])("%j is this machine alone: development", (env) => {
    expect(readConfig(env).env).toBe("development");
  });

  test.each([
    [{ HOST: "0.0.0.0" }],
    [{ HOST: "10.0.0.1" }],
    [{ APP_BASE_URL: "https://portal.example.com" }],
    [{ APP_BASE_URL: "http://localhost.example.com" }],
    [{ DATABASE_URL: "postgres://127.0.0.1/portal" }],
  ])("%j is production, and says how to get development", (env) => {
    const problems = findProblems(env);
    expect(problems.join(" ")).toContain("APP_ENV=development");
    expect(problems.join(" ")).toContain("OIDC_ISSUER must be");
    expect(readConfig({ ...env, APP_ENV: "development" }).env).toBe("development");
  });

  test("production starts when everything is set", () => {
    const { APP_ENV: _named, ...unnamed } = PRODUCTION;
    for (const env of [PRODUCTION, unnamed])
      expect(readConfig(env)).toMatchObject({
        env: "production",
        devLogin: false,
        sampleData: false,
        migrateOnStart: false,
        logLevel: "info",
      });
  });
});

test("production refuses whatever it needs and does not get, all at once", () => {
  const needed = Object.keys(IN_PRODUCTION).filter((name) => !(OPTIONAL_IN_PRODUCTION as string[]).includes(name));
  const problems = findProblems({ APP_ENV: "production" });
  for (const name of needed) expect(problems.join("\n")).toContain(`${name} must be`);
  for (const name of needed) expect(findProblems({ ...PRODUCTION, [name]: "" }).join(" "), name).toContain(name);
});

test.each([
  ["DATABASE_URL", "postgres://127.0.0.1/portal"],
  ["DATABASE_URL", "postgres:///portal?host=/var/run/postgresql"],
  ["SMTP_URL", "smtp://mail.example.com:587?requireTLS=true"],
  ["SMTP_URL", "smtp://127.0.0.1:25"],
  ["TRUST_PROXY", "10.0.0.0/8, 192.0.2.1,fd00::/8"],
  ["CUSTOM_WORK_URL", "/maatwerk"],
  ["METRICS_ADDRESS", "10.1.2.3:9464"],
  ["METRICS_ADDRESS", "[::1]:9464"],
])("production takes %s=%s", (name, value) => {
  expect(findProblems({ ...PRODUCTION, [name]: value })).toEqual([]);
});

test("the claim's names for the roles", () => {
  const names = (OIDC_ROLES: string) => Object.fromEntries(readConfig({ ...PRODUCTION, OIDC_ROLES }).oidc?.roles ?? []);
  expect(names("")).toMatchObject({ broker: "broker", underwriter: "underwriter" });
  expect(names("UW-NL=underwriter, UW-BE=underwriter")).toEqual({ "UW-NL": "underwriter", "UW-BE": "underwriter" });
});

test.each([
  ["OIDC_ROLES", "acceptanten=boss"],
  ["OIDC_ROLES", "a group"],
  ["APP_ENV", "prod"],
  ["HOST", "http://x"],
  ["PORT", "many"],
  ["PORT", "65536"],
  ["PORT", "1.5"],
  ["APP_BASE_URL", "https://portal.example.com/portal"],
  ["APP_BASE_URL", "portal.insurer.example"],
  ["DATABASE_URL", "mysql://db/portal"],
  ["SMTP_URL", "mail.example.com"],
  ["SMTP_URL", "smtp://"],
  ["SESSION_IDLE_MIN", "0"],
  ["LOG_LEVEL", "loud"],
  ["DEV_LOGIN", "yes"],
  ["CUSTOM_WORK_URL", "javascript:alert(1)"],
  ["CUSTOM_WORK_URL", "//evil.example"],
  ["CUSTOM_WORK_URL", "/\\evil.example"],
  ["MAIL_FROM", "portaal"],
  ["MAIL_FROM", "Portaal <portaal>"],
  ["MAIL_FROM", "a@b.example\nBcc: x@example.com"],
  ["SUPPORT_EMAIL_FR", "aide"],
  ["SUPPORT_PHONE_NL", "<b>1</b>"],
  ["TRUST_PROXY", "true"],
  ["TRUST_PROXY", "1"],
  ["TRUST_PROXY", "999.1.1.1"],
  ["TRUST_PROXY", "10.0.0.0/33"],
  ["TRUST_PROXY", "0.0.0.0/1,128.0.0.0/1"],
  ["TRUST_PROXY", "0.0.0.0/0"],
  ["TRUST_PROXY", "::/1,8000::/1"],
  ["TODAY", "2026-02-30"],
  ["METRICS_ADDRESS", "0.0.0.0:9464"],
  ["METRICS_ADDRESS", "203.0.113.7:9464"],
  ["METRICS_ADDRESS", "[::]:9464"],
  ["METRICS_ADDRESS", "10.0.0.1"],
  ["METRICS_ADDRESS", "127.0.0.1:99999"],
  ["SHUTDOWN_DRAIN_MS", "60001"],
])("%s=%s is refused in a sentence without the value", (name, value) => {
  const problems = findProblems({ APP_ENV: "development", [name]: value });
  expect(problems).toEqual([expect.stringMatching(`^${name} must be .*\\.$`)]);
  if (value.length > 4) expect(problems[0]).not.toContain(value);
});

describe("names", () => {
  test.each([
    ["DATABSE_URL", "DATABASE_URL"],
    ["DATABASE_URI", "DATABASE_URL"],
    ["APP_ENVIRONMENT", "APP_ENV"],
    ["APPENV", "APP_ENV"],
    ["app_env", "APP_ENV"],
    ["OIDC_CLIENTID", "OIDC_CLIENT_ID"],
    ["OIDC_CLIENT_ID_FILE", "OIDC_CLIENT_ID"],
    ["SESSION_IDLE_MINUTES", "SESSION_IDLE_MIN"],
    ["SMTP_HOST", "SMTP_URL"],
    ["LOG_LEVL", "LOG_LEVEL"],
    ["DATADIR", "DATA_DIR"],
    ["TRUST_PROXIES", "TRUST_PROXY"],
    ["SUPORT_PHONE_NL", "SUPPORT_PHONE_NL"],
  ])("%s is refused, and %s is meant", (name, meant) => {
    expect(findProblems({ [name]: "x" })).toEqual([`${name} is not a setting of this server; did you mean ${meant}?`]);
  });

  test("what belongs to the system, npm, a desktop or an orchestrator is left alone", () => {
    const theirs =
      "PATH HOME HOSTNAME USER LANG TZ TERM SHELL PWD OLDPWD LOGNAME MAIL NODE_ENV NODE_OPTIONS CI npm_config_cache SHLVL " +
      "npm_lifecycle_event npm_package_name SESSION_MANAGER XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS TMPDIR EDITOR PORTS " +
      "DB_SERVICE_HOST DB_PORT_5432_TCP_ADDR TEST_DATABASE_URL PGHOST http_proxy NO_COLOR SSH_AUTH_SOCK HOSTTYPE TODAYS";
    expect(findProblems(Object.fromEntries(theirs.split(" ").map((name) => [name, "x"])))).toEqual([]);
  });
});

test("all problems are reported at once, and no value is", () => {
  const problems = findProblems({ PORT: "many", SESSION_IDLE_MIN: "0", APP_SECRET: "hush-hush", LOG_LEVEL: "loud" });
  expect(problems).toHaveLength(4);
  expect(problems.join(" ")).toContain("APP_SECRET is not a setting");
  expect(problems.join(" ")).not.toContain("hush-hush");
});

test("events are sent encrypted, but for this machine, and never without a secret", () => {
  const HANDOVER_SECRET = `whsec_${"aBc3eF7h".repeat(5)}`;
  const problems = (HANDOVER_URL: string, more: Record<string, string> = {}) =>
    findProblems({ HANDOVER_URL, HANDOVER_SECRET, ...more });
  expect(problems("https://insurer.example.com/events")).toEqual([]);
  expect(problems("http://127.0.0.1:8080/events")).toEqual([]);
  expect(problems("http://127.0.0.1:8080/events", PRODUCTION)).toEqual([expect.stringMatching(/^HANDOVER_URL/)]);
  for (const wrong of ["http://insurer.example.com", "https://a:b@insurer.example.com", "file:///etc/passwd"])
    expect(problems(wrong), wrong).toEqual([expect.stringMatching(/^HANDOVER_URL/)]);
  expect(findProblems({ HANDOVER_URL: "https://a.example.com" })).toEqual([expect.stringMatching(/^HANDOVER_SECRET/)]);
  const secrets = (secret: string) => problems("https://a.example.com", { HANDOVER_SECRET: secret });
  expect(secrets(`${HANDOVER_SECRET} ${HANDOVER_SECRET}`)).toEqual([]);
  for (const wrong of ["secret", "whsec_short", `${HANDOVER_SECRET},${HANDOVER_SECRET}`])
    expect(secrets(wrong), wrong).toEqual([expect.stringMatching(/^HANDOVER_SECRET/)]);
});

test("a secret may be in a file", () => {
  const file = join(mkdtempSync(join(tmpdir(), "secret-")), "url");
  writeFileSync(file, "smtps://mail.example.com\n");
  expect(readConfig({ SMTP_URL_FILE: file }).smtpUrl).toBe("smtps://mail.example.com");
  expect(findProblems({ SMTP_URL_FILE: file, SMTP_URL: "smtps://other.example.com" })).toEqual([
    "SMTP_URL and SMTP_URL_FILE are both set: leave out one of them.",
  ]);
  expect(findProblems({ SMTP_URL_FILE: "/none" })).toEqual(["SMTP_URL_FILE points at a file that cannot be read."]);
  writeFileSync(file, "\n");
  expect(findProblems({ DATABASE_URL_FILE: file }), "it would start with the embedded database").toEqual([
    "DATABASE_URL_FILE points at a file without a value.",
  ]);
});

test("the page of settings lists every setting and no other", () => {
  const page = readFileSync(join(import.meta.dirname, "../../src/server/operations/settings.md"), "utf8");
  const table = page.slice(page.indexOf("| setting |"), page.indexOf("## Notes"));
  const cells = [...table.matchAll(/^\| (`[^|]+) \|/gm)].flatMap((row) => [...(row[1] ?? "").matchAll(/`([A-Z_]+)`/g)]);
  const names = cells.flatMap(([, name = ""]) =>
    name.endsWith("_") ? LANGUAGES.map((language) => name + language.toUpperCase()) : name,
  );
  expect(names.sort()).toEqual(Object.keys(SETTINGS).sort());
});
