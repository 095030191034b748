// The head of a portal page: tile, title, one muted line, actions. It also names the browser tab. A page of a relation has
// that relation's menu beside it. What does not exist gets neither a number in its title nor a menu.
import { type ReactNode, useEffect } from "react";
import { Link } from "react-router";
import { KINDS, type Kind, OWNED_LISTS, type OwnedKind, type Section } from "#routes/kinds.ts";
import type { Paths } from "#routes/paths.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Unbroken } from "#widgets/ui/text/Unbroken.tsx";
import styles from "./Page.module.css";
import { Empty, isMissing } from "./States.tsx";
import { usePaths } from "./usePortal.ts";

interface PageProps {
  title: string;
  /** What the page is about, if the title does not name it: distinguishes the browser tab from others. */
  about?: string | undefined;
  icon: string;
  badge?: ReactNode;
  /** Null: it is loading, and its place is kept. */
  sub?: ReactNode;
  actions?: ReactNode;
  /** Long words on the buttons: on a small screen each gets a line of its own. */
  longActions?: boolean;
  /** First page, without a breadcrumb above it. */
  top?: boolean;
  relation?: { number: number; page: RelationMenuProps["current"] } | undefined;
  /** Why the page is empty, and where to go instead. A 404 replaces the whole page. */
  missing?: { error: unknown; back: { to: string; label: string } };
  children: ReactNode;
}

export function Page(props: PageProps) {
  const { missing, icon } = props;
  return isMissing(missing?.error) ? <Missing icon={icon} back={missing?.back} /> : <Head {...props} />;
}

function Missing({ icon, back }: { icon: string; back: { to: string; label: string } | undefined }) {
  const text = useMessage();
  // A retry that found nothing has removed its button with the page.
  useEffect(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>("main h1")?.focus();
  }, []);
  return (
    <Head title={text("portal.not_found.heading")} icon={icon}>
      <div className={`card ${styles.alone}`}>
        <Empty
          icon="search"
          action={
            back && (
              <Link className="button button-secondary button-small" to={back.to}>
                {back.label}
              </Link>
            )
          }
        >
          {text("portal.not_found.item")}
        </Empty>
      </div>
    </Head>
  );
}

function Head({ title, icon, badge, sub, actions, longActions, top, relation, children, about }: PageProps) {
  const text = useMessage();
  return (
    <>
      <title>{text("common.page_title", { page: about ? `${title} - ${about}` : title })}</title>
      <div className={top ? "page-head page-head-top" : "page-head"}>
        <span className="tile">
          <Icon name={icon} />
        </span>
        <div>
          <h1 tabIndex={-1}>
            <Unbroken>{title}</Unbroken> {badge}
          </h1>
          {(sub || sub === null) && <p>{sub ?? "\u00a0"}</p>}
        </div>
        {actions && <div className={longActions ? "actions actions-long" : "actions"}>{actions}</div>}
      </div>
      {relation ? (
        <div className={styles.relation}>
          <RelationMenu relation={relation.number} current={relation.page} />
          <div>{children}</div>
        </div>
      ) : (
        children
      )}
    </>
  );
}

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

interface RelationMenuProps {
  relation: number;
  current: RelationPage | Kind;
}

/** Of one relation, beside each of its pages (decisions 79). */
function RelationMenu({ relation, current }: RelationMenuProps) {
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
