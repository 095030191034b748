// The panel beside a list: status, a way to the whole page, title, facts, actions. Its title names it and can take focus.
import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { Icon } from "#widgets/ui/Icon.tsx";
import panelStyles from "../kit/Panel.module.css";
import styles from "./DetailPanel.module.css";

export interface DetailPanelProps {
  badge?: ReactNode;
  title: string;
  sub?: ReactNode;
  open: { to: string; label: string };
  /** Without any: the way to the whole page, as a button too. */
  actions?: ReactNode;
  children: ReactNode;
}

export function DetailPanel({ badge, title, sub, open, actions, children }: DetailPanelProps) {
  const id = useId();
  return (
    <section className={`card ${styles.panel}`} aria-labelledby={id}>
      <div className={badge ? styles.head : `${styles.head} ${styles.bare}`}>
        <div className={styles.top}>
          {badge}
          <Link className="icon-button" to={open.to} title={open.label}>
            <Icon name="maximize" />
          </Link>
        </div>
        <h2 id={id} tabIndex={-1}>
          {title}
        </h2>
        {sub && <p className="muted small">{sub}</p>}
      </div>
      <div className={panelStyles.body}>{children}</div>
      <div className={styles.foot}>
        {actions ?? (
          <Link className="button button-secondary button-wide" to={open.to}>
            {open.label}
          </Link>
        )}
      </div>
    </section>
  );
}
