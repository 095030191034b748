// The first thing that runs on the analysts' pages of the studio, and in the frames in them: nothing of the app is in it.
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startFrame } from "./frame/FrameApp.tsx";
import { StudioApp } from "./StudioApp.tsx";
import "#widgets/styles/index.css";

const place = document.getElementById("app");
if (place && location.pathname === "/frame") startFrame(place);
else if (place) {
  createRoot(place).render(
    <StrictMode>
      <StudioApp />
    </StrictMode>,
  );
}
