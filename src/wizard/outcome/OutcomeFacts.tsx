// What was asked for, in short: relation, product, amounts, first day of cover, total per term.
import type { SentOutcome } from "#api/outcomes.ts";
import type { SendAction } from "#engine/types.ts";
import { useText } from "#widgets/text.ts";
import factsStyles from "#widgets/ui/Facts.module.css";
import { periodOf } from "../sidebar/premiumFacts.ts";
import { useFormats } from "../WizardContext.ts";

interface Props {
  product: string;
  type: SendAction;
  summary: SentOutcome["summary"];
  /** Names of the files that went along. */
  files?: readonly string[] | undefined;
}

export function OutcomeFacts({ product, type, summary, files }: Props) {
  const text = useText();
  const { date, money, euros } = useFormats();
  const { company, effective_date, insured_amount, own_risk, additional_coverages, total_amount } = summary ?? {};
  const rows: [string, string | null][] = [
    [text("portal.quote.field.relation_name"), company || null],
    [text("wizard.sidebar.summary.product"), product || null],
    [text("wizard.sidebar.summary.insured_amount"), amount(insured_amount, euros)],
    [text("wizard.sidebar.summary.own_risk"), amount(own_risk, euros)],
    [text("wizard.sidebar.summary.additional_coverages"), additional_coverages?.join(", ") || null],
    [text("wizard.request.effective_date.label"), effective_date ? date(effective_date) : null],
    [text("wizard.upload.sent_along"), files?.join(", ") || null],
  ];
  const shown = rows.filter((row): row is [string, string] => row[1] !== null);
  return (
    <dl className={`${factsStyles.facts} ${factsStyles.amounts}`} data-type={type}>
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {total_amount !== undefined && (
        <div className={factsStyles.grand}>
          <dt>{text("wizard.sidebar.summary.term_including_tax", { period: periodOf(summary?.months, text) })}</dt>
          <dd>{money(total_amount)}</dd>
        </div>
      )}
    </dl>
  );
}

const amount = (value: number | null | undefined, write: (amount: number) => string) =>
  value === null || value === undefined ? null : write(value);
