// One cell of a table: typed in, pasted into, and left by the arrows up and down.
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { useSay, type WordKey } from "../words.ts";
import { readCells } from "./csv.ts";
import type { CellFault, ProductTable } from "./tables.ts";

export const FAULTS: Record<CellFault["reason"], WordKey> = {
  number: "faultNumber",
  empty: "faultEmpty",
  locked: "faultLocked",
  columns: "faultColumns",
  rows: "faultRows",
};

interface CellProps {
  label: string;
  text: string;
  /** In the words of an analyst, where it cannot be typed. */
  shown: string;
  column: ProductTable["columns"][number];
  fault: CellFault | undefined;
  onPut(cells: string[][]): Promise<unknown>;
}

export function Cell({ label, text, shown, column, fault, onPut }: CellProps) {
  const say = useSay();
  const [typed, setTyped] = useState<string>();
  const send = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    if (typed.trim() !== text) void onPut([[typed.trim()]]);
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const cells = readCells(event.clipboardData.getData("text/plain"), "\t");
    if (cells.length < 2 && (cells[0]?.length ?? 0) < 2) return;
    event.preventDefault();
    setTyped(undefined);
    void onPut(cells);
  };
  const move = (event: KeyboardEvent<HTMLInputElement>) => {
    const by = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
    if (event.key === "Escape") setTyped(undefined);
    if (by === undefined) return;
    event.preventDefault();
    const cell = event.currentTarget.closest("td");
    const rows = [...(cell?.closest("tbody")?.rows ?? [])];
    const next = rows[rows.indexOf(cell?.parentElement as HTMLTableRowElement) + by];
    if (next) next.cells[cell?.cellIndex ?? 0]?.querySelector("input")?.focus();
    else send();
  };
  return (
    <td data-number={column.isNumber || undefined} data-fault={fault ? true : undefined}>
      <input
        aria-label={label}
        aria-invalid={fault ? true : undefined}
        title={fault && say(FAULTS[fault.reason])}
        readOnly={column.isLocked}
        inputMode={column.isNumber ? "decimal" : undefined}
        value={typed ?? shown}
        style={column.isNumber ? undefined : { minInlineSize: `${Math.min(shown.length + 3, 36)}ch` }}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={send}
        onPaste={paste}
        onKeyDown={move}
      />
    </td>
  );
}
