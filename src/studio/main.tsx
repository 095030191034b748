// The first thing that runs on the analysts' pages of the studio: nothing of the app is in it.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { StudioApp } from "./StudioApp.tsx";
import "#widgets/styles/index.css";

const place = document.getElementById("app");
if (place) {
  createRoot(place).render(
    <StrictMode>
      <StudioApp />
    </StrictMode>,
  );
}
