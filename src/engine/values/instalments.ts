/** Months of an instalment. 10 stands for ten instalments a year (decision 211): the year is paid in its first ten months. */
export const INSTALMENT_MONTHS = [1, 2, 3, 4, 6, 10, 12];

/** How many instalments pay for a year. */
export const termsInYear = (months: number): number => (months === 10 ? 10 : 12 / months);
