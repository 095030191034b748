// The number of the outcome, large, with a button that copies it and says so.
import { splitText, useText } from "#widgets/text.ts";
import { IconButton } from "#widgets/ui/Button.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import type { OutcomeKind } from "./outcomeKind.ts";
import styles from "./ReferenceNumber.module.css";

const numbered: OutcomeKind[] = ["quotation_sent", "policy_accepted", "policy_not_accepted"];

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
