// A box of a dashboard with the first rows of one list and a link to all of it.
import type { ReactNode } from "react";
import { KINDS, type ListName } from "#routes/kinds.ts";
import { type MessageId, useMessage } from "#widgets/runtime/text.ts";
import { Panel } from "../Panel.tsx";
import { Empty, Loaded, type QueryResult } from "../States.tsx";
import { usePaths } from "../usePortal.ts";
import { type Column, DataTable, type TableSum } from "./DataTable.tsx";

interface TablePanelProps<T> {
  /** Key of its title and of its link's text in the catalogue. */
  words: `dashboard.${"quotes" | "insurances" | "damages"}` | `relation_dashboard.${ListName}`;
  /** Of one relation. Absent for the whole office. */
  relation?: number;
  query: QueryResult<T[]>;
  columns: readonly Column<T>[];
  /** In the address of a row's page. */
  number: (row: T) => number;
  /** How many rows are shown. */
  most: number;
  empty: MessageId;
  sum?: TableSum | undefined;
  count?: number | undefined;
  action?: ReactNode;
}

/** A few rows, each a link to its page. No paging, no selection. */
export function TablePanel<T>(props: TablePanelProps<T>) {
  const { words, relation, query, columns, number, most, empty, count, action, sum } = props;
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
      <Loaded query={query} rows={most} columns={columns}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon={icon}>{text(empty)}</Empty>
          ) : (
            <DataTable
              caption={title}
              columns={columns}
              rows={rows.slice(0, most)}
              sum={sum}
              rowKey={(row) => String(number(row))}
              to={(row) => to.item(kind, number(row), relation)}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}
