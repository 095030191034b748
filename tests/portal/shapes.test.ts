// Answers in every shape that another back end may give (decisions 46, 82), for every call of the specification: each
// ends in a value that a screen can show or in an error with a message, never in an exception of our own code. A
// refusal is one in every shape.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isRefused, PortalError } from "#api/calls/call.ts";
import type { ListPage } from "#api/calls/lists.ts";
import { createQueryClient } from "#api/calls/queryClient.ts";
import { ownRowsQuery } from "#api/calls/resource.ts";
import { onUnauthorised } from "#api/login/unauthorised.ts";
import { auditQuery } from "#api/portfolio/audit.ts";
import { contractDetailsQuery } from "#api/portfolio/contractDetails.ts";
import { employeeQuery, employeesQuery } from "#api/portfolio/employees.ts";
import { quotationReferralQuery, referralCalls } from "#api/portfolio/referrals.ts";
import { saveRelation } from "#api/portfolio/relations.ts";
import { acceptPrerequisites, profileDetailsQuery, profileQuery } from "#api/profile.ts";
import { outcomeQuery } from "#api/wizard/outcomes.ts";
import { createWizardApi, openRequest } from "#api/wizard/wizard.ts";
import { apiCalls } from "../server/portfolio/calls.ts";
import { portalKinds } from "./kinds.ts";

type Ask = () => Promise<unknown>;
const read = (query: { queryFn?: unknown }): Promise<unknown> =>
  (query.queryFn as (context: object) => Promise<unknown>)({ signal: new AbortController().signal });
const wizard = createWizardApi({ product: "p", intermediary: 1, relation: 2 });
const page = { page: 1, limit: 15 };

const lists: Record<string, Ask> = Object.fromEntries(
  portalKinds.flatMap(({ schema, list }) => [
    [`list of ${schema}`, () => read(list(page))],
    [`search of ${schema}`, () => read(list({ ...page, search: "a" }))],
  ]),
);

const reads: Record<string, Ask> = {
  ...lists,
  ...Object.fromEntries(portalKinds.flatMap(({ schema, one }) => (one ? [[schema, () => read(one(1))]] : []))),
  "employees-list": () => read(employeesQuery(page)),
  "employees-one": () => read(employeeQuery("a")),
  "referrals-one": () => read(referralCalls.one(1)),
  "contract-details": () => read(contractDetailsQuery("policies", 1)),
  "quotations-referral": () => read(quotationReferralQuery(1)),
  "audit-list": () => read(auditQuery({})),
  "own rows": () => read(ownRowsQuery("/api/attention", "attention")),
  "requests-outcome": () => {
    const client = createQueryClient();
    client.setQueryData(profileQuery().queryKey, { login: "a" } as never);
    return read(outcomeQuery(client, "a"));
  },
  "profile-me": () => read(profileQuery()),
  "profile-details": () => read(profileDetailsQuery()),
  "wizard-exists": () => openRequest({ product: "p", intermediary: 1, relation: 2 }),
  "wizard-forms": () => wizard.forms(),
  "wizard-progress": () => wizard.progress(),
  "wizard-professions": () => wizard.professions(),
  "wizard-questions": () => wizard.questions("acceptance"),
  "wizard-premium": () => wizard.premium({}),
};

const writes: Record<string, Ask> = {
  prerequisites: () => acceptPrerequisites({}),
  "relations-edit": () => saveRelation(1, {}, null),
  "wizard-save": () => wizard.save("a", "next", {}),
  "wizard-submit": () => wizard.submit("quotation", {}, "key"),
};

const leave = vi.fn();
beforeEach(() => onUnauthorised(leave));
afterEach(() => vi.unstubAllGlobals());
const answering = (content: string, status = 200) =>
  vi.stubGlobal("fetch", async () => new Response(status === 204 ? null : content, { status }));

test("every call that another back end may have has its row", () => {
  const specified = apiCalls.filter((call) => call.specified).flatMap(({ schema }) => schema?.split("#")[0] ?? []);
  expect(specified.filter((name) => !{ ...reads, ...writes }[name])).toEqual([]);
});

const odd = [
  "",
  "null",
  "[]",
  "{}",
  "5",
  '"text"',
  '{"data":null}',
  '{"data":[]}',
  '{"data":[null]}',
  '{"data":{}}',
  "<html>",
  '{"data":[{}],"meta":null}',
];

describe.each(Object.entries({ ...reads, ...writes }))("%s", (_name, ask) => {
  test.each(odd)("answered %s ends in a value or an error that can be shown", async (content) => {
    answering(content);
    const error = await ask().then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error !== null) expect(error).toBeInstanceOf(PortalError);
  });

  test.each([
    [200, { success: false }],
    [200, { success: false, message: "Nee.", errors: [] }],
    [200, { success: false, errors: { kvk: ["Onjuist"] } }],
    [400, { errors: { kvk: "Onjuist" } }],
    [422, { errors: [{ pointer: "/kvk", keyword: "pattern" }] }],
    [422, { message: "Nee." }],
    [422, null],
  ])("refused with %i %j is a refusal", async (status, body) => {
    answering(JSON.stringify(body), status);
    const error = await ask().catch((reason: unknown) => reason);
    expect(isRefused(error)).toBe(true);
  });
});

const metas: [meta: object | null, pages: number, total: number][] = [
  [{ count: 15, current_page: 1, per_page: 15, total: 40, total_pages: 3 }, 3, 40],
  [{ count: 15, current_page: 1, items_per_page: 15, total_items: 40, total_pages: 3 }, 3, 40],
  [{ current_page: "1", per_page: "15", total: "40" }, 3, 40],
  [{ total: 40 }, 3, 40],
  [{ count: 40 }, 3, 40],
  [{ total_pages: 3, total: 40 }, 3, 40],
  [{}, 1, 15],
  [null, 1, 15],
];

describe.each(Object.entries(lists))("%s", (_name, ask) => {
  test.each(metas)("meta %j", async (meta, pages, total) => {
    const data = Array.from({ length: 15 }, (_, id) => ({ id, number: id, relation_number: id, claim_id: id }));
    answering(JSON.stringify(meta === null ? data : { data, meta }));
    const shown = (await ask()) as ListPage<unknown>;
    expect([shown.rows.length, shown.pages, shown.total]).toEqual([15, pages, total]);
  });
});
