// A list page of the portal, of the office or of one relation, whole or searched: its head, its rows while they load, and
// how they are shown. A description contains all about one kind of thing. This file contains what the lists share.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import type { ListPage, ListRequest } from "#api/calls/lists.ts";
import type { ListQuery } from "#api/calls/resource.ts";
import { relationCalls } from "#api/portfolio/relations.ts";
import { KINDS, type Kind } from "#routes/kinds.ts";
import type { ListAddress } from "#routes/paths.ts";
import { useMessage } from "#widgets/runtime/text.ts";
import type { Column } from "../kit/list/DataTable.tsx";
import { ExportButton } from "../kit/list/ExportButton.tsx";
import { listSearch, useCorrectAddress, useListState } from "../kit/list/listState.ts";
import { knownSort, SortField } from "../kit/list/Sort.tsx";
import { NewRequest } from "../kit/NewRequest.tsx";
import { Page } from "../kit/Page.tsx";
import { Loaded } from "../kit/States.tsx";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import { readChoices } from "./choices.ts";
import listStyles from "./ListBody.module.css";
import { ListFilters } from "./ListFilters.tsx";
import { SearchKinds } from "./SearchKinds.tsx";
import { SearchLine } from "./SearchLine.tsx";
import type { ListKind } from "./ThingKind.ts";

export interface ShownList<T> {
  columns: readonly Column<T>[];
  title: string;
  page: ListPage<T>;
  /** The row that the address names. */
  wanted: string | null;
  sort: string | null;
  busy: boolean;
}

interface ListScreenProps<T> extends ListAddress {
  kind: ListKind<T>;
  /** A panel of the chosen row is beside it. */
  panel?: boolean;
  children: (shown: ShownList<T>) => ReactNode;
}

export function ListScreen<T>({ kind, relation, search, panel, children }: ListScreenProps<T>) {
  const text = useMessage();
  const to = usePaths();
  const state = useListState();
  const { kind: name, perPage, path } = kind;
  const columns = kind.columns(useFormat(), relation !== undefined);
  const sort = knownSort({ columns, sort: state.sort });
  const choices = readChoices(kind, state.choices, search !== undefined);
  const request = { page: state.page, limit: perPage, search, relation, sort: sort ?? undefined, choices };
  const list = useListPage(kind.list, request);
  const { title, page, owner, error } = useOwner(kind, relation);
  const filtered = listSearch({ choices: state.choices });
  const line = search && text("portal.search.results_for", { term: search });
  const order = <SortField columns={columns} sort={sort} usual={kind.usual} />;
  useCorrectAddress(list.isPlaceholderData ? undefined : list.data);
  return (
    <Page
      missing={{ error, back: { to: to.relations(), label: text("portal.relations.title") } }}
      title={title}
      about={line}
      icon={KINDS[name].icon}
      relation={page}
      sub={line}
      actions={
        path && (
          <>
            {list.data?.total !== 0 && (
              <ExportButton of={{ list: path, relation, search, sort: request.sort, choices }} />
            )}
            <NewRequest relation={owner} ofRelation={relation !== undefined} />
          </>
        )
      }
    >
      {search && (
        <>
          <SearchKinds search={search} relation={relation} chosen={name as Kind} />
          <SearchLine
            all={to.list(name, { relation }) + filtered}
            everywhere={relation === undefined ? undefined : to.list(name, { search }) + filtered}
            count={list.data?.total}
            waits={list.isPending}
          />
        </>
      )}
      {choices && (list.data === undefined || list.data.filters) ? (
        <ListFilters
          kind={kind}
          offered={list.data?.filters}
          choices={choices}
          count={list.isPlaceholderData ? undefined : list.data?.total}
        >
          {order}
        </ListFilters>
      ) : (
        order
      )}
      <Loaded
        query={list}
        columns={columns}
        rows={perPage}
        label={text(`portal.${name}.loading`)}
        frame={(rows) => (panel ? <div className={listStyles.list}>{rows}</div> : rows)}
        alone
      >
        {(page) => children({ columns, title, page, wanted: state.row, sort, busy: list.isPlaceholderData })}
      </Loaded>
    </Page>
  );
}

/** Fetches the page of the address and the next one ahead, and keeps the old rows in view meanwhile, so that the page does not jump. */
function useListPage<T>(query: ListQuery<T>, request: ListRequest) {
  const queries = useQueryClient();
  const result = useQuery(query(request));
  const { data } = result;
  const more = data !== undefined && !result.isPlaceholderData && data.page < data.pages;
  const next = JSON.stringify({ ...request, page: (data?.page ?? 0) + 1 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query factory is a constant of the list
  useEffect(() => {
    if (more) void queries.prefetchQuery(query(JSON.parse(next) as ListRequest));
  }, [more, next, queries]);
  return result;
}

/** The relation whose list it is. The title names it once it has loaded, and its menu is beside the list. */
function useOwner<T>({ kind }: ListKind<T>, relation: number | undefined) {
  const text = useMessage();
  const { data, error } = useQuery({ ...relationCalls.one(relation ?? 0), enabled: relation !== undefined });
  if (relation === undefined || kind === "relations" || kind === "referrals")
    return { title: text(`portal.${kind}.title`), error: null };
  const title = data?.company
    ? text(`portal.${kind}.title_for_company`, { company: data.company })
    : text(`portal.${kind}.title`);
  return { title, page: { number: relation, page: kind }, owner: data, error };
}
