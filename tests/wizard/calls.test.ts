// The wizard's calls as the browser makes them (spec: wizard 7): method, path, headers, and the quotation in progress on
// every one of them while a wizard has one (decisions 35).
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { call } from "#api/calls/call.ts";
import { setQuotationInProgress } from "#api/login/session.ts";
import { createWizardApi, openRequest } from "#api/wizard/wizard.ts";

const base = "/api/aanvraag/p/100245/300101";
const api = createWizardApi({ product: "p", intermediary: 100245, relation: 300101 }, "draft-1", "editQuote");
const calls: [name: string, make: () => Promise<unknown>, expected: string][] = [
  ["profile", () => call("GET", "/api/profile/me"), "GET /api/profile/me"],
  [
    "exists",
    () => openRequest({ product: "p", intermediary: 100245, relation: 300101 }),
    "GET /api/aanvraag/p/100245/prerequisites/exists/?relation=300101",
  ],
  ["forms", () => api.forms(), `POST ${base}/wizard/steps/forms`],
  ["forms with a number", () => api.forms("42793191"), `POST ${base}/wizard/steps/forms`],
  ["acceptance", () => api.questions("acceptance"), `GET ${base}/acceptance`],
  ["closing questions", () => api.questions("closing-questions"), `GET ${base}/closing-questions`],
  ["progress", () => api.progress(), `GET ${base}/wizard/steps/progress`],
  ["premium", () => api.premium({ a: { b: 1 } }), `POST ${base}/premium`],
  ["save", () => api.save("general-data", "next", {}, 3), `POST ${base}/wizard/step/general-data/save?action=next`],
  ["submit", () => api.submit("quotation", {}, "key-1"), `POST ${base}/wizard/submit/quotation`],
  ["professions", () => api.professions(), `GET ${base}/professions`],
];
/** Something that every call can read. */
const answer = {
  ...{ data: { a: { active: true } }, progress: { a: { active: true } }, premium: { total_amount: 1 }, number: "1" },
  ...{ sectors: [], professions: [], questions: [] },
};
const sent = vi.fn(async (_address: string, _init: RequestInit) => Response.json(answer));

beforeEach(() => {
  vi.stubGlobal("fetch", sent);
  vi.stubGlobal("document", { querySelector: () => ({ getAttribute: () => "token-1" }) });
  sent.mockClear();
});
afterEach(() => {
  setQuotationInProgress(null);
  vi.unstubAllGlobals();
});

test.each(calls)("%s: same origin, JSON, marker and token", async (_name, make, expected) => {
  await make();
  const [address, init] = sent.mock.calls[0]!;
  expect(`${init.method} ${address}`).toBe(expected);
  expect(init).toMatchObject({
    credentials: "same-origin",
    headers: { Accept: "application/json", "X-Requested-With": "XMLHttpRequest", "X-CSRF-TOKEN": "token-1" },
  });
});

test.each(calls)("%s carries the quotation in progress, and none after the wizard is left", async (_name, make) => {
  setQuotationInProgress(50010414);
  await make();
  setQuotationInProgress(null);
  await make();
  const quotations = sent.mock.calls.map(([address]) => new URL(address, "http://x").searchParams.get("quotation"));
  expect(quotations).toEqual(["50010414", null]);
});

test("what is ours travels in headers: revision, draft, flow, key", async () => {
  await api.save("general-data", "save", {}, 3);
  await api.submit("insurance-policy", {}, "key-1", { "general-data": 2, coverage: 1 });
  const [save, submit] = sent.mock.calls.map(([, init]) => init.headers);
  expect(save).toMatchObject({ "If-Match": '"3"', "X-Draft": "draft-1" });
  expect(submit).toMatchObject({ "Idempotency-Key": "key-1", "X-Draft": "draft-1", "X-Flow": "editQuote" });
  expect(submit).toMatchObject({ "X-Revisions": "general-data=2, coverage=1" });
  const plain = createWizardApi({ product: "p", intermediary: 1, relation: 2 });
  await plain.save("general-data", "save", {});
  expect(Object.keys(sent.mock.calls[2]![1].headers!)).not.toContain("If-Match");
});
