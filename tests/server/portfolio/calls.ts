// Every call that the server has, as its OpenAPI document names it, and addresses to ask it at.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listKinds } from "#server/portfolio/lists/listKinds.ts";
import { modelFolder } from "../../support/model.ts";

interface Operation {
  "x-specified": boolean;
  "x-roles": string[];
  responses: Record<string, { content?: Record<string, { schema: { $ref: string } }> }>;
}

/** `#/components/schemas/invoice.list` becomes `invoice#/definitions/list`. Returns null without an answer body. */
function readAnswer({ responses }: Operation): string | null {
  const [content] = Object.values(responses[200]?.content ?? {});
  const [file, part] = content?.schema.$ref.split("/").at(-1)?.split(".") ?? [];
  return file === undefined ? null : part === undefined ? file : `${file}#/definitions/${part}`;
}

const { paths } = JSON.parse(readFileSync(join(modelFolder, "openapi.json"), "utf8")) as {
  paths: Record<string, Record<string, Operation>>;
};

export const apiCalls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    call: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`,
    /** The file of schemas/api that describes its answer. */
    schema: readAnswer(operation),
    specified: operation["x-specified"],
    ofBrokers: operation["x-roles"].includes("administrator"),
  })),
);

interface Call {
  /** An address that works for the office of the tests. */
  url: string;
  body?: object;
  /** What another office gets. */
  foreign: number;
  open?: boolean;
  beforeConsent?: boolean;
}

const isList = (call: string) => listKinds.some(({ path }) => new RegExp(`^GET /api/${path}(/export)?$`).test(call));
const REFERRAL = "/api/quotations/50010480/referral";

/** Calls besides those of lists and wizard, for every test that walks the calls: one without a number is asked as it is. */
export const portalCalls: Record<string, Call> = {
  ...Object.fromEntries(
    apiCalls
      .filter(({ call, ofBrokers }) => ofBrokers && /^GET [^:]+$/.test(call) && !isList(call))
      .map(({ call }) => [call, { url: call.replace("GET ", ""), foreign: 200 }]),
  ),
  "POST /api/relations/edit/:id": { url: "/api/relations/edit/300101", body: { city: "X" }, foreign: 404 },
  "GET /api/documents/:id/download": { url: "/api/documents/60001/download", foreign: 404 },
  "GET /api/employees/:login": { url: "/api/employees/v.voorbeeld", foreign: 404 },
  "GET /api/quotations/:id/referral": { url: REFERRAL, foreign: 404 },
  "GET /api/quotations/:id/details": { url: "/api/quotations/50010480/details", foreign: 404 },
  "GET /api/policies/:id/details": { url: "/api/policies/70020154/details", foreign: 404 },
  "POST /api/analytics/events": { url: "/api/analytics/events", body: { events: [] }, foreign: 200 },
  "GET /api/profile/me": { url: "/api/profile/me", foreign: 200, open: true },
  "GET /api/profile/details": { url: "/api/profile/details", foreign: 200, beforeConsent: true },
  "POST /api/prerequisites": { url: "/api/prerequisites", body: {}, foreign: 422, beforeConsent: true },
};

/** The file of schemas/api that describes its answer. */
export const findSchema = (call: string) => apiCalls.find((apiCall) => apiCall.call === call)?.schema ?? "";

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

/** Finds the first of the office's own in the samples. The owner of a damage follows from its policy. */
const findNumber = (path: string, key: string) =>
  readSample(path).find((row) => isOwn(row) || (!("relation_number" in row) && policies.has(row.policy_number)))?.[key];

/** Asked as they are, each answer against its description. */
export const calls: [string, string][] = [
  ["relation#/definitions/list", "/api/relations"],
  ["relation#/definitions/list", "/api/relations?page=1&limit=7&detail=true"],
  ["policy#/definitions/list", "/api/policies/?page=1&limit=7&quotation=50010414"],
  ["invoice#/definitions/list", "/api/invoices/search/e?detail=true"],
  ...listKinds.flatMap(({ path, schema, listOnly, key }): [string, string][] => [
    [`${schema}#/definitions/list`, `/api/${path}/?page=2&limit=3`],
    [`${schema}#/definitions/list`, `/api/${path}?relation_id=300108&limit=3`],
    [`${schema}#/definitions/list`, `/api/${path}/?page=1&limit=8&last_viewed=true`],
    [`${schema}#/definitions/list`, `/api/${path}/search/e`],
    ["lists#/definitions/file", `/api/${path}/export`],
    ...(listOnly ? [] : [[`${schema}#/definitions/one`, `/api/${path}/${findNumber(path, key)}`] as [string, string]]),
  ]),
  ...Object.entries(portalCalls)
    .filter(([call, { open, beforeConsent }]) => call.startsWith("GET") && !open && !beforeConsent)
    .map(([call, { url }]): [string, string] => [findSchema(call), url]),
];
