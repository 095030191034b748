// Everything every screen needs, in order: the query cache, the language, a net under the whole app, the gate, the routes.
import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { BrowserRouter } from "react-router";
import { createQueryClient } from "#api/queryClient.ts";
import { LiveRegion } from "#widgets/ui/LiveRegion.tsx";
import { Toasts } from "#widgets/ui/Toast.tsx";
import { Gate } from "./Gate.tsx";
import { LanguageProvider } from "./LanguageProvider.tsx";
import { LastNet } from "./LastNet.tsx";
import { Shell } from "./Shell.tsx";

export function App() {
  const [queries] = useState(createQueryClient);
  return (
    <LastNet>
      <QueryClientProvider client={queries}>
        <Suspense fallback={null}>
          <LanguageProvider>
            <BrowserRouter>
              <Gate>
                <Shell />
              </Gate>
            </BrowserRouter>
            <Toasts />
            <LiveRegion />
          </LanguageProvider>
        </Suspense>
      </QueryClientProvider>
    </LastNet>
  );
}
