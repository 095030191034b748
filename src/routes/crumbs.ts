// What the breadcrumb shows for a route (spec: portal 2, decisions 44 and 76): the reader's first page first, then each parent
// route. Instead of a number it shows the item's label, once that is loaded.
import type { Language } from "#engine/values/languages.ts";
import { buildPath } from "./address.ts";
import { findNumberParam, type Kind } from "./kinds.ts";
import { type CrumbWord, findChain, findHome, isFor, type RouteName, type RouteParams, routes } from "./table.ts";

export type Crumb = { to: string } & (
  | { kind: "word"; word: CrumbWord }
  | { kind: "product"; product: string }
  | { kind: "quotation"; number: number }
  | { kind: "employee"; login: string }
  | { kind: "item"; list: Kind; id: number; relation: number | undefined }
);

function buildCrumb(language: Language, route: RouteName, params: RouteParams): Crumb[] {
  const { crumb } = routes[route];
  const { relation, product = "", employee = "", quotation } = params;
  const to = buildPath(language, route, params);
  if (!crumb) return [];
  if (typeof crumb === "string") return [{ kind: "word", word: crumb, to }];
  if (crumb.name === "item")
    return [{ kind: "item", list: crumb.list, id: params[findNumberParam(crumb.list)] ?? 0, relation, to }];
  if (crumb.name === "employee") return [{ kind: "employee", login: employee, to }];
  if (quotation === undefined) return [{ kind: "product", product, to }];
  // A link on the product would start another request.
  const page = buildPath(language, "relation.quotes.item", { relation, id: quotation });
  return [{ kind: "quotation", number: quotation, to: page }];
}

/** Returns the crumbs of a route. Without a route, or with one of another role, those of the page "not found". `role`: its first page is the first crumb. */
export function listCrumbs(language: Language, route: RouteName | null, params: RouteParams, role?: string): Crumb[] {
  const word = findHome(role);
  const home: Crumb = { kind: "word", word, to: buildPath(language, word) };
  if (route === null || !isFor(route, role)) return [home, { kind: "word", word: "not_found", to: "" }];
  const crumbs = findChain(route).flatMap((name) => buildCrumb(language, name, params));
  return [home, ...crumbs.filter(({ to }) => to !== home.to)];
}
