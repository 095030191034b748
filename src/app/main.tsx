// The first thing that runs: puts the app on the page, with everything that each screen needs, in order: the query cache, the
// language, an error boundary, the gate, the routes.
import "./begin.ts";
import "#widgets/ui/text/pageTranslation.ts";
import "#widgets/styles/index.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { Component, type ReactNode, StrictMode, Suspense, useState } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, type RouteObject, RouterProvider, useRouteError } from "react-router";
import { createQueryClient } from "#api/calls/queryClient.ts";
import statesStyles from "#portal/kit/States.module.css";
import { LiveRegion } from "#widgets/ui/LiveRegion.tsx";
import { Toasts } from "#widgets/ui/notice/Toast.tsx";
import { Gate } from "./gate/Gate.tsx";
import { LanguageProvider } from "./language/LanguageProvider.tsx";
import { screenRoutes } from "./routeObjects.tsx";
import { nameFirstPage } from "./shell/ScrollPlace.tsx";
import { Shell } from "./shell/Shell.tsx";

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

/**
 * Error boundary around the whole app, without texts, which may not be loaded yet: both languages, and a retry. An old tab
 * after a new release gets here when a file is missing. Reloading loads the new release.
 */
class RootErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="container">
        <div className={`card ${statesStyles.empty} ${statesStyles.apart}`} role="alert">
          <p>
            Er is iets fout gegaan. <span lang="fr">Une erreur s’est produite.</span>
          </p>
          <button className="button button-primary" type="button" onClick={() => location.reload()}>
            Opnieuw proberen / <span lang="fr">Réessayer</span>
          </button>
        </div>
      </main>
    );
  }
}

function App() {
  const [queries] = useState(createQueryClient);
  const [router] = useState(() => {
    nameFirstPage();
    return createBrowserRouter(routes);
  });
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

const container = document.getElementById("app");
if (container) {
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
