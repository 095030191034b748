// The small tables of the dashboards: a few rows of one kind, each a link to its page. No paging, no selection.
import type { ReactNode } from "react";
import type { Damage, OpenInvoice, Policy, Quotation } from "#api/shapes.ts";
import { type MessageId, useMessage } from "#widgets/text.ts";
import { Period, Premium } from "./ContractPremium.tsx";
import { type Column, DataTable } from "./masterDetail/DataTable.tsx";
import { Empty, Failed, RowsToCome } from "./States.tsx";
import { Reminder, StatusBadge } from "./Status.tsx";
import type { Format } from "./usePortal.ts";

export interface SmallTableProps<T> {
  query: { data: T[] | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  columns: readonly Column<T>[];
  rowKey: (row: T) => string;
  to: (row: T) => string;
  caption: string;
  most: number;
  empty: MessageId;
  icon: string;
  action?: ReactNode;
}

export function SmallTable<T>({ query, columns, rowKey, to, caption, most, empty, icon, action }: SmallTableProps<T>) {
  const text = useMessage();
  const { data, error, isFetching, refetch } = query;
  if (data === undefined)
    return error ? <Failed error={error} busy={isFetching} retry={() => void refetch()} /> : <RowsToCome rows={most} />;
  if (data.length === 0)
    return (
      <Empty icon={icon} action={action}>
        {text(empty)}
      </Empty>
    );
  return <DataTable fixed caption={caption} columns={columns} rows={data.slice(0, most)} rowKey={rowKey} to={to} />;
}

const premium: Column<Quotation | Policy> = {
  key: "premium",
  header: "portal.quote.field.premium_total",
  value: (row) => (
    <>
      <Premium contract={row} />{" "}
      <span className="per">
        <Period contract={row} />
      </span>
    </>
  ),
  place: 2,
  end: true,
  num: true,
};

const product: Column<Quotation | Policy> = {
  key: "product",
  header: "portal.dashboard.quotes.column.product",
  value: (row) => row.product,
  place: 3,
  width: "c-prod",
};

const quoteNumber: Column<Quotation> = {
  key: "number",
  header: "portal.dashboard.quotes.column.number",
  value: (row) => row.number,
  place: 4,
  num: true,
  width: "c-num",
};

const policyNumber: Column<Policy> = {
  key: "number",
  header: "portal.dashboard.insurances.column.number",
  value: (row) => row.policy,
  place: 4,
  num: true,
  width: "c-num",
};

const relationName: Column<Quotation | Policy> = {
  key: "relation",
  header: "portal.dashboard.quotes.column.relation_name",
  value: (row) => row.relationName || row.number,
  place: 1,
  width: "c-rel",
};

export const quoteRows: readonly Column<Quotation>[] = [relationName, quoteNumber, product, premium];
export const insuranceRows: readonly Column<Policy>[] = [relationName, policyNumber, product, premium];

/** Under one relation its name says nothing: the product comes first. */
const ownProduct = { ...product, place: 1 as const, width: "c-rel" as const };
export const ownQuoteRows: readonly Column<Quotation>[] = [
  ownProduct,
  quoteNumber,
  {
    key: "status",
    header: "portal.quotes.column.status",
    value: (row) => <StatusBadge kind="quotation" code={row.status} />,
    place: 3,
  },
  premium,
];
export const ownInsuranceRows: readonly Column<Policy>[] = [ownProduct, policyNumber, premium];

export function damageRows(format: Format): readonly Column<Damage>[] {
  return [
    {
      key: "title",
      header: "portal.dashboard.damages.column.title",
      value: (row) => row.title,
      place: 1,
      full: true,
      width: "c-text",
    },
    {
      key: "date",
      header: "portal.dashboard.damages.column.date",
      value: (row) => format.date(row.reportDate),
      place: 3,
      num: true,
    },
    {
      key: "status",
      header: "portal.dashboard.damages.column.status",
      value: (row) => <StatusBadge kind="damage" code={row.status} />,
      place: 4,
      end: true,
    },
  ];
}

export function invoiceRows(format: Format): readonly Column<OpenInvoice>[] {
  return [
    {
      key: "offer",
      header: "portal.open_invoices.column.offer_number",
      value: (row) => row.offer,
      place: 1,
      num: true,
    },
    {
      key: "date",
      header: "portal.open_invoices.column.booking_date",
      value: (row) => format.date(row.bookingDate),
      place: 3,
      num: true,
    },
    {
      key: "reminder",
      header: "portal.open_invoices.column.reminder",
      value: (row) => <Reminder code={row.status} />,
      place: 4,
    },
    {
      key: "open",
      header: "portal.open_invoices.column.total_open_amount",
      value: (row) => format.money(row.open),
      place: 2,
      end: true,
      num: true,
    },
  ];
}
