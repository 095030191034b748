// The only place that builds addresses. Screens ask for a page by what it is, and know neither words nor their order.
import type { Language } from "#engine/values/languages.ts";
import { buildPath } from "./address.ts";
import { findNumberParam, type Kind, type KindName } from "./kinds.ts";
import type { RouteName, RouteParams } from "./table.ts";

/** The parameters of a list page's address. */
export interface ListAddress {
  relation?: number | undefined;
  search?: string | undefined;
}

interface WizardAddress {
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

interface OutcomeAddress {
  product: string;
  intermediary: number;
  relation?: number | undefined;
  request: string;
}

function findWizardRoute({ relation, quotation, policy }: WizardAddress): RouteName {
  if (relation === undefined) return "request";
  if (quotation === undefined) return "newRequest";
  return policy ? "quoteToPolicy" : "editQuote";
}

export function paths(language: Language) {
  const build = (route: RouteName, params?: { [name in keyof RouteParams]: RouteParams[name] | undefined }) =>
    buildPath(language, route, params as RouteParams);
  const list = (kind: KindName, { relation, search }: ListAddress = {}) => {
    const route = (relation === undefined || kind === "relations" ? kind : `relation.${kind}`) as Kind;
    const wanted = search?.trim();
    return wanted ? build(`${route}.search`, { relation, search: wanted }) : build(route, { relation });
  };
  const item = (kind: Kind, id: number, relation?: number) => {
    const whole = relation === undefined || kind === "relations" || kind === "referrals";
    return build(whole ? `${kind}.item` : `relation.${kind}.item`, { relation, [findNumberParam(kind)]: id });
  };
  return {
    list,
    item,
    dashboard: () => build("dashboard"),
    /** Of a search in all lists, or in those of one relation. */
    search: (search: string, relation?: number) =>
      build("search", { search: search.trim() }) + (relation === undefined ? "" : `?relation=${relation}`),
    relations: (search?: string) => list("relations", { search }),
    relation: (relation: number) => item("relations", relation),
    relationData: (relation: number) => build("relationData", { relation }),
    relationChange: (relation: number) => build("relationChange", { relation }),
    documents: (relation: number) => list("documents", { relation }),
    quotes: (address?: ListAddress) => list("quotes", address),
    quote: (quotation: number, relation?: number) => item("quotes", quotation, relation),
    insurances: (address?: ListAddress) => list("insurances", address),
    insurance: (policy: number, relation?: number) => item("insurances", policy, relation),
    damages: (address?: ListAddress) => list("damages", address),
    damage: (damage: number, relation?: number) => item("damages", damage, relation),
    openInvoices: (address?: ListAddress) => list("open_invoices", address),
    openInvoice: (offer: number, relation?: number) => item("open_invoices", offer, relation),
    wizard: ({ policy, resume, anew, ...address }: WizardAddress) =>
      build(findWizardRoute({ ...address, policy }), address) +
      (resume === undefined ? "" : `?request=${resume}`) +
      (anew ? "?new" : ""),
    outcome: (address: OutcomeAddress) =>
      build(address.relation === undefined ? "requestOutcome" : "newRequestOutcome", address),
    account: () => build("account"),
    accountDetails: () => build("accountDetails"),
    sessions: () => build("sessions"),
    staff: () => build("staff"),
    employee: (login: string) => build("employee", { employee: login }),
    settings: () => build("settings"),
    trail: () => build("trail"),
    failure: () => build("failure"),
  };
}

export type Paths = ReturnType<typeof paths>;
