// How long an instalment may be: a whole number of them makes a year.
export const INSTALMENT_MONTHS = [1, 2, 3, 4, 6];
