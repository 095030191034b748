// The adapters: whatever names the wire uses, screens get one shape (decisions 46, 48, 56, 57).
import { describe, expect, it } from "vitest";
import { pageBefore, toListPage } from "#api/calls/lists.ts";
import { toPolicy, toQuotation } from "#api/portfolio/contracts.ts";
import { toDocument } from "#api/portfolio/documents.ts";
import { toEmployee } from "#api/portfolio/employees.ts";
import { toOpenInvoice } from "#api/portfolio/invoices.ts";
import { relationFormData, toRelation } from "#api/portfolio/relations.ts";
import { toProfile } from "#api/profile.ts";
import { asWire } from "#api/wire/wire.ts";

const asIs = (row: Record<string, unknown>) => row.id;
const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));

describe("list meta", () => {
  it.each([
    ["current_page, per_page, total", { current_page: 2, per_page: 7, total: 20 }],
    [
      "total_items, items_per_page, total_pages",
      { current_page: 2, items_per_page: 7, total_items: 20, total_pages: 3 },
    ],
    ["total alone", { total: 20 }],
  ])("%s", (_, meta) => {
    const page = toListPage({ data: rows(7), meta }, asIs, { page: 2, limit: 7 });
    expect(page).toMatchObject({ page: 2, pages: 3, total: 20, perPage: 7 });
    expect(page.rows).toHaveLength(7);
  });

  it("pages on this side when the server sent everything", () => {
    const page = toListPage({ data: rows(20) }, asIs, { page: 3, limit: 8 });
    expect(page).toEqual({ rows: [16, 17, 18, 19], page: 3, pages: 3, total: 20, perPage: 8 });
  });

  it.each([
    { count: 20, total: 20 },
    { total: 20, current_page: 1, total_pages: 1 },
  ])("pages on this side too when the meta counts what was sent whole: %j", (meta) => {
    const page = toListPage({ data: rows(20), meta }, asIs, { page: 2, limit: 15 });
    expect(page).toEqual({ rows: [15, 16, 17, 18, 19], page: 2, pages: 2, total: 20, perPage: 15 });
  });

  it("takes a page past the end for the last one", () => {
    expect(toListPage({ data: rows(9) }, asIs, { page: 99, limit: 8 })).toMatchObject({ page: 2, rows: [8] });
  });

  it.each([[], { data: [] }, { data: null }, { success: true, data: [] }])(
    "a list without rows (%j) is an empty page",
    (body) => {
      expect(toListPage(body, asIs, { page: 1, limit: 8 })).toMatchObject({ rows: [], page: 1, pages: 1, total: 0 });
    },
  );

  it.each([{}, null, 5, "text", { data: {} }, { success: true }, { meta: { total: 0 } }])(
    "an answer that names no list (%j) is an error, not an empty page",
    (body) => {
      const read = () => toListPage(body, asIs, { page: 1, limit: 8 });
      expect(read).toThrow(expect.objectContaining({ code: "unclear" }));
    },
  );
});

describe("until a page is there", () => {
  const buildKey = (request: object) => ({ queryKey: ["quotations", "list", request] });
  const page = pageBefore({ page: 2, limit: 8, search: "bakker", relation: 7 });

  it("the page before it shows, of the same list only", () => {
    expect(page("rows", buildKey({ page: 1, limit: 8, search: "bakker", relation: 7 }))).toBe("rows");
    expect(page("rows", buildKey({ page: 1, limit: 8, search: "bak", relation: 7 }))).toBeUndefined();
    expect(page("rows", buildKey({ page: 1, limit: 8, relation: 7 }))).toBeUndefined();
    expect(page("rows", buildKey({ page: 1, limit: 8, search: "bakker", relation: 8 }))).toBeUndefined();
    expect(page(undefined, undefined)).toBeUndefined();
  });
});

describe("one shape for every alias", () => {
  it("relation", () => {
    const list = toRelation({ relation_number: 1, company: "A", zipcode: "1234 AB", kvk_number: "12345678" });
    const edit = toRelation(asWire({ number: "1", company_name: "A", postalcode: "1234 AB", kvk: "12345678" }));
    expect(list).toEqual(edit);
    expect(toRelation({ relation_number: 1, digital_policy: "Ja" }).digitalPolicy).toBe("J");
    expect(toRelation({ relation_number: 1, digital_policy: "nee" }).digitalPolicy).toBe("N");
  });

  it("what the edit form starts with leaves empty answers out", () => {
    const data = relationFormData(toRelation({ relation_number: 1, company: "A", email: "" }));
    expect(data).toEqual({ company_name: "A", country: "NL" });
  });

  it("quotation and insurance", () => {
    expect(toQuotation({ number: 5, status: "O", premium_total: "254.10" })).toMatchObject({
      number: 5,
      status: "O",
      premiumTotal: 254.1,
      policy: null,
    });
    expect(toQuotation(asWire({ number: 5, status_code: "P", policy_number: 7 }))).toMatchObject({
      status: "P",
      policy: 7,
    });
    expect(toPolicy({ number: 7 }).policy).toBe(7);
    expect(toQuotation({ number: 5 }).premiumTotal).toBeNull();
  });

  it("open invoice", () => {
    expect(toOpenInvoice({ offer_number: 9, total_open_amount: 12.5, status_code: "E" })).toMatchObject({
      offer: 9,
      open: 12.5,
      status: "E",
    });
    expect(toOpenInvoice({ offer_number: 9, total_outstanding_amount: 12.5 }).open).toBe(12.5);
  });

  it("employee, flat or under userData", () => {
    const flat = toEmployee(asWire({ login_name: "a", username: "A B", email: "a@example.nl", profiles: ["P"] }));
    const nested = toEmployee(
      asWire({ loginName: "a", userData: { username: "A B", email: "a@example.nl", profiles: ["P"] } }),
    );
    expect(nested).toEqual(flat);
  });

  it("profile: no user until the server names one", () => {
    expect(toProfile({}).loggedIn).toBe(false);
    expect(toProfile({ loggedIn: true, language: "de" })).toMatchObject({
      loggedIn: true,
      language: null,
      intermediary: null,
    });
  });

  it("a document is fetched from our own address only", () => {
    expect(toDocument({ id: 1, download: "/api/documents/1/download" }).href).toBe("/api/documents/1/download");
    for (const download of ["https://elsewhere.example/x", "//elsewhere.example/x", "javascript:alert(1)"]) {
      expect(toDocument({ id: "a/b", download }).href).toBe("/api/documents/a%2Fb/download");
    }
  });
});
