// What the request became: the title takes the focus, the number can be copied, the answers can be kept, and there is always
// a next action. It needs no open wizard, so that it can be shown again.
import type { SentOutcome } from "#api/wizard/outcomes.ts";
import type { SendAction } from "#engine/schema/types.ts";
import { useText } from "#widgets/runtime/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import factsStyles from "#widgets/ui/facts/Facts.module.css";
import { formatMonths } from "#widgets/ui/facts/premiumFacts.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { Unbroken } from "#widgets/ui/text/Unbroken.tsx";
import outcomeStyles from "../Outcome.module.css";
import { useFormats } from "../WizardContext.ts";
import { NextActions, type RequestPlace } from "./NextActions.tsx";
import { findOutcomeKind, OutcomeCard, ReferenceNumber } from "./OutcomeCard.tsx";
import { Referral } from "./Referral.tsx";

interface Props {
  outcome: SentOutcome;
  /** The product's name. */
  product: string;
  place: RequestPlace;
}

interface FactsProps {
  product: string;
  type: SendAction;
  summary: SentOutcome["summary"];
  /** Names of the files that went along. */
  files?: readonly string[] | undefined;
}

/** What was asked for, in short: relation, product, amounts, first day of cover, total per term. */
function OutcomeFacts({ product, type, summary, files }: FactsProps) {
  const text = useText();
  const { date, money, euros } = useFormats();
  const { company, effective_date, insured_amount, own_risk, additional_coverages, total_amount } = summary ?? {};
  const rows: [string, string | null, string?][] = [
    [text("portal.quote.field.relation_name"), company || null],
    [text("portal.quote.field.insured_name"), summary?.insured_company || null],
    [text("wizard.sidebar.summary.product"), product || null],
    [text("wizard.sidebar.summary.insured_amount"), amount(insured_amount, euros), AMOUNT],
    [text("wizard.sidebar.summary.own_risk"), amount(own_risk, euros), AMOUNT],
    [text("wizard.sidebar.summary.additional_coverages"), additional_coverages?.join(", ") || null],
    [text("wizard.request.effective_date.label"), effective_date ? date(effective_date) : null],
    [text("wizard.upload.sent_along"), files?.join(", ") || null],
  ];
  const shown = rows.filter((row): row is [string, string, string?] => row[1] !== null);
  return (
    <dl className={factsStyles.facts} data-type={type}>
      {shown.map(([label, value, look]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={look}>
            <Unbroken>{value}</Unbroken>
          </dd>
        </div>
      ))}
      {total_amount !== undefined && (
        <div className={factsStyles.grand}>
          <dt>{text("wizard.sidebar.summary.term_including_tax", { period: formatMonths(summary?.months, text) })}</dt>
          <dd className={AMOUNT}>{money(total_amount)}</dd>
        </div>
      )}
      {summary?.one_off_total !== undefined && (
        <div className={factsStyles.grand}>
          <dt>{text("wizard.sidebar.summary.one_off_total")}</dt>
          <dd className={AMOUNT}>{money(summary.one_off_total)}</dd>
        </div>
      )}
    </dl>
  );
}

const AMOUNT = `number ${factsStyles.amount}`;
const amount = (value: number | null | undefined, write: (amount: number) => string) =>
  value === null || value === undefined ? null : write(value);

export function OutcomeScreen({ outcome: { answer, summary }, product, place }: Props) {
  const text = useText();
  const kind = findOutcomeKind(answer.type, answer.accepted);
  const referral = kind === "policy_not_accepted" || kind === "policy_declined";
  const facts = <OutcomeFacts product={product} summary={summary} type={answer.type} files={answer.files} />;
  return (
    <div className={outcomeStyles.outcome}>
      <OutcomeCard kind={kind} about={summary?.company} changed={summary?.changed}>
        {answer.number && <ReferenceNumber kind={kind} number={answer.number} />}
        {referral ? <Referral answer={answer}>{facts}</Referral> : facts}
        {kind === "quotation_sent" && isForUnderwriter(answer) && (
          <Notice>
            <p>{text("wizard.outcome.quotation_sent.underwriter")}</p>
            {answer.refusal_messages.map((message) => (
              <p key={message}>{message}</p>
            ))}
          </Notice>
        )}
        <NextActions kind={kind} answer={answer} place={place} />
      </OutcomeCard>
      <RecordAnswers summary={summary} />
    </div>
  );
}

/** A quotation is always given. With these answers a policy is not issued before an underwriter has seen them. */
const isForUnderwriter = (answer: SentOutcome["answer"]): boolean =>
  [answer.wrong_acceptance_questions, answer.wrong_final_questions, answer.refusal_messages].some(
    (entries) => (entries?.length ?? 0) > 0,
  );

/** The broker records the answers in his own file: the paper with all of them to keep, and this page to print. */
function RecordAnswers({ summary }: Pick<SentOutcome, "summary">) {
  const text = useText();
  const document = summary?.document;
  return (
    <Notice
      title={text("wizard.notice.record_answers.title")}
      action={
        <span className="actions no-print">
          {document !== undefined && (
            <a className="button button-secondary button-small" href={`/api/documents/${document}/download`} download>
              <Icon name="download" small />
              {text("wizard.outcome.action.download_answers")}
            </a>
          )}
          <Button small onClick={() => window.print()}>
            {text("wizard.outcome.action.print")}
          </Button>
        </span>
      }
    >
      {text("wizard.notice.record_answers.text")}
    </Notice>
  );
}
