// What one kind of list says of itself; all the rest is the same in every list.
import type { ReactNode } from "react";
import type { ListQuery } from "#api/resource.ts";
import type { Column } from "./DataTable.tsx";

export interface ListSetup<T> {
  /** Its words in the catalogue and its place in a relation's menu go by this name. */
  kind: "relations" | "quotes" | "insurances" | "damages" | "open_invoices";
  icon: string;
  perPage: number;
  columns: readonly Column<T>[];
  rowKey: (row: T) => string;
  rowLabel: (row: T) => string;
  query: ListQuery<T>;
  /** Fetched ahead when the pointer rests on a row. */
  one: (row: T) => { queryKey: readonly unknown[] };
  open: (row: T) => string;
  /** The list without its search term. */
  all: string;
  /** The list of every relation, searched; not for the list of relations itself. */
  everywhere?: (search: string) => string;
  panel: (row: T) => ReactNode;
  /** Path of its calls: the exported file is asked for there. */
  file: string;
}
