// One route for everything: the address is read by routeMatch, in either language. An address in the other language leads
// to the same page in the current one (decisions 43).

import { Suspense } from "react";
import { Navigate, useLocation } from "react-router";
import { useLanguage } from "#widgets/text.ts";
import { Loading } from "#widgets/ui/Loading.tsx";
import { NotFound } from "./NotFound.tsx";
import { buildPath } from "./routeMatch.ts";
import { ScreenNet } from "./ScreenNet.tsx";
import { screens } from "./screens.tsx";
import { useRoute } from "./useRoute.ts";

export function CurrentScreen() {
  const found = useRoute();
  const language = useLanguage();
  const { search, pathname } = useLocation();
  if (!found) return <NotFound />;
  const { route, params } = found;
  if (found.language !== language) return <Navigate replace to={buildPath(language, route, params) + search} />;
  return (
    <ScreenNet place={pathname}>
      <Suspense fallback={<Loading rows={6} />}>{screens[route](params)}</Suspense>
    </ScreenNet>
  );
}
