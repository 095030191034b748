// Columns of insurances in their list.
import type { Policy } from "#api/shapes.ts";
import { Period, Premium } from "../ContractPremium.tsx";
import type { Column } from "../masterDetail/DataTable.tsx";

export const insuranceColumns: readonly Column<Policy>[] = [
  {
    key: "number",
    header: "portal.insurances.column.number",
    value: (row) => row.policy,
    place: 3,
    num: true,
  },
  {
    key: "product",
    header: "portal.insurances.column.product",
    value: (row) => row.product,
    sub: (row) => row.relationName,
    place: 1,
  },
  {
    key: "premium",
    header: "portal.insurance.field.premium_total",
    value: (row) => <Premium contract={row} />,
    sub: (row) => <Period contract={row} />,
    strong: true,
    place: 2,
    end: true,
    num: true,
  },
];
