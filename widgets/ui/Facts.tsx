// Pairs of name and value. `lines` is the form of the premium block, `facts` that of a detail page.
import type { ReactNode } from "react";

export interface Fact {
  key: string;
  label: ReactNode;
  value: ReactNode;
  note?: ReactNode;
  className?: string;
}

export function Facts({
  items,
  kind = "lines",
  className,
}: {
  items: readonly Fact[];
  kind?: "lines" | "facts";
  className?: string;
}) {
  return (
    <dl className={[kind, className].filter(Boolean).join(" ")}>
      {items.map((fact) => (
        <div key={fact.key} className={fact.className}>
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
