// The first thing that runs: puts the app on the page. In development and bench builds an address under /dev is the
// analysts' preview instead, and /bench our form alone; the build for production drops both with all they would load.
import "./begin.ts";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import "#widgets/styles/index.css";
import { App } from "./App.tsx";

const Preview =
  import.meta.env.DEV || import.meta.env.VITE_BENCH ? lazy(() => import("./preview/PreviewApp.tsx")) : null;

const place = document.getElementById("app");
if ((import.meta.env.DEV || import.meta.env.VITE_BENCH) && location.pathname === "/bench") {
  void import("./bench/engine.tsx");
} else if (place) {
  createRoot(place).render(<StrictMode>{content()}</StrictMode>);
}

function content() {
  if (!Preview || !/^\/dev(\/|$)/.test(location.pathname)) return <App />;
  return (
    <Suspense fallback={null}>
      <Preview />
    </Suspense>
  );
}
