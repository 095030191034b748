// A date as text with a calendar beside it. Loaded with the first step that has one. Typed text is read in either
// notation. Text that is not a date stays as typed, for the rule to judge. Bounds are shown, and judged by the contract
// alone.
import { useMemo } from "react";
import { fieldId } from "#engine/fields/fieldPath.ts";
import type { Language } from "#engine/schema/types.ts";
import { dateAt, dayAtInstant } from "#engine/values/dates.ts";
import { type DayBounds, formatDate, parseDate } from "#engine/values/dateText.ts";
import type { Codec } from "../../runtime/draft.ts";
import type { WidgetProps } from "../../runtime/runtime.ts";
import { useText } from "../../runtime/text.ts";
import { Button } from "../../ui/Button.tsx";
import textStyles from "../Text.module.css";
import { TextInput } from "../Text.tsx";
import { CalendarButton } from "./CalendarButton.tsx";
import styles from "./Date.module.css";

function dateCodec(language: Language, bounds: DayBounds): Codec {
  return {
    parse: (text) => (text.trim() ? (parseDate(text, bounds) ?? text.trim()) : undefined),
    format: (value) => (typeof value === "string" ? formatDate(value, language) : ""),
  };
}

export default function DateWidget(props: WidgetProps<string>) {
  const { id, path, value, ui, readonly, runtime, choose, label, labelId } = props;
  const text = useText();
  const { min, max } = ui;
  const codec = useMemo(() => dateCodec(runtime.language, { min, max }), [runtime.language, min, max]);
  const input = (
    <div className={`${textStyles.affix} ${styles.date} ${textStyles.short}`} key={path.join()}>
      <TextInput
        {...props}
        ui={{ placeholder: text("common.datepicker.format"), ...ui, size: undefined }}
        codec={codec}
        inputMode="numeric"
      />
      {!readonly && (
        <CalendarButton
          {...{ id, value, min, max }}
          labelledBy={`${labelId} ${fieldId(runtime.step, path.slice(0, -1))}__legend`}
          today={runtime.services.today}
          language={runtime.language}
          onPress={() => runtime.session.flush()}
          onPick={choose}
        />
      )}
    </div>
  );
  if (ui.quick !== true || readonly) return input;
  const today = runtime.services.today ?? dayAtInstant(Date.now());
  const days = [today, firstOfNextMonth(today)].filter((day) => (!min || day >= min) && (!max || day <= max));
  return (
    <div className={styles.quick}>
      {input}
      {days.map((day) => {
        const name = day === today ? text("common.datepicker.pick_today") : formatDate(day, runtime.language);
        return (
          <Button
            key={day}
            small
            aria-pressed={value === day}
            aria-label={text("common.named", { name: label, value: name })}
            onClick={() => choose(day)}
          >
            {name}
          </Button>
        );
      })}
    </div>
  );
}

const firstOfNextMonth = (day: string): string => dateAt(`${day.slice(0, 8)}01`, "1m");
