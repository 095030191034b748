// The fields of a record of a list or of a row of a table, drawn like those of the form. Renders when one of its own fields appears or
// vanishes, not when another record changes.
import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import { use, useCallback, useMemo, useSyncExternalStore } from "react";
import { fieldId } from "#engine/fields/fieldPath.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { orderedNames, propertySchemas } from "#engine/schema/schemaTree.ts";
import { visitSame } from "#engine/schema/schemaVisitor.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { fieldUi } from "../../runtime/fieldUi.ts";
import { DrawObject, type FormRuntime } from "../../runtime/runtime.ts";
import { Cells, type Column } from "./Cells.tsx";

/** The fields of all records as columns, also those that only some records show. `layout` is that of one record. */
export function findColumns(record: Schema, layout: UiSchema): Column[] {
  const members = propertySchemas(record);
  const sometimes = new Set<string>();
  visitSame(record, ({ required = [] }) => {
    for (const name of required) sometimes.add(name);
  });
  const columns = orderedNames([...members.keys()], fieldUi(layout).order).map((name): Column => {
    const required = record.required?.includes(name) || (sometimes.has(name) && "sometimes");
    return { name, schema: members.get(name)?.[0] ?? {}, ui: fieldUi(layout[name]), required };
  });
  return columns.filter(({ ui }) => ui.widget !== "hidden");
}

interface RowHead {
  title: string;
  /** The number of the row, which a table shows in place of the title. */
  mark?: string;
}

/** The layout of a record: that of its fields, under its own name, in a row with these columns or one below the other. */
export function layoutRecord(rawUi: UiSchema, head: RowHead, columns: readonly Column[] | undefined): UiSchema {
  const fields = Object.entries(rawUi).filter(([name]) => !name.startsWith("ui:") || name === "ui:order");
  const row = columns && { "ui:ObjectFieldTemplate": RowTemplate };
  return { ...Object.fromEntries(fields), ...row, "ui:options": { ...head, columns } } as UiSchema;
}

function RowTemplate({ fieldPathId, properties, uiSchema }: ObjectFieldTemplateProps) {
  const { title = "", mark, columns } = fieldUi(uiSchema);
  const fields = new Map(properties.map(({ name, content }) => [name, content]));
  return (
    <Cells {...{ id: fieldPathId.$id, name: title, mark: mark as string, columns: columns as Column[], fields }} />
  );
}

interface RowFieldsProps {
  path: readonly string[];
  schema: Schema;
  uiSchema: UiSchema;
  readonly: boolean;
  runtime: FormRuntime;
}

export function RowFields({ path, runtime: { session, step }, ...object }: RowFieldsProps) {
  const draw = use(DrawObject);
  const fieldPathId = useMemo(() => ({ path: [...path], $id: fieldId(step, path) }), [path, step]);
  const value = useSyncExternalStore(
    useCallback((changed: () => void) => session.subscribe(fieldPathId.$id, changed), [session, fieldPathId]),
    () => session.value(path) as JsonObject | undefined,
  );
  return draw({ ...object, formData: value ?? {}, fieldPathId });
}
