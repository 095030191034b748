// The breadcrumb's rules (spec: portal 2, decisions 44 and 76).

import { describe, expect, it } from "vitest";
import { type Crumb, crumbsOf } from "#app/crumbs.ts";
import { buildPath, matchPath } from "#app/routeMatch.ts";
import { type RouteName, routeTable } from "#app/routeTable.ts";
import { LANGUAGES } from "#engine/languages.ts";

const params = {
  relation: 300101,
  intermediary: 100245,
  quotation: 50010513,
  policy: 70020570,
  damage: 81003,
  offer: 90030004,
  product: "some-product",
  employee: "v.voorbeeld",
  term: "Bakker 12",
};

const show = (crumb: Crumb): string => {
  if (crumb.kind === "word") return crumb.word;
  return crumb.kind === "item" ? `item of ${crumb.relation ?? "everybody"}` : crumb.kind;
};

const trail = (route: RouteName | null, given: Partial<typeof params> = params) =>
  crumbsOf("nl", route, given).map(show);
const pick = (...names: (keyof typeof params)[]) => Object.fromEntries(names.map((name) => [name, params[name]]));

describe("breadcrumb", () => {
  it("starts with the dashboard everywhere, there and at an address that leads nowhere too", () => {
    expect(trail("dashboard", {})).toEqual(["dashboard"]);
    expect(trail(null, {})).toEqual(["dashboard", "not_found"]);
    for (const route of Object.keys(routeTable) as RouteName[]) expect(trail(route, params)[0]).toBe("dashboard");
  });

  it.each<[RouteName, (keyof typeof params)[], string[]]>([
    ["quotes", [], ["dashboard", "quotes"]],
    ["quote", ["quotation"], ["dashboard", "quotes", "item of everybody"]],
    ["openInvoices", [], ["dashboard", "open_invoices"]],
    ["openInvoice", ["offer"], ["dashboard", "open_invoices", "item of everybody"]],
    ["relations", [], ["dashboard", "relations"]],
    ["relation", ["relation"], ["dashboard", "relations", "relation"]],
    ["relationData", ["relation"], ["dashboard", "relations", "relation", "data"]],
    ["relationChange", ["relation"], ["dashboard", "relations", "relation", "data"]],
    ["relationDocuments", ["relation"], ["dashboard", "relations", "relation", "documents"]],
    ["relationDamages", ["relation"], ["dashboard", "relations", "relation", "damages"]],
    ["relationDamage", ["relation", "damage"], ["dashboard", "relations", "relation", "damages", "item of 300101"]],
    ["request", ["product", "intermediary"], ["dashboard", "product"]],
    ["newRequest", ["product", "intermediary", "relation"], ["dashboard", "relations", "relation", "product"]],
    [
      "quoteToPolicy",
      ["product", "intermediary", "relation", "quotation"],
      ["dashboard", "relations", "relation", "product", "policy"],
    ],
    ["accountDetails", [], ["dashboard", "account", "account_details"]],
    ["employee", ["employee"], ["dashboard", "account", "staff", "employee"]],
    ["settings", [], ["dashboard", "settings"]],
    ["failure", [], ["dashboard", "failure"]],
  ])("%s", (route, names, expected) => {
    expect(trail(route, pick(...names))).toEqual(expected);
  });

  it("hides the words application and change, and calls a search by what it is: no term with its digits gone", () => {
    expect(trail("quotesSearch", pick("term"))).toEqual(["dashboard", "quotes", "search_results"]);
    expect(trail("relationsSearch", { term: "123" })).toEqual(["dashboard", "relations", "search_results"]);
  });

  it.each(LANGUAGES)("every link leads to a page of the portal (%s)", (language) => {
    for (const route of Object.keys(routeTable) as RouteName[]) {
      const match = matchPath(buildPath(language, route, params), language);
      const links = crumbsOf(language, route, match?.params ?? {}).slice(0, -1);
      for (const { to } of links) expect(matchPath(to, language)?.language).toBe(language);
    }
  });
});
