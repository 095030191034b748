// The first thing that runs: puts the app on the page. In development an address under /dev is the analysts' preview instead; the
// build for production drops it with all it would load.
import "./begin.ts";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import "#widgets/styles/index.css";
import { App } from "./App.tsx";

const Preview = import.meta.env.DEV ? lazy(() => import("./preview/PreviewApp.tsx")) : null;

const place = document.getElementById("app");
if (place) createRoot(place).render(<StrictMode>{content()}</StrictMode>);

function content() {
  if (!Preview || !/^\/dev(\/|$)/.test(location.pathname)) return <App />;
  return (
    <Suspense fallback={null}>
      <Preview />
    </Suspense>
  );
}
