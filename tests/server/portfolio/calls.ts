// Every call that the server has, with the file of schemas/api that describes it, and addresses to ask it at.
import { readFileSync } from "node:fs";
import { listKinds } from "#server/portfolio/listKinds.ts";
import { referralList } from "#server/underwriting/referralRows.ts";

const FILE = "lists#/definitions/file";
const WIZARD = "/api/aanvraag/:product/:intermediary/:relation";

interface Call {
  /** The file of schemas/api that describes its answer. */
  schema: string;
  /** An address that works for the office of the tests. */
  url: string;
  body?: object;
  /** What another office gets. */
  foreign: number;
  open?: boolean;
  beforeConsent?: boolean;
}

/** Calls besides those of lists and wizard: a row each, for every test that walks the calls. */
export const portalCalls: Record<string, Call> = {
  "POST /api/relations/edit/:id": {
    schema: "relations-edit",
    url: "/api/relations/edit/300101",
    body: { city: "X" },
    foreign: 404,
  },
  "GET /api/documents/:id/download": {
    schema: "documents-download",
    url: "/api/documents/60001/download",
    foreign: 404,
  },
  "GET /api/employees/": { schema: "employees-list", url: "/api/employees", foreign: 200 },
  "GET /api/employees/:login": { schema: "employees-one", url: "/api/employees/v.voorbeeld", foreign: 404 },
  "GET /api/attention/": { schema: "attention-list", url: "/api/attention", foreign: 200 },
  "GET /api/requests/open": { schema: "requests-open", url: "/api/requests/open", foreign: 200 },
  "POST /api/analytics/events": {
    schema: "analytics-events",
    url: "/api/analytics/events",
    body: { events: [] },
    foreign: 200,
  },
  "GET /api/sessions/": { schema: "sessions-list", url: "/api/sessions", foreign: 200 },
  "GET /api/office/sessions/": { schema: "sessions-list", url: "/api/office/sessions", foreign: 200 },
  "GET /api/profile/me": { schema: "profile-me", url: "/api/profile/me", foreign: 200, open: true },
  "GET /api/profile/details": {
    schema: "profile-details",
    url: "/api/profile/details",
    foreign: 200,
    beforeConsent: true,
  },
  "POST /api/prerequisites": {
    schema: "prerequisites",
    url: "/api/prerequisites",
    body: {},
    foreign: 422,
    beforeConsent: true,
  },
};

const REFERRAL = "/api/quotations/:id/referral";

/** The file of schemas/api that describes a call; null: no answer body. */
export const described: Record<string, string | null> = {
  ...Object.fromEntries(
    [...listKinds, referralList].flatMap(({ path, schema, listOnly }) => [
      [`GET /api/${path}/`, `${schema}#/definitions/list`],
      [`GET /api/${path}/search/:term`, `${schema}#/definitions/list`],
      [`GET /api/${path}/export`, FILE],
      ...(listOnly ? [] : [[`GET /api/${path}/:id`, `${schema}#/definitions/one`]]),
    ]),
  ),
  ...Object.fromEntries(Object.entries(portalCalls).map(([call, { schema }]) => [call, schema])),
  "GET /api/audit/": "audit-list",
  "GET /api/audit/export": FILE,
  "GET /api/referrals/:id": "referrals-one",
  "POST /api/referrals/:id/decision": "referrals-one",
  "GET /api/referrals/:id/files/:file": "documents-download",
  [`GET ${REFERRAL}`]: "quotations-referral",
  "DELETE /api/sessions/:session": null,
  "DELETE /api/office/sessions/:session": null,
  [`POST ${REFERRAL}`]: "quotations-referral",
  [`POST ${REFERRAL}/files`]: "wizard-upload",
  [`DELETE ${REFERRAL}/files/:file`]: null,
  "GET /api/requests/:draft/outcome": "requests-outcome",
  "GET /api/aanvraag/:product/:intermediary/prerequisites/exists/": "wizard-exists",
  [`POST ${WIZARD}/wizard/restart`]: "wizard-exists",
  [`POST ${WIZARD}/wizard/copy`]: "wizard-copy",
  [`POST ${WIZARD}/wizard/steps/forms`]: "wizard-forms",
  [`GET ${WIZARD}/wizard/steps/progress`]: "wizard-progress",
  [`GET ${WIZARD}/acceptance`]: "wizard-questions",
  [`GET ${WIZARD}/closing-questions`]: "wizard-questions",
  [`GET ${WIZARD}/professions`]: "wizard-professions",
  [`POST ${WIZARD}/premium`]: "wizard-premium",
  [`POST ${WIZARD}/wizard/step/:step/save`]: "wizard-save",
  [`POST ${WIZARD}/wizard/submit/:action`]: "wizard-submit",
  [`POST ${WIZARD}/uploads`]: "wizard-upload",
  [`DELETE ${WIZARD}/uploads/:id`]: null,
};

const OFFICE = 100245;
const readSample = (path: string): Record<string, number>[] =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/portfolio/${path}.json`, import.meta.url), "utf8"));
const numbersIn = (rows: Record<string, number>[], key: string) => new Set(rows.map((row) => row[key]));
const relations = numbersIn(
  readSample("relations").filter((row) => row.intermediary_number === OFFICE),
  "relation_number",
);
const isOwn = (row: Record<string, number>) => relations.has(row.relation_number);
const policies = numbersIn(readSample("policies").filter(isOwn), "policy_number");

/** The first of the office's own in the samples; a damage says whose it is by its policy. */
const findNumber = (path: string, key: string) =>
  readSample(path).find((row) => isOwn(row) || (!("relation_number" in row) && policies.has(row.policy_number)))?.[key];

/** Asked as they are, each answer against its description. */
export const calls: [string, string][] = [
  ["relation#/definitions/list", "/api/relations"],
  ["relation#/definitions/list", "/api/relations?page=1&limit=7&detail=true"],
  ["policy#/definitions/list", "/api/policies/?page=1&limit=7&quotation=50010414"],
  ["invoice#/definitions/list", "/api/invoices/search/e?detail=true"],
  ["quotations-referral", "/api/quotations/50010480/referral"],
  ...listKinds.flatMap(({ path, schema, listOnly, key }): [string, string][] => [
    [`${schema}#/definitions/list`, `/api/${path}/?page=2&limit=3`],
    [`${schema}#/definitions/list`, `/api/${path}?relation_id=300108&limit=3`],
    [`${schema}#/definitions/list`, `/api/${path}/?page=1&limit=8&last_viewed=true`],
    [`${schema}#/definitions/list`, `/api/${path}/search/e`],
    [FILE, `/api/${path}/export`],
    ...(listOnly ? [] : [[`${schema}#/definitions/one`, `/api/${path}/${findNumber(path, key)}`] as [string, string]]),
  ]),
  ...Object.entries(portalCalls)
    .filter(([call, { open, beforeConsent }]) => call.startsWith("GET") && !open && !beforeConsent)
    .map(([, { schema, url }]): [string, string] => [schema, url]),
];
