// The day and time an earlier request was saved, as its notices say it; empty where the back end gives no such moment.
import { useFormats } from "../WizardContext.ts";

export function useSavedAt(moment: string | undefined): string {
  const { date, time } = useFormats();
  const at = moment === undefined ? null : new Date(moment);
  return at && !Number.isNaN(at.getTime()) ? `${date(isoDay(at))} ${time(at.getTime())}` : "";
}

function isoDay(at: Date): string {
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Amsterdam" }).format(at);
}
