// One question: number, text, explanation in the row, points, two answers, error, and the notice that an answer calls for.
import { memo, type ReactNode, useCallback, useMemo, useSyncExternalStore } from "react";
import { fieldId } from "#engine/fields/fieldPath.ts";
import type { FormSession } from "#engine/form/session.ts";
import type { FieldError, ListItem } from "#engine/schema/types.ts";
import { errorMessage } from "../../errors.ts";
import { useFieldFocus } from "../../fieldFocus.ts";
import { useRuntime } from "../../runtime/runtime.ts";
import { useText } from "../../runtime/text.ts";
import { ErrorText } from "../../templates/ErrorText.tsx";
import { Star } from "../../templates/FieldLabel.tsx";
import fieldTemplateStyles from "../../templates/FieldTemplate.module.css";
import { Notice } from "../../ui/notice/Notice.tsx";
import { type TooltipState, useTooltip } from "../../ui/Tooltip.tsx";
import { Points } from "../../ui/text/Points.tsx";
import { RadioBoxes, useYesNo } from "../choice/Radio.tsx";
import styles from "./QuestionRow.module.css";

interface QuestionRowProps {
  /** Path of the answer, joined with slashes so that it compares by value. */
  path: string;
  number: number;
  item: ListItem;
  value: boolean | undefined;
  /** The server's note, such as the answer in a quotation that was copied. */
  note: string | undefined;
  required: boolean;
  readonly: boolean;
}

const NO_UI = {};
const YES_OR_NO = { type: "boolean" };

/** The error to show at a field now, or nothing. Renders only the component that asks, and only when its error changes. */
function useVisibleError(session: FormSession, id: string): FieldError | undefined {
  const subscribe = useCallback((changed: () => void) => session.subscribe(id, changed), [session, id]);
  return useSyncExternalStore(subscribe, () => session.visible(id));
}

export const QuestionRow = memo(function QuestionRow({
  path,
  number,
  item,
  value,
  note,
  required,
  readonly,
}: QuestionRowProps) {
  const text = useText();
  const runtime = useRuntime();
  const parts = useMemo(() => path.split("/"), [path]);
  const id = fieldId(runtime.step, parts);
  const error = useVisibleError(runtime.session, id);
  const name = text("wizard.question.number", { number });
  const focus = useFieldFocus(runtime, id, name);
  const options = useYesNo();
  const tooltip = useTooltip({
    field: name.toLowerCase(),
    content: item.tooltip as string | null,
    className: styles.below,
    onOpen: () => runtime.services.onTooltip?.(id),
  });
  const answer = (next: unknown) => {
    runtime.session.commitField(parts, next);
    runtime.session.touch(id);
  };
  const described = [note && `${id}__note`, error && `${id}__error`].filter(Boolean).join(" ") || undefined;
  return (
    <div
      className={error ? `${styles.question} ${styles.invalid}` : styles.question}
      data-field
      id={id}
      tabIndex={-1}
      role="radiogroup"
      aria-required={required || undefined}
      aria-labelledby={readPoints(item).length > 0 ? `${id}__text ${id}__points` : `${id}__text`}
      aria-describedby={described}
      {...focus}
    >
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <QuestionText {...{ id, name, item, note, required, tooltip }} />
      <RadioBoxes
        {...{ id, value, options, readonly }}
        className={styles.answers}
        invalid={error !== undefined}
        onChoose={answer}
      />
      {tooltip.panel}
      {error && (
        <div className={styles.below}>
          <ErrorText id={`${id}__error`}>
            {errorMessage(error, { ui: NO_UI, schema: YES_OR_NO, language: runtime.language }, text)}
          </ErrorText>
        </div>
      )}
      <AnswerNotice item={item} value={value} />
    </div>
  );
});

const readPoints = (item: ListItem): string[] => (item.list_items as string[] | undefined) ?? [];

interface QuestionTextProps extends Pick<QuestionRowProps, "item" | "note" | "required"> {
  id: string;
  name: string;
  tooltip: TooltipState;
}

function QuestionText({ id, name, item, note, required, tooltip }: QuestionTextProps) {
  const text = useText();
  const question = item.label ?? String(item.value);
  const points = readPoints(item);
  return (
    <div>
      <p className={styles.text}>
        <span id={`${id}__text`}>
          <span className="visually-hidden">{text("common.named", { name, value: "" })}</span>
          {tooltip.button ? withoutWidow(question) : question}
        </span>
        {required && <Star />}
        {tooltip.button && (
          <span className="nowrap">
            {"\u2060\u00a0"}
            {tooltip.button}
          </span>
        )}
      </p>
      <Points of={points} id={`${id}__points`} />
      {note && (
        <p className={fieldTemplateStyles.help} id={`${id}__note`}>
          {note}
        </p>
      )}
    </div>
  );
}

/** Keeps the explanation's button on the line of the last word. */
function withoutWidow(question: string): ReactNode {
  const cut = question.lastIndexOf(" ") + 1;
  return (
    <>
      {question.slice(0, cut)}
      <span className="nowrap">{question.slice(cut)}</span>
    </>
  );
}

/**
 * The notice of a yes is known beforehand. After an answer, the server reports whether it ends the request, or requires
 * an explanation without a notice of its own. The live region is there from the start, so that a screen reader reads
 * what comes into it.
 */
function AnswerNotice({ item, value }: { item: ListItem; value: boolean | undefined }) {
  const text = useText();
  const judged = item.judged as { answer: boolean; effect?: string } | undefined;
  const effect = judged?.answer === value ? judged?.effect : undefined;
  const declines = effect === "decline";
  const refusal = value === true && typeof item.refusal_yes === "string" ? item.refusal_yes : null;
  const words = refusal ?? (effect === "refer" ? text("wizard.notice.explain") : null);
  const shown = words !== null || declines;
  return (
    <div className={styles.below} role="status">
      {shown && (
        <Notice tone={declines ? "danger" : "warning"} title={text("wizard.notice.dropout.title")}>
          {words && <p>{words}</p>}
          {declines && (
            <p>
              {text("error.dropout")} {text("error.dropout_explanation")}
            </p>
          )}
        </Notice>
      )}
    </div>
  );
}
