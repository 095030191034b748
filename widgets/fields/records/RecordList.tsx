// A list of records, as cards or as a table: add, remove with undo, move. A finished card is folded to a line. The fields inside are
// drawn like those of the form, by the id of their record. A change brings the focus to what it is about and is announced. Judges
// nothing: bounds are explained beside the buttons.
import { memo, use, useCallback, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { byIndex, fieldId, valueAt } from "#engine/fields/fieldPath.ts";
import { RECORD_ID } from "#engine/fields/records.ts";
import type { Schema } from "#engine/schema/schema.ts";
import { orderedNames } from "#engine/schema/schemaTree.ts";
import type { FieldError, JsonObject } from "#engine/schema/types.ts";
import { nameRecord } from "../../runtime/fieldUi.ts";
import { focusField } from "../../runtime/focus.ts";
import { type FormRuntime, Totals, type WidgetProps } from "../../runtime/runtime.ts";
import { useHasText, useText } from "../../runtime/text.ts";
import { describeRecord } from "../../runtime/words.ts";
import { announce } from "../../ui/LiveRegion.tsx";
import { Unbroken } from "../../ui/text/Unbroken.tsx";
import { CellTable, type Column, cellClasses } from "./Cells.tsx";
import styles from "./RecordList.module.css";
import {
  AddRecord,
  Reason,
  type RecordActions,
  RecordButtons,
  type RecordButtonsProps,
  RemovedLine,
  type RemovedRecord,
} from "./RecordParts.tsx";
import { findColumns, layoutRecord, RowFields } from "./RowFields.tsx";

const readId = (record: JsonObject): string => String(record[RECORD_ID]);

const isEmpty = (record: unknown): boolean => Object.keys(Object(record)).every((name) => name === RECORD_ID);

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

/** Which cards are open: those that the broker opened or did not finish, and those that show an error. */
function useOpenCards({ id, path, runtime: { session } }: WidgetProps, ids: readonly string[]) {
  const findErrors = useCallback(
    (errors: readonly FieldError[], record: string) =>
      errors.filter((error) => error.id.startsWith(`${id}_${record}_`)),
    [id],
  );
  const [opened, setOpened] = useState<readonly string[]>(() =>
    ids.filter(
      (record) => findErrors(session.errors(), record).length > 0 || isEmpty(session.value([...path, record])),
    ),
  );
  const wrong = useSyncExternalStore(session.subscribeAll, () =>
    ids.filter((record) => findErrors(session.shown(), record).length > 0).join(),
  );
  const isOpen = (record: string) => opened.includes(record) || wrong.split(",").includes(record);
  const errorsOf = useCallback((record: string) => findErrors(session.errors(), record), [session, findErrors]);
  return { isOpen, setOpened, errorsOf };
}

type OpenCards = ReturnType<typeof useOpenCards>;

/** What a broker does with the list. The functions stay the same while records come and go, so that no other record renders. */
function useActions(
  { id, path, schema, ui, runtime }: WidgetProps,
  read: () => JsonObject[],
  { setOpened, errorsOf }: Pick<OpenCards, "setOpened" | "errorsOf">,
) {
  const text = useText();
  const [removed, setRemoved] = useState<RemovedRecord | null>(null);
  const target = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (target.current !== null) focusField(target.current);
    target.current = null;
  });
  const actions = useMemo(() => {
    const { session } = runtime;
    const name = (index: number) => nameRecord(ui, index);
    const [first] = orderedNames(Object.keys(schema.items?.properties ?? {}), ui.order);
    const firstField = (record: string) => `${id}_${record}_${first}`;
    /** `focus`: the id of what the change is about. */
    const commit = (records: JsonObject[], focus: string, message: string, undoable: RemovedRecord | null = null) => {
      target.current = focus;
      setRemoved(undoable);
      session.commitField(path, records);
      announce(message);
    };
    /** With what is being typed, so that undo brings it back. */
    const readTyped = () => {
      session.flush();
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
      setOpened((opened) => [...opened.filter((id) => errorsOf(id).length > 0), readId(record)]);
      const message = text("common.record.added", { item: name(records.length) });
      commit([...records, record], firstField(readId(record)), message);
    };
    const onRemove = (recordId: string) => {
      const { records, index, record } = find(recordId);
      if (!record) return;
      const message = text("common.record.removed", { item: name(index) });
      commit(records.toSpliced(index, 1), `${id}__undo`, message, { record, index, name: name(index) });
    };
    const restore = ({ record, index }: RemovedRecord) => {
      const message = text("common.record.restored", { item: name(index) });
      setOpened((opened) => [...opened, readId(record)]);
      commit(readTyped().toSpliced(index, 0, record), firstField(readId(record)), message);
    };
    const onMove = (recordId: string, by: -1 | 1) => {
      const { records, index, record } = find(recordId);
      if (!record) return;
      const values = { item: name(index), place: index + 1 + by, count: records.length };
      const moved = records.toSpliced(index, 1).toSpliced(index + by, 0, record);
      commit(moved, `${id}_${recordId}__${by < 0 ? "up" : "down"}`, text("common.record.moved", values));
    };
    const onFold = (record: string, fold: boolean) => {
      session.flush();
      const errors = fold ? errorsOf(record) : [];
      for (const error of errors) session.touch(error.id);
      const open = !fold || errors.length > 0;
      target.current = open ? (errors[0]?.id ?? firstField(record)) : `${id}_${record}__change`;
      setOpened((opened) => [...opened.filter((other) => other !== record), ...(open ? [record] : [])]);
    };
    return { add, restore, onRemove, onMove, onFold };
  }, [id, path, schema, ui, runtime, read, setOpened, errorsOf, text]);
  return { removed, ...actions };
}

