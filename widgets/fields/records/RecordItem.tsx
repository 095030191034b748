// One record of a list: a card, or a row of a table. Renders when its own fields appear or vanish, not when another record changes.
import { memo, useMemo } from "react";
import { fieldId } from "#engine/fields/fieldPath.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { nameRecord } from "../../runtime/fieldUi.ts";
import type { WidgetProps } from "../../runtime/runtime.ts";
import { type Column, cellClasses } from "./Cells.tsx";
import styles from "./RecordList.module.css";
import { RecordButtons, type RecordButtonsProps } from "./RecordParts.tsx";
import { layoutRecord, RowFields } from "./RowFields.tsx";

interface RecordItemProps
  extends Pick<WidgetProps, "path" | "schema" | "ui" | "rawUi" | "readonly" | "runtime">,
    Omit<RecordButtonsProps, "id" | "name"> {
  columns: readonly Column[] | undefined;
  index: number;
}

export const RecordItem = memo(function RecordItem(props: RecordItemProps) {
  const { path, schema, ui, rawUi, readonly, runtime, columns, record, index, ...buttons } = props;
  const title = nameRecord(ui, index);
  const recordPath = useMemo(() => [...path, record], [path, record]);
  const uiSchema = useMemo(
    () => layoutRecord(rawUi, { title, mark: title.split(" ").at(-1) }, columns),
    [rawUi, title, columns],
  );
  return (
    <li className={columns ? cellClasses.row : styles.card}>
      <RowFields path={recordPath} schema={schema.items as Schema} {...{ uiSchema, readonly, runtime }} />
      {!readonly && <RecordButtons id={fieldId(runtime.step, recordPath)} {...{ name: title, record }} {...buttons} />}
    </li>
  );
});
