// A box of a dashboard with the first rows of one list and a link to all of it.
import type { ReactNode } from "react";
import { KINDS, type ListName } from "#routes/kinds.ts";
import { useMessage } from "#widgets/text.ts";
import { Panel } from "./Panel.tsx";
import { SmallTable, type SmallTableProps } from "./SmallTable.tsx";
import { usePaths } from "./usePortal.ts";

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
