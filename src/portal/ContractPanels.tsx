// The three panels of a quotation or an insurance page (spec: portal 2). Premium always as three lines: without tax, the
// tax, the total, each with its period (decisions 2).

import { Link } from "react-router";
import type { Contract } from "#api/contracts.ts";
import { useMessage } from "#widgets/text.ts";
import factsStyles from "#widgets/ui/Facts.module.css";
import styles from "./ContractPanels.module.css";
import { Kv, type KvItem } from "./kit/Kv.tsx";
import pageStyles from "./kit/Page.module.css";
import { FactPanel } from "./kit/Panel.tsx";
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

export function partyFacts(kind: ContractKind, contract: Contract): KvItem[] {
  return [
    { label: `portal.${kind}.field.company_name`, value: contract.insurer },
    { label: `portal.${kind}.field.intermediary_name`, value: contract.intermediaryName },
  ];
}

/** The tax rate that the amounts show, in percent; null when they show none. */
export function taxRate({ tax, premiumPeriod }: Pick<Contract, "tax" | "premiumPeriod">): number | null {
  return tax === null || !premiumPeriod ? null : Math.round((tax / premiumPeriod) * 1000) / 10;
}

interface ContractPanelsProps {
  kind: ContractKind;
  contract: Contract;
  /** Of the contract, and of what it became. */
  numbers: readonly KvItem[];
}

function productFacts(kind: ContractKind, contract: Contract, format: Format): KvItem[] {
  return [
    { label: `portal.${kind}.field.insured_amount_per_claim`, value: format.amount(contract.insuredPerClaim) },
    { label: `portal.${kind}.field.insured_amount_per_year`, value: format.amount(contract.insuredPerYear) },
    ...ownRiskFact(kind, contract, format),
    { label: "portal.contract.premium_per_year", value: format.money(contract.premium) },
  ];
}

/** Not every product has one: then there is no line. */
function ownRiskFact(kind: ContractKind, { ownRisk }: Contract, format: Format): KvItem[] {
  return ownRisk === null ? [] : [{ label: `portal.${kind}.field.own_risk`, value: format.amount(ownRisk) }];
}

export function ContractPanels({ kind, contract, numbers }: ContractPanelsProps) {
  const text = useMessage();
  const format = useFormat();
  return (
    <div className={pageStyles.panels}>
      <div className={pageStyles.column}>
        <GeneralPanel kind={kind} contract={contract} numbers={numbers} />
      </div>
      <div className={`${pageStyles.column} ${styles.price}`}>
        <FactPanel title={text(`portal.${kind}.widget.product.title`)}>
          <Kv end items={productFacts(kind, contract, format)} />
        </FactPanel>
        <PremiumPanel kind={kind} contract={contract} />
      </div>
    </div>
  );
}

function GeneralPanel({ kind, contract, numbers }: ContractPanelsProps) {
  const text = useMessage();
  const format = useFormat();
  return (
    <FactPanel title={text(`portal.${kind}.widget.general.title`)}>
      <Kv
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
    </FactPanel>
  );
}

function PremiumPanel({ kind, contract }: Omit<ContractPanelsProps, "numbers">) {
  const text = useMessage();
  const format = useFormat();
  const rate = taxRate(contract);
  const unknown = text("common.unknown_value");
  return (
    <FactPanel title={text(`portal.${kind}.widget.premium.title`)}>
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
        {contract.oneOffTotal !== null && (
          <p className={factsStyles.total}>
            <span>
              {text("portal.contract.one_off")}
              <small>{text("portal.contract.including_tax")}</small>
            </span>
            <b>{format.money(contract.oneOffTotal)}</b>
          </p>
        )}
      </div>
      <Kv
        end
        items={[
          { label: `portal.${kind}.field.period`, value: format.months(contract.period) },
          { label: `portal.${kind}.field.start_date`, value: format.date(contract.startDate) },
          { label: `portal.${kind}.field.last_modified_description`, value: contract.lastModified },
        ]}
      />
    </FactPanel>
  );
}

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
