// Every address in both languages: what is built is read back as the same route with the same parameters.

import { describe, expect, it } from "vitest";
import { LANGUAGES } from "#engine/values/languages.ts";
import { buildPath, readAddress } from "#routes/address.ts";
import { paths } from "#routes/paths.ts";
import { findChain, type RouteName, type RouteParams, routeNames, routes } from "#routes/table.ts";
import { addressLanguages } from "#routes/words.ts";
import { fillText, serverTexts } from "#server/texts/serverTexts.ts";

const every: Required<RouteParams> = {
  relation: 300101,
  intermediary: 100245,
  quotation: 50010513,
  id: 70020570,
  product: "some-product",
  employee: "v.voorbeeld",
  request: "2f6d2a3e-0000-4000-8000-000000000000",
  search: "Bakker & Zn. 12/3",
};

const buildParams = (route: RouteName) => {
  const path = findChain(route)
    .map((name) => routes[name].path)
    .join("/");
  const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as keyof RouteParams);
  return Object.fromEntries(names.map((name) => [name, every[name]])) as RouteParams;
};

it("every language of the portal has words for its addresses", () => expect(addressLanguages).toEqual(LANGUAGES));

describe.each(LANGUAGES)("addresses in %s", (language) => {
  it.each(routeNames)("%s comes back", (route) => {
    const params = buildParams(route);
    const path = buildPath(language, route, params);
    expect(readAddress(path, language)).toEqual({ language, route, params });
  });

  it("no two routes share an address", () => {
    const all = routeNames.map((route) => buildPath(language, route, buildParams(route)));
    expect(new Set(all).size).toBe(all.length);
  });
});

it.each(LANGUAGES)("the links of mails in %s lead to the pages of referrals, quotations and policies", (language) => {
  const { underwriter_mails, broker_mails } = serverTexts[language];
  const fill = ({ address }: { address: string }) => fillText(address, { number: 50010546 });
  expect(fill(underwriter_mails)).toBe(paths(language).item("referrals", 50010546));
  expect(fill(broker_mails.quotation)).toBe(paths(language).item("quotes", 50010546));
  expect(fill(broker_mails.policy)).toBe(paths(language).item("insurances", 50010546));
});

describe("reading", () => {
  it("finds an address in the other language", () => {
    expect(readAddress("/offertes/offerte_50010513", "fr")).toMatchObject({ language: "nl", route: "quotes.item" });
    expect(readAddress("/devis/devis_50010513", "nl")).toMatchObject({ language: "fr", route: "quotes.item" });
  });
  it("does not mind a trailing slash", () => {
    expect(readAddress("/offertes/", "nl")?.route).toBe("quotes");
  });
  it.each(["/offertes/offerte_12a", "/offertes/polis_12", "/relaties/300101", "/offertes/zoeken/", "/%E0%A4%A", "/x"])(
    "refuses %s",
    (path) => expect(readAddress(path, "nl")).toBeNull(),
  );
  it.each(["..", ".", "a/b", "100%", "été", "50010"])("keeps the search term %s", (term) => {
    const path = paths("nl").quotes({ search: term });
    const asBrowsersDo = new URL(path, "https://portal.example").pathname;
    expect(readAddress(asBrowsersDo, "nl")?.params.search).toBe(term);
  });
});

describe("building", () => {
  it("uses the words of the language", () => {
    expect(paths("nl").quote(12, 7)).toBe("/relaties/relatie_7/offertes/offerte_12");
    expect(paths("fr").quote(12, 7)).toBe("/relations/relation_7/devis/devis_12");
  });
  it("picks the wizard flow from what is known", () => {
    const address = { product: "p", intermediary: 1 };
    expect(paths("nl").wizard(address)).toBe("/aanvraag/p/1");
    expect(paths("nl").wizard({ ...address, relation: 2 })).toBe("/relaties/relatie_2/aanvraag/p/1");
    expect(paths("nl").wizard({ ...address, relation: 2, quotation: 3 })).toBe(
      "/relaties/relatie_2/aanvraag/p/1/wijzigen/3",
    );
    expect(paths("fr").wizard({ ...address, relation: 2, quotation: 3, policy: true })).toBe(
      "/relations/relation_2/demande/p/1/modifier/3/police",
    );
  });
  it("treats an empty search as the list", () => {
    expect(paths("nl").quotes({ search: "  " })).toBe("/offertes");
    expect(paths("nl").relations(" x ")).toBe("/relaties/zoeken/x");
  });
});
