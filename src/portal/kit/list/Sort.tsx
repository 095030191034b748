// The order of a list, chosen at the heads of its columns, or in a field above the rows on a small screen, which has no heads.
import { useId } from "react";
import { useNavigate } from "react-router";
import { SelectBox } from "#widgets/fields/choice/SelectBox.tsx";
import { type MessageId, useMessage } from "#widgets/runtime/text.ts";
import { Icon } from "#widgets/ui/Icon.tsx";
import { useAnnounced } from "#widgets/ui/LiveRegion.tsx";
import { useMedia } from "#widgets/ui/useMedia.ts";
import { sortDirection, turnedSort, useListLink } from "./listState.ts";
import styles from "./Sort.module.css";

export interface HeadColumn {
  key: string;
  header: MessageId;
  /** Column of the wire that it sorts by. */
  sort?: string;
}

/** Rows are blocks without heads, as the style sheet has it. */
export const useNarrow = () => useMedia("screen and (max-width: 47.99rem)");

/** Another order begins at its first page. */
function useChangeSort(): (sort: string | null) => void {
  const navigate = useNavigate();
  const link = useListLink();
  return (sort) => void navigate(link({ sort }), { replace: true, preventScrollReset: true });
}

interface HeadCellProps {
  column: HeadColumn;
  className?: string | undefined;
  /** The order of the list. Undefined for a table that does not sort. */
  sort?: string | null | undefined;
}

export function HeadCell({ column, className, sort }: HeadCellProps) {
  const text = useMessage();
  const change = useChangeSort();
  const narrow = useNarrow();
  const words = text(column.header);
  const by = sort === undefined ? undefined : column.sort;
  if (sort === undefined || by === undefined)
    return (
      <th scope="col" className={className}>
        {words}
      </th>
    );
  const direction = sortDirection(sort, by);
  return (
    <th scope="col" className={className} aria-sort={direction}>
      {narrow ? (
        words
      ) : (
        <button type="button" className={styles.sort} onClick={() => change(turnedSort(sort, by))}>
          {words}
          {direction && <Icon name={direction === "descending" ? "down" : "up"} small />}
        </button>
      )}
    </th>
  );
}

/** The order of a list in which none was chosen. */
export type UsualOrder = "name" | "newest" | "waiting";

interface SortProps {
  columns: readonly HeadColumn[];
  sort: string | null;
  usual?: UsualOrder | undefined;
}

/** The words of an order. Null is the usual one. */
function useOrderWords({ columns, usual = "newest" }: SortProps): (sort: string | null) => string {
  const text = useMessage();
  return (sort) => {
    const column = columns.find((head) => sortDirection(sort, head.sort));
    if (!column) return text(`common.table.usual.${usual}`);
    return text(`common.table.sort_${sortDirection(sort, column.sort) ?? "ascending"}`, {
      column: text(column.header),
    });
  };
}

export function SortField(props: SortProps) {
  const { columns, sort } = props;
  const text = useMessage();
  const change = useChangeSort();
  const narrow = useNarrow();
  const words = useOrderWords(props);
  const id = useId();
  // Rows change around the focus.
  useAnnounced(sort, text("common.table.sorted", { order: words(sort) }));
  if (!narrow) return null;
  const orders = columns.flatMap(({ sort: by }) => (by === undefined ? [] : [by, `-${by}`]));
  return (
    <label className={styles.field} htmlFor={id}>
      {text("common.table.sort")}
      <SelectBox id={id} value={sort ?? ""} onChange={({ target }) => change(target.value || null)}>
        {["", ...orders].map((order) => (
          <option key={order} value={order}>
            {words(order || null)}
          </option>
        ))}
      </SelectBox>
    </label>
  );
}

/** Ignores an order in the address that this list does not have. */
export const knownSort = ({ columns, sort }: SortProps): string | null =>
  columns.some((head) => sortDirection(sort, head.sort)) ? sort : null;
