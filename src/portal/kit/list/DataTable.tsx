// A real table whose rows are links: one link per row, in its first cell, stretched over the whole row. On a small screen a
// row becomes a block. `place` is the position of a cell in it (1 and 2 on top, 3 and 4 below).
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Unbroken } from "#widgets/ui/text/Unbroken.tsx";
import { HeadCell, type HeadColumn } from "./Sort.tsx";

export interface Column<T> extends HeadColumn {
  value: (row: T) => ReactNode;
  /** A second, muted line. */
  sub?: (row: T) => ReactNode;
  place: 1 | 2 | 3 | 4 | 5;
  end?: boolean;
  num?: boolean;
  /** On a small screen this cell takes the whole width. */
  full?: boolean;
  strong?: boolean;
  /** Figures below or above which there are words. */
  wide?: boolean;
}

export interface TableSum {
  words: string;
  amount: string;
}

interface DataTableProps<T> {
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** Absent: the rows lead nowhere. */
  to?: (row: T) => string;
  /** The purpose of the row's link, if its text is not enough. */
  label?: (row: T) => string;
  selected?: string | undefined;
  caption: string;
  /** The order of the list. Undefined for a table that does not sort. */
  sort?: string | null;
  look?: "table-two-lines" | "table-documents";
  busy?: boolean;
  /** Below the last column, which has the amounts. */
  sum?: TableSum | undefined;
  /** Rows of a master-detail list: select instead of leaving, open on a double click. */
  onRow?: {
    select: (row: T) => void;
    open: (row: T) => void;
    hover: (row: T) => void;
    key: (key: string, row: T) => boolean;
  };
}

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(" ") || undefined;

export function DataTable<T>(props: DataTableProps<T>) {
  const { columns, rows, look, busy, caption, sort, sum } = props;
  return (
    <table className={classes("table table-cards table-fixed", look)} aria-busy={busy}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell
              key={column.key}
              column={column}
              className={classes(column.num && "figures", column.wide && "wide", column.end && "end")}
              sort={sort}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={props.rowKey(row)} row={row} {...props} />
        ))}
      </tbody>
      {sum && (
        <tfoot>
          <tr>
            <th scope="row" colSpan={columns.length - 1}>
              {sum.words}
            </th>
            <td className="place-2 end number">
              <strong>{sum.amount}</strong>
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function Row<T>({ row, ...props }: DataTableProps<T> & { row: T }) {
  const chosen = props.selected !== undefined && props.selected === props.rowKey(row);
  return (
    <tr
      className={chosen ? "is-selected" : undefined}
      onPointerEnter={props.onRow && (() => props.onRow?.hover(row))}
      onDoubleClick={props.onRow && (() => props.onRow?.open(row))}
    >
      {props.columns.map((column, index) => (
        <td key={column.key} className={cellClass(column)}>
          {index === 0 && props.to ? (
            <RowLink row={row} chosen={chosen} column={column} {...props} to={props.to} />
          ) : (
            <Value row={row} column={column} />
          )}
          <Subline>{column.sub?.(row)}</Subline>
        </td>
      ))}
    </tr>
  );
}

const Subline = ({ children }: { children: ReactNode }) =>
  children && (
    <span className="subline">
      <Unbroken>{children}</Unbroken>
    </span>
  );

const cellClass = <T,>({ place, num, end, full }: Column<T>) =>
  classes(`place-${place}`, full && "full", num && "number", place > 2 && "quiet", end && "end");

function Value<T>({ row, column: { value, sub, strong } }: { row: T; column: Column<T> }) {
  const shown = value(row) ?? "–";
  if (strong) return <strong>{shown}</strong>;
  return sub ? <span className="name">{shown}</span> : shown;
}

function RowLink<T>(props: DataTableProps<T> & { row: T; to: (row: T) => string; chosen: boolean; column: Column<T> }) {
  const { row, to, label, chosen, column, onRow } = props;
  return (
    <Link
      className="row-link"
      to={to(row)}
      replace={onRow !== undefined}
      preventScrollReset={onRow !== undefined}
      aria-current={chosen ? "true" : undefined}
      aria-label={label?.(row)}
      onClick={onRow && (() => onRow.select(row))}
      onKeyDown={
        onRow &&
        ((event) => {
          if (onRow.key(event.key, row)) event.preventDefault();
        })
      }
    >
      {column.value(row) ?? "–"}
    </Link>
  );
}
