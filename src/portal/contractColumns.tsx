// Columns of quotations and insurances: in their own lists, and in the boxes of the dashboards.
import type { Contract, Policy, Quotation } from "#api/portfolio/contracts.ts";
import { columns } from "#api/wire/columns.ts";
import { clientColumn } from "./clientColumn.ts";
import type { Column } from "./kit/list/DataTable.tsx";
import { StatusBadge } from "./kit/Status.tsx";
import { type Format, useFormat } from "./kit/usePortal.ts";

/** Total premium of a row, and its period, so that amounts per quarter and per year are never read as the same. */
const Premium = ({ contract }: { contract: Contract }) => useFormat().money(contract.premiumTotal) ?? "–";
const Period = ({ contract }: { contract: Contract }) => {
  const format = useFormat();
  return contract.premiumTotal === null ? null : format.per(contract.period);
};

const premium: Column<Contract> = {
  ...columns.quotation.premium_total,
  value: (row) => <Premium contract={row} />,
  sub: (row) => <Period contract={row} />,
  strong: true,
  place: 2,
};

const product = (ofRelation: boolean): Column<Contract> => ({
  ...columns.quotation.product,
  value: (row) => row.product,
  place: ofRelation ? 1 : 3,
});

/** Beside the other columns there is no room for a status of its own: it is below the product. */
const productAndStatus = (ofRelation: boolean): Column<Quotation> => ({
  ...product(ofRelation),
  sub: (row) => <StatusBadge kind="quotation" code={row.status} />,
});

const numberPlace = (ofRelation: boolean) => (ofRelation ? 3 : 5);

/** The client comes first, or the product in a list of one relation. */
export const quotationColumns = (format: Format, ofRelation: boolean): readonly Column<Quotation>[] => {
  const number: Column<Quotation> = {
    ...columns.quotation.number,
    value: (row) => row.number,
    sub: (row) => format.date(row.date),
    place: numberPlace(ofRelation),
  };
  const about = productAndStatus(ofRelation);
  return ofRelation ? [about, number, premium] : [...clientColumn(ofRelation), number, about, premium];
};

export const insuranceColumns = (_format: Format, ofRelation: boolean): readonly Column<Policy>[] => {
  const number: Column<Policy> = {
    ...columns.policy.policy_number,
    value: (row) => row.policy,
    place: numberPlace(ofRelation),
  };
  const about = product(ofRelation);
  return ofRelation ? [about, number, premium] : [...clientColumn(ofRelation), number, about, premium];
};
