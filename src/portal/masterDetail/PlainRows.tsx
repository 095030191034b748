// The rows of a list without a panel: each has in itself what can be done with it.
import { KINDS, type KindName } from "#routes/kinds.ts";
import { useMessage } from "#widgets/text.ts";
import { DataTable } from "../kit/DataTable.tsx";
import pageStyles from "../kit/Page.module.css";
import { SortField } from "../kit/Sort.tsx";
import { Empty } from "../kit/States.tsx";
import type { ShownList } from "./ListScreen.tsx";
import { Pager } from "./Pager.tsx";

interface PlainRowsProps<T> extends ShownList<T> {
  kind: KindName;
  rowKey: (row: T) => string;
}

export function PlainRows<T>({ kind, rowKey, columns, page, sort }: PlainRowsProps<T>) {
  const text = useMessage();
  const title = text(`portal.${kind}.title`);
  const { rows, pages, total } = page;
  return (
    <section className={`card ${pageStyles.alone}`} aria-label={title}>
      {rows.length === 0 ? (
        <Empty icon={KINDS[kind].icon}>{text(`portal.empty.${kind}`)}</Empty>
      ) : (
        <>
          <SortField columns={columns} sort={sort} />
          <DataTable look="table-documents" caption={title} columns={columns} sort={sort} rows={rows} rowKey={rowKey} />
          <Pager page={page.page} pages={pages} count={text(`portal.list.count.${kind}`, { count: total })} />
        </>
      )}
    </section>
  );
}
