// Several choices of a list as boxes to tick. A choice that must be alone ("none of these") unticks the others, and the others
// untick it. A stored choice that is no longer offered stays ticked until the broker unticks it.
import { type Choice, findChoices } from "../../runtime/fieldUi.ts";
import type { WidgetProps } from "../../runtime/runtime.ts";
import { useText } from "../../runtime/text.ts";
import { announce } from "../../ui/LiveRegion.tsx";
import checkboxStyles from "./Checkbox.module.css";
import radioStyles from "./Radio.module.css";

type Value = Choice["value"];

function withGone(choices: Choice[], chosen: readonly Value[]): Choice[] {
  const gone = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  return [...choices, ...gone.map((value) => ({ value, label: String(value), item: { value } }))];
}

export default function CheckboxesWidget(props: WidgetProps<Value[]>) {
  const { id, path, value: chosen = [], schema, ui, readonly, invalid, runtime } = props;
  const text = useText();
  const choices = withGone(findChoices(schema.items ?? {}, ui) ?? [], chosen);
  const isAlone = (value: Value) => schema.exclusive?.includes(String(value)) === true;
  /** The order in which the boxes were ticked is not part of the answer. */
  const commit = (next: readonly Value[]) => {
    const ordered = choices.map((choice) => choice.value).filter((value) => next.includes(value));
    runtime.session.commitField(path, ordered.length > 0 ? ordered : undefined);
  };
  const toggle = (value: Value) => {
    if (chosen.includes(value)) return commit(chosen.filter((other) => other !== value));
    const stay = chosen.filter((other) => !isAlone(value) && !isAlone(other));
    commit([...stay, value]);
    if (stay.length < chosen.length) announce(text("common.choices_cleared", { count: chosen.length - stay.length }));
  };
  const stacked = ui.inline !== true && choices.some(({ label }) => label.length > 18);
  return (
    <div className={stacked ? `${radioStyles.boxes} ${radioStyles.stacked}` : radioStyles.boxes}>
      {choices.map(({ value, label }) => (
        <label key={String(value)}>
          <input
            className={checkboxStyles.check}
            type="checkbox"
            id={`${id}_${value}`}
            checked={chosen.includes(value)}
            aria-disabled={readonly || undefined}
            aria-invalid={invalid || undefined}
            onChange={() => !readonly && toggle(value)}
          />
          {label}
        </label>
      ))}
    </div>
  );
}
