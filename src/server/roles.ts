// Who may call what: a row for every call, looked at by the guard each time. A call without a row does not start.
export const ROLES = ["broker", "administrator", "underwriter", "auditor"] as const;
export type Role = (typeof ROLES)[number];

/** An administrator is a broker who also sees after the office's sessions. */
const OFFICE: readonly Role[] = ["broker", "administrator"];
const LISTS = ["relations", "quotations", "policies", "damages", "invoices"];
const WIZARD = "/api/aanvraag/:product/:intermediary/:relation";

const ROWS: [readonly Role[], string[]][] = [
  [
    ROLES,
    [
      "GET /api/profile/me",
      "GET /api/profile/details",
      "POST /api/prerequisites",
      "POST /api/analytics/events",
      "GET /api/sessions/",
      "DELETE /api/sessions/:session",
    ],
  ],
  [["administrator"], ["GET /api/office/sessions/", "DELETE /api/office/sessions/:session"]],
  [OFFICE, LISTS.flatMap((list) => ["", "/search/:term", "/export", "/:id"].map((call) => `GET /api/${list}${call}`))],
  [
    OFFICE,
    [
      "GET /api/quotations/:id/referral",
      "POST /api/quotations/:id/referral",
      "POST /api/quotations/:id/referral/files",
      "DELETE /api/quotations/:id/referral/files/:file",
      "POST /api/relations/edit/:id",
      "GET /api/documents/",
      "GET /api/documents/search/:term",
      "GET /api/documents/export",
      "GET /api/documents/:id/download",
      "GET /api/employees/",
      "GET /api/employees/:login",
      "GET /api/attention/",
      "GET /api/requests/open",
      "GET /api/requests/:draft/outcome",
      "GET /api/aanvraag/:product/:intermediary/prerequisites/exists/",
      `POST ${WIZARD}/wizard/restart`,
      `POST ${WIZARD}/wizard/copy`,
      `POST ${WIZARD}/wizard/steps/forms`,
      `GET ${WIZARD}/wizard/steps/progress`,
      `GET ${WIZARD}/acceptance`,
      `GET ${WIZARD}/closing-questions`,
      `GET ${WIZARD}/professions`,
      `POST ${WIZARD}/premium`,
      `POST ${WIZARD}/wizard/step/:step/save`,
      `POST ${WIZARD}/wizard/submit/:action`,
      `POST ${WIZARD}/uploads`,
      `DELETE ${WIZARD}/uploads/:id`,
    ],
  ],
  [["auditor"], ["GET /api/audit/", "GET /api/audit/export"]],
  [
    ["underwriter"],
    [
      "GET /api/referrals/",
      "GET /api/referrals/search/:term",
      "GET /api/referrals/export",
      "GET /api/referrals/:id",
      "POST /api/referrals/:id/decision",
      "GET /api/referrals/:id/files/:file",
    ],
  ],
];

/** One slash at the end, or none: the same call. */
const nameCall = (method: string, url: string) => `${method === "HEAD" ? "GET" : method} ${url.replace(/\/$/, "")}`;

const table = new Map(
  ROWS.flatMap(([roles, calls]) =>
    calls.map((call) => {
      const [method = "", url = ""] = call.split(" ");
      return [nameCall(method, url), roles] as const;
    }),
  ),
);

export function rolesOf(method: string, url: string): readonly Role[] {
  const roles = table.get(nameCall(method, url));
  if (!roles) throw new Error(`${method} ${url} has no row in roles.ts: who may call it?`);
  return roles;
}

export const mayCall = (role: Role, method: string, url: string): boolean => rolesOf(method, url).includes(role);

/** Of the insurer: the database shows them the rows of every office. What they may call stands above. */
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
