// One box of a portal page: head with title and an optional link to all of it, then its content.
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import type { Section } from "#routes/kinds.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Kv, type KvItem } from "./Kv.tsx";
import styles from "./Panel.module.css";

interface PanelProps {
  title: ReactNode;
  icon?: string;
  section?: Section;
  /** `n of them`, muted behind the title. */
  count?: ReactNode;
  all?: { to: string; label: string } | undefined;
  action?: ReactNode;
  /** In a narrow column, where the link to all is its arrow on all but wide screens. */
  narrow?: boolean;
  className?: string;
  children: ReactNode;
}

export function Panel({ title, icon, section, count, all, action, narrow, className, children }: PanelProps) {
  const id = useId();
  return (
    <section className={className ? `card ${className}` : "card"} data-section={section} aria-labelledby={id}>
      <div className="card-head">
        {icon && (
          <span className="tile tile-small">
            <Icon name={icon} />
          </span>
        )}
        <h2 id={id} tabIndex={-1}>
          {title} {count !== undefined && count !== null && <span className={styles.count}>{count}</span>}
        </h2>
        {all && (
          <Link className={narrow ? `${styles.link} ${styles.narrow}` : styles.link} to={all.to}>
            <AllLabel label={all.label} />
            <Icon name="right" small />
          </Link>
        )}
        {action}
      </div>
      {children}
    </section>
  );
}

/** Where there is little room its first word alone is seen: `All`. */
function AllLabel({ label }: { label: string }) {
  const [first = "", ...rest] = label.split(" ");
  return (
    <span>
      {first} <span className={styles.rest}>{rest.join(" ")}</span>
    </span>
  );
}

interface FactPanelProps {
  title: ReactNode;
  items?: readonly KvItem[];
  children?: ReactNode;
}

/** A panel of facts, and what is below them. */
export function FactPanel({ title, items, children }: FactPanelProps) {
  return (
    <Panel title={title} className={styles.facts}>
      <div className={styles.body}>
        {items && <Kv items={items} />}
        {children}
      </div>
    </Panel>
  );
}
