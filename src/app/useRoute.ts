// The route of the current address. Null when there is no such page.

import { useMemo } from "react";
import { useLocation } from "react-router";
import { useLanguage } from "#widgets/text.ts";
import { matchPath, type RouteMatch } from "./routeMatch.ts";

export function useRoute(): RouteMatch | null {
  const { pathname } = useLocation();
  const language = useLanguage();
  return useMemo(() => matchPath(pathname, language), [pathname, language]);
}
