// What every call carries, and what a refusal means: 401 leads to the login, but only the profile's own answer means
// that no user is logged in (spec: portal 7 and 8, decisions 35).
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { call } from "#api/calls/call.ts";
import { createQueryClient } from "#api/calls/queryClient.ts";
import { setQuotationInProgress } from "#api/login/session.ts";
import { onUnauthorised } from "#api/login/unauthorised.ts";
import { policyCalls, quotationCalls } from "#api/portfolio/contracts.ts";
import { damageCalls } from "#api/portfolio/damages.ts";
import {
  lastViewedDamages,
  lastViewedPolicies,
  lastViewedQuotations,
  lastViewedRelations,
} from "#api/portfolio/dashboard.ts";
import { documentsQuery } from "#api/portfolio/documents.ts";
import { employeeQuery, employeesQuery } from "#api/portfolio/employees.ts";
import { invoiceCalls } from "#api/portfolio/invoices.ts";
import { relationCalls, saveRelation } from "#api/portfolio/relations.ts";
import { profileDetailsQuery, profileQuery } from "#api/profile.ts";

const leave = vi.fn();
beforeEach(() => onUnauthorised(leave));
afterEach(() => {
  vi.unstubAllGlobals();
  leave.mockReset();
  setQuotationInProgress(null);
});

const answering = (answer: () => Promise<Response>) => {
  const fetchMock = vi.fn<(address: string, init: RequestInit) => Promise<Response>>(answer);
  vi.stubGlobal("fetch", fetchMock);
  return fetchMock;
};
const refusing = (status: number) => answering(async () => Response.json({ code: "x" }, { status }));

describe("every call", () => {
  it("goes to the own origin with credentials, marker, token and JSON", async () => {
    vi.stubGlobal("document", { querySelector: () => ({ getAttribute: () => "token-of-the-page" }) });
    const fetchMock = answering(async () => Response.json({}));
    await call("POST", "/api/prerequisites", { body: { cookies: true } });
    const [address, init] = fetchMock.mock.calls[0] ?? [];
    expect(address).toBe("/api/prerequisites");
    expect(init).toMatchObject({ method: "POST", credentials: "same-origin", body: '{"cookies":true}' });
    expect(init?.headers).toMatchObject({
      Accept: "application/json",
      "Content-Type": "application/json",
      "X-Requested-With": "XMLHttpRequest",
      "X-CSRF-TOKEN": "token-of-the-page",
    });
  });

  it("has a JSON content type, also without a body", async () => {
    const fetchMock = answering(async () => Response.json({}));
    await call("GET", "/api/relations");
    expect(fetchMock.mock.calls[0]?.[1].headers).toMatchObject({ "Content-Type": "application/json" });
  });

  it("carries the quotation in progress, and only while there is one", async () => {
    const fetchMock = answering(async () => Response.json({}));
    setQuotationInProgress(50010414);
    await call("GET", "/api/relations", { query: { page: 1 } });
    setQuotationInProgress(null);
    await call("GET", "/api/relations");
    expect(fetchMock.mock.calls.map(([address]) => address)).toEqual([
      "/api/relations?page=1&quotation=50010414",
      "/api/relations",
    ]);
  });
});

describe("the calls of the specification", () => {
  const page = { page: 2, limit: 8 };
  it.each([
    ["/api/quotations/?page=2&limit=8", quotationCalls.list(page)],
    ["/api/quotations/?relation_id=7&page=1&limit=3", quotationCalls.list({ relation: 7, limit: 3 })],
    ["/api/quotations/search/a%2Fb%20%25?page=1&limit=8", quotationCalls.list({ search: " a/b % ", limit: 8 })],
    ["/api/quotations/50010414", quotationCalls.one(50010414)],
    ["/api/quotations/search/%20..?page=1&limit=8", quotationCalls.list({ search: "..", limit: 8 })],
    ["/api/employees/%20.", employeeQuery(".")],
    ["/api/policies/?page=2&limit=8", policyCalls.list(page)],
    ["/api/policies/search/x?page=2&limit=8", policyCalls.list({ ...page, search: "x" })],
    ["/api/policies/7", policyCalls.one(7)],
    ["/api/damages/?relation_id=7&page=2&limit=8", damageCalls.list({ ...page, relation: 7 })],
    ["/api/damages/search/x?page=2&limit=8", damageCalls.list({ ...page, search: "x" })],
    ["/api/damages/7", damageCalls.one(7)],
    ["/api/relations?detail=true&page=2&limit=8", relationCalls.list(page)],
    ["/api/relations/search/x?detail=true&page=2&limit=8", relationCalls.list({ ...page, search: "x" })],
    ["/api/relations/7", relationCalls.one(7)],
    ["/api/invoices/?page=2&limit=8", invoiceCalls.list(page)],
    ["/api/invoices/?relation_id=7&page=2&limit=8", invoiceCalls.list({ ...page, relation: 7 })],
    ["/api/invoices/7", invoiceCalls.one(7)],
    ["/api/documents?relation_id=7&page=2&limit=8", documentsQuery({ ...page, relation: 7 })],
    ["/api/employees", employeesQuery(page)],
    ["/api/employees/a%20b", employeeQuery("a b")],
    ["/api/profile/details", profileDetailsQuery()],
    ["/api/quotations/?last_viewed=true&page=1&limit=8", lastViewedQuotations()],
    ["/api/policies/?last_viewed=true&page=1&limit=8", lastViewedPolicies()],
    ["/api/damages/?last_viewed=true&page=1&limit=8", lastViewedDamages()],
    ["/api/relations", lastViewedRelations()],
  ])("GET %s", async (address, query) => {
    const fetchMock = answering(async () => Response.json({ data: [{ id: 7, number: 7 }] }));
    await createQueryClient().fetchQuery(query as never);
    expect(fetchMock.mock.calls.map(([each]) => each)).toEqual([address]);
  });

  it("POST /api/relations/edit/7, an empty financial e-mail as null", async () => {
    const fetchMock = answering(async () => Response.json({ success: true, errors: [] }));
    await saveRelation(7, { city: "Delft", email_financial: "" }, null);
    const [address, init] = fetchMock.mock.calls[0] ?? [];
    expect([address, init?.method, JSON.parse(String(init?.body))]).toEqual([
      "/api/relations/edit/7",
      "POST",
      { city: "Delft", email_financial: null },
    ]);
  });
});

