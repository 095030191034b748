// The latest of each kind that one relation has (spec: portal 9: three rows are shown; quotations are asked for by 3,
// policies by 15).
import { type UseQueryOptions, useQueries, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { damagesQuery } from "#api/damages.ts";
import { invoicesQuery } from "#api/invoices.ts";
import { policiesQuery } from "#api/policies.ts";
import { quotationsQuery } from "#api/quotations.ts";
import type { ListQuery } from "#api/resource.ts";
import { LISTS, type ListName } from "#routes/kinds.ts";
import { ownInsuranceRows, ownQuoteRows } from "../contractColumns.tsx";
import { damageRows } from "../damageColumns.tsx";
import { invoiceRows } from "../invoiceColumns.tsx";
import type { Column } from "../kit/DataTable.tsx";
import { TablePanel } from "../kit/TablePanel.tsx";
import { type Format, useFormat } from "../kit/usePortal.ts";

const shown = 3;

interface Latest<T> {
  list: ListQuery<T>;
  limit: number;
  columns: (format: Format) => readonly Column<T>[];
  /** In the address of its page. */
  number: (row: T) => number;
}

interface PanelProps {
  relation: number;
  action: ReactNode;
}

function createLatest<T>(kind: ListName, { list, limit, columns, number }: Latest<T>) {
  const ask = (relation: number) => list({ relation, page: 1, limit });
  return {
    ask: ask as unknown as (relation: number) => UseQueryOptions,
    Panel({ relation, action }: PanelProps) {
      const query = useQuery(ask(relation));
      return (
        <TablePanel
          words={`relation_dashboard.${kind}`}
          relation={relation}
          count={query.data?.total}
          action={action}
          query={{ ...query, data: query.data?.rows }}
          columns={columns(useFormat())}
          number={number}
          most={shown}
          empty={`portal.empty.${kind}`}
        />
      );
    },
  };
}

const latest: Record<ListName, ReturnType<typeof createLatest>> = {
  quotes: createLatest("quotes", {
    list: quotationsQuery,
    limit: shown,
    columns: () => ownQuoteRows,
    number: (row) => row.number,
  }),
  insurances: createLatest("insurances", {
    list: policiesQuery,
    limit: 15,
    columns: () => ownInsuranceRows,
    number: (row) => row.policy,
  }),
  damages: createLatest("damages", { list: damagesQuery, limit: shown, columns: damageRows, number: (row) => row.id }),
  open_invoices: createLatest("open_invoices", {
    list: invoicesQuery,
    limit: shown,
    columns: invoiceRows,
    number: (row) => row.offer,
  }),
};

export const latestPanels = LISTS.map((kind) => ({ kind, ...latest[kind] }));

/** True until each panel knows how many rows it has. */
export const useLatestWait = (relation: number): boolean =>
  useQueries({ queries: latestPanels.map(({ ask }) => ask(relation)) }).some(({ isPending }) => isPending);
