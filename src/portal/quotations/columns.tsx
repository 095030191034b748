// Columns of quotations, in the list and in the small tables of dashboards.
import type { Quotation } from "#api/shapes.ts";
import { Period, Premium } from "../ContractPremium.tsx";
import type { Column } from "../masterDetail/DataTable.tsx";
import { StatusBadge } from "../Status.tsx";
import type { Format } from "../usePortal.ts";

export function quotationColumns(
  format: Format,
  statusText: (kind: "quotation", code: string) => string,
): Column<Quotation>[] {
  return [
    {
      key: "number",
      header: "portal.quotes.column.number",
      value: (row) => row.number,
      sub: (row) => format.date(row.date),
      cell: (row) => row.number,
      place: 3,
      num: true,
    },
    {
      key: "product",
      header: "portal.quotes.column.product",
      value: (row) => row.product,
      sub: (row) => row.relationName,
      cell: (row) => row.product,
      place: 1,
    },
    {
      key: "status",
      header: "portal.quotes.column.status",
      value: (row) => <StatusBadge kind="quotation" code={row.status} />,
      cell: (row) => statusText("quotation", row.status),
      place: 4,
    },
    {
      key: "premium",
      header: "portal.quote.field.premium_total",
      value: (row) => <Premium contract={row} />,
      sub: (row) => <Period contract={row} />,
      cell: (row) => row.premiumTotal,
      strong: true,
      place: 2,
      end: true,
      num: true,
    },
  ];
}

/** Only in a file: what the second lines of the list say. */
export function exportedColumns(
  format: Format,
): { header: Column<Quotation>["header"]; cell: NonNullable<Column<Quotation>["cell"]> }[] {
  return [
    { header: "portal.quote.field.relation_name", cell: (row) => row.relationName },
    { header: "portal.quote.field.date", cell: (row) => format.date(row.date) },
    { header: "portal.quote.field.period", cell: (row) => row.period },
    { header: "portal.quote.field.start_date", cell: (row) => format.date(row.startDate) },
    { header: "portal.quote.field.end_date", cell: (row) => format.date(row.endDate) },
  ];
}
