// A table of fixed rows: a row for each item of a list, a column for each field. The fields are drawn like those of the form, each
// named with its row and its column. Judges nothing.
import { useMemo } from "react";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { orderedNames } from "#engine/schema/schemaTree.ts";
import { fieldUi } from "../../runtime/fieldUi.ts";
import type { WidgetProps } from "../../runtime/runtime.ts";
import { CellTable, type Column, cellClasses } from "./Cells.tsx";
import { findColumns, layoutRecord, RowFields } from "./RowFields.tsx";

export default function TableWidget(props: WidgetProps) {
  const { id, schema, ui, rawUi } = props;
  const rows = orderedNames(Object.keys(schema.properties ?? {}), ui.order);
  const [first] = rows;
  const columns = useMemo(() => {
    const row = first === undefined ? undefined : schema.properties?.[first];
    return row ? findColumns(row, rawUi[first!] as UiSchema) : [];
  }, [schema, rawUi, first]);
  if (columns.length === 0) return null;
  return (
    <CellTable {...{ id, columns }} nameWidth="minmax(0, 8fr)">
      {rows.map((row) => (
        <TableRow key={row} {...props} row={row} columns={columns} />
      ))}
    </CellTable>
  );
}

function TableRow(props: WidgetProps & { row: string; columns: readonly Column[] }) {
  const { path, schema, rawUi, readonly, runtime, row, columns } = props;
  const rowPath = useMemo(() => [...path, row], [path, row]);
  const uiSchema = useMemo(() => {
    const layout = rawUi[row] as UiSchema;
    return layoutRecord(layout, { title: fieldUi(layout).title ?? row }, columns);
  }, [rawUi, row, columns]);
  return (
    <li className={cellClasses.row}>
      <RowFields path={rowPath} schema={schema.properties?.[row] as Schema} {...{ uiSchema, readonly, runtime }} />
    </li>
  );
}
