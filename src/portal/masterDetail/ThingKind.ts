// What one kind of thing says of itself; list, panel beside it, page, search, order, export and crumb are the same for all.
// Its route words, icon and section stand in routes/kinds.ts, its words in the catalogue, all by the same name.
import type { ComponentType, ReactNode } from "react";
import type { ListQuery } from "#api/resource.ts";
import type { ListName } from "#routes/kinds.ts";
import type { Paths } from "#routes/paths.ts";
import type { useMessage } from "#widgets/text.ts";
import type { Column } from "../kit/DataTable.tsx";
import type { KvItem } from "../kit/Kv.tsx";
import type { Format } from "../kit/usePortal.ts";

export type Text = ReturnType<typeof useMessage>;

export interface ListSetup<T, Name extends string = string> {
  kind: Name;
  perPage: number;
  /** `own`: in the list of one relation. */
  columns: (format: Format, own: boolean) => readonly Column<T>[];
  /** In the address of its page. */
  number: (row: T) => number;
  /** What a row is called. */
  label: (row: T, text: Text) => string;
  list: ListQuery<T>;
  /** One of them; fetched ahead when the pointer rests on a row. */
  one: (number: number, relation?: number) => { queryKey: readonly unknown[] };
  Panel: ComponentType<{ row: T; relation: number | undefined }>;
  /** Path of its calls: the exported file is asked for there. */
  file: string;
}

/** What facts are made with. */
export interface Tools {
  text: Text;
  format: Format;
  to: Paths;
  /** Under whose address it is shown. */
  relation: number | undefined;
}

export interface ThingKind<T> extends Omit<ListSetup<T, ListName>, "Panel"> {
  /** Of the panel and the page; undefined: not there yet. */
  title: (thing: T | undefined, number: number, text: Text) => string;
  badge?: (thing: T) => ReactNode;
  /** Below the title. */
  sub: { panel: (thing: T) => ReactNode; page: (thing: T) => ReactNode };
  /** Of the panel. */
  facts: (thing: T, tools: Tools) => readonly KvItem[];
  PanelActions?: ComponentType<{ thing: T; open: { to: string; label: string } }>;
  PageActions?: ComponentType<{ thing: T }>;
  /** What its page shows. */
  Body: ComponentType<{ thing: T; relation: number | undefined }>;
  /** A hook: true while the page waits for something else, so that nothing moves. */
  useWait?: () => boolean;
}
