// The menu of one relation, beside each of its pages (spec: portal 2, decisions 79).
import { Link } from "react-router";
import { useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { usePaths } from "./usePortal.ts";

const entries = [
  { page: "dashboard", icon: "home", section: "home" },
  { page: "details", icon: "briefcase", section: "home" },
  { page: "quotes", icon: "quote", section: "quotes" },
  { page: "insurances", icon: "shield", section: "insurances" },
  { page: "damages", icon: "damage", section: "damages" },
  { page: "open_invoices", icon: "invoice", section: "invoices" },
  { page: "documents", icon: "file", section: "home" },
] as const;

export type RelationPage = (typeof entries)[number]["page"];

export function RelationMenu({ relation, current }: { relation: number; current: RelationPage }) {
  const text = useMessage();
  const to = usePaths();
  const address: Record<RelationPage, string> = {
    dashboard: to.relation(relation),
    details: to.relationData(relation),
    quotes: to.quotes({ relation }),
    insurances: to.insurances({ relation }),
    damages: to.damages({ relation }),
    open_invoices: to.openInvoices({ relation }),
    documents: to.documents(relation),
  };
  return (
    <nav className="rel-menu" aria-label={text("portal.relation_dashboard.sidebar.label")}>
      <ul>
        {entries.map(({ page, icon, section }) => (
          <li key={page}>
            <Link to={address[page]} data-section={section} aria-current={page === current ? "page" : undefined}>
              <Icon name={icon} />
              {text(`portal.relation_dashboard.sidebar.${page}`)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
