// The description of one kind of thing. List, panel, page, search, order, export and crumb are the same for all. Its route
// words, icon and section are in routes/kinds.ts, its texts in the catalogue, all by the same name.
import type { ComponentType, ReactNode } from "react";
import type { Choices, ListPage } from "#api/calls/lists.ts";
import type { ListQuery } from "#api/calls/resource.ts";
import type { Kind, KindName, ListName } from "#routes/kinds.ts";
import type { Paths } from "#routes/paths.ts";
import type { MessageId, useMessage } from "#widgets/runtime/text.ts";
import type { KvItem } from "../kit/Kv.tsx";
import type { Column } from "../kit/list/DataTable.tsx";
import type { UsualOrder } from "../kit/list/Sort.tsx";
import type { RelationPage } from "../kit/Page.tsx";
import type { Format } from "../kit/usePortal.ts";

type FilterName = keyof Choices;
type Text = ReturnType<typeof useMessage>;

/** What has a list. */
export interface ListKind<T, Name extends KindName = KindName> {
  kind: Name;
  perPage: number;
  /** `own`: in the list of one relation. */
  columns: (format: Format, ofRelation: boolean) => readonly Column<T>[];
  list: ListQuery<T>;
  usual?: UsualOrder;
  /** The filters that it shows, where the back end offers them. */
  filters?: readonly FilterName[];
  /** The choices that it starts with. */
  start?: Choices;
  /** What the sum of its amounts is, where the back end adds them. */
  sum?: MessageId;
  /** Path of its list's calls. The export has a path below it. Absent if the list has no export. */
  path?: string;
}

/** What facts are made with. */
export interface Tools {
  text: Text;
  format: Format;
  to: Paths;
  /** The relation under whose address it is shown. */
  relation: number | undefined;
}

/** What has a list with a panel of the chosen row beside it. */
export interface PanelKind<T, Name extends Kind = Kind> extends ListKind<T, Name> {
  /** In the address of its page. */
  number: (row: T) => number;
  /** What a row is called. */
  label: (row: T, text: Text) => string;
  /** One item, prefetched when the pointer rests on a row. */
  one: (number: number, relation?: number) => { queryKey: readonly unknown[] };
  /** Title of the panel, and of a page without a title of its own. Undefined while it loads. */
  title: (thing: T | undefined, number: number, text: Text) => string;
  badge?: (thing: T) => ReactNode;
  /** Below the title of the panel, and of a page without one of its own. */
  sub?: (thing: T) => ReactNode;
  /** Of the panel. */
  facts: (thing: T, tools: Tools) => readonly KvItem[];
  PanelActions?: ComponentType<{ thing: T; open: { to: string; label: string } }>;
  /** Where the panel leads. By default to the page of the thing. */
  maximize?: (number: number, to: Paths) => string;
}

/** A page of one thing. */
export interface ThingPage<T> {
  title?: PanelKind<T>["title"];
  sub?: (thing: T) => ReactNode;
  Actions?: ComponentType<{ number: number; thing: T | undefined }>;
  Body: ComponentType<{ thing: T; relation: number | undefined }>;
  /** A hook: true while the page waits for other data, so that its parts do not move. */
  useWait?: () => boolean;
  /** Its entry in the menu of a relation. By default that of its list. */
  menu?: RelationPage;
}

/** A figure about a relation's things of one kind. */
export interface Summary {
  label: MessageId;
  value: ReactNode;
  note?: ReactNode;
}

export interface ThingKind<T> extends PanelKind<T, ListName> {
  /** What the page of a relation says of them first. */
  summary: (page: ListPage<T>, tools: Pick<Tools, "text" | "format">) => Summary;
  page: ThingPage<T>;
  /** Number of rows that the box of a relation's latest items requests, if it differs from the number shown. */
  latestAsked?: number;
}
