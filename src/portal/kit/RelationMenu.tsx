// The menu of one relation, beside each of its pages (spec: portal 2, decisions 79).
import { Link } from "react-router";
import { KINDS, type Kind, OWNED_LISTS, type OwnedKind, type Section } from "#routes/kinds.ts";
import type { Paths } from "#routes/paths.ts";
import { useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import styles from "./RelationMenu.module.css";
import { usePaths } from "./usePortal.ts";

export type RelationPage = "dashboard" | "details" | OwnedKind;

interface Entry {
  page: RelationPage;
  icon: string;
  section: Section;
  to: string;
}

const listEntries = (to: Paths, relation: number): Entry[] => [
  { page: "dashboard", icon: "home", section: "home", to: to.relation(relation) },
  { page: "details", icon: "briefcase", section: "home", to: to.relationData(relation) },
  ...OWNED_LISTS.map((page) => ({ page, ...KINDS[page], to: to.list(page, { relation }) })),
];

export interface RelationMenuProps {
  relation: number;
  current: RelationPage | Kind;
}

export function RelationMenu({ relation, current }: RelationMenuProps) {
  const text = useMessage();
  const entries = listEntries(usePaths(), relation);
  return (
    <nav className={styles.menu} aria-label={text("portal.relation_dashboard.sidebar.label")}>
      <ul>
        {entries.map(({ page, icon, section, to }) => (
          <li key={page}>
            <Link to={to} data-section={section} aria-current={page === current ? "page" : undefined}>
              <Icon name={icon} />
              {text(`portal.relation_dashboard.sidebar.${page}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
