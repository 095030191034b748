// The two bars on top: help, language and user above logo, menu and search. On a small screen menu and search open from a button
// and close with Escape, and the content of the upper bar moves into the menu.
import { useQuery } from "@tanstack/react-query";
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { hasDrafts } from "#api/drafts/store.ts";
import { profileQuery } from "#api/profile.ts";
import type { Language } from "#engine/schema/types.ts";
import { readPreferences } from "#portal/preferences.ts";
import { KINDS, type Kind, listsFor, type Section } from "#routes/kinds.ts";
import { paths } from "#routes/paths.ts";
import { findFrame, isFor } from "#routes/table.ts";
import { useLanguage, useMessage, useProvider } from "#widgets/runtime/text.ts";
import { Button, IconButton } from "#widgets/ui/Button.tsx";
import { Dialog } from "#widgets/ui/Dialog.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import { LanguageSwitch } from "#widgets/ui/text/LanguageSwitch.tsx";
import { phoneLink } from "../provider.ts";
import { useAddress } from "../useAddress.ts";
import styles from "./Header.module.css";
import { Logo } from "./Logo.tsx";
import { deleteLocalData } from "./returnPage.ts";
import { SearchBox } from "./SearchBox.tsx";

// Logout. What is typed and not sent is deleted from this device with it (decisions 37, 86): asked before that happens, because
// it cannot be restored.
const LOGOUT = "/auth/logout";

function leave(): void {
  deleteLocalData();
  location.assign(LOGOUT);
}

function LogoutLink() {
  const text = useMessage();
  const [asks, setAsks] = useState(false);
  const click = (event: MouseEvent) => {
    event.preventDefault();
    void hasDrafts().then((some) => (some ? setAsks(true) : leave()));
  };
  return (
    <>
      <a href={LOGOUT} onClick={click}>
        <Icon name="logout" small />
        {text("portal.header.logout")}
      </a>
      {asks && (
        <Dialog title={text("portal.logout.title")} intro={text("portal.logout.text")} onClose={() => setAsks(false)}>
          <div className="actions">
            <Button kind="primary" onClick={() => setAsks(false)}>
              {text("portal.logout.stay")}
            </Button>
            <Button kind="danger" onClick={leave}>
              {text("portal.logout.go")}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

export function Header() {
  const text = useMessage();
  const language = useLanguage();
  const [open, setOpen] = useState<"menu" | "search" | null>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes what was opened on this one
  useEffect(() => setOpen(null), [pathname]);
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    if (open === null) return;
    const close = ({ key }: KeyboardEvent) => {
      if (key !== "Escape") return;
      header.current?.querySelector<HTMLElement>("[aria-expanded=true]")?.focus();
      setOpen(null);
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [open]);
  useSearchKeys(header, () => setOpen("search"));
  const toggle = (what: "menu" | "search") => setOpen(open === what ? null : what);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: at the top of the page a header is a banner, which may be named
    <header
      aria-label={text("portal.header.label")}
      className={open ? { menu: styles.openMenu, search: styles.openSearch }[open] : undefined}
      ref={header}
    >
      <div className={styles.band}>
        <div className="container">
          <HelpAndUser />
        </div>
      </div>
      <div className={styles.masthead}>
        <div className="container">
          <IconButton
            className={`icon-button ${styles.menuButton}`}
            icon={open === "menu" ? "close" : "menu"}
            label={text(open === "menu" ? "portal.header.menu_close" : "portal.header.menu_open")}
            aria-expanded={open === "menu"}
            onClick={() => toggle("menu")}
          />
          <Logo to={paths(language).dashboard()} />
          <MainMenu>
            <HelpAndUser light />
          </MainMenu>
          <SearchBox key={open === "search" ? "opened" : "still"} focus={open === "search"} />
          <IconButton
            className={`icon-button ${styles.searchButton}`}
            icon={open === "search" ? "close" : "search"}
            label={text("portal.search.label")}
            aria-expanded={open === "search"}
            onClick={() => toggle("search")}
          />
        </div>
      </div>
    </header>
  );
}

/** `/` and Ctrl+K lead to the search, from a field only the second. `/` can be switched off in the settings (WCAG 2.1.4). */
function useSearchKeys(header: RefObject<HTMLElement | null>, open: () => void): void {
  const openLatest = useEffectEvent(open);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isSearchKey(event) || document.querySelector("dialog[open]")) return;
      const field = header.current?.querySelector<HTMLInputElement>("input[type=search]");
      if (!field) return;
      event.preventDefault();
      if (field.checkVisibility()) field.select();
      else openLatest();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [header]);
}

function isSearchKey({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  const held = ctrlKey || metaKey;
  if (held || altKey) return held && !altKey && key.toLowerCase() === "k";
  const typing = target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]");
  return key === "/" && !typing && readPreferences().slash;
}

function HelpAndUser({ light = false }: { light?: boolean }) {
  const text = useMessage();
  const language = useLanguage();
  const { data: profile } = useQuery(profileQuery());
  const { phone, email } = useProvider();
  const switchLanguage = useSwitchAndReturn();
  return (
    <>
      {isFor("relations", profile?.role) && (
        <>
          <a href={phoneLink(phone)}>
            <Icon name="phone" small />
            {text("portal.header.help_phone")}
          </a>
          <a href={`mailto:${email}`} aria-label={text("portal.header.help_email")}>
            <Icon name="mail" small />
            {email}
          </a>
        </>
      )}
      <div className={styles.user}>
        <LanguageSwitch light={light} onChange={switchLanguage} />
        <Link to={paths(language).account()}>
          <Icon name="user" small />
          <span className="visually-hidden">
            {text("common.named", { name: text("portal.header.account"), value: "" })}
          </span>
          {profile?.fullName}
        </Link>
        <LogoutLink />
      </div>
    </>
  );
}

/** After a change of language the user is at `/` (spec: portal 4). A user who stays on a changed form keeps the language. */
export function useSwitchAndReturn(): (language: Language) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (language) => void navigate("/", { state: { language, left: { pathname, search } } });
}

/** `children` are below the entries where the upper bar is hidden. */
function MainMenu({ children }: { children: ReactNode }) {
  const text = useMessage();
  const to = paths(useLanguage());
  const address = useAddress();
  const current = address && findFrame(address.route).menu;
  const role = useQuery(profileQuery()).data?.role;
  const entry = (name: "dashboard" | "trail" | Kind, icon: string, section: Section, href: string) => (
    <li key={name}>
      <Link
        to={href}
        aria-current={name === current ? "page" : undefined}
        data-section={name === current ? section : undefined}
      >
        <Icon name={icon} />
        {text(`portal.nav.${name}`)}
      </Link>
    </li>
  );
  return (
    <nav className={styles.nav} aria-label={text("portal.nav.label")}>
      <ul>
        {isFor("dashboard", role) && entry("dashboard", "home", "home", to.dashboard())}
        {isFor("trail", role) && entry("trail", "clock", "home", to.trail())}
        {listsFor(role).map((kind) => entry(kind, KINDS[kind].icon, KINDS[kind].section, to.list(kind)))}
      </ul>
      <div className={styles.more}>{children}</div>
    </nav>
  );
}
