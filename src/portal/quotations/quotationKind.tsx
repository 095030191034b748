// Quotations: their list, and the page of one: what it covers, what it costs, and what can be done with it (spec: portal 2).
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { type Quotation, quotationCalls } from "#api/portfolio/contracts.ts";
import { documentAddress } from "#api/portfolio/documents.ts";
import { quotationReferralQuery } from "#api/portfolio/referrals.ts";
import type { QuotationReferral as QuotationReferralAnswer } from "#api/wire/wireTypes.ts";
import { productIndexQuery } from "#api/wizard/productIndex.ts";
import { useMessage, useProvider } from "#widgets/runtime/text.ts";
import { MailText } from "#widgets/ui/text/MailText.tsx";
import { CompanyLine, ContractPanels, companyFacts, partyFacts, premiumFact, termFacts } from "../ContractPanels.tsx";
import { quotationColumns } from "../contractColumns.tsx";
import { UnsentText } from "../kit/form/UnsentText.tsx";
import { useKeptText } from "../kit/form/useKept.ts";
import type { KvItem } from "../kit/Kv.tsx";
import { FactPanel } from "../kit/Panel.tsx";
import { StatusBadge } from "../kit/Status.tsx";
import { useFocusTitle } from "../kit/useFocusTitle.ts";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import { countStatus } from "../masterDetail/choices.ts";
import { createScreens } from "../masterDetail/createScreens.tsx";
import type { ThingKind, Tools } from "../masterDetail/ThingKind.ts";
import { ReferralCauses, ReferralHistory } from "../ReferralHistory.tsx";
import styles from "./QuotationActions.module.css";
import { PageActions, PanelActions, UnsentChange, WhyNot } from "./QuotationActions.tsx";

export const quotations: ThingKind<Quotation> = {
  kind: "quotes",
  perPage: 8,
  columns: quotationColumns,
  filters: ["status", "product", "expiry"],
  number: ({ number }) => number,
  label: ({ number }, text) => text("portal.quote.title", { number: String(number) }),
  title: (_quotation, number, text) => text("portal.quote.title", { number: String(number) }),
  ...quotationCalls,
  badge: ({ status }) => <StatusBadge kind="quotation" code={status} />,
  summary: (page, { text }) => {
    const open = countStatus(page, ["O"]);
    if (open === null) return { label: "portal.nav.quotes", value: page.total };
    const note = text("portal.relation_dashboard.summary.of", { count: page.total });
    return { label: "portal.relation_dashboard.summary.quotes", value: open, note };
  },
  facts: (quotation, tools) => [
    ...numberFacts(quotation, tools),
    ...companyFacts("quote", quotation),
    { label: "portal.quote.field.product", value: quotation.product, long: true },
    ...partyFacts("quote", quotation),
    ...termFacts("quote", quotation, tools.format),
    premiumFact("quote", quotation, tools.format),
  ],
  PanelActions,
  page: {
    sub: (quotation) => <CompanyLine contract={quotation} />,
    Actions: ({ thing }) => thing && <PageActions thing={thing} />,
    Body: QuotationBody,
    // What can be done is known with the products.
    useWait: () => useQuery(productIndexQuery()).isPending,
  },
};
export const { List, Item, latest } = createScreens(quotations);

/** Its own number, and that of the policy it became, which leads there. */
function numberFacts({ number, policy }: Quotation, { to, relation }: Pick<Tools, "to" | "relation">): KvItem[] {
  const numberFact: KvItem = { label: "portal.quote.field.number", value: number, num: true };
  if (!policy) return [numberFact];
  const link = <Link to={to.insurance(policy, relation)}>{policy}</Link>;
  return [numberFact, { label: "portal.insurance.field.policy_number", value: link, num: true }];
}

function QuotationBody({ thing, relation }: { thing: Quotation; relation: number | undefined }) {
  const to = usePaths();
  const validUntil = useFormat().date(thing.validUntil);
  const numbers = numberFacts(thing, { to, relation });
  if (validUntil) numbers.push({ label: "portal.filter.expiry", value: validUntil, num: true });
  return (
    <>
      <WhyNot quotation={thing} relation={relation} />
      <UnsentChange quotation={thing} />
      <QuotationReferral quotation={thing} />
      <ContractPanels kind="quote" contract={thing} number={thing.number} numbers={numbers} relation={relation} />
    </>
  );
}

const QuotationReply = lazy(async () => ({ default: (await import("./QuotationReply.tsx")).QuotationReply }));

type Referral = NonNullable<QuotationReferralAnswer>;

/** Statuses that an underwriter gives. */
const JUDGED = ["B", "W", "A", "P"];

/** The referral of a quotation: the underwriter's question with the field to answer it, and its history. */
function QuotationReferral({ quotation: { number, status } }: { quotation: Quotation }) {
  const { data } = useQuery({ ...quotationReferralQuery(number), enabled: JUDGED.includes(status) });
  return data && <Judging key={number} quotation={number} referral={data} />;
}

/** Statuses in which the underwriter is to act. */
const WAITING = ["W", "R"];

/** Whether the broker reads a cause. A hit of the background check is not shown to brokers (decisions 42). */
const hasCauses = ({ wrong_questions, reasons }: Referral) => wrong_questions.length + reasons.length > 0;

/** What the broker may expect, and whom to ask when it takes longer. */
function Meanwhile({ number }: { number: number }) {
  const text = useMessage();
  const { email } = useProvider();
  const subject = text("wizard.outcome.policy_not_accepted.mail_subject", { number: String(number) });
  return (
    <div>
      <p>{text("portal.quote.referral.meanwhile")}</p>
      {email && (
        <p>
          <MailText id="portal.quote.referral.longer" subject={subject} />
        </p>
      )}
    </div>
  );
}

function Judging({ quotation, referral }: { quotation: number; referral: Referral }) {
  const text = useMessage();
  // Kept here and not in the form: it must survive when a colleague answers first or the question is withdrawn.
  const answer = useKeptText(`quotation/${quotation}/answer`);
  const typed = answer.text.trim();
  useFocusTitle(!referral.question);
  return (
    <div className={styles.notice}>
      <FactPanel title={text("portal.quote.referral.title")}>
        <div className={styles.referral}>
          {/* Of a converted quotation, which keeps its own. */}
          {referral.number !== quotation && (
            <p>{text("portal.quote.referral.number", { number: String(referral.number) })}</p>
          )}
          {referral.question && (
            <Suspense fallback={null}>
              <QuotationReply quotation={quotation} referral={referral} answer={answer} />
            </Suspense>
          )}
          {!referral.question && typed && (
            <UnsentText said={typed} why={text("portal.quote.referral.closed")} forget={answer.forget} />
          )}
          {hasCauses(referral) && (
            <div>
              <h3>{text("portal.quote.referral.why")}</h3>
              <ReferralCauses causes={referral} />
            </div>
          )}
          {WAITING.includes(referral.status) && <Meanwhile number={referral.number} />}
          <ReferralHistory history={referral.history} fileAddress={documentAddress} />
        </div>
      </FactPanel>
    </div>
  );
}
