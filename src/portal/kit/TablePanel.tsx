// A box of a dashboard with the first rows of one list and a link to all of it.
import type { ReactNode } from "react";
import { KINDS, type ListName } from "#routes/kinds.ts";
import { type MessageId, useMessage } from "#widgets/text.ts";
import { type Column, DataTable } from "./DataTable.tsx";
import { Panel } from "./Panel.tsx";
import { Empty, Failed, RowsToCome } from "./States.tsx";
import { usePaths } from "./usePortal.ts";

interface SmallTableProps<T> {
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

interface TablePanelProps<T> extends Omit<SmallTableProps<T>, "caption" | "icon" | "action" | "rowKey" | "to"> {
  /** Where its title and the words of its link stand in the catalogue. */
  words: `dashboard.${"quotes" | "insurances" | "damages"}` | `relation_dashboard.${ListName}`;
  /** Of one relation; absent: of everybody. */
  relation?: number;
  /** In the address of a row's page. */
  number: (row: T) => number;
  count?: number | undefined;
  action?: ReactNode;
}

export function TablePanel<T>({ words, relation, number, count, action, ...table }: TablePanelProps<T>) {
  const text = useMessage();
  const to = usePaths();
  const kind = words.split(".")[1] as ListName;
  const { icon, section } = KINDS[kind];
  const title = text(`portal.${words}.title`);
  return (
    <Panel
      title={title}
      icon={icon}
      section={section}
      count={count}
      action={action}
      all={{ to: to.list(kind, { relation }), label: text(`portal.${words}.all`) }}
    >
      <SmallTable
        {...table}
        caption={title}
        icon={icon}
        rowKey={(row) => String(number(row))}
        to={(row) => to.item(kind, number(row), relation)}
      />
    </Panel>
  );
}

/** A few rows, each a link to its page. No paging, no selection. */
function SmallTable<T>({ query, columns, rowKey, to, caption, most, empty, icon, action }: SmallTableProps<T>) {
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
