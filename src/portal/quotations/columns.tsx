// Columns of quotations, in the list and in the small tables of dashboards.
import type { Quotation } from "#api/shapes.ts";
import { Period, Premium } from "../ContractPremium.tsx";
import type { Column } from "../masterDetail/DataTable.tsx";
import { StatusBadge } from "../Status.tsx";
import type { Format } from "../usePortal.ts";

export function quotationColumns(format: Format): Column<Quotation>[] {
  return [
    {
      key: "number",
      header: "portal.quotes.column.number",
      value: (row) => row.number,
      sub: (row) => format.date(row.date),
      place: 3,
      num: true,
    },
    {
      key: "product",
      header: "portal.quotes.column.product",
      value: (row) => row.product,
      sub: (row) => row.relationName,
      place: 1,
    },
    {
      key: "status",
      header: "portal.quotes.column.status",
      value: (row) => <StatusBadge kind="quotation" code={row.status} />,
      place: 4,
    },
    {
      key: "premium",
      header: "portal.quote.field.premium_total",
      value: (row) => <Premium contract={row} />,
      sub: (row) => <Period contract={row} />,
      strong: true,
      place: 2,
      end: true,
      num: true,
    },
  ];
}
