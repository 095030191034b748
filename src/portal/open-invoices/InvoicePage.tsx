// One open invoice in three panels: the invoice, the product, the amounts (spec: portal 2, open invoice page).
import { Link } from "react-router";
import { invoiceQuery } from "#api/invoices.ts";
import type { OpenInvoice } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import factsStyles from "#widgets/ui/Facts.module.css";
import { RelationLink } from "../ContractPanels.tsx";
import { ItemBody, type ItemProps } from "../kit/ItemBody.tsx";
import { Kv, type KvItem } from "../kit/Kv.tsx";
import pageStyles from "../kit/Page.module.css";
import { Page } from "../kit/Page.tsx";
import { FactPanel } from "../kit/Panel.tsx";
import { Reminder, StatusBadge } from "../kit/Status.tsx";
import { type Format, useFormat, usePaths } from "../kit/usePortal.ts";
import { useItem } from "../masterDetail/useItem.ts";
import styles from "./InvoicePage.module.css";

export default function InvoicePage({ id: offer, relation }: ItemProps) {
  const text = useMessage();
  const to = usePaths();
  const item = useItem<OpenInvoice>(invoiceQuery(offer, relation));
  const { data } = item;
  const back = { to: to.openInvoices({ relation }), label: text("portal.open_invoices.title") };
  return (
    <Page
      missing={{ error: item.error, back }}
      title={text("portal.open_invoice.title", { number: String(offer) })}
      icon="invoice"
      badge={data && <StatusBadge kind="open_invoice" code={data.status} />}
      sub={data ? <RelationLink relation={data.relation} relationName={data.relationName} /> : null}
      relation={relation === undefined ? undefined : { number: relation, page: "open_invoices" }}
    >
      <ItemBody item={item} back={back}>
        {(found) => <InvoicePanels invoice={found} />}
      </ItemBody>
    </Page>
  );
}

function invoiceFacts(invoice: OpenInvoice, format: Format): KvItem[] {
  return [
    { label: "portal.open_invoice.field.offer_number", value: invoice.offer, num: true },
    { label: "portal.open_invoice.field.booking_date", value: format.date(invoice.bookingDate), num: true },
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
    { label: "portal.open_invoice.field.collection_amount", value: format.money(invoice.collection) },
    { label: "portal.open_invoice.field.payed", value: format.money(invoice.paid) },
    { label: "portal.open_invoice.field.interest", value: format.money(invoice.interest) },
    { label: "portal.open_invoice.field.insurance_tax", value: format.money(invoice.tax) },
    { label: "portal.open_invoice.field.total_gross_premium", value: format.money(invoice.grossPremium) },
  ];
}

function InvoicePanels({ invoice }: { invoice: OpenInvoice }) {
  const text = useMessage();
  const format = useFormat();
  const to = usePaths();
  const product: KvItem[] = [
    { label: "portal.open_invoice.field.relation_number", value: invoice.relation, num: true },
    { label: "portal.open_invoice.field.relation_name", value: <RelationLink {...invoice} /> },
    {
      label: "portal.open_invoice.field.policy_number",
      value: invoice.policy && <Link to={to.insurance(invoice.policy)}>{invoice.policy}</Link>,
      num: true,
    },
    { label: "portal.open_invoice.field.oms_product_code", value: invoice.productCode },
    { label: "portal.open_invoice.field.oms_insurance_type", value: invoice.insuranceType },
  ];
  return (
    <div className={pageStyles.panels}>
      <div className={pageStyles.column}>
        <FactPanel title={text("portal.open_invoice.widget.invoice.title")}>
          <Kv items={invoiceFacts(invoice, format)} />
        </FactPanel>
      </div>
      <div className={pageStyles.column}>
        <FactPanel title={text("portal.open_invoice.widget.product.title")}>
          <Kv items={product} />
        </FactPanel>
        <FactPanel title={text("portal.open_invoice.widget.premium.title")}>
          <Kv end items={amountFacts(invoice, format)} />
          <p className={`${factsStyles.total} ${styles.total}`}>
            <span>{text("portal.open_invoice.field.total_outstanding_amount")}</span>
            <b>{format.money(invoice.outstanding ?? invoice.open)}</b>
          </p>
        </FactPanel>
      </div>
    </div>
  );
}
