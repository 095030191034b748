// The analysts' preview: every product as its files say it is, without a login. A page of its own, which a development server
// alone serves, as it does its calls. Reloads itself when a content file is saved.
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { BrowserRouter, Link, Route, Routes, useLocation } from "react-router";
import { createQueryClient } from "#api/queryClient.ts";
import { LanguageProvider, useChangeLanguage } from "#app/LanguageProvider.tsx";
import { LanguageSwitch } from "#app/LanguageSwitch.tsx";
import { RootErrorBoundary } from "#app/RootErrorBoundary.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { announce, LiveRegion } from "#widgets/ui/LiveRegion.tsx";
import { Loading } from "#widgets/ui/Loading.tsx";
import { ProductList } from "./ProductList.tsx";
import { ProductPage } from "./ProductPage.tsx";
import { ScreenNet } from "./ScreenNet.tsx";
import "./studio.css";
import headerStyles from "#app/Header.module.css";
import shellStyles from "#app/Shell.module.css";

export function PreviewApp() {
  const [queries] = useState(createQueryClient);
  useReload(queries);
  return (
    <RootErrorBoundary>
      <QueryClientProvider client={queries}>
        <Suspense fallback={null}>
          <LanguageProvider>
            <BrowserRouter>
              <Frame />
            </BrowserRouter>
            <LiveRegion />
          </LanguageProvider>
        </Suspense>
      </QueryClientProvider>
    </RootErrorBoundary>
  );
}

function useReload(queries: QueryClient): void {
  useEffect(() => {
    const again = () => {
      void queries.invalidateQueries().then(() => announce("Reloaded after a saved file"));
    };
    import.meta.hot?.on("products-changed", again);
    return () => import.meta.hot?.off("products-changed", again);
  }, [queries]);
}

function Frame() {
  const { pathname } = useLocation();
  const change = useChangeLanguage();
  return (
    <>
      <a className={shellStyles.skip} href="#content">
        Skip to content
      </a>
      <header className={`${headerStyles.band} pv-top`}>
        <div className="container">
          <Link to="/dev/products">
            <Icon name="settings" />
            Product preview
          </Link>
          <div className={headerStyles.user}>
            <a href="/">To the portal</a>
            <LanguageSwitch onChange={change} />
          </div>
        </div>
      </header>
      <main id="content" tabIndex={-1} lang="en">
        <div className="container pv">
          <ScreenNet place={pathname}>
            <Suspense fallback={<Loading rows={6} label="Loading…" />}>
              <Routes>
                <Route path="/dev/products/:product" element={<ProductPage />} />
                <Route path="*" element={<ProductList />} />
              </Routes>
            </Suspense>
          </ScreenNet>
        </div>
      </main>
    </>
  );
}
