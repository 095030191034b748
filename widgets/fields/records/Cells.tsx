// Rows of fields as a table where the form is wide, and as cards where it is narrow. The elements are the same in both: a list of
// named groups in which every field has its own label. In a table the labels are hidden from sight, and a row of headings for
// the eye alone replaces them, so that a screen reader says each name once. The style sheet decides which of the two is shown.
import { type CSSProperties, type ReactNode, use } from "react";
import { FILE_RULES } from "#engine/rules/fileRules.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { type FieldUi, Totals, useRuntime } from "../../runtime/runtime.ts";
import { useText } from "../../runtime/text.ts";
import { Star } from "../../templates/FieldLabel.tsx";
import { useTooltip } from "../../ui/Tooltip.tsx";
import { sizeLimit } from "../files/fileSize.ts";
import styles from "./Cells.module.css";

export interface Column {
  name: string;
  schema: Schema;
  ui: FieldUi;
  /** `sometimes`: under a condition, which the heading cannot show. */
  required: boolean | "sometimes";
}

/** Share of the width by control. Every other control has `TEXT_WIDTH`. */
const WIDTHS: Record<string, number> = {
  integer: 5,
  number: 5,
  year: 5,
  currency: 7,
  date: 11,
  "yes-no": 6,
  dropzone: 10,
};
const TEXT_WIDTH = 8;

const findWidth = ({ ui, schema }: Column): number =>
  WIDTHS[ui.widget ?? (ui.field as string | undefined) ?? (schema.type === "string" ? "text" : String(schema.type))] ??
  TEXT_WIDTH;

interface TableProps {
  /** Id of the field that the table belongs to. */
  id: string;
  columns: readonly Column[];
  /** Width of the names of the rows in a table. */
  nameWidth: string;
  /** The rows: list items with a `Cells` in each. */
  children: ReactNode;
}

export function CellTable({ id, columns, nameWidth, children }: TableProps) {
  const widths = columns.map((column) => `minmax(0, ${findWidth(column)}fr)`).join(" ");
  return (
    <div className={styles.frame}>
      <div className={styles.table} style={{ "--cells": `${nameWidth} ${widths}` } as CSSProperties}>
        <div className={styles.head}>
          {columns.map((column) => (
            <Heading key={column.name} id={`${id}__head_${column.name}`} {...column} />
          ))}
        </div>
        <ol className={styles.rows}>{children}</ol>
        <TotalRow id={`${id}__total`} columns={columns} />
      </div>
    </div>
  );
}

/** The totals of columns, under them. */
function TotalRow({ id, columns }: Pick<TableProps, "id" | "columns">) {
  const text = useText();
  const totals = use(Totals);
  if (totals.size === 0) return null;
  return (
    <div className={`${styles.row} ${styles.totals}`}>
      <Cells id={id} name={text("common.total")} columns={columns} fields={totals} />
    </div>
  );
}

const FIGURES: readonly unknown[] = ["currency", "number", "computed"];
const isFigure = ({ ui }: Column) => FIGURES.includes(ui.widget) || undefined;

/** What the label of a field shows, once for all rows. */
function Heading({ id, ...column }: Column & { id: string }) {
  const { name, ui, required } = column;
  const text = useText();
  const { services } = useRuntime();
  const title = ui.title ?? name;
  const tooltip = useTooltip({ field: title, content: ui.tooltip, onOpen: () => services.onTooltip?.(id) });
  return (
    <div data-figure={isFigure(column)}>
      <span aria-hidden="true">
        {title}
        {ui.unit !== undefined && ` (${ui.unit})`}
        {required === true && <>&nbsp;</>}
        {required === true && <Star />}
        {!required && ui.optionalMark !== false && <span className={styles.quiet}> ({text("common.optional")})</span>}
      </span>
      {tooltip.button}
      {ui.help && (
        <span className={styles.quiet} aria-hidden="true">
          {ui.help}
        </span>
      )}
      {ui.field === "dropzone" && (
        <span className={styles.quiet} aria-hidden="true">
          {text("wizard.upload.max_size", { max: sizeLimit(Number(ui.maxSize ?? FILE_RULES.maxSize), text) })}
        </span>
      )}
      {tooltip.panel}
    </div>
  );
}

interface CellsProps {
  id: string;
  name: string;
  /** The number of the row, which a table shows in place of its name. */
  mark?: string;
  columns: readonly Column[];
  /** The fields by name. A column without one stays empty in this row. */
  fields: ReadonlyMap<string, ReactNode>;
}

export function Cells({ id, name, mark, columns, fields }: CellsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a browser lays out no grid in a fieldset
    <div className={styles.cells} id={id} tabIndex={-1} role="group" aria-labelledby={`${id}__legend`}>
      <span className={mark ? styles.name : `${styles.name} ${styles.heading}`} id={`${id}__legend`}>
        {mark ? <span>{name}</span> : name}
        {mark && <b aria-hidden="true">{mark}</b>}
      </span>
      {columns.map((column) => (
        <div key={column.name} className={styles.cell} data-figure={isFigure(column)}>
          {fields.get(column.name)}
        </div>
      ))}
    </div>
  );
}

/** The class of a row, and of the buttons at its end in a table. */
export const cellClasses = { row: styles.row, tools: styles.tools };
