// The panels of a quotation or an insurance page (spec: portal 2), and below them what its details add: documents and answers.
// Premium always as three lines: without tax, the tax, the total, each with its period (decisions 2).

import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { contractDetailsQuery } from "#api/portfolio/contractDetails.ts";
import type { Contract } from "#api/portfolio/contracts.ts";
import type { AmountLabels, ContractDetails } from "#api/wire/wireTypes.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import factsStyles from "#widgets/ui/facts/Facts.module.css";
import { useLate } from "#widgets/ui/notice/Loading.tsx";
import { Notice } from "#widgets/ui/notice/Notice.tsx";
import { AnswerSections } from "./AnswerSections.tsx";
import { ContractDocuments } from "./ContractDocuments.tsx";
import styles from "./ContractPanels.module.css";
import { OneOffLines, YearLines } from "./ContractPremium.tsx";
import { amountFacts, Kv, type KvItem } from "./kit/Kv.tsx";
import pageStyles from "./kit/Page.module.css";
import { FactPanel } from "./kit/Panel.tsx";
import { Failed, RowsToCome } from "./kit/States.tsx";
import { type Format, useFormat, usePaths } from "./kit/usePortal.ts";

type ContractKind = "quote" | "insurance";

/** Contract term and collection, the last lines of both the panel and the page. */
export function termFacts(kind: ContractKind, contract: Contract, format: Format): KvItem[] {
  return [
    { label: `portal.${kind}.field.start_date`, value: format.date(contract.startDate), num: true },
    { label: `portal.${kind}.field.end_date`, value: format.date(contract.endDate), num: true },
    { label: `portal.${kind}.field.contract_duration`, value: format.months(contract.duration) },
    { label: `portal.${kind}.field.debit_prolongation`, value: contract.collection },
  ];
}

/** Of a term, with tax, as the page beside it has it. */
export const premiumFact = (kind: ContractKind, { premiumTotal, period }: Contract, format: Format): KvItem => ({
  label: `portal.${kind}.field.premium_total`,
  value: premiumTotal === null ? null : `${format.money(premiumTotal)} ${format.per(period)}`,
  amount: true,
});

export function partyFacts(kind: ContractKind, contract: Contract): KvItem[] {
  return [
    { label: `portal.${kind}.field.company_name`, value: contract.insurer },
    { label: `portal.${kind}.field.intermediary_name`, value: contract.intermediaryName },
  ];
}

/** The tax rate that the amounts show, in percent, or null when they show no tax. */
export function taxRate({ tax, premiumPeriod }: Pick<Contract, "tax" | "premiumPeriod">): number | null {
  return tax === null || !premiumPeriod ? null : Math.round((tax / premiumPeriod) * 1000) / 10;
}

interface ContractPanelsProps {
  kind: ContractKind;
  contract: Contract;
  /** In its address. */
  number: number;
  /** Of the contract, and of what it became. */
  numbers: readonly KvItem[];
  /** The relation under whose address it is shown. */
  relation: number | undefined;
}

function productFacts(
  { kind, contract }: Pick<ContractPanelsProps, "kind" | "contract">,
  names: AmountLabels,
  format: Format,
): KvItem[] {
  const {
    insuredPerClaim: insured_amount_per_claim,
    insuredPerYear: insured_amount_per_year,
    ownRisk: own_risk,
  } = contract;
  return [
    ...amountFacts(kind, { insured_amount_per_claim, insured_amount_per_year, own_risk }, names, format),
    { label: "portal.contract.premium_per_year", value: format.money(contract.premium), amount: true },
  ];
}

const mostWait = 1500;

/** Shown in one piece with its details, so that no panel moves another, unless those take long. */
export function ContractPanels({ kind, contract, number, numbers, relation }: ContractPanelsProps) {
  const text = useMessage();
  const format = useFormat();
  const to = usePaths();
  const query = useQuery(contractDetailsQuery(kind === "quote" ? "quotations" : "policies", number));
  const long = useLate(mostWait);
  if (query.isPending && !long)
    return (
      <div className={`card ${pageStyles.alone}`}>
        <RowsToCome rows={8} />
      </div>
    );
  const details = query.data ?? null;
  const quotation = details?.quotation_number;
  const madeOf: KvItem[] = quotation
    ? [
        {
          label: "portal.quote.field.number",
          value: <Link to={to.quote(quotation, relation)}>{quotation}</Link>,
          num: true,
        },
      ]
    : [];
  return (
    <>
      {details?.underwriter && (
        <Notice className={styles.notice}>{text("wizard.outcome.quotation_sent.underwriter")}</Notice>
      )}
      <div className={pageStyles.panels}>
        <div className={pageStyles.column}>
          <GeneralPanel kind={kind} contract={contract} numbers={[...numbers, ...madeOf]} />
        </div>
        <div className={`${pageStyles.column} ${styles.price}`}>
          <FactPanel
            title={text(`portal.${kind}.widget.product.title`)}
            items={productFacts({ kind, contract }, details?.labels ?? {}, format)}
          />
          <PremiumPanel kind={kind} contract={contract} premium={details?.premium ?? null} />
          {details && <ContractDocuments documents={details.documents} />}
          {query.isError && (
            <div className="card">
              <Failed error={query.error} busy={query.isFetching} retry={query.refetch} />
            </div>
          )}
        </div>
      </div>
      {details && details.answers.length > 0 && (
        <div className={styles.answers}>
          <AnswerSections sections={details.answers} />
        </div>
      )}
    </>
  );
}

