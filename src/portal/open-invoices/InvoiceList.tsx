// The list of open invoices, of everybody or of one relation, whole or searched; a bell where a reminder was sent.
import { useQuery } from "@tanstack/react-query";
import { invoicePaths, invoiceQuery, invoicesQuery } from "#api/invoices.ts";
import { relationQuery } from "#api/relations.ts";
import type { OpenInvoice } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import type { ListProps } from "../ListProps.ts";
import type { Column } from "../masterDetail/DataTable.tsx";
import { ListScreen, type ListSetup } from "../masterDetail/ListScreen.tsx";
import { NewRequest } from "../NewRequest.tsx";
import { Reminder } from "../Status.tsx";
import { type Format, useFormat, usePaths } from "../usePortal.ts";
import { InvoicePanel } from "./InvoicePanel.tsx";

function invoiceColumns(format: Format): Column<OpenInvoice>[] {
  return [
    {
      key: "offer",
      header: "portal.open_invoices.column.offer_number",
      value: (row) => row.offer,
      sub: (row) => row.relationName,
      place: 1,
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
      strong: true,
      place: 2,
      end: true,
      num: true,
    },
  ];
}

function useSetup(relation: number | undefined, company: string | undefined): ListSetup<OpenInvoice> {
  const text = useMessage();
  const format = useFormat();
  const to = usePaths();
  return {
    title: company ? text("portal.open_invoices.title_for_company", { company }) : text("portal.open_invoices.title"),
    icon: "invoice",
    perPage: 8,
    columns: invoiceColumns(format),
    rowKey: (row) => String(row.offer),
    rowLabel: (row) => text("portal.open_invoice.title", { number: String(row.offer) }),
    query: invoicesQuery,
    one: (row) => invoiceQuery(row.offer),
    open: (row) => to.openInvoice(row.offer, relation),
    all: to.openInvoices({ relation }),
    count: (count) => text("portal.list.count.open_invoices", { count }),
    empty: "portal.empty.open_invoices",
    loading: "portal.open_invoices.loading",
    panel: (row) => <InvoicePanel row={row} relation={relation} />,
    file: invoicePaths.list,
  };
}

export default function InvoiceList({ relation, search }: ListProps) {
  const { data } = useQuery({ ...relationQuery(relation ?? 0), enabled: relation !== undefined });
  const setup = useSetup(relation, relation === undefined ? undefined : data?.company);
  return (
    <ListScreen
      setup={setup}
      relation={relation}
      search={search}
      frame={relation === undefined ? undefined : { number: relation, page: "open_invoices" }}
      actions={<NewRequest relation={relation === undefined ? undefined : data} ofRelation={relation !== undefined} />}
    />
  );
}
