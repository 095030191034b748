// The screens of each kind of user, with numbers that exist in the sample data, and the products that show every control.
import { type RouteName, type RouteParams, routeNames } from "#routes/table.ts";

/** Products that together show every control that any product shows (loss.spec.ts looks). */
export const EVERY_CONTROL = ["beroepsaansprakelijkheid", "schadeverzekering_werknemers"];

export const quotation = { relation: 300101, product: "beroepsaansprakelijkheid", intermediary: 100245 };
const ids: Partial<Record<RouteName, number>> = {
  "quotes.item": 50010414,
  "insurances.item": 70020011,
  "damages.item": 81020,
  "open_invoices.item": 90030004,
  "referrals.item": 50010480,
};

export const buildParams = (route: RouteName): RouteParams => ({
  ...quotation,
  search: "a",
  employee: "f.fictief",
  ...(ids[route] !== undefined && { id: ids[route] }),
});

export const BROKER = "v.voorbeeld";
/**
 * The screens that a broker visits. Those whose number must be a request's own are visited from there. Under a relation
 * is the same screen for one item.
 */
const ofBroker = routeNames.filter(
  (route) => !/Outcome$|^referrals|^trail$|^editQuote$|^quoteToPolicy$|^relation\..*\.item$/.test(route),
);
/** A list, an item, a form and so on. The other lists, items and pages of facts are made of the same parts. */
export const ONE_OF_EACH: RouteName[] = [
  ...(["dashboard", "search", "failure", "account", "staff", "relationChange", "newRequest"] as const),
  ...(["relations.item", "quotes", "quotes.search", "quotes.item", "open_invoices", "relation.documents"] as const),
];

export interface ScreenWalk {
  user: string;
  walked: RouteName[];
}
/** With ONE_OF_EACH every screen, by the kind of user who sees it. Those of a broker that others see too are visited once. */
export const OTHER_WALKS: Record<string, ScreenWalk> = {
  "a broker": { user: BROKER, walked: ofBroker.filter((route) => !ONE_OF_EACH.includes(route)) },
  "a guest": { user: "g.gast", walked: ["dashboard"] },
  "an underwriter": {
    user: "o.oordeel",
    walked: ["referrals", "referrals.search", "referrals.item"],
  },
  "an auditor": { user: "c.controle", walked: ["trail"] },
};
