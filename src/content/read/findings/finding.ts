// A finding of the check about a content file: place, problem, remedy. Data, so that tests and editors can read it.
import { t, translate } from "./translate.ts";

export interface Finding {
  /** Path from the project's root. */
  file: string;
  /** JSON Pointer into the file. Empty for the whole file, or where it is not valid JSON. */
  place: string;
  /** Line and column of that place, counted from 1 as editors do. `placed` adds them. */
  line?: number;
  column?: number;
  level: "error" | "note";
  sentence: string;
  hint: string;
  /** Absent where the way out is a choice. */
  remedy?: Remedy[];
  /** The product that it concerns, where the path does not name it. */
  product?: string;
  /** What it shows of the content, where findings at several places show the same. By default its sentence. */
  shows?: string;
  /** The stage of the check that reports it. Absent: that of the check which made it. */
  stage?: Stage;
}

/** A change that certainly mends a finding, at its place or a member there, or at another place. An analyst writes words. */
export type Remedy = { file?: string; place?: string; member?: string } & (
  | { kind: "replace"; value: unknown }
  | { kind: "respell"; from: string; to: string }
  | { kind: "remove" }
  | { kind: "write" }
  | { kind: "sort"; by: string; order?: readonly string[] }
);

/** A way out in words, with the remedy where there is only one. */
export type Hint = string | { hint: string; remedy: Remedy[] };

export const wordHint = (hint: Hint): string => (typeof hint === "string" ? hint : hint.hint);

export const certainly = (hint: string, ...remedy: Remedy[]): Hint => ({ hint, remedy });
export const TRANSLATE = (): Hint => certainly(t`translate it`, { kind: "write" });
export const removal = (hint = t`remove it`, member?: string): Hint =>
  certainly(hint, { kind: "remove", ...(member && { member }) });
export const setting = (hint: string, value: unknown, member?: string): Hint =>
  certainly(hint, { kind: "replace", value, ...(member && { member }) });

/**
 * The stages of the check: files can be read and have their shape, what they name exists, what they say makes sense, cases and
 * journeys come out as expected. The check of a product ends after the first stage with an error.
 */
export const STAGES = ["reads", "refers", "means", "behaves"] as const;
export type Stage = (typeof STAGES)[number];

export function error(file: string, pointer: string, sentence: string, hint: Hint): Finding {
  return { file, place: pointer, level: "error", sentence, ...(typeof hint === "string" ? { hint } : hint) };
}

export function note(file: string, pointer: string, sentence: string, hint: Hint): Finding {
  return { ...error(file, pointer, sentence, hint), level: "note" };
}

/** Of a name that does not exist. */
export function missing(file: string, pointer: string, sentence: string, hint: Hint): Finding {
  return { ...error(file, pointer, sentence, hint), stage: "refers" };
}

export const isError = ({ level }: Finding): boolean => level === "error";

/** On one line, as compilers do: editors make a link of it. */
export function describe({ file, line, column, place, level, sentence, hint }: Finding): string {
  const where = [file, line, column].filter((part) => part !== undefined).join(":");
  return `${where}: ${level}: ${place === "" ? "" : `${place}: `}${sentence}; ${hint}`;
}

/** Thrown for content that cannot be compiled. Carries every finding. */
export class ContentError extends Error {
  readonly findings: Finding[];
  constructor(findings: Finding[]) {
    super(findings.map(describe).join("\n"));
    this.name = "ContentError";
    this.findings = findings;
  }
}

/** "1 file", "2 files". */
export const formatCount = (count: number, word: string): string =>
  `${count} ${translate(count === 1 ? word : `${word}s`)}`;
