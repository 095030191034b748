// The portal's addresses as routes of React Router, in every language, each with its screen, which is loaded when it is first
// needed. An address in another language leads to the same page in the current one (decisions 43).
import { useQuery } from "@tanstack/react-query";
import { Navigate, type RouteObject, useLocation, useRouteError } from "react-router";
import { PortalError } from "#api/calls/call.ts";
import { profileQuery } from "#api/profile.ts";
import type { Language } from "#engine/values/languages.ts";
import { buildPath, translatePath } from "#routes/address.ts";
import { findHome, isFor, type RouteName, type RouteParams, routeNames, routes } from "#routes/table.ts";
import { addressLanguages } from "#routes/words.ts";
import { useLanguage, useMessage } from "#widgets/runtime/text.ts";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { isMissingPart } from "#widgets/ui/notice/PartErrorBoundary.tsx";
import { ApartCard, HomeLink } from "./frame/ApartCard.tsx";
import { Failure } from "./frame/Failure.tsx";
import type { Screen } from "./screens.tsx";
import { screens } from "./screens.tsx";
import { useAddress } from "./useAddress.ts";

/** Another item gets a new screen, so that the first item does not show while the second loads. A search stays in its list. */
const buildScreenKey = ({ search: _, ...params }: RouteParams) => Object.values(params).join("/");

/** There is no page at this address. */
function NotFound() {
  const text = useMessage();
  return (
    <ApartCard title={text("portal.not_found.title")} icon="search">
      <p>{text("portal.not_found.text")}</p>
      <HomeLink />
    </ApartCard>
  );
}

function AddressedScreen({ Screen }: { Screen: Screen }) {
  const address = useAddress();
  const language = useLanguage();
  const { search } = useLocation();
  const role = useQuery(profileQuery()).data?.role;
  if (!address) return <NotFound />;
  const { route, params } = address;
  if (!isFor(route, role)) {
    if (route !== "dashboard") return <NotFound />;
    return <Navigate replace to={buildPath(language, findHome(role))} />;
  }
  if (address.language !== language) return <Navigate replace to={buildPath(language, route, params) + search} />;
  return <Screen key={buildScreenKey(params)} {...(params as Required<RouteParams>)} />;
}

/** A segment such as `offerte_12` is one parameter to React Router. useAddress reads the number. */
const openSegments = (path: string) => path.replace(/[^/]*(:\w+)/g, "$1");

function createRoute(language: Language, name: RouteName): RouteObject {
  const path = openSegments(translatePath(language, routes[name].path));
  const handle = { route: name };
  const load = screens[name];
  if (!load) return { path, handle, element: null };
  const below = routeNames.filter((other) => routes[other].under === name);
  const create = (other: RouteName) => createRoute(language, other);
  const screen: RouteObject = {
    lazy: async () => {
      const { default: Screen } = await load();
      return { element: <AddressedScreen Screen={Screen} /> };
    },
    children: [{ index: true, handle, element: null }, ...below.filter((other) => !screens[other]).map(create)],
  };
  return { path, children: [screen, ...below.filter((other) => screens[other]).map(create)] };
}

/** When a screen breaks, the failure replaces it and the header stays. Going elsewhere takes it away. */
function ScreenFailed() {
  const error = useRouteError();
  const reference = error instanceof PortalError ? error.requestId : undefined;
  return <Failure reference={reference} missing={isMissingPart(error)} />;
}

const outermost = routeNames.filter((name) => routes[name].under === undefined);

export const screenRoutes: RouteObject = {
  errorElement: <ScreenFailed />,
  hydrateFallbackElement: <Loading rows={6} />,
  children: [
    ...addressLanguages.flatMap((language) => outermost.map((name) => createRoute(language, name))),
    { path: "*", element: <NotFound /> },
  ],
};
