// Columns of insurances in their list.
import type { Policy } from "#api/shapes.ts";
import { Period, Premium } from "../ContractPremium.tsx";
import type { ExportColumn } from "../ExportButton.tsx";
import type { Column } from "../masterDetail/DataTable.tsx";
import type { Format } from "../usePortal.ts";

export const insuranceColumns: readonly Column<Policy>[] = [
  {
    key: "number",
    header: "portal.insurances.column.number",
    value: (row) => row.policy,
    cell: (row) => row.policy,
    place: 3,
    num: true,
  },
  {
    key: "product",
    header: "portal.insurances.column.product",
    value: (row) => row.product,
    sub: (row) => row.relationName,
    cell: (row) => row.product,
    place: 1,
  },
  {
    key: "premium",
    header: "portal.insurance.field.premium_total",
    value: (row) => <Premium contract={row} />,
    sub: (row) => <Period contract={row} />,
    cell: (row) => row.premiumTotal,
    strong: true,
    place: 2,
    end: true,
    num: true,
  },
];

export function exportedColumns(format: Format): ExportColumn<Policy>[] {
  return [
    { header: "portal.insurance.field.relation_name", cell: (row) => row.relationName },
    { header: "portal.insurance.field.period", cell: (row) => row.period },
    { header: "portal.insurance.field.start_date", cell: (row) => format.date(row.startDate) },
    { header: "portal.insurance.field.end_date", cell: (row) => format.date(row.endDate) },
  ];
}
