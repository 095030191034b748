// The only place that builds addresses. Screens ask for a page by what it is; words and order are not their concern.
import type { Language } from "#engine/types.ts";
import { buildPath } from "./routeMatch.ts";
import type { RouteName, RouteParams } from "./routeTable.ts";

export type ListName = "quotes" | "insurances" | "damages" | "openInvoices";
export type SearchName = ListName | "relations";

export interface ListAddress {
  relation?: number | undefined;
  search?: string | undefined;
}

export interface WizardAddress {
  product: string;
  intermediary: number;
  relation?: number | undefined;
  quotation?: number | undefined;
  /** True: the quotation is turned into a policy. */
  policy?: boolean | undefined;
  /** A temporary request that goes on: its own number. */
  resume?: number | undefined;
  /** True: a new request, also where an earlier one was sent (decisions 89). */
  anew?: boolean | undefined;
}

export interface OutcomeAddress {
  product: string;
  intermediary: number;
  relation?: number | undefined;
  request: string;
}

const itemRoute = { quotes: "quote", insurances: "insurance", damages: "damage", openInvoices: "openInvoice" } as const;
const itemParam = { quotes: "quotation", insurances: "policy", damages: "damage", openInvoices: "offer" } as const;

const ofRelation = (route: string, relation: number | undefined) =>
  (relation === undefined ? route : `relation${route.charAt(0).toUpperCase()}${route.slice(1)}`) as RouteName;

function wizardRoute({ relation, quotation, policy }: WizardAddress): RouteName {
  if (relation === undefined) return "request";
  if (quotation === undefined) return "newRequest";
  return policy ? "quoteToPolicy" : "editQuote";
}

export function paths(language: Language) {
  const build = (route: RouteName, params?: RouteParams) => buildPath(language, route, params);
  const list = (name: ListName, { relation, search }: ListAddress = {}) =>
    search?.trim()
      ? build(ofRelation(`${name}Search`, relation), { relation, term: search.trim() } as RouteParams)
      : build(ofRelation(name, relation), { relation } as RouteParams);
  const item = (name: ListName, id: number, relation?: number) =>
    build(ofRelation(itemRoute[name], relation), { relation, [itemParam[name]]: id } as RouteParams);
  return {
    list,
    item,
    dashboard: () => build("dashboard"),
    relations: (search?: string) =>
      search?.trim() ? build("relationsSearch", { term: search.trim() }) : build("relations"),
    relation: (relation: number) => build("relation", { relation }),
    relationData: (relation: number) => build("relationData", { relation }),
    relationChange: (relation: number) => build("relationChange", { relation }),
    documents: (relation: number) => build("relationDocuments", { relation }),
    quotes: (address?: ListAddress) => list("quotes", address),
    quote: (quotation: number, relation?: number) => item("quotes", quotation, relation),
    insurances: (address?: ListAddress) => list("insurances", address),
    insurance: (policy: number, relation?: number) => item("insurances", policy, relation),
    damages: (address?: ListAddress) => list("damages", address),
    damage: (damage: number, relation?: number) => item("damages", damage, relation),
    openInvoices: (address?: ListAddress) => list("openInvoices", address),
    openInvoice: (offer: number, relation?: number) => item("openInvoices", offer, relation),
    wizard: ({ policy, resume, anew, ...address }: WizardAddress) =>
      build(wizardRoute({ ...address, policy }), address as RouteParams) +
      (resume === undefined ? "" : `?request=${resume}`) +
      (anew ? "?new" : ""),
    outcome: (address: OutcomeAddress) =>
      build(address.relation === undefined ? "requestOutcome" : "newRequestOutcome", address as RouteParams),
    account: () => build("account"),
    accountDetails: () => build("accountDetails"),
    staff: () => build("staff"),
    employee: (login: string) => build("employee", { employee: login }),
    settings: () => build("settings"),
    failure: () => build("failure"),
  };
}

export type Paths = ReturnType<typeof paths>;
