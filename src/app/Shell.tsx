// The frame of every page behind the gate: skip link, header, breadcrumb, content, foot. It knows no screen.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { productIndexQuery } from "#api/products.ts";
import { useMessage } from "#widgets/text.ts";
import { ArrivedLanguage } from "./ArrivedLanguage.tsx";
import { Breadcrumb } from "./Breadcrumb.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { LeftBehind } from "./LeftBehind.tsx";
import { preloadScreens } from "./preload.ts";
import { RouteFocus } from "./RouteFocus.tsx";
import { CurrentScreen } from "./routes.tsx";
import { ScrollPosition } from "./ScrollPosition.tsx";
import { SessionEnd } from "./SessionEnd.tsx";
import { sectionOf } from "./sections.ts";
import { useRoute } from "./useRoute.ts";

export function Shell() {
  const text = useMessage();
  const route = useRoute();
  const section = route ? sectionOf(route.route) : null;
  useEffect(() => {
    if (section) document.body.dataset.section = section;
    else delete document.body.dataset.section;
  }, [section]);
  const queries = useQueryClient();
  useEffect(() => void queries.prefetchQuery(productIndexQuery()), [queries]);
  useEffect(preloadScreens, []);
  return (
    <>
      <a className="skip" href="#content">
        {text("common.skip_to_content")}
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        <div className="container">
          <Breadcrumb />
          <LeftBehind />
          <CurrentScreen />
        </div>
      </main>
      <Footer />
      <ArrivedLanguage />
      <RouteFocus />
      <ScrollPosition />
      <SessionEnd />
    </>
  );
}
