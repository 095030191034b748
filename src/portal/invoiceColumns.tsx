// Columns of open invoices: in their own list, and in the small tables of the dashboards.
import type { OpenInvoice } from "#api/shapes.ts";
import type { Column } from "./kit/DataTable.tsx";
import { Reminder } from "./kit/Status.tsx";
import type { Format } from "./kit/usePortal.ts";

function columns(
  format: Format,
  offer: Pick<Column<OpenInvoice>, "sub" | "num">,
  open: Pick<Column<OpenInvoice>, "strong">,
): readonly Column<OpenInvoice>[] {
  return [
    {
      key: "offer",
      header: "portal.open_invoices.column.offer_number",
      value: (row) => row.offer,
      sort: "offer_number",
      place: 1,
      ...offer,
    },
    {
      key: "date",
      header: "portal.open_invoices.column.booking_date",
      value: (row) => format.date(row.bookingDate),
      sort: "booking_date",
      place: 3,
      num: true,
    },
    {
      key: "reminder",
      header: "portal.open_invoices.column.reminder",
      value: (row) => <Reminder code={row.status} />,
      sort: "status_code",
      place: 4,
    },
    {
      key: "open",
      header: "portal.open_invoices.column.total_open_amount",
      value: (row) => format.money(row.open),
      sort: "total_open_amount",
      place: 2,
      end: true,
      num: true,
      ...open,
    },
  ];
}

/** `own`: the list of one relation, whose name says nothing there. */
export const invoiceColumns = (format: Format, own: boolean) =>
  columns(format, own ? {} : { sub: (row) => row.relationName }, { strong: true });

/** Of the small tables. */
export const invoiceRows = (format: Format) => columns(format, { num: true }, {});
