// Saves a list as CSV, all pages of it, as it is filtered. The rows come from the same calls as the screen; a very long
// list stops at a limit and says so.
import { useState } from "react";
import type { ListPage } from "#api/shapes.ts";
import { type MessageId, useMessage } from "#widgets/text.ts";
import { Button } from "#widgets/ui/Button.tsx";
import { announce } from "#widgets/ui/LiveRegion.tsx";
import { Notice } from "#widgets/ui/Notice.tsx";
import { toast } from "#widgets/ui/Toast.tsx";
import { type Cell, toCsv } from "./csv.ts";

export const mostRows = 5000;

export interface ExportColumn<T> {
  header: MessageId;
  cell: (row: T) => Cell;
}

export interface ExportProps<T> {
  /** Name of the file, without its ending. */
  file: string;
  columns: readonly ExportColumn<T>[];
  page: (number: number) => Promise<ListPage<T>>;
}

/** Every row, page by page, up to the limit. */
export async function allRows<T>(page: (number: number) => Promise<ListPage<T>>): Promise<T[]> {
  const rows: T[] = [];
  for (let number = 1, pages = 1; number <= pages && rows.length < mostRows; number += 1) {
    const answer = await page(number);
    rows.push(...answer.rows);
    pages = answer.pages;
  }
  return rows.slice(0, mostRows);
}

function save(file: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${file}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function ExportButton<T>({ file, columns, page }: ExportProps<T>) {
  const text = useMessage();
  const [state, setState] = useState<"rest" | "busy" | "failed">("rest");
  const run = async () => {
    setState("busy");
    announce(text("portal.export.busy"));
    try {
      const rows = await allRows(page);
      save(
        file,
        toCsv(
          columns.map(({ header }) => text(header)),
          rows.map((row) => columns.map(({ cell }) => cell(row))),
        ),
      );
      toast(text(rows.length < mostRows ? "portal.export.done" : "portal.export.capped", { count: rows.length }));
      setState("rest");
    } catch {
      setState("failed");
    }
  };
  return (
    <>
      <Button
        icon="download"
        busy={state === "busy"}
        title={text("portal.dashboard.export_help")}
        onClick={() => void run()}
      >
        {text("common.action.export")}
      </Button>
      {state === "failed" && (
        <Notice tone="danger" role="alert" className="notice-wide" onClose={() => setState("rest")}>
          {text("portal.export.failed")}
        </Notice>
      )}
    </>
  );
}
