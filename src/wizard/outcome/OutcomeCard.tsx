// The card of an outcome: its mark, the title that takes the focus, the sentence that says what happens now.
import { type ReactNode, useEffect, useRef } from "react";
import { useText } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { MailText } from "../MailText.tsx";
import styles from "../Outcome.module.css";
import type { OutcomeKind } from "./outcomeKind.ts";

const marks: Record<OutcomeKind, { icon: string; className: string | undefined }> = {
  quotation_sent: { icon: "check", className: styles.mark },
  policy_accepted: { icon: "check", className: styles.mark },
  policy_not_accepted: { icon: "warn", className: `${styles.mark} ${styles.refer}` },
  policy_pending: { icon: "clock", className: `${styles.mark} ${styles.refer}` },
  policy_declined: { icon: "error", className: `${styles.mark} ${styles.fail}` },
  already_sent: { icon: "info", className: `${styles.mark} ${styles.refer}` },
  unconfirmed: { icon: "clock", className: `${styles.mark} ${styles.refer}` },
  error: { icon: "error", className: `${styles.mark} ${styles.fail}` },
};

interface Props {
  kind: OutcomeKind;
  /** Whose request it is: names the tab among others. */
  about: string | undefined;
  children: ReactNode;
}

export function OutcomeCard({ kind, about, children }: Props) {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  const title = text(`wizard.outcome.${kind}.title`);
  return (
    <section className={`card ${styles.card}`}>
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
