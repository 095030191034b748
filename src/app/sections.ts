// Which section of the portal a route belongs to: its colour, its entry in the menu, what the search box looks in.
import type { SearchName } from "./paths.ts";
import type { RouteName } from "./routeTable.ts";

export type Section = "home" | "quotes" | "insurances" | "damages" | "invoices";
export type MenuEntry = "dashboard" | "relations" | "quotes" | "insurances" | "damages" | "open_invoices";

const word = (route: RouteName) => route.replace(/^relation(?=[A-Z])/, "").toLowerCase();

/** No section for wizard, account, settings and failure: they use the action colour. */
export function sectionOf(route: RouteName): Section | null {
  const name = word(route);
  if (name.startsWith("quotes") || route === "quote" || route === "relationQuote") return "quotes";
  if (name.startsWith("insurance")) return "insurances";
  if (name.startsWith("damage")) return "damages";
  if (name.startsWith("openinvoice")) return "invoices";
  return route === "dashboard" || route.startsWith("relation") ? "home" : null;
}

const menuOfSection = {
  home: "dashboard",
  quotes: "quotes",
  insurances: "insurances",
  damages: "damages",
  invoices: "open_invoices",
} as const;

/** Under a relation the menu shows Relations, whatever list is open there. The wizard is no part of the menu. */
export function menuEntryOf(route: RouteName): MenuEntry | null {
  if (route.startsWith("relation")) return "relations";
  const section = sectionOf(route);
  return section ? menuOfSection[section] : null;
}

const wizard: readonly RouteName[] = [
  "request",
  "newRequest",
  "editQuote",
  "quoteToPolicy",
  "requestOutcome",
  "newRequestOutcome",
];

/** What the search box looks in first: a broker who makes a request looks for quotations. */
export function searchOf(route: RouteName): SearchName {
  const section = sectionOf(route);
  if (section) return searchOfSection[section];
  return wizard.includes(route) ? "quotes" : "relations";
}

const searchOfSection: Record<Section, SearchName> = {
  home: "relations",
  quotes: "quotes",
  insurances: "insurances",
  damages: "damages",
  invoices: "openInvoices",
};
