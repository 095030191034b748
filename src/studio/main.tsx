// The first thing that runs on the analysts' pages of the studio, and in the frames in them: every product as in its
// files, without a login. It follows every saved file. It contains nothing of the app.
import { type Query, type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, Suspense, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, Route, Routes, useLocation } from "react-router";
import { refreshQueries } from "#api/calls/changes.ts";
import { createQueryClient } from "#api/calls/queryClient.ts";
import { DEFAULT_LANGUAGE, readLanguage } from "#engine/values/languages.ts";
import { announce, LiveRegion } from "#widgets/ui/LiveRegion.tsx";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { ChangesPage } from "./changes/ChangesPage.tsx";
import { ErrorNet } from "./ErrorNet.tsx";
import { startFrame } from "./frame/FrameApp.tsx";
import { StudioLanguage } from "./language/Language.tsx";
import { ProductList } from "./product/ProductList.tsx";
import { RequestPage } from "./request/RequestPage.tsx";
import { Top } from "./workspace/Top.tsx";
import { Workspace } from "./workspace/Workspace.tsx";
import { type Say, sayIn, useSay } from "./workspace/words.ts";
import "#widgets/ui/text/pageTranslation.ts";
import "./studio.css";
import "#widgets/styles/index.css";

/** Also where the texts of the app could not be read. */
const sayOnPage: Say = (key) => sayIn(readLanguage(document.documentElement.lang) ?? DEFAULT_LANGUAGE)(key);

function StudioApp() {
  const [queries] = useState(createQueryClient);
  const away = useSavedFiles(queries);
  return (
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <Frame away={away} />
      </BrowserRouter>
    </QueryClientProvider>
  );
}

/** Reloads everything at another revision than the page was made from. True while the server does not answer. */
function useSavedFiles(queries: QueryClient): boolean {
  const [away, setAway] = useState(false);
  useEffect(() => {
    let revision = document.querySelector('meta[name="revision"]')?.getAttribute("content") ?? "";
    const saves = new EventSource("/studio/saves");
    saves.onopen = () => setAway(false);
    saves.onerror = () => setAway(true);
    saves.onmessage = ({ data }: MessageEvent<string>) => {
      const [next = "", ...files] = data.split(" ");
      if (next === revision) return;
      revision = next;
      void refreshAll(queries, concern(files)).then(() => announce(sayOnPage("reloaded")));
    };
    return () => saves.close();
  }, [queries]);
  return away;
}

/** The form is drawn again before requests, premium and texts are asked for. The check has a thread of its own. */
async function refreshAll(queries: QueryClient, isStale: (query: Query) => boolean): Promise<void> {
  const is = (name: RegExp) => (query: Query) => isStale(query) && name.test(query.queryKey.slice(0, 2).join());
  void refreshQueries(queries, is(/^studio,.studio.check/));
  await refreshQueries(queries, is(/^preview,product$/));
  await refreshQueries(queries, is(/^(?!studio,.studio.check|preview,product$)/));
}

/** Neither the meta-schemas, nor the app's texts, nor what is on offer change with content of a product. */
const concern = (files: readonly string[]) => {
  const isContent = files.length > 0 && !files.some((file) => file.startsWith("schemas/meta/"));
  const rarely = /^\/studio\/meta$|^texts$|\/released$/;
  return ({ queryKey }: Query) => !isContent || !rarely.test(String(queryKey[1]));
};

const showBroken = (reason: string) => (
  <div className="card studio-broken" role="alert">
    <h1 tabIndex={-1}>{sayOnPage("broken")}</h1>
    <p>{reason}</p>
    <p>{sayOnPage("brokenWhy")}</p>
    <button className="button button-primary" type="button" onClick={() => location.reload()}>
      {sayOnPage("loadAgain")}
    </button>
  </div>
);

function Frame({ away }: { away: boolean }) {
  const { pathname } = useLocation();
  return (
    <ErrorNet place={pathname} notice={showBroken}>
      <Suspense fallback={null}>
        <StudioLanguage>
          <Routes>
            <Route path="/product/:product" element={<Workspace away={away} />} />
            <Route path="*" element={<Pages away={away} />} />
          </Routes>
        </StudioLanguage>
      </Suspense>
    </ErrorNet>
  );
}

/** The pages that scroll. */
function Pages({ away }: { away: boolean }) {
  const { pathname } = useLocation();
  const say = useSay();
  return (
    <>
      <a className="studio-skip" href="#content">
        {say("skip")}
      </a>
      <Top />
      <main id="content" tabIndex={-1}>
        <div className="container pv">
          {away && <Notice tone="danger" role="alert" title={say("away")} />}
          <ErrorNet place={pathname} notice={showBroken}>
            <Suspense fallback={<Loading rows={6} label={say("loading")} />}>
              <Routes>
                <Route path="/product/:product/changes" element={<ChangesPage />} />
                <Route path="/request/:product" element={<RequestPage />} />
                <Route path="*" element={<ProductList />} />
              </Routes>
            </Suspense>
          </ErrorNet>
        </div>
      </main>
      <LiveRegion />
    </>
  );
}

const container = document.getElementById("app");
if (container && location.pathname === "/frame") startFrame(container);
else if (container) {
  createRoot(container).render(
    <StrictMode>
      <StudioApp />
    </StrictMode>,
  );
}
