// The list of open invoices, of everybody or of one relation, whole or searched; a bell where a reminder was sent.
import { invoicePaths, invoiceQuery, invoicesQuery } from "#api/invoices.ts";
import type { OpenInvoice } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import type { ListProps } from "../ListProps.ts";
import type { Column } from "../masterDetail/DataTable.tsx";
import { ListScreen } from "../masterDetail/ListScreen.tsx";
import type { ListSetup } from "../masterDetail/ListSetup.ts";
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

function useSetup(relation: number | undefined): ListSetup<OpenInvoice> {
  const text = useMessage();
  const format = useFormat();
  const to = usePaths();
  return {
    kind: "open_invoices",
    icon: "invoice",
    perPage: 8,
    columns: invoiceColumns(format),
    rowKey: (row) => String(row.offer),
    rowLabel: (row) => text("portal.open_invoice.title", { number: String(row.offer) }),
    query: invoicesQuery,
    one: (row) => invoiceQuery(row.offer),
    open: (row) => to.openInvoice(row.offer, relation),
    all: to.openInvoices({ relation }),
    panel: (row) => <InvoicePanel row={row} relation={relation} />,
    file: invoicePaths.list,
  };
}

export default function InvoiceList({ relation, search }: ListProps) {
  return <ListScreen setup={useSetup(relation)} relation={relation} search={search} />;
}
