// One record of a list: a card with its fields, a finished card folded to a line, or a row of a table.
import { memo, useCallback, useMemo, useSyncExternalStore } from "react";
import { byIndex, fieldId } from "#engine/fields/fieldPath.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { nameRecord } from "../../runtime/fieldUi.ts";
import type { WidgetProps } from "../../runtime/runtime.ts";
import { useHasText, useText } from "../../runtime/text.ts";
import { describeRecord } from "../../runtime/words.ts";
import { Unbroken } from "../../ui/text/Unbroken.tsx";
import { type Column, cellClasses } from "./Cells.tsx";
import styles from "./RecordList.module.css";
import { type RecordActions, RecordButtons, type RecordButtonsProps } from "./RecordParts.tsx";
import { layoutRecord, RowFields } from "./RowFields.tsx";

interface RecordItemProps
  extends Pick<WidgetProps, "path" | "schema" | "ui" | "rawUi" | "readonly" | "runtime">,
    Omit<RecordButtonsProps, "id" | "name">,
    RecordActions {
  columns: readonly Column[] | undefined;
  index: number;
}

/** A card, a folded one, or a row of a table. Renders when its own fields appear or vanish, not when another record changes. */
export const RecordItem = memo(function RecordItem(props: RecordItemProps) {
  const { path, schema, ui, rawUi, readonly, runtime, columns, record, index, ...buttons } = props;
  const name = nameRecord(ui, index);
  const recordPath = useMemo(() => [...path, record], [path, record]);
  const uiSchema = useMemo(
    () => layoutRecord(rawUi, { title: name, mark: name.split(" ").at(-1) }, columns),
    [rawUi, name, columns],
  );
  const id = fieldId(runtime.step, recordPath);
  const tools = !readonly && <RecordButtons {...{ id, name, record }} {...buttons} />;
  if (buttons.fold === "folded")
    return (
      <li className={styles.folded}>
        <FoldedRecord {...{ id, name, runtime }} path={recordPath} />
        {tools}
      </li>
    );
  return (
    <li className={columns ? cellClasses.row : styles.card}>
      <RowFields path={recordPath} schema={schema.items as Schema} {...{ uiSchema, readonly, runtime }} />
      {tools}
    </li>
  );
});

interface FoldedRecordProps extends Pick<WidgetProps, "id" | "path" | "runtime"> {
  name: string;
}

/** A finished record: its number, the first answers and its amount. */
function FoldedRecord({ id, name, path, runtime }: FoldedRecordProps) {
  const text = useText();
  const has = useHasText();
  const { session, services, language } = runtime;
  const value = useSyncExternalStore(
    useCallback((changed: () => void) => session.subscribe(id, changed), [session, id]),
    () => session.value(path) as JsonObject | undefined,
  );
  const fileName = (file: string) => services.upload?.known?.(file)?.name ?? file;
  const tools = { text, has, language, fileName };
  const { title, facts, amount } = describeRecord(runtime, byIndex(path, session.data()), value ?? {}, tools);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has fields */}
      <div id={id} tabIndex={-1} role="group" aria-labelledby={`${id}__legend`}>
        <p id={`${id}__legend`}>
          <Unbroken>{title ? text("common.named", { name, value: title }) : name}</Unbroken>
        </p>
        {facts && (
          <p>
            <Unbroken>{facts}</Unbroken>
          </p>
        )}
      </div>
      {amount && <span className={styles.amount}>{amount}</span>}
    </>
  );
}
