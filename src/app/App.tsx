// Everything every screen needs, in order: the query cache, the language, a net under the whole app, the gate, the routes.
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { createBrowserRouter, type RouteObject, RouterProvider, useRouteError } from "react-router";
import { createQueryClient } from "#api/queryClient.ts";
import { LiveRegion } from "#widgets/ui/LiveRegion.tsx";
import { Toasts } from "#widgets/ui/Toast.tsx";
import { Gate } from "./Gate.tsx";
import { LanguageProvider } from "./LanguageProvider.tsx";
import { LastNet } from "./LastNet.tsx";
import { Shell } from "./Shell.tsx";

/** One route: the router knows every navigation, so that a changed form can ask before it is left; the screen is ours. */
export const everyAddress: RouteObject[] = [{ path: "*", element: <GatedShell />, errorElement: <ToLastNet /> }];

export function App() {
  const [queries] = useState(createQueryClient);
  const [router] = useState(() => createBrowserRouter(everyAddress));
  return (
    <LastNet>
      <QueryClientProvider client={queries}>
        <Suspense fallback={null}>
          <LanguageProvider>
            <RouterProvider router={router} />
            <Toasts />
            <LiveRegion />
          </LanguageProvider>
        </Suspense>
      </QueryClientProvider>
    </LastNet>
  );
}

function GatedShell() {
  return (
    <Gate>
      <Shell />
    </Gate>
  );
}

/** The router would show a page of its own. */
function ToLastNet(): never {
  throw useRouteError();
}
