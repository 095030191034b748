// The frame of every page behind the gate: skip link, header, breadcrumb, content, footer. Knows no screen.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Outlet, ScrollRestoration, useNavigation } from "react-router";
import { productIndexQuery } from "#api/productIndex.ts";
import { findFrame } from "#routes/table.ts";
import { useMessage } from "#widgets/text.ts";
import { Loading } from "#widgets/ui/Loading.tsx";
import { ArrivedLanguage } from "./ArrivedLanguage.tsx";
import { Breadcrumb } from "./Breadcrumb.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { LeftRequest } from "./LeftRequest.tsx";
import { preloadScreens } from "./preload.ts";
import { RouteFocus } from "./RouteFocus.tsx";
import { SessionEnd } from "./SessionEnd.tsx";
import styles from "./Shell.module.css";
import { useAddress } from "./useAddress.ts";

export function Shell() {
  const text = useMessage();
  const address = useAddress();
  const section = address && findFrame(address.route).section;
  const loads = useNavigation().state === "loading";
  useEffect(() => {
    if (section) document.body.dataset.section = section;
    else delete document.body.dataset.section;
  }, [section]);
  const queries = useQueryClient();
  useEffect(() => void queries.prefetchQuery(productIndexQuery()), [queries]);
  useEffect(preloadScreens, []);
  return (
    <>
      <a className={styles.skip} href="#content">
        {text("common.skip_to_content")}
      </a>
      <Header />
      <main id="content" tabIndex={-1}>
        <div className="container">
          <Breadcrumb />
          <LeftRequest />
          {loads ? <Loading rows={6} /> : <Outlet />}
        </div>
      </main>
      <Footer />
      <ArrivedLanguage />
      <RouteFocus />
      <ScrollRestoration />
      <SessionEnd />
    </>
  );
}
