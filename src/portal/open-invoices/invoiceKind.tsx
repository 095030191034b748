// Open invoices: their list, a bell where a reminder was sent, and the page of one in three panels: the invoice, the product, the
// amounts (spec: portal 2, open invoice page).
import { Link } from "react-router";
import { invoiceCalls, type OpenInvoice } from "#api/portfolio/invoices.ts";
import { columns } from "#api/wire/columns.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import factsStyles from "#widgets/ui/facts/Facts.module.css";
import { RelationLink } from "../ContractPanels.tsx";
import { clientColumn } from "../clientColumn.ts";
import type { KvItem } from "../kit/Kv.tsx";
import type { Column } from "../kit/list/DataTable.tsx";
import pageStyles from "../kit/Page.module.css";
import { FactPanel } from "../kit/Panel.tsx";
import { Due, Late, Reminder, StatusBadge } from "../kit/Status.tsx";
import { type Format, useFormat, usePaths } from "../kit/usePortal.ts";
import { createScreens } from "../masterDetail/createScreens.tsx";
import type { ThingKind } from "../masterDetail/ThingKind.ts";
import styles from "./openInvoices.module.css";

export const openInvoices: ThingKind<OpenInvoice> = {
  kind: "open_invoices",
  perPage: 8,
  columns: (format, ofRelation) => [...clientColumn(ofRelation), ...listColumns(format, ofRelation ? 1 : 3)],
  filters: ["status", "product"],
  sum: "portal.list.sum.open_invoices",
  // All of a relation, of which those that are late are counted.
  latestAsked: 100,
  summary: ({ sum, total, rows }, { text, format }) => ({
    label: sum === undefined ? "portal.nav.open_invoices" : "portal.relation_dashboard.summary.open_invoices",
    value: sum === undefined ? total : format.money(sum),
    note: (
      <Late days={rows.map(({ dueDate }) => dueDate)}>{text("portal.list.count.open_invoices", { count: total })}</Late>
    ),
  }),
  number: ({ offer }) => offer,
  label: ({ offer }, text) => text("portal.open_invoice.title", { number: String(offer) }),
  title: (_invoice, offer, text) => text("portal.open_invoice.title", { number: String(offer) }),
  ...invoiceCalls,
  sub: (invoice) => <RelationLink {...invoice} />,
  facts: (invoice, { format }) => [
    { label: "portal.open_invoice.field.offer_number", value: invoice.offer, num: true },
    { label: "portal.open_invoice.field.oms_product_code", value: invoice.productCode, long: true },
    {
      label: "portal.open_invoice.field.status",
      value: invoice.status && <StatusBadge kind="open_invoice" code={invoice.status} />,
    },
    { label: "portal.open_invoice.field.start_date", value: format.date(invoice.startDate), num: true },
    { label: "portal.open_invoice.field.end_date", value: format.date(invoice.endDate), num: true },
    { label: "portal.open_invoice.field.collection_amount", value: format.money(invoice.collection), amount: true },
    { label: "portal.open_invoice.field.total_open_amount", value: format.money(invoice.open), amount: true },
  ],
  page: { Body: InvoicePanels },
};
export const { List, Item, latest } = createScreens(openInvoices);

const DUE = "portal.open_invoice.field.due_date" as const;

function invoiceFacts(invoice: OpenInvoice, format: Format): KvItem[] {
  return [
    { label: "portal.open_invoice.field.offer_number", value: invoice.offer, num: true },
    { label: "portal.open_invoice.field.booking_date", value: format.date(invoice.bookingDate), num: true },
    ...(invoice.dueDate ? [{ label: DUE, value: format.date(invoice.dueDate), num: true }] : []),
    { label: "portal.open_invoice.field.note_date", value: format.date(invoice.noteDate), num: true },
    {
      label: "portal.open_invoice.field.status",
      value: invoice.status && (
        <>
          <StatusBadge kind="open_invoice" code={invoice.status} /> <Reminder code={invoice.status} />
        </>
      ),
    },
    { label: "portal.open_invoice.field.company_name", value: invoice.insurer },
    { label: "portal.open_invoice.field.employee_name", value: invoice.employee },
    { label: "portal.open_invoice.field.accounting_period_of", value: format.date(invoice.periodFrom), num: true },
    { label: "portal.open_invoice.field.accounting_period_to", value: format.date(invoice.periodTo), num: true },
  ];
}

function amountFacts(invoice: OpenInvoice, format: Format): KvItem[] {
  return [
    { label: "portal.open_invoice.field.collection_amount", value: format.money(invoice.collection), amount: true },
    { label: "portal.open_invoice.field.payed", value: format.money(invoice.paid), amount: true },
    { label: "portal.open_invoice.field.interest", value: format.money(invoice.interest), amount: true },
    { label: "portal.open_invoice.field.insurance_tax", value: format.money(invoice.tax), amount: true },
    { label: "portal.open_invoice.field.total_gross_premium", value: format.money(invoice.grossPremium), amount: true },
  ];
}

function InvoicePanels({ thing: invoice, relation }: { thing: OpenInvoice; relation: number | undefined }) {
  const text = useMessage();
  const format = useFormat();
  const to = usePaths();
  const product: KvItem[] = [
    { label: "portal.open_invoice.field.relation_number", value: invoice.relation, num: true },
    { label: "portal.open_invoice.field.relation_name", value: <RelationLink {...invoice} /> },
    {
      label: "portal.open_invoice.field.policy_number",
      value: invoice.policy && <Link to={to.insurance(invoice.policy, relation)}>{invoice.policy}</Link>,
      num: true,
    },
    { label: "portal.open_invoice.field.oms_product_code", value: invoice.productCode, long: true },
    { label: "portal.open_invoice.field.oms_insurance_type", value: invoice.insuranceType, long: true },
  ];
  return (
    <div className={pageStyles.panels}>
      <div className={pageStyles.column}>
        <FactPanel title={text("portal.open_invoice.widget.invoice.title")} items={invoiceFacts(invoice, format)} />
      </div>
      <div className={pageStyles.column}>
        <FactPanel title={text("portal.open_invoice.widget.product.title")} items={product} />
        <FactPanel title={text("portal.open_invoice.widget.premium.title")} items={amountFacts(invoice, format)}>
          <p className={`${factsStyles.total} ${styles.total}`}>
            <span>{text("portal.open_invoice.field.total_outstanding_amount")}</span>
            <b>{format.money(invoice.outstanding ?? invoice.open)}</b>
          </p>
        </FactPanel>
      </div>
    </div>
  );
}

function listColumns(format: Format, place: 1 | 3): readonly Column<OpenInvoice>[] {
  return [
    {
      ...columns.invoice.offer_number,
      value: (row) => row.offer,
      sub: (row) => format.date(row.bookingDate),
      wide: true,
      place,
    },
    {
      ...columns.invoice.due_date,
      value: (row) => format.date(row.dueDate),
      sub: (row) => <Due day={row.dueDate} />,
      wide: true,
      place: place === 1 ? 3 : 4,
    },
    {
      ...columns.invoice.status_code,
      header: "portal.open_invoices.column.reminder",
      value: (row) => <Reminder code={row.status} />,
      place: place === 1 ? 4 : 5,
    },
    { ...columns.invoice.total_open_amount, value: (row) => format.money(row.open), place: 2, strong: true },
  ];
}
