// Which section of the portal a route belongs to: its colour, its entry in the menu, what the search box looks in.
import type { SearchName } from "./paths.ts";
import type { RouteName } from "./routeTable.ts";

export type Section = "home" | "quotes" | "insurances" | "damages" | "invoices";
export type MenuEntry = "dashboard" | "relations" | "quotes" | "insurances" | "damages" | "open_invoices";

const word = (route: RouteName) => route.replace(/^relation(?=[A-Z])/, "").toLowerCase();

/** No section for wizard, account, settings and failure: they use the action colour (look 2). */
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

/** Under a relation the menu shows Relations, whatever list is open there. */
export function menuEntryOf(route: RouteName): MenuEntry | null {
  if (route.startsWith("relation") || route === "newRequest") return "relations";
  if (route === "editQuote" || route === "quoteToPolicy") return "quotes";
  const section = sectionOf(route);
  return section ? menuOfSection[section] : null;
}

export const searchOfSection: Record<Section, SearchName> = {
  home: "relations",
  quotes: "quotes",
  insurances: "insurances",
  damages: "damages",
  invoices: "openInvoices",
};
