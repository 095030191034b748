// A list page of the portal: rows at the left, the chosen one's details at the right (look 6). Everything about one kind
// of thing (columns, calls, words, panel) comes in its setup; this file knows the behaviour they share.
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { type MessageId, useMessage } from "#widgets/text.ts";
import { ExportButton } from "../ExportButton.tsx";
import { Page, type PageProps } from "../Page.tsx";
import { Failed, RowsToCome } from "../States.tsx";
import type { Column } from "./DataTable.tsx";
import { ListBody } from "./ListBody.tsx";
import { readListState } from "./listState.ts";
import { SearchLine } from "./SearchLine.tsx";
import { type ListQuery, useListPage } from "./useListPage.ts";

export interface ListSetup<T> {
  title: string;
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
  count: (count: number) => string;
  empty: MessageId;
  loading: MessageId;
  panel: (row: T) => ReactNode;
  /** Path of its calls: the exported file is asked for there. */
  file: string;
}

export interface ListScreenProps<T> {
  setup: ListSetup<T>;
  relation?: number | undefined;
  search?: string | undefined;
  frame?: PageProps["relation"];
  actions?: ReactNode;
}

export function ListScreen<T>({ setup, relation, search, frame, actions }: ListScreenProps<T>) {
  const text = useMessage();
  const location = useLocation();
  const state = readListState(new URLSearchParams(location.search));
  const request = { page: state.page, limit: setup.perPage, search, relation };
  const list = useListPage(setup.query, request as never);
  return (
    <Page
      title={setup.title}
      icon={setup.icon}
      relation={frame}
      sub={search && text("portal.search.results_for", { term: search })}
      actions={
        <>
          <ExportButton of={{ list: setup.file, relation, search }} />
          {actions}
        </>
      }
    >
      {search && <SearchLine all={setup.all} count={list.data?.total} />}
      {list.data ? (
        <ListBody setup={setup} page={list.data} wanted={state.row} busy={list.isPlaceholderData} search={search} />
      ) : (
        <div className="card list-alone">
          {list.error ? (
            <Failed
              error={list.error}
              busy={list.isFetching}
              retry={() => void list.refetch()}
              {...(search ? { back: { to: setup.all, label: text("portal.search.clear") } } : {})}
            />
          ) : (
            <RowsToCome rows={setup.perPage} high label={text(setup.loading)} />
          )}
        </div>
      )}
    </Page>
  );
}
