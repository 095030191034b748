// The parts of a calendar: month and year buttons, and the days. The library decides which days can be chosen. Which
// day is today comes from the server and not from the device's clock, and so does the name of a day, which contains
// "today".
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
import { useIntl } from "react-intl";
import { useText } from "../../runtime/text.ts";
import { IconButton } from "../../ui/Button.tsx";
import calendarStyles from "./Calendar.module.css";

interface MonthJump {
  months?: number;
  years?: number;
}

interface HeadProps {
  day: CalendarDate;
  min: CalendarDate | null;
  max: CalendarDate | null;
  onJump: (by: MonthJump) => void;
}

const readMonth = (day: CalendarDate | null): string | undefined => day?.toString().slice(0, 7);

export function CalendarHead({ day, min, max, onJump }: HeadProps) {
  const text = useText();
  const state = use(CalendarStateContext);
  const reaches = (from: CalendarDate, by: MonthJump): boolean => {
    const month = readMonth(from.add(by)) ?? "";
    return month >= (readMonth(min) ?? month) && month <= (readMonth(max) ?? month);
  };
  const jump = (by: MonthJump) => {
    onJump(by);
    // The button goes off under the finger: the focus goes to the days instead of nowhere.
    if (!reaches(day.add(by), by)) state?.setFocused(true);
  };
  const button = (by: MonthJump, icon: string, name: string) => (
    <IconButton
      icon={icon}
      label={text(`common.datepicker.${name}`)}
      repeats
      disabled={!reaches(day, by)}
      onClick={() => jump(by)}
    />
  );
  return (
    <div className={calendarStyles.top}>
      {button({ years: -1 }, "first-year", "previous_year")}
      {button({ months: -1 }, "left", "previous_month")}
      <Heading className={calendarStyles.month} />
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
  const text = useText();
  const intl = useIntl();
  const day = intl.formatDate(date.toDate("UTC"), { dateStyle: "full", timeZone: "UTC" });
  const name = (chosen: boolean) => {
    const dated = today ? text("common.datepicker.today", { day }) : day;
    return chosen ? text("common.datepicker.chosen", { day: dated }) : dated;
  };
  return (
    <CalendarCell
      date={date}
      data-day={date.toString()}
      className={({ isSelected }) =>
        [calendarStyles.day, today && calendarStyles.today, isSelected && calendarStyles.chosen]
          .filter(Boolean)
          .join(" ")
      }
      render={(props, { isSelected }) => (
        <div {...props} {...{ "aria-label": name(isSelected), "aria-current": today ? "date" : undefined }} />
      )}
    />
  );
}
