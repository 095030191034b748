// Paths in expressions: `.share` is a field beside the expression, `company-data.turnover` one of another step.
import type { RequestAnswers } from "../types.ts";

/** What paths read: `.share` in the object around the field, `company-data.turnover` in another step. */
export interface Scope {
  here: unknown;
  answers: RequestAnswers;
  today: string;
}

/** The steps of a path; an empty first one means the object around the field. */
export const pathSegments = (path: string): string[] => path.split(".");
export const isPath = (expression: unknown): expression is string =>
  typeof expression === "string" && expression !== "today";

/** Returns the answers at a path: one, or those of all members or entries that `*` stands for. */
export function readPath(path: string, { here, answers }: Scope): unknown[] {
  const [step = "", ...names] = pathSegments(path);
  let found: unknown[] = [step === "" ? here : answers[step]];
  for (const name of names)
    found = found.flatMap((value) => {
      if (value === null || typeof value !== "object") return [];
      if (name === "*") return Object.values(value);
      return Object.hasOwn(value, name) ? [(value as Record<string, unknown>)[name]] : [];
    });
  return found.filter((value) => value !== undefined);
}
