// The checks of `doctor` for external services, as a table by the setting that names the service.
import nodemailer from "nodemailer";
import * as client from "openid-client";
import { LARGEST_FILE } from "#engine/rules/fileRules.ts";
import { describeConfirming, discover } from "../../auth/provider/discovery.ts";
import { judgeFailure } from "../../auth/provider/failures.ts";
import type { Config, OidcConfig } from "../../config/config.ts";
import { isFull } from "../../db/failures/failures.ts";
import { createFileStore } from "../../files/fileStore.ts";
import { createScanner } from "../../files/scanner.ts";
import { findCause } from "../../http/logging.ts";

/** A problem with its solution, in a sentence for operators. */
export class Problem extends Error {}

/** Returns a short sentence when all is well, or throws one with the problem and its solution. */
export type Check = (config: Config) => Promise<string>;

export const tell = (error: unknown): string => findCause(error) ?? "unknown";

const LIMIT_MS = 5_000;
const MAIL_LIMITS = { connectionTimeout: LIMIT_MS, greetingTimeout: LIMIT_MS, socketTimeout: LIMIT_MS };

/** Returns what `check` finds fine, or `without` (and what production lacks then) when the service is not set. */
const service =
  <T>(
    find: (config: Config) => T | undefined,
    [without, lacks]: string[],
    check: (value: T, config: Config) => unknown,
  ) =>
  async (config: Config): Promise<string> => {
    const value = find(config);
    if (value !== undefined) return String(await check(value, config));
    return `${without}${lacks && config.env === "production" ? `: ${lacks}` : ""}.`;
  };

const failWith = (explain: (error: Error) => string) => (error: Error) => {
  throw new Problem(explain(error));
};

/** What is wrong at an address, by the status of its response, which is 0 when there is none. */
const FAULTS = {
  silent: [/^0$/, "does not answer: is the address right, and reachable from here?"],
  refuses: [/^40[13]$/, "refuses the portal: is its key right?"],
  leads: [/^3/, "leads to another address, which is not followed: set that one."],
  nothing: [/^4(04|10)$/, "has nothing there (%): is the path right?"],
} as const;

async function call(setting: string, url: string, init: RequestInit, faults: (keyof typeof FAULTS)[]): Promise<void> {
  const request = fetch(url, { redirect: "manual", ...init, signal: AbortSignal.timeout(LIMIT_MS) });
  const { status } = await request.catch(() => ({ status: 0 }));
  const fault = faults.find((name) => FAULTS[name][0].test(String(status)));
  if (fault) throw new Problem(`${setting} ${FAULTS[fault][1].replace("%", String(status))}`);
}

/** The checks, by the setting that each depends on. */
export const SERVICES: Record<string, Check> = {
  FILES_URL: service(
    ({ files }) => files,
    ["Files: in the database"],
    async (_, config) => {
      const explain = (error: Error) =>
        isFull(error)
          ? `The place of FILES_URL is full (${tell(error)}): make room, brokers can add and send nothing.`
          : `The place of FILES_URL cannot be written and read (${tell(error)}): does it exist, and may the portal use it?`;
      await createFileStore(config).check().catch(failWith(explain));
      return "Files: their place can be written and read.";
    },
  ),
  REGISTER_URL: service(
    ({ register }) => register,
    ["Register: none, because REGISTER_URL is not set; brokers type companies themselves"],
    async ({ url, key = "" }) => {
      // A number that does not exist: it matters only that the service answers and accepts the key.
      const address = `${url.replace(/\/$/, "")}/basisprofielen/00000000`;
      await call("REGISTER_URL", address, { headers: { apikey: key } }, ["silent", "refuses"]);
      return "Register: it answers.";
    },
  ),
  SCREENING_URL: service(
    ({ screening }) => screening,
    ["Screening: none, because SCREENING_URL is not set", "every policy waits for an underwriter"],
    async ({ url }) => {
      await call("SCREENING_URL", url, { method: "HEAD" }, ["silent"]);
      return "Screening: it answers.";
    },
  ),
  HANDOVER_URL: service(
    ({ handover }) => handover,
    ["Hand-over: none, because HANDOVER_URL is not set", "no system of the insurer is told anything"],
    async ({ url }) => {
      await call("HANDOVER_URL", url, { method: "HEAD", redirect: "manual" }, ["silent", "leads", "nothing"]);
      return "Hand-over: the receiver answers.";
    },
  ),
  SCANNER_URL: service(
    ({ scannerUrl }) => scannerUrl,
    ["Virus scanner: none, because SCANNER_URL is not set", "files are judged by their content alone"],
    async (url) => {
      const scanner = createScanner(url);
      const explain = ({ message }: Error) =>
        `Files of brokers are refused, because the virus scanner of SCANNER_URL does not scan them (${message}).`;
      // clamd does not report its limit, so a harmless file of the largest size is sent.
      const scan = () => scanner.scan(Buffer.alloc(LARGEST_FILE, " "));
      await scanner.check().then(scan).catch(failWith(explain));
      return "Virus scanner: it answers.";
    },
  ),
  SMTP_URL: service(
    ({ smtpUrl }) => smtpUrl,
    ["Mail: written as files into DATA_DIR/outbox, because SMTP_URL is not set"],
    async (url) => {
      const transport = nodemailer.createTransport({ url, ...MAIL_LIMITS });
      const explain = (error: Error) =>
        `The mail server of SMTP_URL does not accept the portal (${tell(error)}): is it running, and are user and password right?`;
      await transport
        .verify()
        .catch(failWith(explain))
        .finally(() => transport.close());
      return "Mail: the server accepts the portal.";
    },
  ),
  OIDC_ISSUER: service(({ oidc }) => oidc, ["Login: without a password, for development"], checkLogin),
};

async function checkLogin(oidc: OidcConfig, { env, baseUrl }: Config): Promise<string> {
  const insecure = env === "production" ? {} : { execute: [client.allowInsecureRequests] };
  const explain = (error: Error) =>
    judgeFailure(error, oidc).reason ??
    `The login environment of OIDC_ISSUER does not answer as OpenID Connect (${tell(error)}): is the address right, and reachable from here?`;
  const configuration = await discover(oidc, { ...insecure, timeout: 5 }).catch(failWith(explain));
  // Exchanges a code that does not exist: an environment that accepts the portal refuses only the code.
  const code = { code: "doctor", code_verifier: client.randomPKCECodeVerifier() };
  const request = client.genericGrantRequest(configuration, "authorization_code", {
    ...code,
    redirect_uri: `${baseUrl}/auth/callback`,
  });
  await request.catch((error) => {
    const isClient = error instanceof client.ResponseBodyError && /_client$/.test(error.error);
    if (isClient) throw new Problem(judgeFailure(error, oidc).reason);
  });
  const { jwks_uri: keys } = configuration.serverMetadata();
  if (!(await hasKeys(keys ?? "")))
    throw new Problem(
      `The login environment publishes no keys at ${keys ?? "jwks_uri, which its metadata does not name"}: no ID token can be verified, and no login succeeds. Is that address reachable from here?`,
    );
  return `Login: the environment answers. ${describeConfirming(configuration.serverMetadata())}`;
}

async function hasKeys(url: string): Promise<boolean> {
  const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(LIMIT_MS) }).catch(
    () => undefined,
  );
  const { keys } = ((await response?.json().catch(() => undefined)) ?? {}) as { keys?: unknown };
  return response?.ok === true && Array.isArray(keys) && keys.length > 0;
}
