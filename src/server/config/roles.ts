// The roles of users.
export const ROLES = ["broker", "administrator", "underwriter", "auditor"] as const;
export type Role = (typeof ROLES)[number];

/** Roles of an office: an administrator is a broker who also manages the office's sessions. */
export const OFFICE: readonly Role[] = ["broker", "administrator"];

/**
 * The highest role in the identity provider's claim, where `names` maps its names to roles. Without a role the user is
 * a broker, unless the settings have a name for brokers: then undefined.
 */
export function roleOfClaim(claim: unknown, names: ReadonlyMap<string, Role>): Role | undefined {
  // A text may list several names with spaces between. A name in a list may contain spaces itself.
  const claimed: unknown[] = typeof claim === "string" ? [claim, ...claim.split(" ")] : [claim].flat();
  const roles = claimed.flatMap((name) => (typeof name === "string" ? (names.get(name) ?? []) : []));
  const role = ROLES.toReversed().find((candidate) => roles.includes(candidate));
  return role ?? ([...names.values()].includes("broker") ? undefined : "broker");
}
