// The calendar under a date field: React Aria's calendar in a dialog of our own. Not its popover: the modal one swallows
// the click that closes it, the other one does not close on a press on plain text. Escape gives the focus back.

import { type CalendarDate, endOfWeek, parseDate, startOfWeek } from "@internationalized/date";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Calendar, I18nProvider } from "react-aria-components";
import type { Language } from "#engine/schema/types.ts";
import { dayAtInstant, isCalendarDay } from "#engine/values/dates.ts";
import { CONVENTIONS } from "#engine/values/languages.ts";
import { useText } from "../../runtime/text.ts";
import comboboxStyles from "../combobox/Combobox.module.css";
import calendarStyles from "./Calendar.module.css";
import { CalendarGridOfDays, CalendarHead } from "./CalendarParts.tsx";

export interface CalendarProps {
  id: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  today: string | undefined;
  language: Language;
  /** The button that opened it: a press there is its own business. */
  anchor: RefObject<HTMLElement | null>;
  onPick: (day: string) => void;
  onClose: (refocus: boolean) => void;
}

const parseDay = (day: string | undefined): CalendarDate | null => (day && isCalendarDay(day) ? parseDate(day) : null);

function clamped(day: CalendarDate, min: CalendarDate | null, max: CalendarDate | null): CalendarDate {
  if (min && day.compare(min) < 0) return min;
  return max && day.compare(max) > 0 ? max : day;
}

export function CalendarPopover({ id, value, language, anchor, onPick, onClose, ...props }: CalendarProps) {
  const text = useText();
  const locale = CONVENTIONS[language].locale;
  const today = props.today ?? dayAtInstant(Date.now());
  const [min, max, chosen] = [parseDay(props.min), parseDay(props.max), parseDay(value)];
  const [focused, setFocused] = useState(() => clamped(chosen ?? parseDate(today), min, max));
  const box = useRef<HTMLDivElement>(null);
  useOutside(box, anchor, () => onClose(false));
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const steer = (day: CalendarDate) => setFocused(clamped(day, min, max));
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault(); // else the browser closes the dialog around it too
      event.stopPropagation();
      onClose(true);
    }
    // The library goes to the ends of the month. The pattern for a date grid requires the ends of the week.
    const edge = { Home: startOfWeek, End: endOfWeek }[event.key];
    if (!edge) return;
    event.preventDefault();
    event.stopPropagation();
    steer(edge(focused, locale));
  };
  return (
    <div
      className={`${comboboxStyles.popup} ${calendarStyles.calendar} ${calendarStyles.popup}`}
      id={id}
      ref={box}
      role="dialog"
      aria-label={text("common.datepicker.choose")}
      onKeyDownCapture={keys}
    >
      <I18nProvider locale={locale}>
        <Calendar
          autoFocus
          value={chosen}
          minValue={min}
          maxValue={max}
          focusedValue={focused}
          onFocusChange={(day) => setFocused(day)}
          onChange={(day) => onPick(day.toString())}
        >
          <CalendarHead day={focused} min={min} max={max} onJump={(by) => steer(focused.add(by))} />
          <CalendarGridOfDays today={today} />
        </Calendar>
      </I18nProvider>
    </div>
  );
}

/** Closes on a press outside and when the focus has gone elsewhere. */
function useOutside(
  box: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  leave: () => void,
): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(() => {
    const gone = (event: Event) => {
      const { target } = event;
      if (target instanceof Node && !box.current?.contains(target) && !anchor.current?.contains(target))
        latest.current();
    };
    document.addEventListener("pointerdown", gone, true);
    document.addEventListener("focusin", gone, true);
    return () => {
      document.removeEventListener("pointerdown", gone, true);
      document.removeEventListener("focusin", gone, true);
    };
  }, [box, anchor]);
}
