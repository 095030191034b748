// The card of an outcome: its mark, the title that takes the focus, the sentence that says what happens now.
import { type ReactNode, useEffect, useRef } from "react";
import { useText } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { MailText } from "../MailText.tsx";
import type { OutcomeKind } from "./outcomeKind.ts";

const marks: Record<OutcomeKind, { icon: string; className: string }> = {
  quotation_sent: { icon: "check", className: "outcome-mark" },
  policy_accepted: { icon: "check", className: "outcome-mark" },
  policy_not_accepted: { icon: "warn", className: "outcome-mark refer" },
  policy_pending: { icon: "clock", className: "outcome-mark refer" },
  policy_declined: { icon: "error", className: "outcome-mark fail" },
  already_sent: { icon: "info", className: "outcome-mark refer" },
  unconfirmed: { icon: "clock", className: "outcome-mark refer" },
  error: { icon: "error", className: "outcome-mark fail" },
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
    <section className="card outcome-card">
      <title>{text("common.page_title", { page: [title, about].filter(Boolean).join(" - ") })}</title>
      <span className={marks[kind].className}>
        <Icon name={marks[kind].icon} />
      </span>
      <div>
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        <p className="lead">
          <MailText id={`wizard.outcome.${kind}.text`} />
        </p>
      </div>
      {children}
    </section>
  );
}
