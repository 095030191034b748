// The panel beside a list, about the chosen row: title, a link to the whole page, facts, actions. Its title names it and can take the
// focus. What the row and the facts say is not said again.
import { useId } from "react";
import { Link } from "react-router";
import { useMessage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Kv } from "../kit/Kv.tsx";
import panelStyles from "../kit/Panel.module.css";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import styles from "./DetailPanel.module.css";
import type { PanelKind } from "./ThingKind.ts";
import { useItem } from "./useItem.ts";

interface DetailPanelProps<T> {
  kind: PanelKind<T>;
  row: T;
  relation: number | undefined;
}

export function DetailPanel<T>({ kind, row, relation }: DetailPanelProps<T>) {
  const id = useId();
  const text = useMessage();
  const format = useFormat();
  const to = usePaths();
  const number = kind.number(row);
  const { data, loading } = useItem<T>(kind.one(number, relation), row);
  const thing = data ?? row;
  const sub = kind.sub?.(thing);
  const open = {
    to: kind.maximize?.(number, to) ?? to.item(kind.kind, number, relation),
    label: text(`portal.${kind.kind}.action.maximize`),
  };
  return (
    <section className={`card ${styles.panel}`} aria-labelledby={id}>
      <div className={styles.head}>
        <Link className="icon-button" to={open.to} title={open.label}>
          <Icon name="maximize" />
        </Link>
        <h2 id={id} tabIndex={-1}>
          {kind.title(thing, number, text)}
        </h2>
        {sub && <p className="muted small">{sub}</p>}
      </div>
      <div className={panelStyles.body}>
        <Kv loading={loading} items={kind.facts(thing, { text, format, to, relation })} />
      </div>
      <div className={styles.foot}>
        {kind.PanelActions ? (
          <kind.PanelActions thing={thing} open={open} />
        ) : (
          <Link className="button button-secondary button-wide" to={open.to}>
            {open.label}
          </Link>
        )}
      </div>
    </section>
  );
}
