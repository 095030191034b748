// Rows and panel of a list with data. Arrow keys move the selection, Enter or a double click opens the page. If the
// panel is below the list, choosing a row scrolls to the panel and focuses its title.

import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { ListPage } from "#api/calls/lists.ts";
import { KINDS } from "#routes/kinds.ts";
import type { ListAddress } from "#routes/paths.ts";
import { type MessageId, useMessage } from "#widgets/runtime/text.ts";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { DataTable, type TableSum } from "../kit/list/DataTable.tsx";
import { nextIndex, selectedRow, useListLink, useListState } from "../kit/list/listState.ts";
import pageStyles from "../kit/Page.module.css";
import { Empty } from "../kit/States.tsx";
import { useFormat, usePaths } from "../kit/usePortal.ts";
import { isFiltered } from "./choices.ts";
import detailPanelStyles from "./DetailPanel.module.css";
import { DetailPanel } from "./DetailPanel.tsx";
import styles from "./ListBody.module.css";
import type { ShownList } from "./ListScreen.tsx";
import { NotOnPage } from "./NotOnPage.tsx";
import { Pager } from "./Pager.tsx";
import type { PanelKind } from "./ThingKind.ts";

interface ListBodyProps<T> extends ShownList<T> {
  kind: PanelKind<T>;
  address: ListAddress;
}

const PANEL = `.${detailPanelStyles.panel}`;

/** Whether the panel is below the list instead of beside it. */
function isBelow(list: HTMLElement | null): boolean {
  const panel = list?.parentElement?.querySelector(PANEL);
  return Boolean(list && panel && panel.getBoundingClientRect().top >= list.getBoundingClientRect().bottom);
}

/** After the user chose a row of a list that has its panel below: the panel. */
function usePanelFocus(selected: string | undefined, list: RefObject<HTMLElement | null>) {
  const chosen = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the panel shows another row
  useEffect(() => {
    if (!chosen.current) return;
    chosen.current = false;
    const title = document.querySelector<HTMLElement>(`${PANEL} h2`);
    title?.focus();
    title?.closest(PANEL)?.scrollIntoView({ block: "start" });
  }, [selected]);
  return (already: boolean) => {
    if (!isBelow(list.current)) return;
    chosen.current = !already;
    if (already) document.querySelector<HTMLElement>(`${PANEL} h2`)?.focus();
  };
}

/** Rows and panel change without the focus: announces the page and row that they show now. */
function useSaidRow({ page, pages }: ListPage<unknown>, name: string | undefined): void {
  const text = useMessage();
  const announced = useRef({ page, name });
  useEffect(() => {
    const before = announced.current;
    if (name === undefined || (before.name === name && before.page === page)) return;
    announced.current = { page, name };
    if (before.page !== page) announce(text("common.pagination.page_of", { page, total: pages }));
    announce(text("portal.list.details_shown", { name }));
  }, [page, pages, name, text]);
}

/** Of all rows of a list, as it is filtered. */
export function useSum(words: MessageId | undefined, page: ListPage<unknown> | undefined): TableSum | undefined {
  const text = useMessage();
  const amount = useFormat().money(page?.sum ?? null);
  return words && page && page.total > 0 && amount ? { words: text(words, { count: page.total }), amount } : undefined;
}

export function ListBody<T>({ kind, columns, title, page, wanted, sort, busy, address }: ListBodyProps<T>) {
  const text = useMessage();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const table = useRef<HTMLDivElement>(null);
  const to = usePaths();
  const { rows } = page;
  const { relation } = address;
  const label = (target: T) => kind.label(target, text);
  const rowKey = (target: T) => String(kind.number(target));
  const open = (target: T) => navigate(to.item(kind.kind, kind.number(target), relation));
  const row = selectedRow(rows, rowKey, wanted);
  const selected = row && rowKey(row);
  useSaidRow(page, row && label(row));
  const showPanel = usePanelFocus(selected, table);
  const link = useListLink();
  const sum = useSum(kind.sum, page);
  const select = (target: T) => link({ page: page.page, row: rowKey(target) });
  // From the row that has the focus, which Tab may have moved away from the selected one.
  const key = (pressed: string, from: T): boolean => {
    if (pressed === "Enter") {
      open(from);
      return true;
    }
    const goal = nextIndex(pressed, rows.indexOf(from), rows.length);
    const target = goal === null ? undefined : rows[goal];
    if (!target || goal === null) return false;
    navigate(select(target), { replace: true, preventScrollReset: true });
    table.current?.querySelectorAll<HTMLElement>("tbody .row-link")[goal]?.focus();
    return true;
  };
  if (!row) return <NoRows kind={kind} address={address} />;
  return (
    <div className={styles.list}>
      <NotOnPage kind={kind} page={page} wanted={wanted} address={address} />
      <div className="card" ref={table}>
        <DataTable
          caption={title}
          columns={columns}
          sort={sort}
          rows={rows}
          rowKey={rowKey}
          to={select}
          label={(target) =>
            text("common.table.show_details", { name: nameRow(columns[0]?.value(target), label(target)) })
          }
          selected={selected}
          busy={busy}
          sum={sum}
          look="table-two-lines"
          onRow={{
            select: (target) => showPanel(rowKey(target) === selected),
            open,
            hover: (target) => void queries.prefetchQuery(kind.one(kind.number(target), relation) as never),
            key,
          }}
        />
        <Pager
          page={page.page}
          pages={page.pages}
          count={text(`portal.list.count.${kind.kind}`, { count: page.total })}
        />
      </div>
      <DetailPanel kind={kind} row={row} relation={relation} />
    </div>
  );
}

function NoRows<T>({ kind, address }: Pick<ListBodyProps<T>, "kind" | "address">) {
  const text = useMessage();
  const { search } = address;
  const filtered = isFiltered(kind, useListState().choices);
  const words = search ? text("portal.search.no_results", { term: search }) : text(`portal.empty.${kind.kind}`);
  return (
    <div className={`card ${pageStyles.alone}`}>
      <Empty icon={search ? "search" : KINDS[kind.kind].icon}>{filtered ? text("portal.filter.no_rows") : words}</Empty>
    </div>
  );
}

/** The name of a row's link contains the words that it shows, so that it can be spoken. */
const nameRow = (shown: ReactNode, label: string): string =>
  typeof shown === "string" && !label.includes(shown) ? `${shown}, ${label}` : label;
