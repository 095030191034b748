// The outcomes of a request, and the card that shows one: its mark, the title that takes the focus, what happens now and the
// number to copy (spec: wizard 2, decisions 40 and 62). A quotation is never referred: it is sent.
import { type ReactNode, useEffect, useRef } from "react";
import type { AcceptedState } from "#api/wire/wireTypes.ts";
import type { SendAction } from "#engine/schema/types.ts";
import { splitText, useText } from "#widgets/runtime/text.ts";
import { IconButton } from "#widgets/ui/Button.tsx";
import factsStyles from "#widgets/ui/facts/Facts.module.css";
import { Icon } from "#widgets/ui/Icon.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { MailText } from "#widgets/ui/text/MailText.tsx";
import styles from "../Outcome.module.css";

export type OutcomeKind =
  | "quotation_sent"
  | "policy_accepted"
  | "policy_not_accepted"
  | "policy_pending"
  | "policy_declined"
  | "already_sent"
  | "unconfirmed"
  | "unanswered"
  | "error";

/** What a request that was sent became. */
export function findOutcomeKind(action: SendAction, accepted: AcceptedState): OutcomeKind {
  if (accepted === "declined") return "policy_declined";
  if (action === "quotation") return "quotation_sent";
  if (accepted === "accepted") return "policy_accepted";
  return accepted === "pending" ? "policy_pending" : "policy_not_accepted";
}

const marks: Record<OutcomeKind, { icon: string; className: string | undefined }> = {
  quotation_sent: { icon: "check", className: styles.mark },
  policy_accepted: { icon: "check", className: styles.mark },
  policy_not_accepted: { icon: "warn", className: `${styles.mark} ${styles.refer}` },
  policy_pending: { icon: "clock", className: `${styles.mark} ${styles.refer}` },
  policy_declined: { icon: "error", className: `${styles.mark} ${styles.fail}` },
  already_sent: { icon: "info", className: `${styles.mark} ${styles.refer}` },
  unconfirmed: { icon: "clock", className: `${styles.mark} ${styles.refer}` },
  unanswered: { icon: "error", className: `${styles.mark} ${styles.fail}` },
  error: { icon: "error", className: `${styles.mark} ${styles.fail}` },
};

interface Props {
  kind: OutcomeKind;
  /** Whose request it is: names the tab among others. */
  about: string | undefined;
  /** A quotation that was made earlier. */
  changed?: boolean | undefined;
  children: ReactNode;
}

export function OutcomeCard({ kind, about, changed, children }: Props) {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  const title = text(changed ? "wizard.outcome.quotation_changed.title" : `wizard.outcome.${kind}.title`);
  return (
    <section className={`card ${styles.card} ${factsStyles.box}`}>
      <title>{text("common.page_title", { page: [title, about].filter(Boolean).join(" - ") })}</title>
      <span className={marks[kind].className}>
        <Icon name={marks[kind].icon} />
      </span>
      <div>
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        <p className={styles.lead}>
          <MailText id={`wizard.outcome.${kind}.text`} />
        </p>
      </div>
      {children}
    </section>
  );
}

const numbered: OutcomeKind[] = ["quotation_sent", "policy_accepted", "policy_not_accepted"];

/** The number of the outcome, large, with a button that copies it and confirms that. */
export function ReferenceNumber({ kind, number }: { kind: OutcomeKind; number: string }) {
  const text = useText();
  const of = numbered.includes(kind) ? kind : "policy_not_accepted";
  const label = splitText(text, `wizard.outcome.${of}.number`, "number").join("").trim();
  const copy = () => {
    void navigator.clipboard?.writeText(number).then(
      () => announce(text("wizard.outcome.number_copied")),
      () => undefined,
    );
  };
  return (
    <p className={styles.number}>
      <span>{label}</span>
      <b>{number}</b>
      <IconButton icon="copy" label={text("wizard.outcome.action.copy_number")} onClick={copy} />
    </p>
  );
}
