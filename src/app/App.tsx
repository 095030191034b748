// Everything every screen needs, in order: the query cache, the language, an error boundary, the gate, the routes.
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { createBrowserRouter, type RouteObject, RouterProvider, useRouteError } from "react-router";
import { createQueryClient } from "#api/queryClient.ts";
import { LiveRegion } from "#widgets/ui/LiveRegion.tsx";
import { Toasts } from "#widgets/ui/Toast.tsx";
import { Gate } from "./Gate.tsx";
import { LanguageProvider } from "./LanguageProvider.tsx";
import { RootErrorBoundary } from "./RootErrorBoundary.tsx";
import { screenRoutes } from "./routeObjects.tsx";
import { Shell } from "./Shell.tsx";

const routes: RouteObject[] = [
  {
    element: (
      <Gate>
        <Shell />
      </Gate>
    ),
    errorElement: <ThrowToRoot />,
    children: [screenRoutes],
  },
];

export function App() {
  const [queries] = useState(createQueryClient);
  const [router] = useState(() => createBrowserRouter(routes));
  return (
    <RootErrorBoundary>
      <QueryClientProvider client={queries}>
        <Suspense fallback={null}>
          <LanguageProvider>
            <RouterProvider router={router} />
            <Toasts />
            <LiveRegion />
          </LanguageProvider>
        </Suspense>
      </QueryClientProvider>
    </RootErrorBoundary>
  );
}

/** Otherwise the router shows an error page of its own. */
function ThrowToRoot(): never {
  throw useRouteError();
}
