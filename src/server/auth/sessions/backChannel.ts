// Back-channel logout (OpenID Connect Back-Channel Logout 1.0): the login environment reports that a session, or all sessions of a
// user, ended there. It authenticates by its signature on the token.
import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { errors, type JWTPayload } from "jose";
import { sql } from "kysely";
import type { Db } from "../../db/open.ts";
import { runTransaction } from "../../db/transaction.ts";
import { PortalError } from "../../http/errors/portalError.ts";
import { nameSubject } from "../account.ts";
import type { Provider } from "../provider/provider.ts";
import { endSessions } from "./sessionList.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** Maximum age of a token. Used tokens are remembered for longer, so that none can be replayed. */
const MAX_AGE_S = 300;
/** `typ` is optional (section 2.4), so a missing one is accepted: `events` and the absent nonce tell the token from an ID token. */
const KIND = /^(application\/)?(jwt|logout\+jwt)$/i;

export function addBackChannelLogout(app: FastifyInstance, { db }: { db: Db }, provider: Provider): void {
  app.post("/auth/backchannel-logout", { bodyLimit: 16_384 }, async (request, reply) => {
    const { logout_token: token } = (request.body ?? {}) as { logout_token?: unknown };
    const claims = await verify(provider, token).catch((error: unknown) => {
      request.log.warn({ err: error }, "logout of the login environment refused");
      throw error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)
        ? new PortalError("bad_request.logout_token")
        : error;
    });
    await endNamed(db, claims, request);
    return reply.code(200).send();
  });
}

async function verify(provider: Provider, token: unknown) {
  const { payload, protectedHeader } = await provider.keys.verify(String(token), {
    issuer: (await provider.find()).serverMetadata().issuer,
    audience: provider.oidc.clientId,
    maxTokenAge: MAX_AGE_S,
    requiredClaims: ["iat", "jti", "events"],
  });
  const { nonce, jti, sub, sid } = payload;
  const event = (Object(payload.events) as Record<string, unknown>)[EVENT];
  const named = [sub, sid].filter((claim) => claim !== undefined);
  const right =
    KIND.test(protectedHeader.typ ?? "JWT") &&
    typeof event === "object" &&
    event !== null &&
    nonce === undefined &&
    typeof jti === "string" &&
    named.length > 0 &&
    named.every((claim) => typeof claim === "string" && claim !== "");
  if (!right) throw new errors.JWTInvalid("no logout token");
  return payload;
}

/** Records the token and ends its sessions in one transaction. Refuses a token that was used before. */
async function endNamed(db: Db, { iss, sub, sid, jti }: JWTPayload, request: FastifyRequest): Promise<void> {
  const token_hash = createHash("sha256").update(String(jti)).digest("base64url");
  await runTransaction(db, async (all) => {
    await all.deleteFrom("logout_tokens").where("at", "<", sql<Date>`now() - interval '1 hour'`).execute();
    const added = await all
      .insertInto("logout_tokens")
      .values({ token_hash })
      .onConflict((row) => row.doNothing())
      .executeTakeFirst();
    if (!added.numInsertedOrUpdatedRows) throw new PortalError("bad_request.logout_token");
    const which = {
      ...(sub === undefined ? {} : { subject: nameSubject({ iss: String(iss), sub }) }),
      ...(sid === undefined ? {} : { provider_session: String(sid) }),
    };
    await endSessions(all, which, { why: "login environment", call: request.id });
  });
}
