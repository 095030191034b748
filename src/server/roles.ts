// The roles of people.
export const ROLES = ["broker", "administrator", "underwriter", "auditor"] as const;
export type Role = (typeof ROLES)[number];

/** An administrator is a broker who also sees after the office's sessions. */
export const OFFICE: readonly Role[] = ["broker", "administrator"];

/** Of the insurer: the database shows them the rows of every office. What they may call stands in auth/guard.ts. */
export const worksForAllOffices = (role: Role): boolean => !OFFICE.includes(role);

/**
 * The highest role that the provider's claim names, by the settings' names for them. Who has none is a broker, unless the settings
 * say how brokers are named: then he has no role.
 */
export function roleOfClaim(claim: unknown, names: ReadonlyMap<string, Role>): Role | undefined {
  const given = [claim].flat().flatMap((one) => (typeof one === "string" ? one.split(" ") : []));
  const found = given.flatMap((one) => names.get(one) ?? []);
  const role = ROLES.toReversed().find((one) => found.includes(one));
  return role ?? ([...names.values()].includes("broker") ? undefined : "broker");
}
