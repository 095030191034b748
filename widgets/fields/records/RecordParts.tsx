// The parts around the records of a list: the buttons of a record, the line of a removed one, and the button that adds one.
import type { ReactNode } from "react";
import type { JsonObject } from "#engine/schema/types.ts";
import type { FieldUi } from "../../runtime/runtime.ts";
import { useText } from "../../runtime/text.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { cellClasses } from "./Cells.tsx";
import styles from "./RecordList.module.css";

export interface RemovedRecord {
  record: JsonObject;
  index: number;
  name: string;
}

export const Reason = ({ id, children }: { id: string; children: ReactNode }) => (
  <p className={styles.reason} id={id}>
    {children}
  </p>
);

interface RemovedLineProps {
  id: string;
  removed: RemovedRecord;
  onUndo(removed: RemovedRecord): void;
}

/** Takes the place of a record that was removed, until the next change of the list. */
export function RemovedLine({ id, removed, onUndo }: RemovedLineProps) {
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
  ui: FieldUi;
  count: number;
  most: number | undefined;
  onAdd(): void;
  /** The totals of a list of cards. */
  children?: ReactNode;
}

export function AddRecord(props: AddRecordProps) {
  const { id, ui, count, most = Number.POSITIVE_INFINITY, onAdd, children } = props;
  const text = useText();
  const reason = count >= most ? `${id}__most` : undefined;
  return (
    <div className={styles.foot}>
      <Button icon="plus" unavailable={reason !== undefined} aria-describedby={reason} onClick={onAdd}>
        {ui.addItem ?? text("common.record.add", { item: ui.itemName ?? "" })}
      </Button>
      {children}
      {reason && <Reason id={reason}>{text("error.validation.max_records", { max: most })}</Reason>}
    </div>
  );
}

export interface RecordActions {
  onMove(record: string, by: -1 | 1): void;
  onRemove(record: string): void;
  /** Opens a folded record, or folds one that is finished. */
  onFold(record: string, fold: boolean): void;
}

export interface RecordButtonsProps extends RecordActions {
  /** Of the record on the page. */
  id: string;
  name: string;
  /** The record's own id. */
  record: string;
  isFirst: boolean;
  isLast: boolean;
  /** Id of the reason why none may be removed. */
  kept: string | undefined;
  /** Rows of a table are never folded. */
  fold: "folded" | "open" | undefined;
}

export function RecordButtons(props: RecordButtonsProps) {
  const { id, name, record, isFirst, isLast, kept, fold, onMove, onRemove, onFold } = props;
  const text = useText();
  const quiet = { kind: "quiet", small: true } as const;
  const change = () => onFold(record, false);
  const label = (key: string) => text(key, { item: name });
  return (
    <div className={fold ? styles.tools : cellClasses.tools}>
      {fold === "open" && (
        <Button
          id={`${id}__done`}
          small
          icon="check"
          aria-label={label("common.record.done")}
          onClick={() => onFold(record, true)}
        >
          {text("common.action.done")}
        </Button>
      )}
      {fold === "folded" && (
        <Button {...quiet} id={`${id}__change`} aria-label={label("common.record.change")} onClick={change}>
          {text("common.action.change")}
        </Button>
      )}
      {!(isFirst && isLast) && (
        <span>
          <IconButton
            id={`${id}__up`}
            icon="up"
            label={label("common.record.up")}
            aria-disabled={isFirst || undefined}
            onClick={() => !isFirst && onMove(record, -1)}
          />
          <IconButton
            id={`${id}__down`}
            icon="down"
            label={label("common.record.down")}
            aria-disabled={isLast || undefined}
            onClick={() => !isLast && onMove(record, 1)}
          />
        </span>
      )}
      <Button
        {...quiet}
        icon="trash"
        unavailable={kept !== undefined}
        aria-label={label("common.record.remove")}
        aria-describedby={kept}
        onClick={() => onRemove(record)}
      >
        <span>{text("common.action.remove")}</span>
      </Button>
    </div>
  );
}
