// Status codes as words, colours and shapes (decisions 48). A code that is not in the list is shown as it came.
import { useIntl } from "react-intl";
import { Badge, type BadgeTone } from "#widgets/ui/Badge.tsx";
import { Icon } from "#widgets/ui/Icon.tsx";
import styles from "./Status.module.css";

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
