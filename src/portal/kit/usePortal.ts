// What every portal screen asks for: the language, addresses, and amounts and dates in the language's own writing.

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useIntl } from "react-intl";
import { profileQuery } from "#api/profile.ts";
import { today } from "#api/today.ts";
import { dayAtInstant, timeAtInstant } from "#engine/values/dates.ts";
import { formatDate } from "#engine/values/dateText.ts";
import { formatMoney } from "#engine/values/formats.ts";
import { type Paths, paths } from "#routes/paths.ts";
import { findHome } from "#routes/table.ts";
import { useLanguage, useMessage } from "#widgets/runtime/text.ts";

export function usePaths(): Paths {
  const language = useLanguage();
  return useMemo(() => paths(language), [language]);
}

/** A link to the user's first page: not every role has a dashboard. */
export function useHome(): { to: string; label: string } {
  const text = useMessage();
  const to = usePaths().dashboard();
  const home = findHome(useQuery(profileQuery()).data?.role);
  const label = home === "dashboard" ? text("portal.not_found.to_dashboard") : text(`portal.breadcrumb.${home}`);
  return { to, label };
}

export interface Format {
  /** Euros with cents. */
  money(amount: number | null): string | null;
  /** Whole euros, for insured amounts. */
  amount(amount: number | null): string | null;
  /** Of a day, or of an instant in the Netherlands. */
  date(day: string | null): string | null;
  /** `today`, `3 days ago`: calendar days since an instant. */
  ago(instant: string | null): string | null;
  /** `in 3 days`, `tomorrow`, `3 days ago`: of a day. */
  away(day: string): string;
  /** `today`, `3 days`: the same behind a word such as "since". */
  since(instant: string | null): string | null;
  /** Hours and minutes in the Netherlands. */
  time(instant: string | null): string | null;
  /** Day and time to the second, as a phrase. */
  moment(instant: string): string;
  months(count: number | null): string | null;
  /** Months of a term of the premium, or that there are ten a year. */
  term(months: number | null): string | null;
  /** `per year`, `per quarter`: the period of a term of so many months. */
  per(months: number | null): string;
  bytes(size: number | null): string | null;
  /** The name of a country, or its code if it has no name. */
  country(code: string): string;
}

const ZONED = /T.*(?:Z|[+-]\d{2}:?\d{2})$/;
const findDay = (moment: string): string =>
  ZONED.test(moment) ? dayAtInstant(Date.parse(moment)) : moment.slice(0, 10);
const day = (instant: number) => Date.parse(dayAtInstant(instant));
/** Negative for a day that is past. */
export const daysUntil = (day: string): number => Math.round((Date.parse(day) - Date.parse(today())) / 86_400_000);
const daysSince = (instant: string) =>
  Math.max(0, Math.round((day(Date.now()) - day(Date.parse(instant))) / 86_400_000));

export function useFormat(): Format {
  const text = useMessage();
  const intl = useIntl();
  const language = useLanguage();
  return useMemo(() => {
    const decimals = (amount: number) => (Number.isInteger(amount) ? 0 : 2);
    const size = (bytes: number) =>
      bytes < 1_000_000
        ? text("common.file_size.kb", { size: Math.max(1, Math.round(bytes / 1000)) })
        : text("common.file_size.mb", { size: Math.round(bytes / 100_000) / 10 });
    return {
      money: (amount) => (amount === null ? null : formatMoney(amount, language)),
      amount: (amount) => (amount === null ? null : formatMoney(amount, language, decimals(amount))),
      date: (day) => (day ? formatDate(findDay(day), language) : null),
      ago: (instant) => (instant ? intl.formatRelativeTime(-daysSince(instant), "day", { numeric: "auto" }) : null),
      away: (day) => intl.formatRelativeTime(daysUntil(day), "day", { numeric: "auto" }),
      since: (instant) => (instant ? text("common.period.days", { count: daysSince(instant) }) : null),
      time: (instant) => (instant ? timeAtInstant(Date.parse(instant)) : null),
      moment(instant) {
        const at = Date.parse(instant);
        return text("common.moment", {
          day: formatDate(dayAtInstant(at), language),
          time: timeAtInstant(at, "second"),
        });
      },
      months: (count) => (count === null ? null : text("common.period.months", { count })),
      term: (months) => (months === null ? null : text("common.period.term", { months })),
      per: (months) => (months ? text("common.period.per_months", { months }) : text("common.period.per_term")),
      bytes: (bytes) => (bytes === null ? null : size(bytes)),
      country(code) {
        const id = `common.country.${code}`;
        return id in intl.messages ? text(id as "common.country.NL") : code;
      },
    };
  }, [text, intl, language]);
}
