// The answers of a sent request, a panel for each step.
import type { AnswerSection } from "#api/wire/wireTypes.ts";
import factsStyles from "#widgets/ui/facts/Facts.module.css";
import { Unbroken } from "#widgets/ui/text/Unbroken.tsx";
import styles from "./AnswerSections.module.css";
import { FactPanel } from "./kit/Panel.tsx";

export function AnswerSections({ sections }: { sections: readonly AnswerSection[] }) {
  return sections.map(({ heading, rows }) => (
    <FactPanel key={heading} title={heading}>
      <Rows rows={rows} />
    </FactPanel>
  ));
}

/** Labels are the product's own, in the words of the release that the request was made with. */
function Rows({ rows }: { rows: AnswerSection["rows"] }) {
  return (
    <dl className={`${factsStyles.facts} ${styles.answers}`}>
      {rows.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two questions may read alike, and none changes its place
        <div key={index}>
          <dt className={styles.label}>{label}</dt>
          <dd>
            <Unbroken>{value}</Unbroken>
          </dd>
        </div>
      ))}
    </dl>
  );
}
