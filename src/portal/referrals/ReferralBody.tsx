// A referral in full: why it is here, what was answered, what it costs, what was said, and what the underwriter does with it.
import { referralFile } from "#api/portfolio/referrals.ts";
import type { Referral, ReferralRow } from "#api/wire/wireTypes.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import { Points } from "#widgets/ui/text/Points.tsx";
import { AnswerSections } from "../AnswerSections.tsx";
import { amountFacts, type KvItem } from "../kit/Kv.tsx";
import pageStyles from "../kit/Page.module.css";
import { FactPanel } from "../kit/Panel.tsx";
import { useFormat } from "../kit/usePortal.ts";
import { ReferralCauses, ReferralHistory } from "../ReferralHistory.tsx";
import { Decision } from "./Decision.tsx";
import styles from "./ReferralBody.module.css";

export function ReferralBody({ referral }: { referral: Referral }) {
  const text = useMessage();
  return (
    <div className={pageStyles.panels}>
      <div className={pageStyles.column}>
        <Why referral={referral} />
        <AnswerSections sections={referral.answers} />
      </div>
      <div className={pageStyles.column}>
        <Decision referral={referral} />
        <Facts referral={referral} />
        <FactPanel title={text("portal.referral.history.title")}>
          <ReferralHistory history={referral.history} fileAddress={(id) => referralFile(referral.number, id)} />
        </FactPanel>
      </div>
    </div>
  );
}

function Why({ referral }: { referral: Referral }) {
  const text = useMessage();
  const { background, screened, explanation } = referral;
  return (
    <FactPanel title={text("portal.referral.why.title")}>
      <ReferralCauses causes={referral}>
        {(["hit", "unknown"] as const)
          .map((result) => ({ result, subjects: screened.filter((subject) => subject.result === result) }))
          .filter(({ result, subjects }) => background === result || subjects.length > 0)
          .map(({ result, subjects }) => (
            <li key={result}>
              {text(`portal.referral.why.${result}`)}
              <Points of={subjects.map(({ who }) => who)} />
            </li>
          ))}
      </ReferralCauses>
      {explanation && (
        <div className={styles.said}>
          <h3>{text("portal.referral.why.explanation")}</h3>
          <p className="written">{explanation}</p>
        </div>
      )}
    </FactPanel>
  );
}

type ReferralNames = Pick<ReferralRow, "relation_name" | "insured_name">;

/** The relation, and the insured company where it has another name. */
export function namedCompanies({ relation_name, insured_name }: ReferralNames): KvItem[] {
  const relation: KvItem = { label: "portal.quote.field.relation_name", value: relation_name };
  return insured_name ? [relation, { label: "portal.quote.field.insured_name", value: insured_name }] : [relation];
}

function Facts({ referral }: { referral: Referral }) {
  const text = useMessage();
  const background = referral.background ?? "none";
  const format = useFormat();
  return (
    <FactPanel
      title={text("portal.quote.widget.general.title")}
      items={[
        ...(referral.quotation_number === referral.number
          ? []
          : [{ label: "portal.quote.field.number" as const, value: referral.quotation_number, num: true }]),
        ...namedCompanies(referral),
        { label: "portal.relation.field.kvk_number", value: referral.kvk_number, num: true },
        { label: "portal.quote.field.intermediary_name", value: referral.intermediary_name },
        {
          label: "portal.referral.background.label",
          value: text(`portal.referral.background.${background}`),
        },
        { label: "portal.quote.field.start_date", value: format.date(referral.start_date), num: true },
        ...amountFacts("quote", referral, referral.labels, format),
        {
          label: "portal.quote.field.premium_total",
          value:
            referral.premium_total !== null && `${format.money(referral.premium_total)} ${format.per(referral.period)}`,
          amount: true,
        },
        ...(referral.one_off_total === null
          ? []
          : [
              {
                label: "portal.contract.one_off" as const,
                value: format.money(referral.one_off_total),
                amount: true,
              },
            ]),
        { label: "portal.referral.field.sent_at", value: format.date(referral.sent_at), num: true },
        ...(referral.decided_by
          ? [{ label: "portal.referral.field.decided_by" as const, value: referral.decided_by }]
          : []),
        ...(referral.policy_number
          ? [{ label: "portal.insurance.field.policy_number" as const, value: referral.policy_number, num: true }]
          : []),
      ]}
    />
  );
}
