// The portal's real screens as the server's answers make them, without a browser: rendered, then rendered again with
// the data that they requested, until no request is pending. Shows the initial state only, without clicks.
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { prerender } from "react-dom/static";
import { createMemoryRouter, Outlet, RouterProvider } from "react-router";
import { vi } from "vitest";
import { createQueryClient } from "#api/calls/queryClient.ts";
import { LanguageProvider } from "#app/language/LanguageProvider.tsx";
import { screenRoutes } from "#app/routeObjects.tsx";
import { Breadcrumb } from "#app/shell/Breadcrumb.tsx";
import type { Language } from "#engine/schema/types.ts";
import type { Client, Method } from "../../support/server.ts";

/** What the screens read of a page before anything is drawn. */
const pageIn = (language: Language) => ({
  cookie: `language=${language}`,
  documentElement: { lang: language },
  querySelector: () => null,
  addEventListener: () => undefined,
  createElementNS: () => ({ createSVGRect: () => null }),
});

function answerFrom(client: Client) {
  return async (address: string, { method = "GET" }: RequestInit = {}) => {
    const { statusCode, payload, headers } = await client.call(method as Method, address);
    return new Response(payload, { status: statusCode, headers: { "content-type": String(headers["content-type"]) } });
  };
}

function Page() {
  return (
    <main>
      <Breadcrumb />
      <Outlet />
    </main>
  );
}

/** A router at an address, once the code of its screen is there. */
async function routerAt(address: string) {
  const router = createMemoryRouter([{ element: <Page />, children: [screenRoutes] }], { initialEntries: [address] });
  while (!router.state.initialized) await new Promise<void>((resolve) => void router.subscribe(() => resolve()));
  return router;
}

async function drawn(queries: ReturnType<typeof createQueryClient>, address: string): Promise<string> {
  const router = await routerAt(address);
  const { prelude } = await prerender(
    <QueryClientProvider client={queries}>
      <Suspense>
        <LanguageProvider>
          <RouterProvider router={router} />
        </LanguageProvider>
      </Suspense>
    </QueryClientProvider>,
    // In one piece. Otherwise a large screen would be sent after the page, for a script to insert.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return new Response(prelude).text();
}

export async function renderAt(client: Client, address: string, language: Language): Promise<string> {
  client.language(language);
  vi.stubGlobal("document", pageIn(language));
  vi.stubGlobal("fetch", answerFrom(client));
  const queries = createQueryClient();
  queries.setDefaultOptions({ queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } });
  try {
    for (;;) {
      const html = await drawn(queries, address);
      const waiting = queries
        .getQueryCache()
        .getAll()
        .filter(({ state, options }) => state.status === "pending" && !("enabled" in options && !options.enabled));
      if (waiting.length === 0) return html;
      await Promise.all(waiting.map((query) => query.fetch().catch(() => undefined)));
    }
  } finally {
    queries.clear();
    vi.unstubAllGlobals();
  }
}
