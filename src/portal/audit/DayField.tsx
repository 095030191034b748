// A day of the filters, read and written as the reader's language has it, with a calendar beside it.
import { useState } from "react";
import { today } from "#api/today.ts";
import { formatDate, parseDate } from "#engine/values/dateText.ts";
import { CalendarButton } from "#widgets/fields/date/CalendarButton.tsx";
import dateStyles from "#widgets/fields/date/Date.module.css";
import textStyles from "#widgets/fields/Text.module.css";
import { useLanguage, useMessage } from "#widgets/runtime/text.ts";
import { Field } from "../kit/form/Field.tsx";

/** A typing error in a year is shown at its field: the call refuses a fifth digit, and the year 266 has no lines. */
const FIRST = "2000-01-01";

/** Null if the text is not a day. */
export function readDay(typed: string): string | null {
  const day = parseDate(typed, { min: FIRST });
  return day && day >= FIRST ? day : null;
}

interface DayFieldProps {
  id: string;
  name: string;
  label: string;
  day: string | undefined;
  /** What is wrong with what is typed. */
  error: string | undefined;
}

export function DayField({ id, name, label, day, error }: DayFieldProps) {
  const text = useMessage();
  const language = useLanguage();
  const [typed, setTyped] = useState(day ? formatDate(day, language) : "");
  return (
    <Field id={id} label={label} error={error}>
      <div className={`${textStyles.affix} ${dateStyles.date}`}>
        <input
          id={id}
          name={name}
          className={textStyles.input}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => setTyped(formatDate(readDay(typed) ?? typed, language))}
          placeholder={text("common.datepicker.format")}
          inputMode="numeric"
          maxLength={40}
          autoComplete="off"
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <CalendarButton
          id={id}
          of={label}
          value={readDay(typed) ?? undefined}
          min={FIRST}
          today={today()}
          language={language}
          onPick={(picked) => setTyped(formatDate(picked, language))}
        />
      </div>
    </Field>
  );
}
