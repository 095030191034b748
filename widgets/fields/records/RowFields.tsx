// The fields of a record of a list or of a row of a table, drawn like those of the form. Renders when one of its own fields appears or
// vanishes, not when another record changes.
import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import { use, useCallback, useMemo, useSyncExternalStore } from "react";
import { byIndex, fieldId } from "#engine/fields/fieldPath.ts";
import type { Schema, UiSchema } from "#engine/schema/schema.ts";
import { isSiblingList, orderedNames, propertySchemas } from "#engine/schema/schemaTree.ts";
import { visitSame } from "#engine/schema/schemaVisitor.ts";
import type { JsonObject, ListItem } from "#engine/schema/types.ts";
import { fieldUi } from "../../runtime/fieldUi.ts";
import { DrawObject, type FormRuntime } from "../../runtime/runtime.ts";
import { findItems } from "../../runtime/words.ts";
import { Cells, type Column } from "./Cells.tsx";
import { answeredForm, useWordingTools } from "./useRecordList.ts";

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

export function RowFields({ path, runtime, ...object }: RowFieldsProps) {
  const { session, step } = runtime;
  const draw = use(DrawObject);
  const uiSchema = useSiblings(object.uiSchema, path, runtime);
  const fieldPathId = useMemo(() => ({ path: [...path], $id: fieldId(step, path) }), [path, step]);
  const value = useSyncExternalStore(
    useCallback((changed: () => void) => session.subscribe(fieldPathId.$id, changed), [session, fieldPathId]),
    () => session.value(path) as JsonObject | undefined,
  );
  return draw({ ...object, uiSchema, formData: value ?? {}, fieldPathId });
}

/** The layout of a record, in which a choice among the records of one of its own lists offers those. */
function useSiblings(layout: UiSchema, path: readonly string[], runtime: FormRuntime): UiSchema {
  const { session, step } = runtime;
  const tools = useWordingTools(runtime);
  const id = fieldId(step, path);
  const names = useMemo(
    () => Object.keys(layout).filter((name) => isSiblingList(fieldUi(layout[name]).list)),
    [layout],
  );
  const offered = useSyncExternalStore(
    useCallback((changed: () => void) => session.subscribe(id, changed), [session, id]),
    () => {
      const find = (name: string) => findItems(answeredForm(runtime), byIndex([...path, name], session.data()), tools);
      return JSON.stringify(names.map(find));
    },
  );
  return useMemo(() => {
    const fields = (JSON.parse(offered) as ListItem[][]).map((items, index) => {
      const field = layout[names[index]!] as UiSchema;
      const help = items.length > 0 ? {} : { help: tools.text("wizard.notice.no_records") };
      return [names[index], { ...field, "ui:options": { ...field["ui:options"], items, ...help } }];
    });
    return fields.length > 0 ? { ...layout, ...Object.fromEntries(fields) } : layout;
  }, [layout, names, offered, tools]);
}
