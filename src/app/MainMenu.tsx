// The main menu. The current entry is said in words, with an icon and a line in its section's colour.

import type { ReactNode } from "react";
import { Link } from "react-router";
import { useLanguage, useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { type Paths, paths } from "./paths.ts";
import { type MenuEntry, menuEntryOf, type Section } from "./sections.ts";
import { useRoute } from "./useRoute.ts";

const entries: { name: MenuEntry; icon: string; section: Section; to: (to: Paths) => string }[] = [
  { name: "dashboard", icon: "home", section: "home", to: (to) => to.dashboard() },
  { name: "relations", icon: "users", section: "home", to: (to) => to.relations() },
  { name: "quotes", icon: "quote", section: "quotes", to: (to) => to.quotes() },
  { name: "insurances", icon: "shield", section: "insurances", to: (to) => to.insurances() },
  { name: "damages", icon: "damage", section: "damages", to: (to) => to.damages() },
  { name: "open_invoices", icon: "invoice", section: "invoices", to: (to) => to.openInvoices() },
];

/** `children` stand under the entries where the upper strip is not shown. */
export function MainMenu({ children }: { children: ReactNode }) {
  const text = useMessage();
  const to = paths(useLanguage());
  const route = useRoute();
  const current = route ? menuEntryOf(route.route) : null;
  return (
    <nav className="nav" aria-label={text("portal.nav.label")}>
      <ul>
        {entries.map((entry) => (
          <li key={entry.name}>
            <Link
              to={entry.to(to)}
              aria-current={entry.name === current ? "page" : undefined}
              data-section={entry.name === current ? entry.section : undefined}
            >
              <Icon name={entry.icon} />
              {text(`portal.nav.${entry.name}`)}
            </Link>
          </li>
        ))}
      </ul>
      <div className="nav-more">{children}</div>
    </nav>
  );
}
