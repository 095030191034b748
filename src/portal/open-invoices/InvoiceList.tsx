// The list of open invoices, of everybody or of one relation, whole or searched; a bell where a reminder was sent.
import { invoicePaths, invoiceQuery, invoicesQuery } from "#api/invoices.ts";
import { useMessage } from "#widgets/text.ts";
import { invoiceColumns } from "../invoiceColumns.tsx";
import type { ListProps } from "../kit/ListProps.ts";
import { useFormat } from "../kit/usePortal.ts";
import { ListScreen } from "../masterDetail/ListScreen.tsx";
import { InvoicePanel } from "./InvoicePanel.tsx";

export default function InvoiceList(address: ListProps) {
  const text = useMessage();
  return (
    <ListScreen
      {...address}
      setup={{
        kind: "open_invoices",
        perPage: 8,
        columns: invoiceColumns(useFormat(), address.relation !== undefined),
        number: (row) => row.offer,
        label: (row) => text("portal.open_invoice.title", { number: String(row.offer) }),
        list: invoicesQuery,
        one: invoiceQuery,
        Panel: InvoicePanel,
        file: invoicePaths.list,
      }}
    />
  );
}
