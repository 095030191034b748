// The filters and the page of the trail in its address.
import { AUDIT_FILTERS, type AuditFilters } from "#api/portfolio/audit.ts";
import { isCalendarDay } from "#engine/values/dates.ts";

export const isDay = (name: keyof AuditFilters): boolean => name === "from" || name === "until";

/** Without a day that is none: its field could not show it, and the call would refuse it. */
export function readAddress(search: string) {
  const query = new URLSearchParams(search);
  const before = Number(query.get("before"));
  const filters: AuditFilters = {};
  for (const name of AUDIT_FILTERS) {
    const value = query.get(name)?.trim();
    if (value && (!isDay(name) || isCalendarDay(value))) filters[name] = value;
  }
  return { filters, before: Number.isSafeInteger(before) && before > 0 ? before : undefined };
}

export const writeAddress = (filters: AuditFilters, before?: number) =>
  `?${new URLSearchParams({ ...filters, ...(before && { before: String(before) }) })}`;