export default function RecordListWidget(props: WidgetProps<JsonObject[]>) {
  const { id, path, schema, ui, rawUi, runtime, readonly } = props;
  const text = useText();
  const { ids, read } = useRecords(runtime, id, path);
  const cards = useOpenCards(props, ids);
  const { removed, add, restore, ...actions } = useActions(props, read, cards);
  const totals = [...use(Totals).values()];
  const columns = useMemo(
    () => (ui.layout === "table" ? findColumns(schema.items ?? {}, rawUi) : undefined),
    [ui.layout, schema, rawUi],
  );
  const least = schema.minItems ?? 0;
  const leastId = ids.length > 0 && ids.length <= least ? `${id}__least` : undefined;
  const items = ids.map((record, index) => (
    <RecordItem
      key={record}
      {...{ path, schema, ui, rawUi, readonly, runtime, columns, record, index, ...actions }}
      kept={leastId}
      isFirst={index === 0}
      isLast={index === ids.length - 1}
      fold={columns || readonly ? undefined : cards.isOpen(record) ? "open" : "folded"}
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
  const total = !columns && totals.length > 0 && <div className={styles.total}>{totals}</div>;
  return (
    <>
      {items.length > 0 && list}
      {!readonly && leastId && <Reason id={leastId}>{text("common.record.least", { min: least })}</Reason>}
      {readonly ? (
        total
      ) : (
        <AddRecord {...{ id, ui, most: schema.maxItems }} count={ids.length} onAdd={add}>
          {total}
        </AddRecord>
      )}
    </>
  );
}

interface RecordItemProps
  extends Pick<WidgetProps, "path" | "schema" | "ui" | "rawUi" | "readonly" | "runtime">,
    Omit<RecordButtonsProps, "id" | "name">,
    RecordActions {
  columns: readonly Column[] | undefined;
  index: number;
}

/** A card, a folded one, or a row of a table. Renders when its own fields appear or vanish, not when another record changes. */
const RecordItem = memo(function RecordItem(props: RecordItemProps) {
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
