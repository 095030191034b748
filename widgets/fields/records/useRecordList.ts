// What a list of records knows and does: its records, which of its cards are open, and add, remove with undo, move, change and finish.
// Each brings the focus to what it is about and is announced. Draws nothing.
import { useCallback, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { RECORD_ID } from "#engine/fields/records.ts";
import { orderedNames } from "#engine/schema/schemaTree.ts";
import type { FieldError, JsonObject } from "#engine/schema/types.ts";
import { focusField } from "../../runtime/focus.ts";
import type { FormRuntime, WidgetProps } from "../../runtime/runtime.ts";
import { useHasText, useText } from "../../runtime/text.ts";
import { type AnsweredForm, nameRecord, type WordingTools } from "../../runtime/words.ts";
import { announce } from "../../ui/LiveRegion.tsx";
import type { RemovedRecord } from "./RecordParts.tsx";

const readId = (record: JsonObject): string => String(record[RECORD_ID]);

const isEmpty = (record: unknown): boolean => Object.keys(Object(record)).every((name) => name === RECORD_ID);

/** Eight characters with a letter in front, so that no id reads as an index. */
const createId = (): string => `r${Math.random().toString(36).slice(2).padEnd(7, "0").slice(0, 7)}`;

export const answeredForm = ({ session, schema, uiSchema }: FormRuntime): AnsweredForm => {
  return { schema, uiSchema, answers: session.data() };
};

export function useWordingTools({ language, services }: FormRuntime): WordingTools {
  const text = useText();
  const has = useHasText();
  const { upload } = services;
  return useMemo(() => {
    return { text, has, language, fileName: (id) => upload?.known?.(id)?.name ?? id };
  }, [text, has, language, upload]);
}

/**
 * The records as they were entered. The list renders when one comes, goes or moves, and not when a field in one
 * changes.
 */
export function useRecords({ session }: FormRuntime, id: string, path: readonly string[]) {
  const subscribe = useCallback((changed: () => void) => session.subscribe(id, changed), [session, id]);
  const read = useCallback(() => (valueAt(session.data(), path) as JsonObject[] | undefined) ?? [], [session, path]);
  const ids = useSyncExternalStore(subscribe, () => read().map(readId).join());
  return { ids: ids === "" ? [] : ids.split(","), read };
}

/** Which cards are open: those that the broker opened or did not finish, and those that show an error. */
export function useOpenCards({ id, path, runtime: { session } }: WidgetProps, ids: readonly string[]) {
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
export function useActions(
  { id, path, schema, ui, runtime }: WidgetProps,
  read: () => JsonObject[],
  { setOpened, errorsOf }: Pick<OpenCards, "setOpened" | "errorsOf">,
) {
  const tools = useWordingTools(runtime);
  const [removed, setRemoved] = useState<RemovedRecord | null>(null);
  const target = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (target.current !== null) focusField(target.current);
    target.current = null;
  });
  const actions = useMemo(() => {
    const { session } = runtime;
    const { text } = tools;
    const name = (index: number) => nameRecord(answeredForm(runtime), [...path, String(index)], tools);
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
    const restore = ({ record, index, name: item }: RemovedRecord) => {
      const message = text("common.record.restored", { item });
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
  }, [id, path, schema, ui, runtime, read, setOpened, errorsOf, tools]);
  return { removed, ...actions };
}
