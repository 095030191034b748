// Every call that the server has, with the file of schemas/api that describes it, and addresses to ask it at.
import { listKinds } from "#server/portfolio/listKinds.ts";

const FILE = "lists#/definitions/file";
const WIZARD = "/api/aanvraag/:product/:intermediary/:relation";

/** The file of schemas/api that describes a call; null: no answer body. */
export const described: Record<string, string | null> = {
  ...Object.fromEntries(
    listKinds.flatMap(({ path, schema, listOnly }) => [
      [`GET /api/${path}/`, `${schema}#/definitions/list`],
      [`GET /api/${path}/search/:term`, `${schema}#/definitions/list`],
      [`GET /api/${path}/export`, FILE],
      ...(listOnly ? [] : [[`GET /api/${path}/:id`, `${schema}#/definitions/one`]]),
    ]),
  ),
  "POST /api/relations/edit/:id": "relations-edit",
  "GET /api/documents/:id/download": "documents-download",
  "GET /api/employees/": "employees-list",
  "GET /api/employees/:login": "employees-one",
  "GET /api/attention/": "attention-list",
  "GET /api/requests/open": "requests-open",
  "GET /api/requests/:draft/outcome": "requests-outcome",
  "POST /api/analytics/events": "analytics-events",
  "GET /api/profile/me": "profile-me",
  "GET /api/profile/details": "profile-details",
  "POST /api/prerequisites": "prerequisites",
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

/** Asked as they are, each answer against its description. */
export const calls: [string, string][] = [
  ["relation#/definitions/list", "/api/relations?page=1&limit=7&detail=true"],
  ["relation#/definitions/list", "/api/relations?page=2&limit=7"],
  ["relation#/definitions/list", "/api/relations"],
  ["relation#/definitions/list", "/api/relations/search/voorbeeld"],
  ["relation#/definitions/one", "/api/relations/300101"],
  ["quotation#/definitions/list", "/api/quotations/?page=1&limit=8"],
  ["quotation#/definitions/list", "/api/quotations?relation_id=300108&limit=3"],
  ["quotation#/definitions/list", "/api/quotations/?page=1&limit=8&last_viewed=true"],
  ["quotation#/definitions/list", "/api/quotations/search/cyber?page=1&limit=8"],
  ["quotation#/definitions/one", "/api/quotations/50010414"],
  ["policy#/definitions/list", "/api/policies/?page=1&limit=7&quotation=50010414"],
  ["policy#/definitions/list", "/api/policies/search/300108"],
  ["policy#/definitions/one", "/api/policies/70020011"],
  ["damage#/definitions/list", "/api/damages/?page=1&limit=7"],
  ["damage#/definitions/list", "/api/damages?relation_id=300108"],
  ["damage#/definitions/list", "/api/damages/search/bril"],
  ["damage#/definitions/one", "/api/damages/81020"],
  ["invoice#/definitions/list", "/api/invoices/?page=1&limit=8"],
  ["invoice#/definitions/list", "/api/invoices?relation_id=300108"],
  ["invoice#/definitions/list", "/api/invoices/search/cyber"],
  ["invoice#/definitions/one", "/api/invoices/90030004"],
  ["document#/definitions/list", "/api/documents?relation_id=300171"],
  ["document#/definitions/list", "/api/documents/search/polisblad"],
  ["documents-download", "/api/documents/60001/download"],
  ...listKinds.map(({ path }): [string, string] => [FILE, `/api/${path}/export`]),
  ["employees-list", "/api/employees"],
  ["employees-one", "/api/employees/f.fictief"],
  ["attention-list", "/api/attention"],
  ["requests-open", "/api/requests/open"],
];
