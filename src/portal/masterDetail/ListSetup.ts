// What one kind of list says of itself; all the rest is the same in every list.
import type { ComponentType } from "react";
import type { ListQuery } from "#api/resource.ts";
import type { Kind } from "#routes/kinds.ts";
import type { Column } from "../kit/DataTable.tsx";

export interface ListSetup<T> {
  /** Its addresses, icon and words in the catalogue go by this name. */
  kind: Kind;
  perPage: number;
  columns: readonly Column<T>[];
  /** In the address of its page. */
  number: (row: T) => number;
  label: (row: T) => string;
  list: ListQuery<T>;
  /** One of them; fetched ahead when the pointer rests on a row. */
  one: (number: number, relation?: number) => { queryKey: readonly unknown[] };
  Panel: ComponentType<{ row: T; relation: number | undefined }>;
  /** Path of its calls: the exported file is asked for there. */
  file: string;
}
