// The first thing that runs on the analysts' pages (/dev): the app's own page starts without a line of it.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { PreviewApp } from "./PreviewApp.tsx";
import "#widgets/styles/index.css";

const place = document.getElementById("app");
if (place) {
  createRoot(place).render(
    <StrictMode>
      <PreviewApp />
    </StrictMode>,
  );
}
