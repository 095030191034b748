// The frame of every page behind the gate: skip link, header, breadcrumb, content, footer. Knows no screen.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Link, Outlet, useLocation, useNavigate, useNavigation, useNavigationType } from "react-router";
import { forgetOtherUser, wasOtherUser } from "#api/login/sessionUser.ts";
import { profileQuery } from "#api/profile.ts";
import { productIndexQuery } from "#api/wizard/productIndex.ts";
import type { Language } from "#engine/schema/types.ts";
import { buildPath, readAddress } from "#routes/address.ts";
import { findFrame, type RouteName } from "#routes/table.ts";
import { useLanguage, useMessage } from "#widgets/runtime/text.ts";
import { Loading } from "#widgets/ui/notice/Loading.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { Footer } from "../frame/Footer.tsx";
import { Header } from "../frame/Header.tsx";
import { useChangeLanguage } from "../language/LanguageProvider.tsx";
import { preloadScreens } from "../screens.tsx";
import { useAddress } from "../useAddress.ts";
import { useSection } from "../useSection.ts";
import { Breadcrumb } from "./Breadcrumb.tsx";
import { ScrollPlace } from "./ScrollPlace.tsx";
import { SessionEnd } from "./SessionEnd.tsx";
import styles from "./Shell.module.css";

// After the page reloaded because another user logged in elsewhere in this browser: who is logged in now, and that nothing of the
// page before was sent in that name.
function OtherUserNotice() {
  const text = useMessage();
  const { pathname } = useLocation();
  const name = useQuery(profileQuery()).data?.fullName;
  const [shownAt, setShownAt] = useState(() => (wasOtherUser() ? pathname : null));
  useEffect(forgetOtherUser, []);
  if (!name || shownAt !== pathname) return null;
  return (
    <Notice
      tone="warning"
      role="alert"
      title={text("portal.other_user.title", { name })}
      onClose={() => setShownAt(null)}
    >
      {text("portal.other_user.text")}
    </Notice>
  );
}

/**
 * Changes the language once the navigation that asked for it is complete: a blocked navigation does not change it, and going
 * back to this entry of the history does not change it again.
 */
function ArrivedLanguage() {
  const change = useChangeLanguage();
  const navigate = useNavigate();
  const { state, pathname } = useLocation();
  const { language, left = null } = (state ?? {}) as { language?: Language; left?: unknown };
  useEffect(() => {
    if (!language) return;
    navigate(pathname, { replace: true, state: { left } });
    change(language);
  }, [language, left, pathname, navigate, change]);
  return null;
}

function focusTitle(): boolean {
  const title = document.querySelector<HTMLElement>("main h1");
  if (!title) return false;
  if (!title.hasAttribute("tabindex")) title.tabIndex = -1;
  if (!title.closest("main")?.contains(document.activeElement)) title.focus({ preventScroll: true });
  return true;
}

function focusTitleWhenThere(): (() => void) | undefined {
  const main = document.querySelector("main");
  if (focusTitle() || !main) return undefined;
  const watch = new MutationObserver(() => focusTitle() && watch.disconnect());
  watch.observe(main, { childList: true, subtree: true });
  return () => watch.disconnect();
}

/**
 * After a change of page, focus goes to its title, so that a screen reader reads it and Tab starts there.
 * Not on the first page (the browser does that), not after a redirect, and not when only the page number or the selected
 * row changed. A title that comes with its screen's code is waited for.
 */
function RouteFocus() {
  const { pathname } = useLocation();
  const kind = useNavigationType();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (kind !== "REPLACE") return focusTitleWhenThere();
  }, [pathname, kind]);
  return null;
}

const requests: readonly RouteName[] = ["request", "newRequest", "editQuote", "quoteToPolicy"];

/** A change of language leads to `/` (decisions 55): offers to return to the request that was open, in the new language. */
function LeftRequest() {
  const text = useMessage();
  const language = useLanguage();
  const { pathname, state } = useLocation();
  const left = (state as { left?: { pathname: string; search: string } } | null)?.left;
  const found = left && pathname === "/" ? readAddress(left.pathname, language) : null;
  if (!left || !found || !requests.includes(found.route)) return null;
  return (
    <Notice
      title={text("portal.left_behind.title")}
      action={
        <Link
          className="button button-secondary button-small"
          to={buildPath(language, found.route, found.params) + left.search}
        >
          {text("portal.left_behind.action")}
        </Link>
      }
    >
      {text("portal.left_behind.text")}
    </Notice>
  );
}

export function Shell() {
  const text = useMessage();
  const address = useAddress();
  useSection(address && findFrame(address.route).section);
  const loads = useNavigation().state === "loading";
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
          <OtherUserNotice />
          <LeftRequest />
          {loads ? <Loading rows={6} /> : <Outlet />}
        </div>
      </main>
      <Footer />
      <ArrivedLanguage />
      <RouteFocus />
      <ScrollPlace />
      <SessionEnd />
    </>
  );
}
