// The first thing that runs: puts the app on the page. In development and bench builds an address under /dev is the
// analysts' preview instead; the build for production drops that branch with all it would load.
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import "#widgets/styles/index.css";
import { App } from "./App.tsx";

const Preview =
  import.meta.env.DEV || import.meta.env.VITE_BENCH ? lazy(() => import("./preview/PreviewApp.tsx")) : null;

const place = document.getElementById("app");
const previewed = Preview && /^\/dev(\/|$)/.test(location.pathname);
if (place)
  createRoot(place).render(
    <StrictMode>
      {previewed ? (
        <Suspense fallback={null}>
          <Preview />
        </Suspense>
      ) : (
        <App />
      )}
    </StrictMode>,
  );
