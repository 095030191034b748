// A small table of the dashboards: a few rows of one kind, each a link to its page. No paging, no selection.
import type { ReactNode } from "react";
import { type MessageId, useMessage } from "#widgets/text.ts";
import { type Column, DataTable } from "./DataTable.tsx";
import { Empty, Failed, RowsToCome } from "./States.tsx";

export interface SmallTableProps<T> {
  query: { data: T[] | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  columns: readonly Column<T>[];
  rowKey: (row: T) => string;
  to: (row: T) => string;
  caption: string;
  most: number;
  empty: MessageId;
  icon: string;
  action?: ReactNode;
}

export function SmallTable<T>({ query, columns, rowKey, to, caption, most, empty, icon, action }: SmallTableProps<T>) {
  const text = useMessage();
  const { data, error, isFetching, refetch } = query;
  if (data === undefined)
    return error ? (
      <Failed error={error} busy={isFetching} retry={() => void refetch()} />
    ) : (
      <RowsToCome rows={most} kind="table" />
    );
  if (data.length === 0)
    return (
      <Empty icon={icon} action={action}>
        {text(empty)}
      </Empty>
    );
  return (
    <DataTable
      look="table-fixed"
      caption={caption}
      columns={columns}
      rows={data.slice(0, most)}
      rowKey={rowKey}
      to={to}
    />
  );
}
