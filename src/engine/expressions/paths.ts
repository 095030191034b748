// Paths in expressions: `.share` is a field beside the expression, `company-data.turnover` one of another step.
import type { Expression, Operation } from "../schema/schema.ts";
import type { RequestAnswers } from "../schema/types.ts";

/** What paths read: `.share` in the object around the field, `company-data.turnover` in another step. */
export interface Scope {
  here: unknown;
  answers: RequestAnswers;
  today: string;
}

export const isPath = (expression: unknown): expression is string =>
  typeof expression === "string" && expression !== "today";

/** The expressions of the content are few, and read at every commit. */
const split = new Map<string, readonly string[]>();

/** The steps of a path. An empty first one means the object around the field. */
export function pathSegments(path: string): readonly string[] {
  const cached = split.get(path);
  if (cached) return cached;
  const segments = path.split(".");
  split.set(path, segments);
  return segments;
}

const findStart = (step: string | undefined, { here, answers }: Scope): unknown => (step ? answers[step] : here);

const readMember = (value: unknown, name: string): unknown =>
  value !== null && typeof value === "object" && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** Returns the answer at a path. Several answers are not one value: undefined, and the check refuses the path. */
export function readAnswer(path: string, scope: Scope): unknown {
  if (path.includes("*")) return onlyOne(readPath(path, scope));
  const segments = pathSegments(path);
  let value = findStart(segments[0], scope);
  for (let depth = 1; depth < segments.length; depth += 1) value = readMember(value, segments[depth]!);
  return value;
}

/** Returns undefined unless there is exactly one. */
export const onlyOne = <T>(values: readonly T[]): T | undefined => (values.length === 1 ? values[0] : undefined);

/** Returns the answers at a path: one, or those of all members or entries that `*` matches. */
export function readPath(path: string, scope: Scope): unknown[] {
  const [step, ...names] = pathSegments(path);
  let values = [findStart(step, scope)];
  for (const name of names)
    values = values.flatMap((value) =>
      name === "*" && value !== null && typeof value === "object" ? Object.values(value) : [readMember(value, name)],
    );
  return values.filter((value) => value !== undefined);
}

/** Splits a path with `*` into that of the records and, with a dot before it, that of the answer in each of them. */
export function splitRecords(path: string): { records: string; answer: string } {
  const end = path.lastIndexOf("*") + 1;
  return { records: path.slice(0, end), answer: path.slice(end) };
}

/** Operators that compare an answer with words of the product: `{ "is": [".kind", "lorry"] }`. */
export const CHOOSING: ReadonlySet<string> = new Set(["is", "in", "has"]);

/** Returns the paths that an expression reads; those of `where` with the path of its records before them. */
export function readsIn(expression: Expression | readonly Expression[]): string[] {
  if (isPath(expression)) return [expression];
  if (typeof expression !== "object") return [];
  if (Array.isArray(expression)) return expression.flatMap(readsIn);
  const { where, day: _day, ...parts } = expression as Operation;
  const reads = Object.entries(parts).flatMap(([name, part]) =>
    readsIn(CHOOSING.has(name) ? ([part].flat().slice(0, 1) as Expression[]) : (part as Expression)),
  );
  const records = reads.find((path) => path.includes("*")) ?? "";
  const chosen = readsIn((where ?? 0) as Expression).map((path) =>
    path.startsWith(".") ? splitRecords(records).records + path : path,
  );
  return [...new Set([...reads, ...chosen])];
}
