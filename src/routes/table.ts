// Every address of the portal, once, with its words left open (spec: portal 2, decisions 43). `{word}` is a route word,
// `:name` a parameter. Both may occur in one segment. Each route adds to its parent. Pure data: building and reading
// addresses is in address.ts.
import {
  findNumberParam,
  isMain,
  KINDS,
  type Kind,
  type KindName,
  type ListName,
  OWNED_LISTS,
  type Section,
} from "./kinds.ts";

type ListRoutes<Base extends string> = Base | `${Base}.search` | `${Base}.item`;

export type RouteName =
  | "dashboard"
  | "search"
  | "request"
  | "requestOutcome"
  | "newRequest"
  | "newRequestOutcome"
  | "editQuote"
  | "quoteToPolicy"
  | "failure"
  | "settings"
  | "account"
  | "accountDetails"
  | "sessions"
  | "staff"
  | "employee"
  | "trail"
  | "relationData"
  | "relationChange"
  | "relation.documents"
  | ListRoutes<Kind>
  | ListRoutes<`relation.${ListName}`>;

export interface RouteParams {
  relation?: number;
  intermediary?: number;
  quotation?: number;
  /** Number of a thing of some kind. */
  id?: number;
  product?: string;
  employee?: string;
  search?: string;
  /** Which sent request. */
  request?: string;
}

export type CrumbWord =
  | "dashboard"
  | KindName
  | "data"
  | "account"
  | "account_details"
  | "sessions"
  | "staff"
  | "settings"
  | "trail"
  | "failure"
  | "not_found"
  | "search_results"
  | "policy";

/** What header and menu show about the open screen. No section: the action colour. */
interface Frame {
  section: Section | null;
  menu: "dashboard" | "trail" | Kind | null;
}

interface Route {
  under?: RouteName;
  path: string;
  /** A word, or the name to show once it is loaded. Hidden words have none (decisions 44). */
  crumb?: CrumbWord | { name: "product" | "employee" } | { name: "item"; list: Kind };
  /** If absent, the parent route's. */
  frame?: Frame;
}

const none: Frame = { section: null, menu: null };
const wizardPath = "{application}/:product/:intermediary";

const findSearch = (list: RouteName): Route => ({ under: list, path: "{search}/:search", crumb: "search_results" });

function listRoutes(list: KindName, under?: RouteName): Partial<Record<RouteName, Route>> {
  const name = (under ? `relation.${list}` : list) as RouteName;
  const { section } = KINDS[list];
  // Under a relation the menu shows Relations, whatever list is open there.
  const frame: Frame = { section, menu: !under && isMain(list) ? list : "relations" };
  const whole = { [name]: { ...(under && { under }), path: `{${list}}`, crumb: list, frame } };
  if (!isMain(list)) return whole;
  return {
    ...whole,
    [`${name}.search`]: findSearch(name),
    [`${name}.item`]: {
      under: name,
      path: `{${KINDS[list].item}}_:${findNumberParam(list)}`,
      crumb: { name: "item", list },
    },
  };
}

export const routes = {
  dashboard: { path: "", frame: { section: "home", menu: "dashboard" } },
  search: { path: "{search}/:search", crumb: "search_results", frame: none },
  request: { path: wizardPath, crumb: { name: "product" }, frame: none },
  requestOutcome: { under: "request", path: "{outcome}/:request" },
  failure: { path: "{failure}", crumb: "failure", frame: none },
  settings: { path: "{settings}", crumb: "settings", frame: none },
  account: { path: "{account}", crumb: "account", frame: none },
  accountDetails: { under: "account", path: "{account_details}", crumb: "account_details" },
  sessions: { under: "account", path: "{sessions}", crumb: "sessions" },
  staff: { under: "account", path: "{staff}", crumb: "staff" },
  employee: { under: "staff", path: ":employee", crumb: { name: "employee" } },
  trail: { path: "{trail}", crumb: "trail", frame: { section: "home", menu: "trail" } },
  relationData: { under: "relations.item", path: "{data}", crumb: "data" },
  relationChange: { under: "relationData", path: "{change}" },
  newRequest: { under: "relations.item", path: wizardPath, crumb: { name: "product" }, frame: none },
  newRequestOutcome: { under: "newRequest", path: "{outcome}/:request" },
  editQuote: { under: "newRequest", path: "{change}/:quotation" },
  quoteToPolicy: { under: "editQuote", path: "{policy}", crumb: "policy" },
  ...Object.assign(
    {},
    ...(Object.keys(KINDS) as KindName[]).filter(isMain).map((list) => listRoutes(list)),
    ...OWNED_LISTS.map((list) => listRoutes(list, "relations.item")),
  ),
} as Record<RouteName, Route>;

export const routeNames = Object.keys(routes) as RouteName[];

/** Returns a route with its parents, the outermost first. */
export function findChain(name: RouteName): RouteName[] {
  const { under } = routes[name];
  return under ? [...findChain(under), name] : [name];
}

const EVERYBODYS: RouteName[] = ["account", "accountDetails", "sessions", "settings", "failure"];

/** Whether a role may open an address. The server refuses its calls in any case. */
export function isFor(route: RouteName, role: string | undefined): boolean {
  if (EVERYBODYS.includes(route)) return true;
  if (route === "trail") return role === "auditor";
  const referrals = findChain(route)[0] === "referrals";
  return referrals ? role === "underwriter" : role !== "underwriter" && role !== "auditor";
}

/** Returns the first page of a role. */
export function findHome(role: string | undefined): "dashboard" | "referrals" | "trail" {
  if (isFor("dashboard", role)) return "dashboard";
  return isFor("referrals", role) ? "referrals" : "trail";
}

export function findFrame(name: RouteName): Frame {
  const { frame, under } = routes[name];
  return frame ?? (under ? findFrame(under) : none);
}
