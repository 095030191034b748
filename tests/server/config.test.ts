// Settings: sensible without any, strict with wrong ones, and production refuses what is made for trying out.
import { expect, test } from "vitest";
import { ConfigError, readConfig } from "#server/config.ts";

const PRODUCTION = {
  APP_ENV: "production",
  APP_BASE_URL: "https://portal.example.com",
  DATABASE_URL: "postgres://db/portal",
  OIDC_ISSUER: "https://login.example.com",
  OIDC_CLIENT_ID: "portal",
  SMTP_URL: "smtps://mail.example.com",
};
const problemsOf = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

test("nothing set is a development server", () => {
  expect(readConfig({})).toMatchObject({
    env: "development",
    host: "127.0.0.1",
    port: 3000,
    devLogin: true,
    sampleData: true,
  });
});

test("production starts when everything is set", () => {
  expect(readConfig(PRODUCTION)).toMatchObject({
    env: "production",
    devLogin: false,
    sampleData: false,
    migrateOnStart: false,
  });
});

test.each([
  ["DATABASE_URL", { DATABASE_URL: "" }],
  ["DEV_LOGIN", { DEV_LOGIN: "on" }],
  ["SAMPLE_DATA", { SAMPLE_DATA: "on" }],
  ["APP_BASE_URL", { APP_BASE_URL: "http://portal.example.com" }],
  ["APP_BASE_URL", { APP_BASE_URL: "" }],
  ["OIDC_ISSUER", { OIDC_ISSUER: "http://login.example.com" }],
  ["OIDC_ISSUER", { OIDC_ISSUER: "" }],
  ["SMTP_URL", { SMTP_URL: "" }],
  ["TODAY", { TODAY: "2026-11-20" }],
  ["LOG_LEVEL", { LOG_LEVEL: "debug" }],
  ["TRUST_PROXY", { TRUST_PROXY: "true" }],
])("production refuses a wrong %s", (name, wrong) => {
  expect(problemsOf({ ...PRODUCTION, ...wrong }).join(" ")).toContain(name);
});

test("all problems are told at once, and no value is", () => {
  const problems = problemsOf({ PORT: "many", SESSION_IDLE_MIN: "0", APP_SECRET: "hush-hush", LOG_LEVEL: "loud" });
  expect(problems).toHaveLength(4);
  expect(problems.join(" ")).toContain("APP_SECRET is not a setting");
  expect(problems.join(" ")).not.toContain("hush-hush");
});
