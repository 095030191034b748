// Turns a route with parameters into an address and an address back into its route, in either language. It refuses
// addresses with a wrong prefix or a number that is none: those are pages that do not exist.

import { pathSegment } from "#api/session.ts";
import { LANGUAGES } from "#engine/languages.ts";
import type { Language } from "#engine/types.ts";
import french from "./messages/routes.fr.json" with { type: "json" };
import dutch from "./messages/routes.nl.json" with { type: "json" };
import { type RouteName, type RouteParams, routeTable, textParams } from "./routeTable.ts";

const words: Record<Language, Record<string, string>> = { nl: dutch, fr: french };

const segmentsOf = (route: RouteName): string[] => (routeTable[route] ? routeTable[route].split("/") : []);

const translated = (segment: string, language: Language) =>
  segment.replace(/\{(\w+)\}/g, (_, word) => words[language][`route.${word}`] ?? word);

export function buildPath(language: Language, route: RouteName, params: RouteParams = {}): string {
  const values = params as Record<string, string | number | undefined>;
  const filled = segmentsOf(route).map((segment) =>
    translated(segment, language).replace(/:(\w+)/, (_, name) => pathSegment(String(values[name] ?? ""))),
  );
  return `/${filled.join("/")}`;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

function readSegment(pattern: string, segment: string): Record<string, string | number> | null {
  const [, prefix = "", name] = /^([^:]*):(\w+)$/.exec(pattern) ?? [];
  const text = decoded(segment);
  if (text === null) return null;
  if (!name) return text === pattern ? {} : null;
  if (!text.startsWith(prefix)) return null;
  const value = text.slice(prefix.length).trim();
  if (textParams.includes(name)) return value ? { [name]: value } : null;
  return /^\d{1,15}$/.test(value) ? { [name]: Number(value) } : null;
}

function readRoute(language: Language, route: RouteName, segments: string[]): RouteParams | null {
  const patterns = segmentsOf(route);
  if (patterns.length !== segments.length) return null;
  const params: RouteParams = {};
  for (const [index, pattern] of patterns.entries()) {
    const found = readSegment(translated(pattern, language), segments[index] ?? "");
    if (!found) return null;
    Object.assign(params, found);
  }
  return params;
}

export interface RouteMatch {
  language: Language;
  route: RouteName;
  params: RouteParams;
}

const names = Object.keys(routeTable) as RouteName[];

/** The route of an address; where both LANGUAGES have the same words, `preferred` wins. */
export function matchPath(pathname: string, preferred: Language): RouteMatch | null {
  const segments = pathname.split("/").filter(Boolean);
  for (const language of [preferred, ...LANGUAGES.filter((other) => other !== preferred)]) {
    for (const route of names) {
      const params = readRoute(language, route, segments);
      if (params) return { language, route, params };
    }
  }
  return null;
}
