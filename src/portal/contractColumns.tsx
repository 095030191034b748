// Columns of quotations and insurances: in their own lists, and in the boxes of the dashboards.
import type { Contract, Policy, Quotation } from "#api/portfolio/contracts.ts";
import { clientColumn } from "./clientColumn.ts";
import type { Column } from "./kit/list/DataTable.tsx";
import { StatusBadge } from "./kit/Status.tsx";
import { type Format, useFormat } from "./kit/usePortal.ts";

/** Total premium of a row, and its period, so that amounts per quarter and per year are never read as the same. */
const Premium = ({ contract }: { contract: Contract }) => useFormat().money(contract.premiumTotal) ?? "–";
const Period = ({ contract }: { contract: Contract }) => {
  const format = useFormat();
  return contract.premiumTotal === null ? null : format.per(contract.period);
};

const productInList = (list: "quotes" | "insurances", ofRelation: boolean): Column<Quotation | Policy> => ({
  key: "product",
  header: `portal.${list}.column.product`,
  value: (row) => row.product,
  sort: "product",
  place: ofRelation ? 1 : 3,
});

const premiumAndPeriod = (one: "quote" | "insurance"): Column<Quotation | Policy> => ({
  key: "premium",
  header: `portal.${one}.field.premium_total`,
  value: (row) => <Premium contract={row} />,
  sort: "premium_total",
  sub: (row) => <Period contract={row} />,
  strong: true,
  place: 2,
  end: true,
  num: true,
});

const quoteStatus = (place: 3 | 4): Column<Quotation> => ({
  key: "status",
  header: "portal.quotes.column.status",
  value: (row) => <StatusBadge kind="quotation" code={row.status} />,
  sort: "status",
  place,
});

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
  width: "column-product",
};

const numberInBox = { key: "number", place: 4, num: true, width: "column-number" } as const;

const quoteNumber: Column<Quotation> = {
  ...numberInBox,
  header: "portal.dashboard.quotes.column.number",
  value: (row) => row.number,
};

const policyNumber: Column<Policy> = {
  ...numberInBox,
  header: "portal.dashboard.insurances.column.number",
  value: (row) => row.policy,
};

const relationName: Column<Quotation | Policy> = {
  key: "relation",
  header: "portal.dashboard.quotes.column.relation_name",
  value: (row) => row.relationName || row.number,
  sub: (row) => row.insuredName,
  place: 1,
  width: "column-relation",
};

/** In the box of one relation the product comes first, in place of the relation's name. */
const ownProduct = { ...product, place: 1 as const, width: "column-relation" as const };

/** `own`: the list of one relation. */
export const quotationColumns = {
  list: (format: Format, ofRelation: boolean): readonly Column<Quotation>[] => [
    ...clientColumn(ofRelation),
    {
      key: "number",
      header: "portal.quotes.column.number",
      value: (row) => row.number,
      sort: "number",
      sub: (row) => format.date(row.date),
      place: ofRelation ? 3 : 5,
      num: true,
    },
    // Beside the client there is no room for a status of its own: it is below the product.
    ...(ofRelation
      ? [productInList("quotes", ofRelation), quoteStatus(4)]
      : [{ ...productInList("quotes", ofRelation), sub: quoteStatus(4).value }]),
    premiumAndPeriod("quote"),
  ],
  box: [relationName, quoteNumber, product, premium] as readonly Column<Quotation>[],
  ownBox: [ownProduct, quoteNumber, quoteStatus(3), premium] as readonly Column<Quotation>[],
};

export const insuranceColumns = {
  list: (_format: Format, ofRelation: boolean): readonly Column<Policy>[] => [
    ...clientColumn(ofRelation),
    {
      key: "number",
      header: "portal.insurances.column.number",
      value: (row) => row.policy,
      sort: "policy_number",
      place: ofRelation ? 3 : 5,
      num: true,
    },
    productInList("insurances", ofRelation),
    premiumAndPeriod("insurance"),
  ],
  box: [relationName, policyNumber, product, premium] as readonly Column<Policy>[],
  ownBox: [ownProduct, { ...policyNumber, place: 3 }, premium] as readonly Column<Policy>[],
};
