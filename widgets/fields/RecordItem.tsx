// One record of a list: a card, or a row of a table. Renders when its own fields appear or vanish, not when another record changes.
import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import { memo, use, useCallback, useMemo, useSyncExternalStore } from "react";
import { fieldId } from "#engine/fieldPath.ts";
import type { Schema, UiSchema } from "#engine/schema.ts";
import { orderedNames, propertySchemas } from "#engine/schemaTree.ts";
import { visitSame } from "#engine/schemaVisitor.ts";
import type { JsonObject } from "#engine/types.ts";
import { fieldUi, nameRecord } from "../fieldUi.ts";
import { DrawObject, type WidgetProps } from "../runtime.ts";
import { Cells, type Column, cellClasses } from "./Cells.tsx";
import styles from "./RecordList.module.css";
import { RecordButtons, type RecordButtonsProps } from "./RecordParts.tsx";

/** The fields of all records as columns, also those that only some records show. */
export function findColumns({ items: record = {} }: Schema, rawUi: UiSchema): Column[] {
  const members = propertySchemas(record);
  const sometimes = new Set<string>();
  visitSame(record, ({ required = [] }) => {
    for (const name of required) sometimes.add(name);
  });
  const columns = orderedNames([...members.keys()], fieldUi(rawUi).order).map((name): Column => {
    const required = record.required?.includes(name) || (sometimes.has(name) && "sometimes");
    return { name, schema: members.get(name)?.[0] ?? {}, ui: fieldUi(rawUi[name]), required };
  });
  return columns.filter(({ ui }) => ui.widget !== "hidden");
}

/** The layout of a record: that of its fields, under its own name, in a row with these columns or one below the other. */
function layoutRecord(rawUi: UiSchema, title: string, columns: readonly Column[] | undefined): UiSchema {
  const fields = Object.entries(rawUi).filter(([name]) => !name.startsWith("ui:") || name === "ui:order");
  const row = columns && { "ui:ObjectFieldTemplate": RecordRow };
  return { ...Object.fromEntries(fields), ...row, "ui:options": { title, columns } } as UiSchema;
}

function RecordRow({ fieldPathId, properties, uiSchema }: ObjectFieldTemplateProps) {
  const { title = "", columns } = fieldUi(uiSchema);
  const fields = new Map(properties.map(({ name, content }) => [name, content]));
  const mark = title.split(" ").at(-1);
  return <Cells id={fieldPathId.$id} name={title} columns={columns as Column[]} {...{ mark, fields }} />;
}

interface RecordItemProps
  extends Pick<WidgetProps, "path" | "schema" | "ui" | "rawUi" | "readonly" | "runtime">,
    Omit<RecordButtonsProps, "id" | "name"> {
  columns: readonly Column[] | undefined;
  index: number;
}

export const RecordItem = memo(function RecordItem(props: RecordItemProps) {
  const { path, schema, ui, rawUi, readonly, runtime, columns, record, index, ...buttons } = props;
  const draw = use(DrawObject);
  const { session } = runtime;
  const name = nameRecord(ui, index);
  const recordPath = useMemo(() => [...path, record], [path, record]);
  const uiSchema = useMemo(() => layoutRecord(rawUi, name, columns), [rawUi, name, columns]);
  const fieldPathId = useMemo(
    () => ({ path: recordPath, $id: fieldId(runtime.step, recordPath) }),
    [recordPath, runtime.step],
  );
  const value = useSyncExternalStore(
    useCallback((changed: () => void) => session.subscribe(fieldPathId.$id, changed), [session, fieldPathId]),
    () => session.value(recordPath) as JsonObject | undefined,
  );
  return (
    <li className={columns ? cellClasses.row : styles.card}>
      {draw({ schema: schema.items as Schema, uiSchema, formData: value ?? {}, fieldPathId, readonly })}
      {!readonly && <RecordButtons id={fieldPathId.$id} {...{ name, record }} {...buttons} />}
    </li>
  );
});
