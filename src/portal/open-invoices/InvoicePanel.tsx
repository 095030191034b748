// The panel of the selected open invoice.
import { invoiceQuery } from "#api/invoices.ts";
import type { OpenInvoice } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { RelationLink } from "../ContractPanels.tsx";
import { Kv } from "../kit/Kv.tsx";
import { StatusBadge } from "../kit/Status.tsx";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import { DetailPanel } from "../masterDetail/DetailPanel.tsx";
import { useItem } from "../masterDetail/useItem.ts";

export function InvoicePanel({ row, relation }: { row: OpenInvoice; relation: number | undefined }) {
  const text = useMessage();
  const format = useFormat();
  const to = usePaths();
  const { data, loading } = useItem(invoiceQuery(row.offer, relation), row);
  const invoice = data ?? row;
  return (
    <DetailPanel
      badge={<StatusBadge kind="open_invoice" code={invoice.status} />}
      title={text("portal.open_invoice.title", { number: String(invoice.offer) })}
      sub={<RelationLink relation={invoice.relation} relationName={invoice.relationName} />}
      open={{ to: to.openInvoice(invoice.offer, relation), label: text("portal.open_invoices.action.maximize") }}
    >
      <Kv
        loading={loading}
        items={[
          { label: "portal.open_invoice.field.offer_number", value: invoice.offer, num: true },
          { label: "portal.open_invoice.field.oms_product_code", value: invoice.productCode },
          {
            label: "portal.open_invoice.field.status",
            value: invoice.status && <StatusBadge kind="open_invoice" code={invoice.status} />,
          },
          { label: "portal.open_invoice.field.start_date", value: format.date(invoice.startDate), num: true },
          { label: "portal.open_invoice.field.end_date", value: format.date(invoice.endDate), num: true },
          { label: "portal.open_invoice.field.collection_amount", value: format.money(invoice.collection), num: true },
          { label: "portal.open_invoice.field.total_open_amount", value: format.money(invoice.open), num: true },
        ]}
      />
    </DetailPanel>
  );
}
