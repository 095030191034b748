// One question: number, text, explanation in the row, points, two answers, error, and the notice that an answer calls for.
import { memo, type ReactNode, useMemo } from "react";
import type { ListItem } from "#engine/types.ts";
import { errorMessage, useVisibleError } from "../errors.ts";
import { idOf, useFieldFocus } from "../fieldFocus.ts";
import { useRuntime } from "../runtime.ts";
import { ErrorText } from "../templates/FieldNotes.tsx";
import { useText } from "../text.ts";
import { Notice } from "../ui/Notice.tsx";
import { type TooltipState, useTooltip } from "../ui/Tooltip.tsx";
import { RadioBoxes } from "./Radio.tsx";
import { useYesNo } from "./YesNo.tsx";

export interface QuestionRowProps {
  /** Path of the answer, joined with slashes so that it compares by value. */
  path: string;
  number: number;
  item: ListItem;
  value: boolean | undefined;
  readonly: boolean;
}

const NO_UI = {};

export const QuestionRow = memo(function QuestionRow({ path, number, item, value, readonly }: QuestionRowProps) {
  const text = useText();
  const runtime = useRuntime();
  const parts = useMemo(() => path.split("/"), [path]);
  const id = idOf(runtime.step, parts);
  const error = useVisibleError(runtime.session, id);
  const focus = useFieldFocus(runtime, id);
  const options = useYesNo();
  const name = text("wizard.question.number", { number });
  const tooltip = useTooltip({
    field: name.toLowerCase(),
    content: item.tooltip as string | null,
    className: "below",
    onOpen: () => runtime.services.onTooltip?.(id),
  });
  const answer = (next: unknown) => {
    runtime.change(parts, next);
    runtime.session.touch(id);
  };
  const described = error ? `${id}__error` : undefined;
  return (
    <fieldset
      className={error ? "q q-invalid" : "q"}
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}__text`}
      aria-describedby={described}
      {...focus}
    >
      <span className="q-no" aria-hidden="true">
        {number}
      </span>
      <QuestionText id={id} name={name} item={item} tooltip={tooltip} />
      <RadioBoxes {...{ id, value, options, readonly }} invalid={error !== undefined} onChoose={answer} />
      {tooltip.panel}
      {error && (
        <div className="below">
          <ErrorText id={`${id}__error`}>
            {errorMessage(error, { ui: NO_UI, schema: NO_UI, language: runtime.language }, text)}
          </ErrorText>
        </div>
      )}
      <AnswerNotice item={item} value={value} />
    </fieldset>
  );
});

function QuestionText({
  id,
  name,
  item,
  tooltip,
}: {
  id: string;
  name: string;
  item: ListItem;
  tooltip: TooltipState;
}) {
  const question = item.label ?? String(item.value);
  const points = (item.list_items as string[] | undefined) ?? [];
  return (
    <div>
      <p className="q-text">
        <span id={`${id}__text`}>
          <span className="sr">{name}: </span>
          {tooltip.button ? withoutWidow(question) : question}
        </span>
        {tooltip.button && (
          <span className="nowrap">
            {"\u2060\u00a0"}
            {tooltip.button}
          </span>
        )}
      </p>
      {points.length > 0 && (
        <ul className="q-list">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
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

/** The region stands there from the start, so that a screen reader hears what comes into it. */
function AnswerNotice({ item, value }: { item: ListItem; value: boolean | undefined }) {
  const text = useText();
  const wrong = value !== undefined && value === (item.wrong_answer ?? true);
  const words = typeof item.refusal_yes === "string" ? item.refusal_yes : null;
  const declines = item.effect === "decline";
  const shown = wrong && (words !== null || declines);
  return (
    <div className="below" role="status">
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
