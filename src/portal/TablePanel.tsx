// A box of a dashboard with the first rows of one list and a link to all of it.
import type { ReactNode } from "react";
import { useMessage } from "#widgets/text.ts";
import { Panel } from "./Panel.tsx";
import { SmallTable, type SmallTableProps } from "./SmallTable.tsx";

const icons = { quotes: "quote", insurances: "shield", damages: "damage", invoices: "invoice" };

interface TablePanelProps<T> extends Omit<SmallTableProps<T>, "caption" | "icon" | "action"> {
  /** Where its title and the words of its link stand in the catalogue. */
  words:
    | `dashboard.${"quotes" | "insurances" | "damages"}`
    | `relation_dashboard.${"quotes" | "insurances" | "damages" | "open_invoices"}`;
  section: keyof typeof icons;
  /** Address of the whole list. */
  all: string;
  count?: number | undefined;
  action?: ReactNode;
}

export function TablePanel<T>({ words, section, all, count, action, ...table }: TablePanelProps<T>) {
  const text = useMessage();
  const title = text(`portal.${words}.title`);
  return (
    <Panel
      title={title}
      icon={icons[section]}
      section={section}
      count={count}
      action={action}
      all={{ to: all, label: text(`portal.${words}.all`) }}
    >
      <SmallTable {...table} caption={title} icon={icons[section]} />
    </Panel>
  );
}