describe("a refusal with 401", () => {
  it.each(["/api/relations", "/api/profile/details", "/api/quotations/1"])("leads to the login: %s", async (path) => {
    refusing(401);
    await expect(call("GET", path)).rejects.toMatchObject({ status: 401 });
    expect(leave).toHaveBeenCalledOnce();
  });

  it.each([400, 403, 404, 409, 422, 429, 500, 503])("%i does not", async (status) => {
    refusing(status);
    await expect(call("GET", "/api/relations")).rejects.toMatchObject({ status });
    expect(leave).not.toHaveBeenCalled();
  });
});

describe("a refusal with 401 while the profile has a user", () => {
  it("is a call that failed: leaving would come back to it for ever", async () => {
    const fetchMock = answering(async () => Response.json({}));
    fetchMock.mockImplementation(async (address) =>
      address === "/api/profile/me" ? Response.json({ loggedIn: true }) : Response.json({}, { status: 401 }),
    );
    const lists = ["/api/quotations/", "/api/policies/"].map((path) => call("GET", path).catch(({ status }) => status));
    expect(await Promise.all(lists)).toEqual([401, 401]);
    expect(leave).not.toHaveBeenCalled();
    expect(fetchMock.mock.calls.filter(([address]) => address === "/api/profile/me")).toHaveLength(1);
  });

  it.each([() => Promise.reject(new TypeError("fetch failed")), async () => new Response("<html>", { status: 503 })])(
    "but leads to the login when the profile cannot say so",
    async (profile) => {
      answering(async () => Response.json({})).mockImplementation((address) =>
        address === "/api/profile/me" ? profile() : Promise.resolve(Response.json({}, { status: 401 })),
      );
      await expect(call("GET", "/api/quotations/")).rejects.toMatchObject({ status: 401 });
      expect(leave).toHaveBeenCalledOnce();
    },
  );
});

describe("one thing under a relation's address", () => {
  const owned = [
    ["/api/quotations/7?relation_id=8", quotationCalls.one(7, 8)],
    ["/api/policies/7?relation_id=8", policyCalls.one(7, 8)],
    ["/api/damages/7?relation_id=8", damageCalls.one(7, 8)],
    ["/api/invoices/7?relation_id=8", invoiceCalls.one(7, 8)],
  ] as const;
  it.each(owned)("is not found when it is another's: %s", async (address, query) => {
    const fetchMock = answering(async () => Response.json({ data: { number: 7, relation_number: 9 } }));
    await expect(createQueryClient().fetchQuery(query as never)).rejects.toMatchObject({ status: 404 });
    expect(fetchMock.mock.calls.map(([each]) => each)).toEqual([address]);
  });

  it.each(owned)("is shown when it is its own, or its owner is not known: %s", async (_, query) => {
    for (const owner of [{ relation_number: 8 }, {}]) {
      answering(async () => Response.json({ data: { number: 7, ...owner } }));
      await expect(createQueryClient().fetchQuery(query as never)).resolves.toBeTruthy();
    }
  });
});

describe("who is logged in", () => {
  const ask = () => {
    const queries = createQueryClient();
    return queries.fetchQuery({ ...profileQuery(), retry: false });
  };

  it("no user, when the profile has none or is refused with 401, and no call is left for the login", async () => {
    answering(async () => Response.json({ loggedIn: false }));
    expect(await ask()).toMatchObject({ loggedIn: false });
    refusing(401);
    expect(await ask()).toMatchObject({ loggedIn: false, acceptedCookieStatement: false });
    expect(leave).not.toHaveBeenCalled();
  });

  it.each([403, 404, 500, 503])("not known after %i: an error to try again, no logout", async (status) => {
    refusing(status);
    await expect(ask()).rejects.toMatchObject({ status });
  });

  it("not known without a network or with an answer that is not JSON", async () => {
    answering(() => Promise.reject(new TypeError("fetch failed")));
    await expect(ask()).rejects.toMatchObject({ code: "network" });
    answering(async () => new Response("<html>maintenance</html>"));
    await expect(ask()).rejects.toMatchObject({ code: "not_json" });
    answering(async () => Response.json({ success: false }));
    await expect(ask()).rejects.toMatchObject({ code: "refused" });
    answering(async () => Response.json({ data: {} }));
    await expect(ask()).rejects.toMatchObject({ code: "unclear" });
  });
});
