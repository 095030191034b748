// The browser's own select. A stored value that is no longer offered stays visible as such, so that nothing is lost
// silently. `clears` empties other fields when the choice changes (a sector empties the professions).
import { choicesOf } from "../fieldUi.ts";
import type { WidgetProps } from "../runtime.ts";
import { useText } from "../text.ts";
import { Icon } from "../ui/Icon.tsx";

export function SelectWidget(props: WidgetProps<string | number | boolean>) {
  const { id, path, value, schema, ui, readonly, required, invalid, describedBy, runtime, choose } = props;
  const text = useText();
  const choices = choicesOf(schema, ui) ?? [];
  const chosen = choices.findIndex((choice) => choice.value === value);
  const gone = value !== undefined && value !== null && chosen < 0;
  const change = (index: string) => {
    choose(choices[Number(index)]?.value);
    for (const name of (ui.clears as string[] | undefined) ?? [])
      runtime.change([...path.slice(0, -1), name], undefined);
  };
  return (
    <div className="affix">
      <select
        id={id}
        name={id}
        className="input"
        value={gone ? "gone" : chosen < 0 ? "" : String(chosen)}
        onChange={(event) => change(event.target.value)}
        disabled={readonly || ui.listMissing}
        aria-labelledby={props.labelId}
        aria-required={required || undefined}
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
      >
        <option value="">{ui.placeholder ?? text("common.select.placeholder")}</option>
        {gone && (
          <option value="gone" disabled>
            {text("common.select.unavailable", { value: String(value) })}
          </option>
        )}
        {choices.map((choice, index) => (
          <option key={String(choice.value)} value={index}>
            {choice.label}
          </option>
        ))}
      </select>
      <span className="mark">
        <Icon name="down" />
      </span>
    </div>
  );
}
