// A list of records, as cards or as a table. The fields inside are drawn like those of the form, by the id of their record. A finished
// card is folded to a line. Judges nothing: bounds are explained beside the buttons.
import { use, useMemo } from "react";
import type { JsonObject } from "#engine/schema/types.ts";
import { Totals, type WidgetProps } from "../../runtime/runtime.ts";
import { useText } from "../../runtime/text.ts";
import { CellTable } from "./Cells.tsx";
import { RecordItem } from "./RecordItem.tsx";
import styles from "./RecordList.module.css";
import { AddRecord, Reason, RemovedLine } from "./RecordParts.tsx";
import { findColumns } from "./RowFields.tsx";
import { useActions, useOpenCards, useRecords } from "./useRecordList.ts";

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
