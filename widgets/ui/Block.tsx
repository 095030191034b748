// An accordion block of a sidebar: a button in a heading that opens what is under it.
import { type ReactNode, useId } from "react";
import styles from "./Block.module.css";
import { isSecondPress } from "./Button.tsx";
import { Icon } from "./Icon.tsx";

interface BlockProps {
  title: ReactNode;
  icon?: string;
  /** Short value in the head, such as the total premium of a closed block. */
  value?: ReactNode;
  open: boolean;
  onToggle: (open: boolean) => void;
  children: ReactNode;
  /** The text of a closed block, such as when it opens. */
  closedNote?: ReactNode;
}

export function Block({ title, icon, value, open, onToggle, children, closedNote }: BlockProps) {
  const body = useId();
  return (
    <section className={styles.block}>
      <h2>
        <button
          className={styles.head}
          type="button"
          aria-expanded={open}
          aria-controls={open ? body : undefined}
          onClick={(event) => !isSecondPress(event) && onToggle(!open)}
        >
          {icon && <Icon name={icon} />}
          <span className={styles.title}>{title}</span>
          {value !== undefined && <span className={styles.value}>{value}</span>}
          <Icon name="down" className={styles.chevron} />
        </button>
      </h2>
      {open && (
        <div className={styles.body} id={body}>
          {children}
        </div>
      )}
      {!open && closedNote && <div className={styles.body}>{closedNote}</div>}
    </section>
  );
}
