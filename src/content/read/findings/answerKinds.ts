// The kinds of values of answers, in words.
import { t } from "./translate.ts";

const words = (): Record<string, string> => ({
  string: t`a text`,
  number: t`a number`,
  integer: t`a whole number`,
  boolean: t`yes or no`,
  object: t`a group of answers`,
  array: t`a list`,
});

export const wordFor = (type: string): string => words()[type] ?? type;
