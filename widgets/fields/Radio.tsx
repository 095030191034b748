// Two to four short options as radio boxes. A stored option that is no longer offered is shown as such.
import type { MouseEvent } from "react";
import { formatMoney } from "#engine/formats.ts";
import type { Language } from "#engine/types.ts";
import { type Choice, findChoices } from "../fieldUi.ts";
import type { FieldUi, WidgetProps } from "../runtime.ts";
import fieldTemplateStyles from "../templates/FieldTemplate.module.css";
import { useText } from "../text.ts";
import styles from "./Radio.module.css";

type Value = string | number | boolean;

function formatLabel(choice: Choice, ui: FieldUi, language: Language): string {
  const plain = choice.item.label === undefined || choice.label === String(choice.value);
  return ui.format === "currency" && plain && typeof choice.value === "number"
    ? formatMoney(choice.value, language, 0)
    : choice.label;
}

export function RadioWidget(props: WidgetProps<Value>) {
  const { id, value, schema, ui, readonly, invalid, runtime, choose } = props;
  const text = useText();
  const choices = findChoices(schema, ui) ?? [];
  const gone = value !== undefined && choices.length > 0 && !choices.some((choice) => choice.value === value);
  const options = choices.map((choice) => ({ value: choice.value, label: formatLabel(choice, ui, runtime.language) }));
  return (
    <>
      <RadioBoxes
        {...{ id, value, options, readonly, invalid }}
        stacked={ui.inline !== true && options.some(({ label }) => label.length > 18)}
        onChoose={choose}
      />
      {gone && !invalid && <p className={fieldTemplateStyles.help}>{text("error.validation.option_unavailable")}</p>}
    </>
  );
}

interface RadioBoxesProps {
  id: string;
  value: Value | undefined;
  options: { value: Value; label: string }[];
  readonly: boolean;
  invalid: boolean;
  stacked?: boolean;
  className?: string | undefined;
  onChoose: (value: Value) => void;
}

/** The click on a label brings the focus to its radio; the press alone would take it to the group around both first. */
const leaveFocus = (event: MouseEvent) => {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
};

/** Native radios: arrow keys, roving focus and grouping come from the browser. Locked, one of them stays reachable. */
export function RadioBoxes({ id, value, options, readonly, invalid, stacked, className, onChoose }: RadioBoxesProps) {
  return (
    <div className={[styles.boxes, stacked && styles.stacked, className].filter(Boolean).join(" ")}>
      {options.map((option) => (
        <label key={String(option.value)} onMouseDown={leaveFocus}>
          <input
            className={styles.radio}
            type="radio"
            name={id}
            value={String(option.value)}
            checked={option.value === value}
            disabled={readonly && option.value !== (value ?? options[0]?.value)}
            aria-disabled={readonly || undefined}
            aria-invalid={invalid || undefined}
            onChange={() => {
              if (!readonly) onChoose(option.value);
            }}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
