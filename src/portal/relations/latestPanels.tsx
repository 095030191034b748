// The latest of each kind that one relation has (spec: portal 9: three rows are shown; quotations are asked for by 3,
// policies by 15).
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { damagesQuery } from "#api/damages.ts";
import { invoicesQuery } from "#api/invoices.ts";
import { policiesQuery } from "#api/policies.ts";
import { quotationsQuery } from "#api/quotations.ts";
import type { ListPage } from "#api/shapes.ts";
import { ownInsuranceRows, ownQuoteRows } from "../contractColumns.tsx";
import { damageRows } from "../damageColumns.tsx";
import { invoiceRows } from "../invoiceColumns.tsx";
import { TablePanel } from "../kit/TablePanel.tsx";
import { useFormat } from "../kit/usePortal.ts";

interface LatestProps {
  relation: number;
  action: ReactNode;
}

const shown = 3;

const asks = {
  quotes: (relation: number) => quotationsQuery({ relation, page: 1, limit: shown }),
  insurances: (relation: number) => policiesQuery({ relation, page: 1, limit: 15 }),
  damages: (relation: number) => damagesQuery({ relation, page: 1, limit: shown }),
  invoices: (relation: number) => invoicesQuery({ relation, page: 1, limit: shown }),
};

/** True until each panel knows how many rows it has. */
export function useLatestWait(relation: number): boolean {
  return [
    useQuery(asks.quotes(relation)).isPending,
    useQuery(asks.insurances(relation)).isPending,
    useQuery(asks.damages(relation)).isPending,
    useQuery(asks.invoices(relation)).isPending,
  ].includes(true);
}

const readRows = <T,>(query: {
  data: ListPage<T> | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}) => ({
  data: query.data?.rows,
  error: query.error,
  isFetching: query.isFetching,
  refetch: query.refetch,
});

export function QuotesPanel({ relation, action }: LatestProps) {
  const query = useQuery(asks.quotes(relation));
  return (
    <TablePanel
      words="relation_dashboard.quotes"
      relation={relation}
      count={query.data?.total}
      action={action}
      query={readRows(query)}
      columns={ownQuoteRows}
      number={(row) => row.number}
      most={shown}
      empty="portal.empty.quotes"
    />
  );
}

export function InsurancesPanel({ relation, action }: LatestProps) {
  const query = useQuery(asks.insurances(relation));
  return (
    <TablePanel
      words="relation_dashboard.insurances"
      relation={relation}
      count={query.data?.total}
      action={action}
      query={readRows(query)}
      columns={ownInsuranceRows}
      number={(row) => row.policy}
      most={shown}
      empty="portal.empty.insurances"
    />
  );
}

export function DamagesPanel({ relation, action }: LatestProps) {
  const query = useQuery(asks.damages(relation));
  return (
    <TablePanel
      words="relation_dashboard.damages"
      relation={relation}
      count={query.data?.total}
      action={action}
      query={readRows(query)}
      columns={damageRows(useFormat())}
      number={(row) => row.id}
      most={shown}
      empty="portal.empty.damages"
    />
  );
}

export function InvoicesPanel({ relation, action }: LatestProps) {
  const query = useQuery(asks.invoices(relation));
  return (
    <TablePanel
      words="relation_dashboard.open_invoices"
      relation={relation}
      count={query.data?.total}
      action={action}
      query={readRows(query)}
      columns={invoiceRows(useFormat())}
      number={(row) => row.offer}
      most={shown}
      empty="portal.empty.open_invoices"
    />
  );
}
