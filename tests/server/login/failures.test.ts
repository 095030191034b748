// Walks the table of what a login environment can fail with: each row with an error as the libraries throw it.
import { errors } from "jose";
import * as client from "openid-client";
import { expect, test } from "vitest";
import { judgeFailure, LOGIN_FAILURES } from "#server/auth/provider/failures.ts";
import { serverTexts } from "#server/texts/serverTexts.ts";

const ISSUER = "https://login.example";
const wrap = (cause: unknown, code?: string) => Object.assign(new Error("wrapped", { cause }), { code });
const answer = (status: number) => new Response("", { status });
const tokenError = (error: string, status = 400) =>
  new client.ResponseBodyError(error, { cause: { error }, response: answer(status) });
const returned = (error: string) =>
  new client.AuthorizationResponseError(error, { cause: new URLSearchParams({ error }) });
const claimError = (claim: string) => new errors.JWTClaimValidationFailed("claim", {}, claim);

const MET: Record<string, unknown[]> = {
  "the environment names another issuer": [
    wrap(wrap({ body: { issuer: "https://other.example" } })),
    wrap({ claim: "iss", claims: { iss: "https://other.example" } }),
    wrap({ parameters: new URLSearchParams({ iss: "https://other.example" }) }),
  ],
  "an ID token is signed with an algorithm that is not announced": [
    wrap({ header: { alg: "PS512" }, reason: "metadata" }),
  ],
  "no published key made the signature of an ID token": [
    new errors.JWKSNoMatchingKey(),
    new errors.JWSSignatureVerificationFailed(),
  ],
  "several published keys fit an ID token": [new errors.JWKSMultipleMatchingKeys()],
  "no published key can verify the algorithm of an ID token": [new errors.JOSENotSupported()],
  "the client or its secret is refused": [tokenError("invalid_client", 401), tokenError("unauthorized_client")],
  "no tokens are given": [tokenError("unsupported_grant_type"), tokenError("x".repeat(5_000))],
  "the request for a login is refused": [returned("invalid_scope"), returned("unsupported_response_type")],
  "the environment does not answer, or fails": [
    new TypeError("fetch failed"),
    new errors.JWKSTimeout(),
    new DOMException("late", "TimeoutError"),
    wrap(undefined, "OAUTH_TIMEOUT"),
    wrap(answer(502), "OAUTH_RESPONSE_IS_NOT_CONFORM"),
    returned("temporarily_unavailable"),
  ],
  "the address of the metadata answers something else, such as a page": [
    wrap(answer(404), "OAUTH_RESPONSE_IS_NOT_CONFORM"),
    wrap(undefined, "OAUTH_PARSE_ERROR"),
  ],
  "the user did not agree": [returned("access_denied")],
  "the code was used before": [tokenError("invalid_grant")],
  "the clocks of portal and environment differ": [
    wrap(undefined, "OAUTH_JWT_TIMESTAMP_CHECK_FAILED"),
    claimError("iat"),
  ],
  "any other failure": [returned("login_required"), claimError("nonce"), new Error("unexpected"), undefined],
};

test.each(LOGIN_FAILURES.map((row) => [row.when, row] as const))("when %s", (when, row) => {
  const thrown = MET[when] ?? [];
  expect(thrown.length).toBeGreaterThan(0);
  for (const error of thrown) {
    const { row: judged, refusal, reason } = judgeFailure(error, { issuer: ISSUER });
    expect(judged.when).toBe(when);
    for (const language of ["nl", "fr"] as const) {
      expect(serverTexts[language].refusals[refusal]).toBeTruthy();
      expect(serverTexts[language].login_refused.now[refusal]).toBeTruthy();
    }
    expect(refusal === "login_refused.setup").toBe(row.explain !== undefined);
    if (row.explain) expect(reason).toMatch(/^.{20,500}\. (Check|Choose|Configure|Set|Its) .+\.$/s);
  }
});
