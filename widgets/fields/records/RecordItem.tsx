// One record of a list: a card with its fields, a finished card folded to a line, or a row of a table.
import { memo, useCallback, useMemo, useSyncExternalStore } from "react";
import { numberWords } from "#engine/fields/controls.ts";
import { byIndex, fieldId, valueAt } from "#engine/fields/fieldPath.ts";
import type { Schema } from "#engine/schema/schema.ts";
import type { JsonObject } from "#engine/schema/types.ts";
import { answersIn } from "#engine/texts/answersInTexts.ts";
import type { FormRuntime, WidgetProps } from "../../runtime/runtime.ts";
import {
  type AnsweredForm,
  answeredIn,
  isRecords,
  nameInList,
  nameRecord,
  titleRecord,
  uiAt,
  type WordingTools,
  wordsFor,
} from "../../runtime/words.ts";
import { Unbroken } from "../../ui/text/Unbroken.tsx";
import { type Column, cellClasses } from "./Cells.tsx";
import styles from "./RecordList.module.css";
import { type RecordActions, RecordButtons, type RecordButtonsProps } from "./RecordParts.tsx";
import { layoutRecord, RowFields } from "./RowFields.tsx";
import { answeredForm, useWordingTools } from "./useRecordList.ts";

interface RecordItemProps
  extends Pick<WidgetProps, "path" | "schema" | "ui" | "rawUi" | "readonly" | "runtime">,
    Omit<RecordButtonsProps, "id" | "name">,
    RecordActions {
  columns: readonly Column[] | undefined;
  index: number;
}

/** A card, a folded one, or a row of a table. Renders when its own fields appear or vanish, not when another record changes. */
export const RecordItem = memo(function RecordItem(props: RecordItemProps) {
  const { path, schema, ui, rawUi, readonly, runtime, columns, record, index, ...buttons } = props;
  const recordPath = useMemo(() => [...path, record], [path, record]);
  const name = useRecordName(runtime, recordPath, nameRecord);
  const title = useRecordName(runtime, recordPath, nameInList);
  const uiSchema = useMemo(
    () => layoutRecord(rawUi, { title, mark: String(index + 1) }, columns),
    [rawUi, title, index, columns],
  );
  const id = fieldId(runtime.step, recordPath);
  const tools = !readonly && <RecordButtons {...{ id, name, record }} {...buttons} />;
  if (buttons.fold === "folded")
    return (
      <li className={styles.folded}>
        <FoldedRecord {...{ id, runtime }} path={recordPath} />
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

/** What the record is called now: its name follows the answers of its title, and of the record around it. */
function useRecordName(runtime: FormRuntime, path: readonly string[], findName: typeof nameRecord): string {
  const tools = useWordingTools(runtime);
  const { session, step } = runtime;
  const outermost = fieldId(step, path.slice(0, 2));
  return useSyncExternalStore(
    useCallback((changed: () => void) => session.subscribe(outermost, changed), [session, outermost]),
    () => findName(answeredForm(runtime), byIndex(path, session.data()), tools),
  );
}

interface RecordLine {
  name: string;
  facts: string;
  /** Its last computed amount. */
  amount: string | undefined;
}

/** A longer answer is left out of a line. */
const LONGEST_FACT = 40;

interface RecordAnswer {
  ui: JsonObject;
  value: unknown;
  words: string;
}

/** A record on one line: its title, or its number and first two answers, then three more. */
function describeRecord(form: AnsweredForm, path: readonly string[], tools: WordingTools): RecordLine {
  const record: JsonObject = Object(valueAt(form.answers, path));
  const title = titleRecord(form, path, tools);
  const named = title === undefined ? [] : answersIn(String(uiAt(form, path.slice(0, -1)).recordTitle));
  const fields = answeredIn(form, path, record).filter((field) => !named.includes(field));
  const answers = fields.map((field): RecordAnswer => {
    const [ui, value] = [uiAt(form, [...path, field]), record[field]];
    return {
      ui,
      value,
      words: isRecords(value) ? String(value.length) : wordsFor(form, [...path, field], value, tools),
    };
  });
  const facts = answers
    .filter((answer) => !isAmount(answer) && typeof answer.value !== "boolean" && answer.words.length <= LONGEST_FACT)
    .map((answer, index) => (title !== undefined || index > 0 ? nameNumber(answer) : answer.words));
  const start = title === undefined ? facts.splice(0, 2).join(", ") : "";
  const name = nameInList(form, path, tools);
  return {
    name: start ? tools.text("common.named", { name, value: start }) : name,
    facts: facts.slice(0, 3).join(", "),
    amount: answers.findLast(isAmount)?.words,
  };
}

const isAmount = ({ ui }: RecordAnswer): boolean => ui.widget === "computed" && numberWords(ui).money === true;

/** A number that does not say what it counts, also that of the records of a list, comes after its name. */
function nameNumber({ ui, value, words }: RecordAnswer): string {
  const isBare = isRecords(value) || (typeof value === "number" && ui.unit === undefined);
  // Only the first letter: the rest may be an abbreviation, such as "hors TVA".
  const name = String(ui.title).replace(/^\p{Lu}(?=\P{Lu})/u, (letter) => letter.toLowerCase());
  return isBare ? `${name} ${words}` : words;
}

/** A finished record: its name, the first answers and its amount. */
function FoldedRecord({ id, path, runtime }: Pick<WidgetProps, "id" | "path" | "runtime">) {
  const tools = useWordingTools(runtime);
  const { session } = runtime;
  useSyncExternalStore(
    useCallback((changed: () => void) => session.subscribe(id, changed), [session, id]),
    () => session.value(path),
  );
  const { name, facts, amount } = describeRecord(answeredForm(runtime), byIndex(path, session.data()), tools);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has fields */}
      <div id={id} tabIndex={-1} role="group" aria-labelledby={`${id}__legend`}>
        <p id={`${id}__legend`}>
          <Unbroken>{name}</Unbroken>
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
