// `doctor` reports everything that is wrong at once, in sentences without a value of a setting, and ends with 1.
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findClockFault } from "#server/operations/doctor/database.ts";
import { examine } from "#server/operations/doctor/examine.ts";
import { startIdentityProvider } from "../support/identityProvider.ts";
import { startMailServer } from "../support/mailServer.ts";
import { dataDirectory } from "../support/model.ts";
import { compiledSources } from "../support/portal.ts";

const cli = join(import.meta.dirname, "../../src/server/cli.ts");

test("a portal that could start", async () => {
  const [mail, login] = await Promise.all([startMailServer(), startIdentityProvider()]);
  onTestFinished(async () => {
    mail.stop();
    await login.stop();
  });
  const others = { SMTP_URL: mail.url, OIDC_ISSUER: login.issuer, OIDC_CLIENT_ID: "portal" };
  const { problems, fine } = await examine({ APP_ENV: "test", DATA_DIR: dataDirectory(), ...others });
  expect(problems).toEqual([]);
  const firstWords = [
    "The",
    "Disk:",
    "Database:",
    "Products:",
    "Files:",
    "Register:",
    "Screening:",
    "Hand-over:",
    "Virus",
    "Mail:",
    "Login:",
  ];
  expect(fine.map((line) => line.split(" ")[0])).toEqual(firstWords);
  expect(fine.at(-1)).toContain("OIDC_SCOPE), only when the access token ends");
});

test("everything wrong at once is reported at once", () => {
  const env = {
    PATH: process.env.PATH,
    ...compiledSources(),
    APP_ENV: "test",
    PORT: "many",
    DATA_DIR: mkdtempSync(join(tmpdir(), "doctor-")),
    DATABASE_URL: "postgres://portal:hush-hush@127.0.0.1:1/portal",
    SMTP_URL: "smtp://portal:hush-hush@127.0.0.1:1",
    OIDC_ISSUER: "http://127.0.0.1:2",
    OIDC_CLIENT_ID: "portal",
  };
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, "doctor"], { env, encoding: "utf8" });
  expect([status, stderr]).toEqual([1, ""]);
  expect(stdout).not.toContain("hush-hush");
  const wrong = stdout.split("\n").filter((line) => line.startsWith("WRONG"));
  expect(wrong).toEqual(
    [
      /PORT must be a whole number/,
      /The database cannot be opened \(ECONNREFUSED\): is it running/,
      /No products are published in .*npm run publish-products/,
      /The mail server of SMTP_URL .*: is it running/,
      /The login environment of OIDC_ISSUER .*\(ECONNREFUSED\): is the address right/,
    ].map((sentence) => expect.stringMatching(sentence)),
  );
});

test("clocks that differ by more than half a minute are reported, in either direction", () => {
  const now = Date.UTC(2026, 10, 20);
  for (const apart of [0, 29_000, -29_000]) expect(findClockFault(now, now + apart)).toBe(false);
  for (const apart of [31_000, -31_000]) expect(findClockFault(now, now + apart)).toContain("more than 30 s");
});

test("a setting that is wrong is named once", async () => {
  const { problems } = await examine({ APP_ENV: "test", DATA_DIR: "/nowhere", SMTP_URL: "mail.example.com" });
  expect(problems.filter((line) => /mail|SMTP/i.test(line))).toEqual([expect.stringMatching(/^SMTP_URL must be/)]);
});

test("a data folder that is a file", async () => {
  const { problems } = await examine({ APP_ENV: "test", DATA_DIR: join(cli, "data") });
  expect(problems).toContainEqual(expect.stringMatching(/^DATA_DIR .* \(ENOTDIR\): name a folder/));
});
