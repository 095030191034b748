// The head of a portal page: tile, title, one muted line, actions; it also names the browser tab. With a relation the
// page stands beside that relation's own menu.
import type { ReactNode } from "react";
import { useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { RelationMenu, type RelationPage } from "./RelationMenu.tsx";

export interface PageProps {
  title: string;
  icon: string;
  badge?: ReactNode;
  /** Null: it is on its way, and its place is kept. */
  sub?: ReactNode;
  actions?: ReactNode;
  /** Long words on the buttons: on a small screen each gets a line of its own. */
  longActions?: boolean;
  /** First page, without a breadcrumb above it. */
  top?: boolean;
  relation?: { number: number; page: RelationPage } | undefined;
  children: ReactNode;
}

export function Page({ title, icon, badge, sub, actions, longActions, top, relation, children }: PageProps) {
  const text = useMessage();
  return (
    <>
      <title>{text("common.page_title", { page: title })}</title>
      <div className={top ? "page-head page-head-top" : "page-head"}>
        <span className="tile">
          <Icon name={icon} />
        </span>
        <div>
          <h1 tabIndex={-1}>
            {title} {badge}
          </h1>
          {(sub || sub === null) && <p>{sub ?? "\u00a0"}</p>}
        </div>
        {actions && <div className={longActions ? "actions actions-long" : "actions"}>{actions}</div>}
      </div>
      {relation ? (
        <div className="rel-frame">
          <RelationMenu relation={relation.number} current={relation.page} />
          <div className="rel-content">{children}</div>
        </div>
      ) : (
        children
      )}
    </>
  );
}
