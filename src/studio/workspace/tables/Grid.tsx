// A grid in which one types: with the keyboard from row to row, and perhaps with a paste from Excel. A cell is written while one types.
import type { ClipboardEvent, KeyboardEvent, ReactNode } from "react";
import { Refusal, useTyped } from "../panel/TextField.tsx";
import type { Outcome } from "../useActs.ts";
import { readCells } from "./csv.ts";
import styles from "./Grid.module.css";

export interface GridCell {
  label: string;
  text: string;
  language?: string;
  isLong?: boolean;
  isNumber?: boolean;
  isLocked?: boolean;
  /** What does not fit. */
  fault?: string | undefined;
  isSelected?: boolean;
  onFocus?(): void;
  onChange(typed: string): Promise<Outcome>;
  /** Of several cells at once. */
  onPaste?(cells: string[][]): unknown;
  /** Below the text that is typed. */
  hint?(typed: string): ReactNode;
}

interface Props {
  heads: readonly ReactNode[];
  rows: readonly { key: string; head?: ReactNode; cells: readonly GridCell[]; tools?: ReactNode }[];
}

export const Grid = ({ heads, rows }: Props) => (
  <table className={styles.grid}>
    <thead>
      <tr>
        {heads.map((head, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
          <th key={index} scope="col">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, head, cells, tools }) => (
        <tr key={key}>
          {head && <th scope="row">{head}</th>}
          {cells.map((cell) => (
            <Cell key={cell.label} {...cell} />
          ))}
          {tools && <td className={styles.tools}>{tools}</td>}
        </tr>
      ))}
    </tbody>
  </table>
);

/** The same column one row up or down. */
function move(event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  const by = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const cell = event.currentTarget.closest("td");
  const rows = [...(cell?.closest("tbody")?.rows ?? [])];
  const next = rows[rows.indexOf(cell?.parentElement as HTMLTableRowElement) + by];
  next?.cells[cell?.cellIndex ?? 0]?.querySelector("input")?.focus();
}

/** In view when a finding leads to it. */
const showSelected = (input: HTMLElement | null) => {
  input?.focus();
  input?.scrollIntoView({ block: "center" });
};

function Cell({ label, text, language, fault, isLong, isNumber, isLocked, isSelected, hint, ...on }: GridCell) {
  const { typed, refusal, type, flush } = useTyped(text, on.onChange);
  const Input = isLong ? "textarea" : "input";
  const paste = (event: ClipboardEvent) => {
    const cells = readCells(event.clipboardData.getData("text/plain"), "\t");
    if (!on.onPaste || (cells.length < 2 && (cells[0]?.length ?? 0) < 2)) return;
    event.preventDefault();
    on.onPaste(cells);
  };
  return (
    <td data-number={isNumber || undefined} data-fault={fault ? true : undefined}>
      <Input
        ref={isSelected ? showSelected : null}
        lang={language}
        rows={isLong ? 1 : undefined}
        aria-label={label}
        aria-invalid={fault || refusal ? true : undefined}
        title={fault}
        readOnly={isLocked}
        inputMode={isNumber ? "decimal" : undefined}
        value={typed}
        style={isNumber || isLong ? undefined : { minInlineSize: `${Math.min(typed.length + 3, 36)}ch` }}
        onFocus={on.onFocus}
        onChange={({ target }) => type(target.value)}
        onBlur={flush}
        onPaste={paste}
        onKeyDown={isLong ? undefined : move}
      />
      {hint?.(typed)}
      <Refusal reason={refusal} />
    </td>
  );
}
