// Status codes as words, colours and shapes (decisions 48). A code that is not in the list is shown as it came.
import { useIntl } from "react-intl";
import { useMessage } from "#widgets/runtime/text.ts";
import { Badge, type BadgeTone } from "#widgets/ui/Badge.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import styles from "./Status.module.css";
import { daysUntil, useFormat } from "./usePortal.ts";

type StatusKind = "quotation" | "damage" | "open_invoice";

const tones: Record<StatusKind, Record<string, BadgeTone | undefined>> = {
  quotation: { O: "open", B: "busy", W: "busy", P: "done", A: "no" },
  damage: { G: "open", B: "busy", W: "busy", H: "done", A: "no" },
  open_invoice: { O: "open", D: "open", E: "busy", T: "no" },
};

function useStatusText(): (kind: StatusKind, code: string) => string {
  const intl = useIntl();
  return (kind, code) => {
    const id = `portal.status.${kind}.${code}`;
    return id in intl.messages ? intl.formatMessage({ id: id as "portal.status.quotation.O" }) : code;
  };
}

export function StatusBadge({ kind, code }: { kind: StatusKind; code: string }) {
  const word = useStatusText();
  return code ? <Badge tone={tones[kind][code]}>{word(kind, code)}</Badge> : null;
}

/** How far away a last day is, where that is worth a look, with a sign in the week before it. */
export function Away({ day }: { day: string | null }) {
  const format = useFormat();
  const days = day === null ? Number.POSITIVE_INFINITY : daysUntil(day);
  if (day === null || Math.abs(days) > 90) return null;
  const presses = days >= 0 && days <= 7;
  return (
    <span className={presses ? styles.presses : undefined}>
      {presses && <Icon name="clock" />}
      {format.away(day)}
    </span>
  );
}

/** How long until an open invoice is due, or how late it is. */
export function Due({ day }: { day: string | null }) {
  const text = useMessage();
  if (day === null || daysUntil(day) >= 0) return <Away day={day} />;
  return <LateWords>{text("portal.open_invoice.late", { days: -daysUntil(day) })}</LateWords>;
}

const LateWords = ({ children }: { children: string }) => (
  <span className={styles.late}>
    <Icon name="warn" />
    {children}
  </span>
);

/** How many open invoices are late, and the oldest by how much. `children` where none is. */
export function Late({ days: due, children }: { days: readonly (string | null)[]; children: string }) {
  const text = useMessage();
  const days = due.map((day) => (day ? -daysUntil(day) : 0)).filter((late) => late > 0);
  if (days.length === 0) return children;
  const words = text("portal.relation_dashboard.summary.late", { count: days.length, days: Math.max(...days) });
  return <LateWords>{words}</LateWords>;
}

const bells = { E: "bell", T: "bell-again" } as const;

/** The reminder of an open invoice: its bell with its word, never the bell alone. "None" is written out too. */
export function Reminder({ code }: { code: string }) {
  const intl = useIntl();
  if (code !== "E" && code !== "T")
    return <span className="muted">{intl.formatMessage({ id: "portal.open_invoices.reminder.none" })}</span>;
  return (
    <span className={styles.reminder}>
      <Icon name={bells[code]} className={styles.bell} />
      {intl.formatMessage({ id: `portal.open_invoices.reminder.${code}` })}
    </span>
  );
}
