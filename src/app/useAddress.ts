// The route of the current address, which React Router found, and its parameters. Null when there is no such page:
// no route, or a number that is none.
import { useMemo } from "react";
import { useLocation, useMatches } from "react-router";
import { type Address, readRoute } from "#routes/address.ts";
import type { RouteName } from "#routes/table.ts";
import { useLanguage } from "#widgets/runtime/text.ts";

interface Handle {
  route: RouteName;
}

export function useAddress(): Address | null {
  const { pathname } = useLocation();
  const language = useLanguage();
  const route = (useMatches().at(-1)?.handle as Handle | undefined)?.route;
  return useMemo(() => (route ? readRoute(route, pathname, language) : null), [route, pathname, language]);
}
