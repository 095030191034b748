// The browser's own select. A stored value that is no longer offered stays visible as such, so that nothing is lost
// silently. `clears` empties other fields when the choice changes (a sector empties the professions), and announces
// that. Locked, it stays reachable, because its note says why.
import { lazy, Suspense } from "react";
import { valueAt } from "#engine/fields/fieldPath.ts";
import { heavy } from "../../heavy.ts";
import { fieldUi, findChoices } from "../../runtime/fieldUi.ts";
import type { WidgetProps } from "../../runtime/runtime.ts";
import { useText } from "../../runtime/text.ts";
import { announce } from "../../ui/LiveRegion.tsx";
import { SelectBox } from "./SelectBox.tsx";

const SearchedSelect = lazy(heavy.searched);
/** More choices than these are searched by typing. */
const MOST_SCROLLED = 50;

type Choice = string | number | boolean;
type SelectProps = WidgetProps<Choice> & { onPick: (value: Choice | undefined) => void };

export function SelectWidget(props: WidgetProps<Choice>) {
  const { path, schema, ui, readonly, runtime, choose } = props;
  const text = useText();
  const empty = (other: readonly string[]) => {
    if (valueAt(runtime.session.data(), other) === undefined) return;
    runtime.session.commitField(other, undefined);
    announce(text("common.field_emptied", { field: fieldUi(valueAt(runtime.uiSchema, other)).title ?? "" }));
  };
  const pick = (value: Choice | undefined) => {
    choose(value);
    for (const name of (ui.clears as string[] | undefined) ?? []) empty([...path.slice(0, -1), name]);
  };
  const scrolled = <ScrolledSelect {...props} onPick={pick} />;
  if (readonly || (findChoices(schema, ui)?.length ?? 0) <= MOST_SCROLLED) return scrolled;
  return (
    <Suspense fallback={scrolled}>
      <SearchedSelect {...props} onPick={pick} />
    </Suspense>
  );
}

function ScrolledSelect(props: SelectProps) {
  const { id, value, schema, ui, readonly, required, invalid, describedBy, onPick } = props;
  const text = useText();
  const choices = findChoices(schema, ui) ?? [];
  const chosen = choices.findIndex((choice) => choice.value === value);
  const gone = value !== undefined && value !== null && chosen < 0;
  const locked = readonly || ui.listMissing === true;
  const change = (index: string) => {
    if (!locked) onPick(choices[Number(index)]?.value);
  };
  return (
    <SelectBox
      id={id}
      name={id}
      value={gone ? "gone" : chosen < 0 ? "" : String(chosen)}
      onChange={(event) => change(event.target.value)}
      aria-disabled={locked || undefined}
      aria-labelledby={props.labelId}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
    >
      <option value="" disabled={locked}>
        {ui.placeholder ?? text("common.select.placeholder")}
      </option>
      {gone && (
        <option value="gone" disabled>
          {text("common.select.unavailable", { value: String(value) })}
        </option>
      )}
      {choices.map((choice, index) => (
        <option key={String(choice.value)} value={index} disabled={locked && index !== chosen}>
          {choice.label}
        </option>
      ))}
    </SelectBox>
  );
}
