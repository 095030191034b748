// Columns of quotations and insurances: in their own lists, and in the boxes of the dashboards.
import type { Contract, Policy, Quotation } from "#api/portfolio/contracts.ts";
import { columns } from "#api/wire/columns.ts";
import { clientColumn } from "./clientColumn.ts";
import type { Column } from "./kit/list/DataTable.tsx";
import { Away, StatusBadge } from "./kit/Status.tsx";
import type { Format } from "./kit/usePortal.ts";

/** What a year costs, and a term where that is not a year. A back end that does not name the year has its term alone. */
const premium = (format: Format): Column<Contract> => ({
  ...columns.quotation.premium_year,
  value: (row) => format.money(row.premiumYear ?? row.premiumTotal),
  sub({ premiumYear, premiumTotal, period }) {
    if (premiumTotal === null || (premiumYear !== null && period === 12)) return null;
    return premiumYear === null ? format.per(period) : `${format.money(premiumTotal)} ${format.per(period)}`;
  },
  strong: true,
  place: 2,
});

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

const expiry = { header: "portal.filter.expiry", place: 4 } as const;

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
  const expires: Column<Quotation> = {
    ...columns.quotation.valid_until,
    ...expiry,
    value: (row) => format.date(row.validUntil),
    sub: (row) => <Away day={row.validUntil} />,
  };
  return [...firstColumns(about, number, ofRelation), expires, premium(format)];
};

const firstColumns = <T extends Contract>(about: Column<T>, number: Column<T>, ofRelation: boolean) =>
  ofRelation ? [about, number] : [...clientColumn(ofRelation), number, about];

export const insuranceColumns = (format: Format, ofRelation: boolean): readonly Column<Policy>[] => {
  const number: Column<Policy> = {
    ...columns.policy.policy_number,
    value: (row) => row.policy,
    place: numberPlace(ofRelation),
  };
  const expires: Column<Policy> = {
    ...columns.policy.end_date,
    ...expiry,
    value: (row) => format.date(row.endDate),
    sub: (row) => <Away day={row.endDate} />,
  };
  return [...firstColumns(product(ofRelation), number, ofRelation), expires, premium(format)];
};
