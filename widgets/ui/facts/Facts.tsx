// Pairs of name and value, in lines with notes and sums, as in the premium block.
import type { ReactNode } from "react";
import styles from "./Facts.module.css";

export interface Fact {
  key: string;
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
  /** The sum of the lines above it. */
  sum?: boolean;
}

export function Facts({ items, className }: { items: readonly Fact[]; className?: string }) {
  return (
    <dl className={[styles.lines, className].filter(Boolean).join(" ")}>
      {items.map((fact) => (
        <div key={fact.key} className={fact.sum ? styles.sum : undefined}>
          <dt>
            {fact.label}
            {fact.note && <small>{fact.note}</small>}
          </dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
