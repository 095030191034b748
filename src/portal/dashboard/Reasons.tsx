// Why this insurer: the seven selling points of the specification.
import { useMessage } from "#widgets/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Panel } from "../kit/Panel.tsx";
import styles from "./Reasons.module.css";

const reasons = [
  "liability",
  "response_times",
  "claims_handling",
  "premium",
  "requirements",
  "coverage",
  "fortune",
] as const;

/** `wide`: under both columns, where the right one is long enough without it. */
export function Reasons({ wide }: { wide?: boolean }) {
  const text = useMessage();
  return (
    <Panel
      title={text("portal.dashboard.why.title")}
      icon="ok"
      section="home"
      {...(wide ? { className: styles.wide } : {})}
    >
      <ul className={`why ${styles.reasons}`}>
        {reasons.map((reason) => (
          <li key={reason}>
            <Icon name="check" />
            <b>{text(`portal.dashboard.why.${reason}.title`)}</b>
            <span>{text(`portal.dashboard.why.${reason}.text`)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
