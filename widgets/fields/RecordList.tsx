// A list of records as cards: add, remove with undo, move. The fields inside are drawn like those of the form, by the id of their
// record. A change brings the focus to what it is about and is announced. Judges nothing: bounds are explained beside the buttons.
import {
  type ReactNode,
  use,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { fieldId } from "#engine/fieldPath.ts";
import { RECORD_ID } from "#engine/records.ts";
import type { Schema, UiSchema } from "#engine/schema.ts";
import { orderedNames } from "#engine/schemaTree.ts";
import type { JsonObject } from "#engine/types.ts";
import { nameRecord } from "../fieldUi.ts";
import { focusField } from "../focus.ts";
import { DrawObject, type FormRuntime, type WidgetProps } from "../runtime.ts";
import { useText } from "../text.ts";
import { Button, IconButton } from "../ui/Button.tsx";
import { announce } from "../ui/LiveRegion.tsx";
import styles from "./RecordList.module.css";

interface Removed {
  record: JsonObject;
  index: number;
  name: string;
}

const readId = (record: JsonObject): string => String(record[RECORD_ID]);

/** Eight characters with a letter in front, so that no id reads as an index. */
const createId = (): string => `r${Math.random().toString(36).slice(2).padEnd(7, "0").slice(0, 7)}`;

/**
 * The records as they were entered. The list renders when one comes, goes or moves, and not when a field in one
 * changes.
 */
function useRecords({ session }: FormRuntime, id: string, path: readonly string[]) {
  const subscribe = useCallback((changed: () => void) => session.subscribe(id, changed), [session, id]);
  const read = () => (session.value(path) as JsonObject[] | undefined) ?? [];
  const ids = useSyncExternalStore(subscribe, () => read().map(readId).join());
  return { ids: ids === "" ? [] : ids.split(","), read };
}

/** The layout of one record: that of its fields, under its own name. */
function layoutRecord(rawUi: UiSchema, title: string): UiSchema {
  const fields = Object.entries(rawUi).filter(([name]) => !name.startsWith("ui:") || name === "ui:order");
  return { ...Object.fromEntries(fields), "ui:options": { title } };
}

export default function RecordListWidget(props: WidgetProps<JsonObject[]>) {
  const { id, path, schema, ui, runtime, readonly } = props;
  const text = useText();
  const { ids, read } = useRecords(runtime, id, path);
  const [removed, setRemoved] = useState<Removed | null>(null);
  const target = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (target.current !== null) focusField(target.current);
    target.current = null;
  });
  const name = (index: number) => nameRecord(ui, index);
  const [first] = orderedNames(Object.keys(schema.items?.properties ?? {}), ui.order);
  const firstField = (record: JsonObject) => `${id}_${readId(record)}_${first}`;
  /** `focus`: the id of what the change is about. */
  const commit = (records: JsonObject[], focus: string, message: string, undoable: Removed | null = null) => {
    target.current = focus;
    setRemoved(undoable);
    runtime.session.commitField(path, records);
    announce(message);
  };
  const add = () => {
    const record = { [RECORD_ID]: createId() };
    const message = text("common.record.added", { item: name(ids.length) });
    commit([...read(), record], firstField(record), message);
  };
  const remove = (index: number) => {
    const record = read()[index];
    if (!record) return;
    const message = text("common.record.removed", { item: name(index) });
    commit(read().toSpliced(index, 1), `${id}__undo`, message, { record, index, name: name(index) });
  };
  const restore = ({ record, index }: Removed) =>
    commit(
      read().toSpliced(index, 0, record),
      firstField(record),
      text("common.record.restored", { item: name(index) }),
    );
  const move = (index: number, by: -1 | 1) => {
    const record = read()[index];
    if (!record) return;
    const values = { item: name(index), place: index + 1 + by, count: ids.length };
    const moved = read()
      .toSpliced(index, 1)
      .toSpliced(index + by, 0, record);
    commit(moved, `${id}_${readId(record)}__${by < 0 ? "up" : "down"}`, text("common.record.moved", values));
  };
  const least = schema.minItems ?? 0;
  const leastId = ids.length > 0 && ids.length <= least ? `${id}__least` : undefined;
  const cards = ids.map((record, index) => (
    <RecordCard key={record} {...props} record={record} name={name(index)}>
      {!readonly && (
        <RecordButtons
          {...{ id: `${id}_${record}`, name: name(index), kept: leastId, index, count: ids.length }}
          onMove={(by) => move(index, by)}
          onRemove={() => remove(index)}
        />
      )}
    </RecordCard>
  ));
  if (removed) cards.splice(removed.index, 0, <RemovedLine key="removed" {...{ id, removed }} onUndo={restore} />);
  return (
    <>
      {cards.length > 0 && <ol className={styles.list}>{cards}</ol>}
      {!readonly && leastId && <Reason id={leastId}>{text("common.record.least", { min: least })}</Reason>}
      {!readonly && (
        <AddRecord {...{ id, item: ui.itemName ?? "", most: schema.maxItems }} count={ids.length} onAdd={add} />
      )}
    </>
  );
}

