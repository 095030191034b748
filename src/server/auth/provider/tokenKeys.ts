// The published keys of the login environment (JWKS), with which ID tokens and logout tokens are verified. Only these keys count: a key
// or an address of keys in the header of a token is ignored, and a symmetric or missing algorithm is refused.
import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyOptions, jwtVerify } from "jose";

const CLOCK_TOLERANCE_S = 30;
/** Errors that new keys may correct. Keys without an id are exchanged under the same name. */
const PERHAPS_ROTATED = [errors.JWKSNoMatchingKey, errors.JWSSignatureVerificationFailed];

export interface TokenKeys {
  /**
   * Verifies the signature of an ID token and that it was not issued in the future. Fetches the keys again for an unknown key: the
   * token comes from the environment itself, so that strangers cannot cause these calls.
   */
  verifyIdToken(token: string): Promise<void>;
  /** Verifies a token that anyone can send. Fetches the keys again at most every 30 s. */
  verify(token: string, options: JWTVerifyOptions): ReturnType<typeof jwtVerify<JWTPayload>>;
}

interface KeysParts {
  /** Address of the keys. */
  find(): Promise<string>;
  limitMs: number;
}

export function createTokenKeys({ find, limitMs }: KeysParts): TokenKeys {
  let keySet: ReturnType<typeof createRemoteJWKSet> | undefined;
  const open = async () => {
    keySet ??= createRemoteJWKSet(new URL(await find()), { timeoutDuration: limitMs });
    return keySet;
  };
  return {
    async verifyIdToken(token) {
      const keys = await open();
      const check = () => jwtVerify(token, keys, { clockTolerance: CLOCK_TOLERANCE_S });
      const { payload } = await check().catch(async (error: unknown) => {
        if (!PERHAPS_ROTATED.some((kind) => error instanceof kind)) throw error;
        await keys.reload();
        return check();
      });
      if ((payload.iat ?? 0) > Date.now() / 1_000 + CLOCK_TOLERANCE_S)
        throw new errors.JWTClaimValidationFailed(
          "the ID token was issued in the future",
          payload,
          "iat",
          "check_failed",
        );
    },
    verify: async (token, options) => jwtVerify(token, await open(), { clockTolerance: CLOCK_TOLERANCE_S, ...options }),
  };
}
