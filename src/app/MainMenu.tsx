// The main menu. The current entry is said in words, with an icon and a line in its section's colour.

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { profileQuery } from "#api/profile.ts";
import { KINDS, type Kind, listsFor, type Section } from "#routes/kinds.ts";
import { paths } from "#routes/paths.ts";
import { findFrame, isFor } from "#routes/table.ts";
import { useLanguage, useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import headerStyles from "./Header.module.css";
import { useAddress } from "./useAddress.ts";

/** `children` are below the entries where the upper bar is hidden. */
export function MainMenu({ children }: { children: ReactNode }) {
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
    <nav className={headerStyles.nav} aria-label={text("portal.nav.label")}>
      <ul>
        {isFor("dashboard", role) && entry("dashboard", "home", "home", to.dashboard())}
        {isFor("trail", role) && entry("trail", "clock", "home", to.trail())}
        {listsFor(role).map((kind) => entry(kind, KINDS[kind].icon, KINDS[kind].section, to.list(kind)))}
      </ul>
      <div className={headerStyles.more}>{children}</div>
    </nav>
  );
}