const Reason = ({ id, children }: { id: string; children: ReactNode }) => (
  <p className={styles.reason} id={id}>
    {children}
  </p>
);

interface RemovedLineProps {
  id: string;
  removed: Removed;
  onUndo(removed: Removed): void;
}

/** Takes the place of a record that was removed, until the next change of the list. */
function RemovedLine({ id, removed, onUndo }: RemovedLineProps) {
  const text = useText();
  return (
    <li className={styles.removed}>
      {text("common.record.removed", { item: removed.name })}
      <Button
        id={`${id}__undo`}
        kind="quiet"
        small
        icon="undo"
        aria-label={text("common.record.undo", { item: removed.name })}
        onClick={() => onUndo(removed)}
      >
        {text("common.action.undo")}
      </Button>
    </li>
  );
}

interface AddRecordProps {
  id: string;
  item: string;
  count: number;
  most: number | undefined;
  onAdd(): void;
}

function AddRecord({ id, item, count, most = Number.POSITIVE_INFINITY, onAdd }: AddRecordProps) {
  const text = useText();
  const reason = count >= most ? `${id}__most` : undefined;
  return (
    <div className={styles.foot}>
      <Button icon="plus" unavailable={reason !== undefined} aria-describedby={reason} onClick={onAdd}>
        {text("common.record.add", { item })}
      </Button>
      {reason && <Reason id={reason}>{text("error.validation.max_records", { max: most })}</Reason>}
    </div>
  );
}

interface RecordCardProps extends WidgetProps<JsonObject[]> {
  record: string;
  name: string;
  children: ReactNode;
}

function RecordCard({ path, schema, rawUi, readonly, runtime, record, name, children }: RecordCardProps) {
  const draw = use(DrawObject);
  const { session } = runtime;
  const recordPath = useMemo(() => [...path, record], [path, record]);
  const uiSchema = useMemo(() => layoutRecord(rawUi, name), [rawUi, name]);
  const fieldPathId = useMemo(
    () => ({ path: recordPath, $id: fieldId(runtime.step, recordPath) }),
    [recordPath, runtime.step],
  );
  const value = useSyncExternalStore(
    useCallback((changed: () => void) => session.subscribe(fieldPathId.$id, changed), [session, fieldPathId]),
    () => session.value(recordPath) as JsonObject | undefined,
  );
  return (
    <li className={styles.card}>
      {draw({ schema: schema.items as Schema, uiSchema, formData: value ?? {}, fieldPathId, readonly })}
      {children}
    </li>
  );
}

interface RecordButtonsProps {
  /** Of the record on the page. */
  id: string;
  name: string;
  index: number;
  count: number;
  /** Id of the reason why none may be removed. */
  kept: string | undefined;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

function RecordButtons({ id, name, index, count, kept, onMove, onRemove }: RecordButtonsProps) {
  const text = useText();
  const isFirst = index === 0;
  const isLast = index === count - 1;
  return (
    <div className={styles.buttons}>
      {count > 1 && (
        <>
          <IconButton
            id={`${id}__up`}
            icon="up"
            label={text("common.record.up", { item: name })}
            aria-disabled={isFirst || undefined}
            onClick={() => !isFirst && onMove(-1)}
          />
          <IconButton
            id={`${id}__down`}
            icon="down"
            label={text("common.record.down", { item: name })}
            aria-disabled={isLast || undefined}
            onClick={() => !isLast && onMove(1)}
          />
        </>
      )}
      <Button
        kind="quiet"
        small
        icon="trash"
        unavailable={kept !== undefined}
        aria-describedby={kept}
        onClick={onRemove}
      >
        {text("common.record.remove", { item: name })}
      </Button>
    </div>
  );
}
