// What a calendar shows: month and year buttons, and the days. What a day is called and which may be chosen is the
// library's; which one is today is the server's, not the clock of the device.
import type { CalendarDate } from "@internationalized/date";
import { use } from "react";
import {
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarStateContext,
  Heading,
} from "react-aria-components";
import { useText } from "../text.ts";
import { IconButton } from "../ui/Button.tsx";

interface Jump {
  months?: number;
  years?: number;
}

interface HeadProps {
  day: CalendarDate;
  min: CalendarDate | null;
  max: CalendarDate | null;
  onJump: (by: Jump) => void;
}

const monthOf = (day: CalendarDate | null): string | undefined => day?.toString().slice(0, 7);

export function CalendarHead({ day, min, max, onJump }: HeadProps) {
  const text = useText();
  const state = use(CalendarStateContext);
  const reaches = (from: CalendarDate, by: Jump): boolean => {
    const month = monthOf(from.add(by)) ?? "";
    return month >= (monthOf(min) ?? month) && month <= (monthOf(max) ?? month);
  };
  const jump = (by: Jump) => {
    onJump(by);
    // The button goes off under the finger: the focus goes to the days instead of nowhere.
    if (!reaches(day.add(by), by)) state?.setFocused(true);
  };
  const button = (by: Jump, icon: string, name: string) => (
    <IconButton
      icon={icon}
      label={text(`common.datepicker.${name}`)}
      disabled={!reaches(day, by)}
      onClick={() => jump(by)}
    />
  );
  return (
    <div className="cal-top">
      {button({ years: -1 }, "first-year", "previous_year")}
      {button({ months: -1 }, "left", "previous_month")}
      <Heading className="cal-month" />
      {button({ months: 1 }, "right", "next_month")}
      {button({ years: 1 }, "last-year", "next_year")}
    </div>
  );
}

export function CalendarGridOfDays({ today }: { today: string }) {
  return (
    <CalendarGrid weekdayStyle="short" className="cal-days">
      <CalendarGridHeader>{(name) => <CalendarHeaderCell>{name}</CalendarHeaderCell>}</CalendarGridHeader>
      <CalendarGridBody>{(date) => <Day date={date} today={date.toString() === today} />}</CalendarGridBody>
    </CalendarGrid>
  );
}

function Day({ date, today }: { date: CalendarDate; today: boolean }) {
  return (
    <CalendarCell
      date={date}
      data-day={date.toString()}
      className={({ isSelected }) => ["day", today && "today", isSelected && "chosen"].filter(Boolean).join(" ")}
      render={(props) => <div {...props} aria-current={today ? "date" : undefined} />}
    />
  );
}
