// A list page of the portal: rows at the left, the chosen one's details at the right; of everybody or of one
// relation, whole or searched. Everything about one kind of thing (columns, calls, panel) comes in its setup; this file
// knows the behaviour they share.
import { useQuery } from "@tanstack/react-query";
import { relationQuery } from "#api/relations.ts";
import { KINDS, type Kind } from "#routes/kinds.ts";
import { useMessage } from "#widgets/text.ts";
import { ExportButton } from "../kit/ExportButton.tsx";
import type { ListProps } from "../kit/ListProps.ts";
import { NewRequest } from "../kit/NewRequest.tsx";
import pageStyles from "../kit/Page.module.css";
import { Page } from "../kit/Page.tsx";
import { knownSort } from "../kit/Sort.tsx";
import { Failed, RowsToCome } from "../kit/States.tsx";
import { useListState } from "../kit/useListState.ts";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import { ListBody } from "./ListBody.tsx";
import { SearchLine } from "./SearchLine.tsx";
import type { ListSetup } from "./ThingKind.ts";
import { useListPage } from "./useListPage.ts";
import { usePageInAddress } from "./usePageInAddress.ts";

export interface ListScreenProps<T> extends ListProps {
  setup: ListSetup<T, Kind>;
}

export function ListScreen<T>({ setup, relation, search }: ListScreenProps<T>) {
  const text = useMessage();
  const to = usePaths();
  const state = useListState();
  const { kind, perPage } = setup;
  const columns = setup.columns(useFormat(), relation !== undefined);
  const sort = knownSort({ columns, sort: state.sort });
  const request = { page: state.page, limit: perPage, search, relation, sort: sort ?? undefined };
  const list = useListPage(setup.list, request);
  const { title, page, owner, error } = useOwner(setup, relation);
  usePageInAddress(list.isPlaceholderData ? undefined : list.data, state);
  return (
    <Page
      missing={{ error, back: { to: to.relations(), label: text("portal.relations.title") } }}
      title={title}
      icon={KINDS[kind].icon}
      relation={page}
      sub={search && text("portal.search.results_for", { term: search })}
      actions={
        <>
          <ExportButton of={{ list: setup.file, relation, search, sort: request.sort }} />
          <NewRequest relation={owner} ofRelation={relation !== undefined} />
        </>
      }
    >
      {search && (
        <SearchLine
          all={to.list(kind, { relation })}
          everywhere={relation === undefined ? undefined : to.list(kind, { search })}
          count={list.data?.total}
          waits={list.isPending}
        />
      )}
      {list.data ? (
        <ListBody
          setup={setup}
          columns={columns}
          title={title}
          page={list.data}
          wanted={state.row}
          sort={sort}
          busy={list.isPlaceholderData}
          address={{ relation, search }}
        />
      ) : (
        <div className={`card ${pageStyles.alone}`}>
          {list.error ? (
            <Failed error={list.error} busy={list.isFetching} retry={() => void list.refetch()} />
          ) : (
            <RowsToCome rows={perPage} kind="high" label={text(`portal.${kind}.loading`)} />
          )}
        </div>
      )}
    </Page>
  );
}

/** The relation whose list it is: the title names it as soon as it is known, and its own menu stands beside the list. */
function useOwner<T>({ kind }: ListSetup<T, Kind>, relation: number | undefined) {
  const text = useMessage();
  const { data, error } = useQuery({ ...relationQuery(relation ?? 0), enabled: relation !== undefined });
  if (relation === undefined || kind === "relations") return { title: text(`portal.${kind}.title`), error: null };
  const title = data?.company
    ? text(`portal.${kind}.title_for_company`, { company: data.company })
    : text(`portal.${kind}.title`);
  return { title, page: { number: relation, page: kind }, owner: data, error };
}
