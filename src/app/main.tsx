// The first thing that runs: puts the app on the page.
import "./begin.ts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "#widgets/styles/index.css";
import { App } from "./App.tsx";

const place = document.getElementById("app");
if (place) {
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
