// Short options as radio boxes, yes and no among them. A stored option that is no longer offered is shown as such.
import type { MouseEvent } from "react";
import type { Language } from "#engine/schema/types.ts";
import { formatMoney } from "#engine/values/formats.ts";
import { type Choice, findChoices, isGone } from "../../runtime/fieldUi.ts";
import type { FieldUi, WidgetProps } from "../../runtime/runtime.ts";
import { useText } from "../../runtime/text.ts";
import fieldTemplateStyles from "../../templates/FieldTemplate.module.css";
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
  const options = choices.map((choice) => ({ value: choice.value, label: formatLabel(choice, ui, runtime.language) }));
  return (
    <>
      <RadioBoxes
        {...{ id, value, options, readonly, invalid }}
        stacked={ui.inline !== true && options.some(({ label }) => label.length > 18)}
        onChoose={choose}
      />
      {isGone(value, choices) && !invalid && (
        <p className={fieldTemplateStyles.help}>{text("error.validation.option_unavailable")}</p>
      )}
    </>
  );
}

/** The answers of a yes-or-no question. */
export function useYesNo() {
  const text = useText();
  return [
    { value: true, label: text("common.answer.yes") },
    { value: false, label: text("common.answer.no") },
  ];
}

export function YesNoWidget({ id, value, readonly, invalid, choose }: WidgetProps<boolean>) {
  const options = useYesNo();
  return <RadioBoxes {...{ id, value, options, readonly, invalid }} onChoose={choose} />;
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

/** Pressing a label would first focus the group around it. The label's click focuses the radio. */
const keepFocus = (event: MouseEvent) => {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
};

export function RadioBoxes({ options, stacked, className, ...group }: RadioBoxesProps) {
  const state = { ...group, first: options[0]?.value };
  return (
    <div className={[styles.boxes, stacked && styles.stacked, className].filter(Boolean).join(" ")}>
      {options.map((option) => (
        <label key={String(option.value)} onMouseDown={keepFocus}>
          <input {...radioAttributes(option.value, state)} />
          {option.label}
        </label>
      ))}
    </div>
  );
}

interface RadioState extends Pick<RadioBoxesProps, "id" | "value" | "readonly" | "invalid" | "onChoose"> {
  /** Its first option. */
  first: Value | undefined;
}

/** A native radio: arrow keys, roving focus and grouping come from the browser. Of locked ones the chosen or first stays reachable. */
export function radioAttributes(of: Value, { id, value, first, readonly, invalid, onChoose }: RadioState) {
  return {
    className: styles.radio,
    type: "radio",
    name: id,
    value: String(of),
    checked: of === value,
    disabled: readonly && of !== (value ?? first),
    "aria-disabled": readonly || undefined,
    "aria-invalid": invalid || undefined,
    onChange: () => !readonly && onChoose(of),
  };
}
