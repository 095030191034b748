// The list of open invoices, of everybody or of one relation, whole or searched; a bell where a reminder was sent.
import { invoicePaths, invoiceQuery, invoicesQuery } from "#api/invoices.ts";
import type { OpenInvoice } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { invoiceColumns } from "../invoiceColumns.tsx";
import type { ListProps } from "../ListProps.ts";
import { ListScreen } from "../masterDetail/ListScreen.tsx";
import type { ListSetup } from "../masterDetail/ListSetup.ts";
import { useFormat, usePaths } from "../usePortal.ts";
import { InvoicePanel } from "./InvoicePanel.tsx";

function useSetup(relation: number | undefined): ListSetup<OpenInvoice> {
  const text = useMessage();
  const format = useFormat();
  const to = usePaths();
  return {
    kind: "open_invoices",
    icon: "invoice",
    perPage: 8,
    columns: invoiceColumns(format, relation !== undefined),
    rowKey: (row) => String(row.offer),
    rowLabel: (row) => text("portal.open_invoice.title", { number: String(row.offer) }),
    query: invoicesQuery,
    one: (row) => invoiceQuery(row.offer, relation),
    open: (row) => to.openInvoice(row.offer, relation),
    all: to.openInvoices({ relation }),
    everywhere: (search) => to.openInvoices({ search }),
    panel: (row) => <InvoicePanel row={row} relation={relation} />,
    file: invoicePaths.list,
  };
}

export default function InvoiceList({ relation, search }: ListProps) {
  return <ListScreen setup={useSetup(relation)} relation={relation} search={search} />;
}
