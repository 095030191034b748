// What was asked for, in short: relation, product, amounts, first day of cover, total per term.
import type { SubmitAnswer } from "#engine/wire.ts";
import { useText } from "#widgets/text.ts";
import { requestForm } from "../model/submitting.ts";
import { useFactTools } from "../sidebar/PremiumBlock.tsx";
import { periodOf } from "../sidebar/premiumFacts.ts";
import { useFormats, useWizard, useWizardState } from "../WizardContext.ts";

export function OutcomeFacts({ answer }: { answer: SubmitAnswer }) {
  const text = useText();
  const tools = useFactTools();
  const { date, money, euros } = useFormats();
  const { core } = useWizard();
  const { premium } = useWizardState((state) => state.premium);
  const company = core.opened.exists.company ?? core.answers()["company-data"]?.company;
  const effective = core.session(requestForm).data().effective_date;
  const additional = premium?.lines?.additional.map(({ label }) => label).join(", ");
  const rows: [string, string | null][] = [
    [text("portal.quote.field.relation_name"), typeof company === "string" ? company : null],
    [text("wizard.sidebar.summary.product"), text("name")],
    [text("wizard.sidebar.summary.insured_amount"), amount(premium?.insured_amount, euros)],
    [text("wizard.sidebar.summary.own_risk"), amount(premium?.own_risk, euros)],
    [text("wizard.sidebar.summary.additional_coverages"), additional || null],
    [text("wizard.request.effective_date.label"), typeof effective === "string" ? date(effective) : null],
  ];
  const shown = rows.filter((row): row is [string, string] => row[1] !== null);
  return (
    <dl className="kv kv-end" data-type={answer.type}>
      {shown.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      {premium && premium.total_amount !== null && (
        <div className="total">
          <dt>{text("wizard.sidebar.summary.term_including_tax", { period: periodOf(premium, tools) })}</dt>
          <dd>{money(premium.total_amount)}</dd>
        </div>
      )}
    </dl>
  );
}

const amount = (value: number | null | undefined, write: (amount: number) => string) =>
  value === null || value === undefined ? null : write(value);
