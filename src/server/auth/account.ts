// Finds the account of a login, and stores the role that the login environment gives the user.
import type { IDToken } from "openid-client";
import { writeAudit } from "../audit.ts";
import type { OidcConfig } from "../config.ts";
import type { Db } from "../db/open.ts";
import { runTransaction } from "../db/transaction.ts";
import { PortalError } from "../portalError.ts";
import { roleOfClaim } from "../roles.ts";

/** Finds the account by issuer and subject, at the first login by verified e-mail address. Links an active account found by e-mail. */
export async function findAccount(db: Db, claims: IDToken): Promise<{ login: string; active: boolean }> {
  const subject = nameSubject(claims);
  const accounts = db.selectFrom("users").select(["login_name as login", "active"]);
  const known = await accounts.where("subject", "=", subject).executeTakeFirst();
  if (known) return known;
  if (typeof claims.email !== "string" || claims.email_verified !== true) throw new PortalError("unknown_account");
  const found = await accounts.where("subject", "is", null).where("email", "=", claims.email.toLowerCase()).execute();
  const active = found.filter((one) => one.active);
  const [account, another] = active.length > 0 ? active : found;
  if (!account || another)
    throw new PortalError(account?.active === false ? "unknown_account.removed" : "unknown_account");
  if (!account.active) return account;
  const { login } = account;
  await runTransaction(db, async (all) => {
    await all.updateTable("users").set({ subject }).where("login_name", "=", login).execute();
    await writeAudit(all, { login, office: null, action: "account linked" });
  });
  return account;
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
