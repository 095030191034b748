// What the breadcrumb shows for a route (spec: portal 2, decisions 44 and 76): the dashboard first; no numbers and none
// of the words application, search and change; what a number stands for is shown by its label once that is loaded.
import type { Language } from "#engine/types.ts";
import { type ListName, type Paths, paths } from "./paths.ts";
import type { RouteName, RouteParams } from "./routeTable.ts";

export type CrumbWord =
  | "dashboard"
  | "relations"
  | "data"
  | "documents"
  | "quotes"
  | "insurances"
  | "damages"
  | "open_invoices"
  | "account"
  | "account_details"
  | "staff"
  | "settings"
  | "failure"
  | "not_found"
  | "search_results"
  | "policy";

export type Crumb = { to: string } & (
  | { kind: "word"; word: CrumbWord }
  | { kind: "relation"; relation: number }
  | { kind: "product"; product: string }
  | { kind: "employee"; login: string }
  | { kind: "item"; list: ListName; id: number; relation: number | undefined }
);

const word = (name: CrumbWord, to: string): Crumb => ({ kind: "word", word: name, to });

const lists: { name: ListName; word: CrumbWord; item: RegExp; param: keyof RouteParams }[] = [
  { name: "quotes", word: "quotes", item: /^(relationQ|q)uote$/, param: "quotation" },
  { name: "insurances", word: "insurances", item: /^(relationI|i)nsurance$/, param: "policy" },
  { name: "damages", word: "damages", item: /^(relationD|d)amage$/, param: "damage" },
  { name: "openInvoices", word: "open_invoices", item: /^(relationO|o)penInvoice$/, param: "offer" },
];

/** Not the term itself: without its digits it would be another one (decisions 44), and the page says it in full. */
const termCrumb = (term: string | undefined): Crumb[] => (term ? [word("search_results", "")] : []);

function listCrumbs(to: Paths, route: RouteName, params: RouteParams): Crumb[] {
  const bare = route.replace(/^relation(?=[A-Z])/, "").toLowerCase();
  const list = lists.find(({ name, item }) => bare.startsWith(name.toLowerCase()) || item.test(route));
  if (!list) return [];
  const crumbs = [word(list.word, to.list(list.name, { relation: params.relation }))];
  const id = params[list.param];
  if (list.item.test(route) && typeof id === "number") {
    const { relation } = params;
    crumbs.push({ kind: "item", list: list.name, id, relation, to: to.item(list.name, id, relation) });
  }
  return [...crumbs, ...termCrumb(params.term)];
}

function relationCrumbs(to: Paths, route: RouteName, params: RouteParams): Crumb[] {
  const crumbs = [word("relations", to.relations())];
  const { relation } = params;
  if (relation === undefined) return [...crumbs, ...termCrumb(params.term)];
  crumbs.push({ kind: "relation", relation, to: to.relation(relation) });
  if (route === "relationData" || route === "relationChange") crumbs.push(word("data", to.relationData(relation)));
  if (route === "relationDocuments") crumbs.push(word("documents", to.documents(relation)));
  return crumbs;
}

/** A link on the product would start a request, so with a quotation it leads to the quotation's page. */
function wizardCrumbs(to: Paths, route: RouteName, params: RouteParams): Crumb[] {
  const { product, intermediary = 0, relation, quotation } = params;
  if (!product) return [];
  const page = quotation === undefined ? to.wizard({ product, intermediary, relation }) : to.quote(quotation, relation);
  const crumbs: Crumb[] = [{ kind: "product", product, to: page }];
  return route === "quoteToPolicy" ? [...crumbs, word("policy", "")] : crumbs;
}

function accountCrumbs(to: Paths, route: RouteName, params: RouteParams): Crumb[] {
  if (route === "settings" || route === "failure") return [word(route, to[route]())];
  const staff = route === "staff" || route === "employee";
  if (!staff && route !== "account" && route !== "accountDetails") return [];
  const crumbs = [word("account", to.account())];
  if (route === "accountDetails") crumbs.push(word("account_details", to.accountDetails()));
  if (staff) crumbs.push(word("staff", to.staff()));
  if (params.employee) crumbs.push({ kind: "employee", login: params.employee, to: to.employee(params.employee) });
  return crumbs;
}

/** Without a route: an address that leads nowhere. */
export function crumbsOf(language: Language, route: RouteName | null, params: RouteParams): Crumb[] {
  const to = paths(language);
  if (route === null) return [word("dashboard", to.dashboard()), word("not_found", "")];
  const underRelation = params.relation !== undefined || route.startsWith("relations");
  return [
    word("dashboard", to.dashboard()),
    ...(underRelation ? relationCrumbs(to, route, params) : []),
    ...(route.startsWith("relations") ? [] : listCrumbs(to, route, params)),
    ...wizardCrumbs(to, route, params),
    ...accountCrumbs(to, route, params),
  ];
}
