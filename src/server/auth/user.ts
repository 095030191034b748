// The user of a request, as set by the guard. Routes take the user from here, never from an address or body.
import type { FastifyRequest } from "fastify";
import type { Language } from "#engine/schema/types.ts";
import { DEFAULT_LANGUAGE, readLanguage } from "#engine/values/languages.ts";
import type { UserRow } from "../db/tables/schema.ts";
import { PortalError } from "../http/errors/portalError.ts";

export type SessionUser = UserRow & {
  session_id: string;
  csrf_token: string;
  intermediary_name: string | null;
  /** The statements this user accepted, by the hash of their text. */
  agreed: { subject: string; document_hash: string }[];
  /** Milliseconds until the session ends without another call, and until it ends in any case. */
  session_ends_in: number;
  session_final_in: number;
};

declare module "fastify" {
  interface FastifyRequest {
    user: SessionUser | null;
    /** The account of a login that is refused after the login environment has identified the user: for the audit trail. */
    loginOf: string | null;
  }
  interface FastifyContextConfig {
    /** No session needed (profile/me, reports). */
    open?: boolean;
    /** Takes a file instead of JSON. */
    file?: boolean;
    /** Allowed before the prerequisites are accepted. */
    beforeConsent?: boolean;
  }
}

export function findUser(request: FastifyRequest): SessionUser {
  if (!request.user) throw new PortalError("not_logged_in");
  return request.user;
}

/** The language chosen in this browser, else that of the profile, else Dutch (decisions 55). */
export function findLanguage(request: FastifyRequest): Language {
  return readLanguage(request.cookies?.language) ?? readLanguage(request.user?.language) ?? DEFAULT_LANGUAGE;
}
