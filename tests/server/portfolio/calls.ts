// Every call that the server has, with the file of schemas/api that describes it, and addresses to ask it at.

const LISTS = ["relations", "quotations", "policies", "damages", "invoices", "documents"];
const WIZARD = "/api/aanvraag/:product/:intermediary/:relation";

/** The file of schemas/api that describes a call; null: no answer body. */
export const described: Record<string, string | null> = {
  ...Object.fromEntries(
    LISTS.flatMap((list) => [
      [`GET /api/${list}/`, `${list}-list`],
      [`GET /api/${list}/search/:term`, `${list}-search`],
      [`GET /api/${list}/export`, `${list}-export`],
      ...(list === "documents" ? [] : [[`GET /api/${list}/:id`, `${list}-one`]]),
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
  ["relations-list", "/api/relations?page=1&limit=7&detail=true"],
  ["relations-list", "/api/relations?page=2&limit=7"],
  ["relations-list", "/api/relations"],
  ["relations-search", "/api/relations/search/voorbeeld"],
  ["relations-one", "/api/relations/300101"],
  ["quotations-list", "/api/quotations/?page=1&limit=8"],
  ["quotations-list", "/api/quotations?relation_id=300108&limit=3"],
  ["quotations-list", "/api/quotations/?page=1&limit=8&last_viewed=true"],
  ["quotations-search", "/api/quotations/search/cyber?page=1&limit=8"],
  ["quotations-one", "/api/quotations/50010414"],
  ["policies-list", "/api/policies/?page=1&limit=7&quotation=50010414"],
  ["policies-search", "/api/policies/search/300108"],
  ["policies-one", "/api/policies/70020011"],
  ["damages-list", "/api/damages/?page=1&limit=7"],
  ["damages-list", "/api/damages?relation_id=300108"],
  ["damages-search", "/api/damages/search/bril"],
  ["damages-one", "/api/damages/81020"],
  ["invoices-list", "/api/invoices/?page=1&limit=8"],
  ["invoices-list", "/api/invoices?relation_id=300108"],
  ["invoices-search", "/api/invoices/search/cyber"],
  ["invoices-one", "/api/invoices/90030004"],
  ["documents-list", "/api/documents?relation_id=300171"],
  ["documents-search", "/api/documents/search/polisblad"],
  ["documents-download", "/api/documents/60001/download"],
  ...LISTS.map((list): [string, string] => [`${list}-export`, `/api/${list}/export`]),
  ["employees-list", "/api/employees"],
  ["employees-one", "/api/employees/f.fictief"],
  ["attention-list", "/api/attention"],
  ["requests-open", "/api/requests/open"],
];
