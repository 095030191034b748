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
}

export function AddRecord({ id, ui, count, most = Number.POSITIVE_INFINITY, onAdd }: AddRecordProps) {
  const text = useText();
  const reason = count >= most ? `${id}__most` : undefined;
  return (
    <div className={styles.foot}>
      <Button icon="plus" unavailable={reason !== undefined} aria-describedby={reason} onClick={onAdd}>
        {ui.addItem ?? text("common.record.add", { item: ui.itemName ?? "" })}
      </Button>
      {reason && <Reason id={reason}>{text("error.validation.max_records", { max: most })}</Reason>}
    </div>
  );
}

export interface RecordButtonsProps {
  /** Of the record on the page. */
  id: string;
  name: string;
  /** The record's own id. */
  record: string;
  isFirst: boolean;
  isLast: boolean;
  /** Id of the reason why none may be removed. */
  kept: string | undefined;
  onMove(record: string, by: -1 | 1): void;
  onRemove(record: string): void;
}

export function RecordButtons(props: RecordButtonsProps) {
  const { id, name, record, isFirst, isLast, kept, onMove, onRemove } = props;
  const text = useText();
  return (
    <div className={cellClasses.tools}>
      {!(isFirst && isLast) && (
        <span>
          <IconButton
            id={`${id}__up`}
            icon="up"
            label={text("common.record.up", { item: name })}
            aria-disabled={isFirst || undefined}
            onClick={() => !isFirst && onMove(record, -1)}
          />
          <IconButton
            id={`${id}__down`}
            icon="down"
            label={text("common.record.down", { item: name })}
            aria-disabled={isLast || undefined}
            onClick={() => !isLast && onMove(record, 1)}
          />
        </span>
      )}
      <Button
        kind="quiet"
        small
        icon="trash"
        unavailable={kept !== undefined}
        aria-describedby={kept}
        onClick={() => onRemove(record)}
      >
        <span>{text("common.record.remove", { item: name })}</span>
      </Button>
    </div>
  );
}
