// A list of records, as cards or as a table: add, remove with undo, move. The fields inside are drawn like those of the form, by the
// id of their record. A change brings the focus to what it is about and is announced. Judges nothing: bounds are explained beside
// the buttons.
import { useCallback, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { RECORD_ID } from "#engine/fields/records.ts";
import { orderedNames } from "#engine/schema/schemaTree.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { nameRecord } from "../../runtime/fieldUi.ts";
import { focusField } from "../../runtime/focus.ts";
import type { FormRuntime, WidgetProps } from "../../runtime/runtime.ts";
import { useText } from "../../runtime/text.ts";
import { announce } from "../../ui/LiveRegion.tsx";
import { CellTable } from "./Cells.tsx";
import { RecordItem } from "./RecordItem.tsx";
import styles from "./RecordList.module.css";
import { AddRecord, Reason, RemovedLine, type RemovedRecord } from "./RecordParts.tsx";
import { findColumns } from "./RowFields.tsx";

const readId = (record: JsonObject): string => String(record[RECORD_ID]);

/** Eight characters with a letter in front, so that no id reads as an index. */
const createId = (): string => `r${Math.random().toString(36).slice(2).padEnd(7, "0").slice(0, 7)}`;

/**
 * The records as they were entered. The list renders when one comes, goes or moves, and not when a field in one
 * changes.
 */
function useRecords({ session }: FormRuntime, id: string, path: readonly string[]) {
  const subscribe = useCallback((changed: () => void) => session.subscribe(id, changed), [session, id]);
  const read = useCallback(() => (valueAt(session.data(), path) as JsonObject[] | undefined) ?? [], [session, path]);
  const ids = useSyncExternalStore(subscribe, () => read().map(readId).join());
  return { ids: ids === "" ? [] : ids.split(","), read };
}

/** What a broker does with the list. The functions stay the same while records come and go, so that no other record renders. */
function useActions({ id, path, schema, ui, runtime }: WidgetProps, read: () => JsonObject[]) {
  const text = useText();
  const [removed, setRemoved] = useState<RemovedRecord | null>(null);
  const target = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (target.current !== null) focusField(target.current);
    target.current = null;
  });
  const actions = useMemo(() => {
    const name = (index: number) => nameRecord(ui, index);
    const [first] = orderedNames(Object.keys(schema.items?.properties ?? {}), ui.order);
    const firstField = (record: JsonObject) => `${id}_${readId(record)}_${first}`;
    /** `focus`: the id of what the change is about. */
    const commit = (records: JsonObject[], focus: string, message: string, undoable: RemovedRecord | null = null) => {
      target.current = focus;
      setRemoved(undoable);
      runtime.session.commitField(path, records);
      announce(message);
    };
    /** With what is being typed, so that undo brings it back. */
    const readTyped = () => {
      runtime.session.flush();
      return read();
    };
    const find = (recordId: string) => {
      const records = readTyped();
      const index = records.findIndex((record) => readId(record) === recordId);
      return { records, index, record: records[index] };
    };
    const add = () => {
      const record = { [RECORD_ID]: createId() };
      const records = readTyped();
      commit([...records, record], firstField(record), text("common.record.added", { item: name(records.length) }));
    };
    const remove = (recordId: string) => {
      const { records, index, record } = find(recordId);
      if (!record) return;
      const message = text("common.record.removed", { item: name(index) });
      commit(records.toSpliced(index, 1), `${id}__undo`, message, { record, index, name: name(index) });
    };
    const restore = ({ record, index }: RemovedRecord) => {
      const message = text("common.record.restored", { item: name(index) });
      commit(readTyped().toSpliced(index, 0, record), firstField(record), message);
    };
    const move = (recordId: string, by: -1 | 1) => {
      const { records, index, record } = find(recordId);
      if (!record) return;
      const values = { item: name(index), place: index + 1 + by, count: records.length };
      const moved = records.toSpliced(index, 1).toSpliced(index + by, 0, record);
      commit(moved, `${id}_${recordId}__${by < 0 ? "up" : "down"}`, text("common.record.moved", values));
    };
    return { add, remove, restore, move };
  }, [id, path, schema, ui, runtime, read, text]);
  return { removed, ...actions };
}

export default function RecordListWidget(props: WidgetProps<JsonObject[]>) {
  const { id, path, schema, ui, rawUi, runtime, readonly } = props;
  const text = useText();
  const { ids, read } = useRecords(runtime, id, path);
  const { removed, add, remove, restore, move } = useActions(props, read);
  const columns = useMemo(
    () => (ui.layout === "table" ? findColumns(schema.items ?? {}, rawUi) : undefined),
    [ui.layout, schema, rawUi],
  );
  const least = schema.minItems ?? 0;
  const leastId = ids.length > 0 && ids.length <= least ? `${id}__least` : undefined;
  const items = ids.map((record, index) => (
    <RecordItem
      key={record}
      {...{ path, schema, ui, rawUi, readonly, runtime, columns, record, index }}
      kept={leastId}
      isFirst={index === 0}
      isLast={index === ids.length - 1}
      onMove={move}
      onRemove={remove}
    />
  ));
  if (removed) items.splice(removed.index, 0, <RemovedLine key="removed" {...{ id, removed }} onUndo={restore} />);
  const list = columns ? (
    <CellTable {...{ id, columns }} nameWidth="1.5rem">
      {items}
    </CellTable>
  ) : (
    <ol className={styles.list}>{items}</ol>
  );
  return (
    <>
      {items.length > 0 && list}
      {!readonly && leastId && <Reason id={leastId}>{text("common.record.least", { min: least })}</Reason>}
      {!readonly && <AddRecord {...{ id, ui, most: schema.maxItems }} count={ids.length} onAdd={add} />}
    </>
  );
}
