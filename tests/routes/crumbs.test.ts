// The breadcrumb's rules (spec: portal 2, decisions 44 and 76), and which section and menu entry a route belongs to.

import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#engine/values/languages.ts";
import { buildPath, readAddress } from "#routes/address.ts";
import { type Crumb, listCrumbs } from "#routes/crumbs.ts";
import { findFrame, type RouteName, routeNames } from "#routes/table.ts";

const params = {
  relation: 300101,
  intermediary: 100245,
  quotation: 50010513,
  id: 81003,
  product: "some-product",
  employee: "v.voorbeeld",
  request: "2f6d2a3e-0000-4000-8000-000000000000",
  search: "Bakker 12",
};

const show = (crumb: Crumb): string => {
  if (crumb.kind === "word") return crumb.word;
  if (crumb.kind === "quotation") return `quotation ${crumb.number}`;
  if (crumb.kind !== "item") return crumb.kind;
  return crumb.list === "relations" ? `relation ${crumb.id}` : `item of ${crumb.relation ?? "everybody"}`;
};

const trail = (route: RouteName | null, values: Partial<typeof params> = params) =>
  listCrumbs("nl", route, values).map(show);
const pick = (...names: (keyof typeof params)[]) => Object.fromEntries(names.map((name) => [name, params[name]]));

describe("breadcrumb", () => {
  it("starts with the dashboard everywhere, there and at an address that leads nowhere too", () => {
    expect(trail("dashboard", {})).toEqual(["dashboard"]);
    expect(trail(null, {})).toEqual(["dashboard", "not_found"]);
    for (const route of routeNames) expect(trail(route, params)[0]).toBe("dashboard");
  });

  it("starts with the first page of who has no dashboard, and names it once", () => {
    const of = (role: string, route: RouteName | null) => listCrumbs("nl", route, params, role).map(show);
    expect(of("underwriter", "referrals")).toEqual(["referrals"]);
    expect(of("underwriter", "referrals.item")).toEqual(["referrals", "item of 300101"]);
    expect(of("underwriter", "sessions")).toEqual(["referrals", "account", "sessions"]);
    expect(of("auditor", "trail")).toEqual(["trail"]);
    expect(of("auditor", null)).toEqual(["trail", "not_found"]);
    // What is not theirs is shown as not found, and the way to it leads nowhere either.
    expect(of("underwriter", "relations.item")).toEqual(["referrals", "not_found"]);
    expect(of("broker", "referrals.item")).toEqual(["dashboard", "not_found"]);
    expect(of("administrator", "staff")).toEqual(["dashboard", "account", "staff"]);
  });

  it.each<[RouteName, (keyof typeof params)[], string[]]>([
    ["quotes", [], ["dashboard", "quotes"]],
    ["quotes.item", ["id"], ["dashboard", "quotes", "item of everybody"]],
    ["open_invoices", [], ["dashboard", "open_invoices"]],
    ["open_invoices.item", ["id"], ["dashboard", "open_invoices", "item of everybody"]],
    ["relations", [], ["dashboard", "relations"]],
    ["relations.item", ["relation"], ["dashboard", "relations", "relation 300101"]],
    ["relationData", ["relation"], ["dashboard", "relations", "relation 300101", "data"]],
    ["relationChange", ["relation"], ["dashboard", "relations", "relation 300101", "data"]],
    ["relation.documents", ["relation"], ["dashboard", "relations", "relation 300101", "documents"]],
    ["relation.damages", ["relation"], ["dashboard", "relations", "relation 300101", "damages"]],
    [
      "relation.damages.item",
      ["relation", "id"],
      ["dashboard", "relations", "relation 300101", "damages", "item of 300101"],
    ],
    ["request", ["product", "intermediary"], ["dashboard", "product"]],
    ["newRequest", ["product", "intermediary", "relation"], ["dashboard", "relations", "relation 300101", "product"]],
    [
      "quoteToPolicy",
      ["product", "intermediary", "relation", "quotation"],
      ["dashboard", "relations", "relation 300101", "quotation 50010513", "policy"],
    ],
    [
      "editQuote",
      ["product", "intermediary", "relation", "quotation"],
      ["dashboard", "relations", "relation 300101", "quotation 50010513"],
    ],
    ["accountDetails", [], ["dashboard", "account", "account_details"]],
    ["sessions", [], ["dashboard", "account", "sessions"]],
    ["employee", ["employee"], ["dashboard", "account", "staff", "employee"]],
    ["settings", [], ["dashboard", "settings"]],
    ["failure", [], ["dashboard", "failure"]],
  ])("%s", (route, names, expected) => {
    expect(trail(route, pick(...names))).toEqual(expected);
  });

  it("hides the words application and change, and calls a search by what it is: no term with its digits gone", () => {
    expect(trail("quotes.search", pick("search"))).toEqual(["dashboard", "quotes", "search_results"]);
    expect(trail("relations.search", { search: "123" })).toEqual(["dashboard", "relations", "search_results"]);
  });

  it.each(LANGUAGES)("every link leads to a page of the portal (%s)", (language) => {
    for (const route of routeNames) {
      const match = readAddress(buildPath(language, route, params), language);
      const links = listCrumbs(language, route, match?.params ?? {}).slice(0, -1);
      for (const { to } of links) expect(readAddress(to, language)?.language).toBe(language);
    }
  });
});

it.each(LANGUAGES)("what a crumb names is where it leads: the quotation, not its product (%s)", (language) => {
  const named = listCrumbs(language, "quoteToPolicy", params).find(({ kind }) => kind === "quotation");
  expect(readAddress(named?.to ?? "", language)).toMatchObject({
    route: "relation.quotes.item",
    params: { relation: params.relation, id: params.quotation },
  });
});

describe("section and menu entry", () => {
  it.each([
    ["dashboard", "home", "dashboard"],
    ["relations.search", "home", "relations"],
    ["relationData", "home", "relations"],
    ["quotes.search", "quotes", "quotes"],
    ["relation.quotes.item", "quotes", "relations"],
    ["insurances.item", "insurances", "insurances"],
    ["relation.damages", "damages", "relations"],
    ["open_invoices.item", "invoices", "open_invoices"],
    ["newRequest", null, null],
    ["editQuote", null, null],
    ["request", null, null],
    ["account", null, null],
    ["settings", null, null],
  ] as const)("%s", (route, section, entry) => {
    expect(findFrame(route)).toMatchObject({ section, menu: entry });
  });
});
