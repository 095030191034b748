// How long an instalment may be: what the back end bills, and what the content may therefore offer.
export const INSTALMENT_MONTHS = [3, 6] as const;
export type InstalmentMonths = (typeof INSTALMENT_MONTHS)[number];

export const isBillable = (months: unknown): months is InstalmentMonths =>
  INSTALMENT_MONTHS.some((billed) => billed === months);
