// Finds the account of a login, and stores the role that the login environment gives the user.
import type { FastifyBaseLogger } from "fastify";
import type { IDToken } from "openid-client";
import type { OidcConfig } from "../config/config.ts";
import { roleOfClaim } from "../config/roles.ts";
import { writeAudit } from "../db/audit.ts";
import type { Db } from "../db/open.ts";
import { runTransaction } from "../db/transaction.ts";
import { PortalError } from "../http/errors/portalError.ts";

interface AccountParts {
  oidc: Pick<OidcConfig, "emailTrusted">;
  log: FastifyBaseLogger;
}

/** Whether an account belongs to this issuer and subject, so that no e-mail address is needed. */
export const isLinked = async (db: Db, claims: IDToken): Promise<boolean> =>
  (await findLinked(db, claims)) !== undefined;

const selectAccounts = (db: Db) => db.selectFrom("users").select(["login_name as login", "active"]);
const findLinked = (db: Db, claims: IDToken) =>
  selectAccounts(db).where("subject", "=", nameSubject(claims)).executeTakeFirst();

/**
 * Finds the account by issuer and subject, at the first login by verified e-mail address. Links an active account found
 * by e-mail. The log records why a user has no account, without the address.
 */
export async function findAccount(
  db: Db,
  claims: IDToken,
  { oidc, log }: AccountParts,
): Promise<{ login: string; active: boolean }> {
  const linked = await findLinked(db, claims);
  if (linked) return linked;
  const problem = explainEmail(claims, oidc);
  if (problem) {
    log.warn({ claims: Object.keys(claims) }, problem);
    throw new PortalError("unknown_account.email");
  }
  const candidates = await selectAccounts(db)
    .where("subject", "is", null)
    .where("email", "=", String(claims.email).toLowerCase())
    .execute();
  const active = candidates.filter((candidate) => candidate.active);
  const [account, another] = active.length > 0 ? active : candidates;
  if (!account || another) {
    log.warn(another ? SEVERAL : UNKNOWN);
    throw new PortalError(account?.active === false ? "unknown_account.removed" : "unknown_account");
  }
  if (!account.active) return account;
  const { login } = account;
  await runTransaction(db, async (all) => {
    await all
      .updateTable("users")
      .set({ subject: nameSubject(claims) })
      .where("login_name", "=", login)
      .execute();
    await writeAudit(all, { login, office: null, action: "account linked" });
  });
  return account;
}

const SEVERAL =
  "login refused: several accounts in users without a subject have this e-mail address. Leave it in one of them.";
const UNKNOWN =
  "login refused: no account in users has the e-mail address that the login environment gave (in lower case), or it belongs to another user of the environment already.";

/** Why the claims do not prove an e-mail address, with the remedy, or undefined when they do. */
function explainEmail(
  { email, email_verified: verified }: IDToken,
  { emailTrusted }: AccountParts["oidc"],
): string | undefined {
  if (typeof email !== "string" || email === "")
    return "login refused: the claim email is missing in ID token and UserInfo. Let the login environment send it, see OIDC_SCOPE.";
  // Cognito and JumpCloud send the text.
  if (verified === true || verified === "true") return undefined;
  if (verified !== undefined && verified !== null)
    return "login refused: the claim email_verified is not true. The user has to confirm the e-mail address in the login environment.";
  if (emailTrusted) return undefined;
  return "login refused: the claim email_verified is missing. Let the login environment send it, or set OIDC_EMAIL_TRUSTED=on if only its administrators can set e-mail addresses.";
}

export const nameSubject = ({ iss, sub }: Pick<IDToken, "iss" | "sub">): string => `${iss} ${sub}`;

/** Stores the role in the provider's claim, if the settings name that claim. Returns false when the user has no role. */
export async function keepRole(
  db: Db,
  login: string,
  { roleClaim, roles }: OidcConfig,
  claims: IDToken,
): Promise<boolean> {
  if (!roleClaim) return true;
  const role = roleOfClaim(claims[roleClaim], roles);
  if (!role) return false;
  await runTransaction(db, async (all) => {
    const { numUpdatedRows } = await all
      .updateTable("users")
      .set({ role })
      .where("login_name", "=", login)
      .where("role", "!=", role)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await writeAudit(all, { login, office: null, action: "role changed", object: role });
  });
  return true;
}