function GeneralPanel({ kind, contract, numbers }: Pick<ContractPanelsProps, "kind" | "contract" | "numbers">) {
  const text = useMessage();
  const format = useFormat();
  return (
    <FactPanel
      title={text(`portal.${kind}.widget.general.title`)}
      items={[
        ...numbers,
        ...companyFacts(kind, contract),
        { label: `portal.${kind}.field.relation_number`, value: contract.relation || null, num: true },
        { label: `portal.${kind}.field.product`, value: contract.product, long: true },
        { label: `portal.${kind}.field.product_code`, value: contract.productCode },
        ...partyFacts(kind, contract),
        { label: `portal.${kind}.field.intermediary_number`, value: contract.intermediary || null, num: true },
        ...termFacts(kind, contract, format),
      ]}
    />
  );
}

interface PremiumPanelProps {
  kind: ContractKind;
  contract: Contract;
  premium: ContractDetails["premium"];
}

function PremiumPanel({ kind, contract, premium }: PremiumPanelProps) {
  const text = useMessage();
  const format = useFormat();
  const rate = taxRate(contract);
  const unknown = text("common.unknown_value");
  return (
    <FactPanel title={text(`portal.${kind}.widget.premium.title`)}>
      {premium && <YearLines premium={premium} />}
      <div className={factsStyles.totalBox}>
        <dl className={factsStyles.lines}>
          <div>
            <dt>{text("portal.contract.premium_period", { period: format.per(contract.period) })}</dt>
            <dd>{format.money(contract.premiumPeriod) ?? unknown}</dd>
          </div>
          <div>
            <dt>
              {rate === null
                ? text(`portal.${kind}.field.insurance_tax`)
                : text("portal.contract.tax", { rate: String(rate) })}
            </dt>
            <dd>{format.money(contract.tax) ?? unknown}</dd>
          </div>
        </dl>
        <p className={factsStyles.total}>
          <span>
            {text("portal.contract.total", { period: format.per(contract.period) })}
            <small>{text("portal.contract.including_tax")}</small>
          </span>
          <b>{format.money(contract.premiumTotal) ?? unknown}</b>
        </p>
        {contract.oneOffTotal !== null && !premium && (
          <p className={factsStyles.total}>
            <span>
              {text("portal.contract.one_off")}
              <small>{text("portal.contract.including_tax")}</small>
            </span>
            <b>{format.money(contract.oneOffTotal)}</b>
          </p>
        )}
      </div>
      {premium && <OneOffLines premium={premium} />}
      <Kv
        items={[
          { label: `portal.${kind}.field.period`, value: format.term(contract.period) },
          { label: `portal.${kind}.field.start_date`, value: format.date(contract.startDate), num: true },
          { label: `portal.${kind}.field.last_modified_description`, value: describeChange(contract, format) },
        ]}
      />
    </FactPanel>
  );
}

const describeChange = ({ lastModified, lastModifiedAt }: Contract, format: Format): string =>
  [lastModified, lastModifiedAt && format.moment(lastModifiedAt)].filter(Boolean).join(", ");

/** The relation, and the insured company where it has another name. */
export function companyFacts(kind: ContractKind, contract: Contract): KvItem[] {
  const relation: KvItem = { label: `portal.${kind}.field.relation_name`, value: <RelationLink {...contract} /> };
  if (!contract.insuredName) return [relation];
  return [relation, { label: `portal.${kind}.field.insured_name`, value: contract.insuredName }];
}

/** The companies in one line below a title. */
export const CompanyLine = ({ contract }: { contract: Contract }) => (
  <>
    {contract.product} · <RelationLink {...contract} />
    {contract.insuredName && ` · ${contract.insuredName}`}
  </>
);

/** The relation by name, as a link to its own pages. */
export function RelationLink({ relation, relationName }: { relation: number | null; relationName: string }) {
  const to = usePaths();
  if (!relation) return relationName || null;
  return <Link to={to.relation(relation)}>{relationName || relation}</Link>;
}
