// The calendar under a date field: a dialog with month and year buttons and a grid of days. The grid has one tab stop and
// the keys of the ARIA pattern; days out of bounds are struck and cannot be reached. Escape gives the focus back.
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { dateAt, dayAtInstant, isCalendarDay } from "#engine/dates.ts";
import type { Language } from "#engine/types.ts";
import { useText } from "../text.ts";
import { IconButton } from "../ui/Button.tsx";
import {
  type Bounds,
  clamp,
  dayName,
  monthName,
  monthOf,
  moved,
  weekdayNames,
  weeksOf,
  within,
} from "./calendarMath.ts";

export interface CalendarProps extends Bounds {
  id: string;
  value: string | undefined;
  today: string | undefined;
  language: Language;
  /** The button that opened it: a press there is its own business. */
  anchor: RefObject<HTMLElement | null>;
  onPick: (day: string) => void;
  onClose: (refocus: boolean) => void;
}

export function CalendarPopover(props: CalendarProps) {
  const { id, value, min, max, language, anchor, onClose } = props;
  const text = useText();
  const bounds = { min, max };
  const today = props.today ?? dayAtInstant(Date.now());
  const [day, setDay] = useState(() => clamp(value && isCalendarDay(value) ? value : today, bounds));
  const [steering, setSteering] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  useOutside(box, anchor, () => onClose(false));
  useEffect(() => {
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const keys = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose(true);
  };
  const jump = (offset: string) => {
    setSteering(false);
    setDay(clamp(dateAt(day, offset), bounds));
  };
  const steer = (to: string) => {
    setSteering(true);
    setDay(clamp(to, bounds));
  };
  return (
    <div
      className="pop cal date-pop"
      id={id}
      ref={box}
      role="dialog"
      aria-label={text("common.datepicker.choose")}
      onKeyDown={keys}
    >
      <CalendarHead day={day} bounds={bounds} language={language} onJump={jump} />
      <DayGrid {...props} day={day} today={today} bounds={bounds} focused={steering} onSteer={steer} />
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

interface HeadProps {
  day: string;
  bounds: Bounds;
  language: Language;
  onJump: (offset: string) => void;
}

function CalendarHead({ day, bounds, language, onJump }: HeadProps) {
  const text = useText();
  const jumps = (offset: string) => {
    const month = monthOf(dateAt(day, offset));
    return (!bounds.min || month >= monthOf(bounds.min)) && (!bounds.max || month <= monthOf(bounds.max));
  };
  const button = (offset: string, icon: string, name: string) => (
    <IconButton
      icon={icon}
      label={text(`common.datepicker.${name}`)}
      disabled={!jumps(offset)}
      onClick={() => onJump(offset)}
    />
  );
  return (
    <div className="cal-top">
      {button("-1y", "first-year", "previous_year")}
      {button("-1m", "left", "previous_month")}
      <b aria-live="polite">{monthName(monthOf(day), language)}</b>
      {button("+1m", "right", "next_month")}
      {button("+1y", "last-year", "next_year")}
    </div>
  );
}

interface GridProps extends CalendarProps {
  day: string;
  today: string;
  bounds: Bounds;
  /** Whether the focus follows the day: not while the buttons above are used. */
  focused: boolean;
  onSteer: (day: string) => void;
}

function DayGrid({ day, bounds, language, focused, onSteer, onPick, ...rest }: GridProps) {
  const grid = useRef<HTMLTableElement>(null);
  const columns = weekdayNames(language);
  useEffect(() => {
    if (focused) grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day, focused]);
  const keys = (event: KeyboardEvent) => {
    const to = moved(day, event.key, event.shiftKey);
    if (to === null) return;
    event.preventDefault();
    onSteer(to);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA pattern for a date grid is a table with these roles
    <table ref={grid} role="grid" aria-label={monthName(monthOf(day), language)} onKeyDown={keys}>
      <thead>
        <tr>
          {columns.map(({ short, long }) => (
            <th key={long} scope="col" abbr={long}>
              {short}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(monthOf(day)).map((week, row) => (
          <tr key={week.find(Boolean) ?? row}>
            {week.map((each, column) => (
              <Day
                key={columns[column]?.long}
                each={each}
                current={day}
                language={language}
                allowed={each !== null && within(each, bounds)}
                value={rest.value}
                today={rest.today}
                onPick={onPick}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface DayProps {
  each: string | null;
  current: string;
  value: string | undefined;
  today: string;
  language: Language;
  allowed: boolean;
  onPick: (day: string) => void;
}

function Day({ each, current, value, today, language, allowed, onPick }: DayProps) {
  if (each === null) return <td />;
  const chosen = each === value;
  const classes = [each === today && "today", chosen && "chosen"].filter(Boolean).join(" ") || undefined;
  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid above
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside is what takes the focus
    <td role="gridcell" aria-selected={chosen || undefined}>
      <button
        type="button"
        className={classes}
        data-day={each}
        tabIndex={each === current ? 0 : -1}
        disabled={!allowed}
        aria-current={each === today ? "date" : undefined}
        aria-label={dayName(each, language)}
        onClick={() => onPick(each)}
      >
        {Number(each.slice(8))}
      </button>
    </td>
  );
}
