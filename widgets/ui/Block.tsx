// An accordion block of a sidebar: a button in a heading that opens what is under it. Uncontrolled unless `open` is given.
import { type ReactNode, useId, useState } from "react";
import styles from "./Block.module.css";
import { Icon } from "./Icon.tsx";

interface BlockProps {
  title: ReactNode;
  icon?: string;
  /** Short value in the head, such as the total premium of a closed block. */
  value?: ReactNode;
  open?: boolean;
  defaultOpen?: boolean;
  onToggle?: (open: boolean) => void;
  children: ReactNode;
  className?: string;
  /** What a closed block still says, such as when it opens. */
  closedNote?: ReactNode;
}

export function Block(props: BlockProps) {
  const { title, icon, value, open, defaultOpen = false, onToggle, children, className, closedNote } = props;
  const [own, setOwn] = useState(defaultOpen);
  const isOpen = open ?? own;
  const body = useId();
  const toggle = () => {
    setOwn(!isOpen);
    onToggle?.(!isOpen);
  };
  return (
    <section className={[styles.block, className].filter(Boolean).join(" ")}>
      <h2>
        <button
          className={styles.head}
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          onClick={toggle}
        >
          {icon && <Icon name={icon} />}
          {title}
          {value !== undefined && <span className={styles.value}>{value}</span>}
          <Icon name="down" className={styles.chevron} />
        </button>
      </h2>
      {isOpen && (
        <div className={styles.body} id={body}>
          {children}
        </div>
      )}
      {!isOpen && closedNote && <div className={styles.body}>{closedNote}</div>}
    </section>
  );
}
