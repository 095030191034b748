// Rows and panel of a list with data. Arrow keys move the selection, Enter or a double click opens the page; on a small
// screen choosing a row brings the panel into view and focus to its title.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useNavigate } from "react-router";
import type { ListPage } from "#api/shapes.ts";
import { useMessage } from "#widgets/text.ts";
import { Empty } from "../States.tsx";
import { DataTable } from "./DataTable.tsx";
import type { ListSetup } from "./ListSetup.ts";
import { listSearch, nextIndex, selectedRow } from "./listState.ts";
import { Pager } from "./Pager.tsx";

interface ListBodyProps<T> {
  setup: ListSetup<T>;
  title: string;
  page: ListPage<T>;
  wanted: string | null;
  busy: boolean;
  search: string | undefined;
}

const oneColumn = "(max-width: 59.99rem)";

/** After the user chose a row on a small screen: the panel, which stands under the list. */
function usePanelFocus(selected: string | undefined) {
  const chosen = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the panel shows another row
  useEffect(() => {
    if (!chosen.current) return;
    chosen.current = false;
    const title = document.querySelector<HTMLElement>(".panel h2");
    title?.focus();
    title?.closest(".panel")?.scrollIntoView({ block: "start" });
  }, [selected]);
  return (already: boolean) => {
    if (!matchMedia(oneColumn).matches) return;
    chosen.current = !already;
    if (already) document.querySelector<HTMLElement>(".panel h2")?.focus();
  };
}

export function ListBody<T>({ setup, title, page, wanted, busy, search }: ListBodyProps<T>) {
  const text = useMessage();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const table = useRef<HTMLElement>(null);
  const { rows } = page;
  const row = selectedRow(rows, setup.rowKey, wanted);
  const selected = row && setup.rowKey(row);
  const showPanel = usePanelFocus(selected);
  const address = (target: T) => listSearch({ page: page.page, row: setup.rowKey(target) });
  const key = (pressed: string): boolean => {
    if (!row) return false;
    if (pressed === "Enter") {
      navigate(setup.open(row));
      return true;
    }
    const goal = nextIndex(pressed, rows.indexOf(row), rows.length);
    const target = goal === null ? undefined : rows[goal];
    if (!target || goal === null) return false;
    navigate(address(target), { replace: true, preventScrollReset: true });
    table.current?.querySelectorAll<HTMLElement>("tbody .row-link")[goal]?.focus();
    return true;
  };
  if (!row)
    return (
      <div className="card list-alone">
        <Empty icon={search ? "search" : setup.icon}>
          {search ? text("portal.search.no_results", { term: search }) : text(`portal.empty.${setup.kind}`)}
        </Empty>
      </div>
    );
  return (
    <div className="md">
      <section className="card" aria-label={title} ref={table}>
        <DataTable
          caption={title}
          columns={setup.columns}
          rows={rows}
          rowKey={setup.rowKey}
          to={address}
          label={(target) => text("common.table.show_details", { name: setup.rowLabel(target) })}
          selected={selected}
          busy={busy}
          twoLines
          onRow={{
            select: (target) => showPanel(setup.rowKey(target) === selected),
            open: (target) => navigate(setup.open(target)),
            hover: (target) => void queries.prefetchQuery(setup.one(target) as never),
            key,
          }}
        />
        <Pager
          page={page.page}
          pages={page.pages}
          count={text(`portal.list.count.${setup.kind}`, { count: page.total })}
        />
      </section>
      {setup.panel(row)}
    </div>
  );
}
