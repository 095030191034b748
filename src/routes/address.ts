// Turns a route with parameters into an address and an address back into its route, in every language. It refuses
// addresses with a wrong prefix or a number that is none: those are pages that do not exist. Small, because the first calls
// are asked by it before the app is there.
import type { Language } from "#engine/values/languages.ts";
import { findChain, type RouteName, type RouteParams, routeNames, routes } from "./table.ts";
import { addressLanguages, words } from "./words.ts";

/** These are plain text in an address. Every other parameter is a whole number. */
const textParams: readonly string[] = ["product", "employee", "search", "request"];

/** A path with the words of a language, its parameters left open. */
export const translatePath = (language: Language, path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, word) => words[language][word] ?? word);

const wholePath = (language: Language, route: RouteName): string =>
  `/${translatePath(
    language,
    findChain(route)
      .map((name) => routes[name].path)
      .join("/"),
  )}`;

/** A browser removes the segments `.` and `..`, even encoded. A leading space, trimmed on reading, keeps them. */
const encodeSegment = (value: string): string => encodeURIComponent(/^\.+$/.test(value) ? ` ${value}` : value);

export function buildPath(language: Language, route: RouteName, params: RouteParams = {}): string {
  const values = params as Record<string, string | number | undefined>;
  return wholePath(language, route).replace(/:(\w+)/g, (_, name) => encodeSegment(String(values[name] ?? "")));
}

const patterns = new Map<string, RegExp>();

function findPattern(language: Language, route: RouteName): RegExp {
  const key = `${language} ${route}`;
  const group = (_: string, name: string) => `(?<${name}>${textParams.includes(name) ? "[^/]+" : "\\d{1,15}"})`;
  const pattern = patterns.get(key) ?? new RegExp(`^${wholePath(language, route).replace(/:(\w+)/g, group)}$`);
  patterns.set(key, pattern);
  return pattern;
}

/** A slash within a segment, which stays apart from those between segments. */
const SLASH = "\u0000";

function decodePath(pathname: string): string | null {
  try {
    const segments = pathname.split("/").filter(Boolean);
    return `/${segments.map((segment) => decodeURIComponent(segment).replaceAll("/", SLASH)).join("/")}`;
  } catch {
    return null;
  }
}

/** The parameters of an address of this route, or null when it is not one of this route. */
function readParams(language: Language, route: RouteName, pathname: string): RouteParams | null {
  const found = findPattern(language, route).exec(decodePath(pathname) ?? "");
  if (!found) return null;
  const read = Object.entries(found.groups ?? {}).map(([name, text]) => {
    const value = text.replaceAll(SLASH, "/").trim();
    return [name, textParams.includes(name) ? value : Number(value)] as const;
  });
  return read.some(([, value]) => value === "") ? null : Object.fromEntries(read);
}

export interface Address {
  language: Language;
  route: RouteName;
  params: RouteParams;
}

/** This route's parameters and the language of its words. Where languages have the same words, `preferred` wins. */
export function readRoute(route: RouteName, pathname: string, preferred: Language): Address | null {
  for (const language of [preferred, ...addressLanguages.filter((other) => other !== preferred)]) {
    const params = readParams(language, route, pathname);
    if (params) return { language, route, params };
  }
  return null;
}

/** What an address leads to. */
export function readAddress(pathname: string, preferred: Language): Address | null {
  for (const route of routeNames) {
    const found = readRoute(route, pathname, preferred);
    if (found) return found;
  }
  return null;
}
