// The checks of `doctor` for external services. Each returns a short sentence when all is well, or throws one with the problem and its
// solution.
import nodemailer from "nodemailer";
import * as client from "openid-client";
import { FILE_RULES } from "#engine/rules/fileRules.ts";
import { describeConfirming, discover } from "../../auth/provider/discovery.ts";
import { judgeFailure } from "../../auth/provider/failures.ts";
import type { Config, OidcConfig } from "../../config/config.ts";
import { isFull } from "../../db/failures/failures.ts";
import { createFileStore } from "../../files/fileStore.ts";
import { createScanner } from "../../files/scanner.ts";
import { findCause } from "../../http/logging.ts";

/** A problem with its solution, in a sentence for operators. */
export class Problem extends Error {}

export type Check = (config: Config) => Promise<string>;

export const tell = (error: unknown): string => findCause(error) ?? "unknown";

const MAIL_LIMITS = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 };

const checkFiles: Check = async (config) => {
  if (!config.files) return "Files: in the database.";
  await createFileStore(config)
    .check()
    .catch((error) => {
      throw new Problem(
        isFull(error)
          ? `The place of FILES_URL is full (${tell(error)}): make room, brokers can add and send nothing.`
          : `The place of FILES_URL cannot be written and read (${tell(error)}): does it exist, and may the portal use it?`,
      );
    });
  return "Files: their place can be written and read.";
};

/** Looks up a number that does not exist: it matters only that the service answers and accepts the key. */
const checkRegister: Check = async ({ register }) => {
  if (!register) return "Register: none, because REGISTER_URL is not set; brokers type companies themselves.";
  const { url, key = "" } = register;
  const request = fetch(`${url.replace(/\/$/, "")}/basisprofielen/00000000`, {
    headers: { apikey: key },
    signal: AbortSignal.timeout(5_000),
  });
  const { status } = await request.catch(() => ({ status: 0 }));
  if (status === 0)
    throw new Problem("The register of REGISTER_URL does not answer: is the address right, and reachable from here?");
  if (status === 401 || status === 403)
    throw new Problem("The register of REGISTER_URL refuses the portal: is REGISTER_KEY right?");
  return "Register: it answers.";
};

const checkScreening: Check = async ({ screening, env }) => {
  if (!screening)
    return `Screening: none, because SCREENING_URL is not set${env === "production" ? ": every policy waits for an underwriter" : ""}.`;
  const reached = fetch(screening.url, { method: "HEAD", signal: AbortSignal.timeout(5_000) });
  await reached.catch(() => {
    throw new Problem(
      "The check of SCREENING_URL does not answer: every policy waits for an underwriter until it does.",
    );
  });
  return "Screening: it answers.";
};

const checkHandover: Check = async ({ handover, env }) => {
  if (!handover)
    return `Hand-over: none, because HANDOVER_URL is not set${env === "production" ? ": no system of the insurer is told anything" : ""}.`;
  const request = fetch(handover.url, { method: "HEAD", redirect: "manual", signal: AbortSignal.timeout(5_000) });
  const { status } = await request.catch(() => ({ status: 0 }));
  if (status === 0)
    throw new Problem("The receiver of HANDOVER_URL does not answer: is the address right, and reachable from here?");
  if (status >= 300 && status < 400)
    throw new Problem("HANDOVER_URL leads to another address, which is not followed: set that one.");
  if (status === 404 || status === 410)
    throw new Problem(`The receiver of HANDOVER_URL has nothing there (${status}): is the path right?`);
  return "Hand-over: the receiver answers.";
};

function explainScanner(error: Error): never {
  throw new Problem(
    `Files of brokers are refused, because the virus scanner of SCANNER_URL does not scan them (${error.message}).`,
  );
}

const checkScanner: Check = async ({ scannerUrl, env }) => {
  if (!scannerUrl)
    return `Virus scanner: none, because SCANNER_URL is not set${env === "production" ? ": files are judged by their content alone" : ""}.`;
  const scanner = createScanner(scannerUrl);
  await scanner.check().catch(explainScanner);
  // clamd does not report its limit, so a harmless file of the largest size is sent.
  await scanner.scan(Buffer.alloc(FILE_RULES.maxSize, " ")).catch(explainScanner);
  return "Virus scanner: it answers.";
};

const checkMail: Check = async ({ smtpUrl }) => {
  if (!smtpUrl) return "Mail: written as files into DATA_DIR/outbox, because SMTP_URL is not set.";
  const transport = nodemailer.createTransport({ url: smtpUrl, ...MAIL_LIMITS });
  try {
    await transport.verify();
  } catch (error) {
    throw new Problem(
      `The mail server of SMTP_URL does not accept the portal (${tell(error)}): is it running, and are user and password right?`,
    );
  } finally {
    transport.close();
  }
  return "Mail: the server accepts the portal.";
};

const checkLogin: Check = async ({ oidc, env, baseUrl }) => {
  if (!oidc) return "Login: without a password, for development.";
  const insecure = env === "production" ? {} : { execute: [client.allowInsecureRequests] };
  const configuration = await discover(oidc, { ...insecure, timeout: 5 }).catch((error) => {
    throw new Problem(
      judgeFailure(error, oidc).reason ??
        `The login environment of OIDC_ISSUER does not answer as OpenID Connect (${tell(error)}): is the address right, and reachable from here?`,
    );
  });
  await checkClient(configuration, oidc, baseUrl);
  await checkKeys(configuration);
  return `Login: the environment answers. ${describeConfirming(configuration.serverMetadata())}`;
};

/** Exchanges a code that does not exist: an environment that accepts the portal refuses only the code. */
async function checkClient(configuration: client.Configuration, oidc: OidcConfig, baseUrl: string): Promise<void> {
  const code = { code: "doctor", code_verifier: client.randomPKCECodeVerifier() };
  const request = client.genericGrantRequest(configuration, "authorization_code", {
    ...code,
    redirect_uri: `${baseUrl}/auth/callback`,
  });
  await request.catch((error) => {
    const isClient = error instanceof client.ResponseBodyError && /_client$/.test(error.error);
    if (isClient) throw new Problem(judgeFailure(error, oidc).reason);
  });
}

async function checkKeys(configuration: client.Configuration): Promise<void> {
  const { jwks_uri: address } = configuration.serverMetadata();
  const answer = address
    ? await fetch(address, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    : undefined;
  const { keys } = ((await answer?.json().catch(() => undefined)) ?? {}) as { keys?: unknown };
  if (answer?.ok && Array.isArray(keys) && keys.length > 0) return;
  throw new Problem(
    `The login environment publishes no keys at ${address ?? "jwks_uri, which its metadata does not name"}: no ID token can be verified, and no login succeeds. Is that address reachable from here?`,
  );
}

/** The checks, by the setting that each depends on. */
export const SERVICES: Record<string, Check> = {
  FILES_URL: checkFiles,
  REGISTER_URL: checkRegister,
  SCREENING_URL: checkScreening,
  HANDOVER_URL: checkHandover,
  SCANNER_URL: checkScanner,
  SMTP_URL: checkMail,
  OIDC_ISSUER: checkLogin,
};
