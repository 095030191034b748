// What the check says about a content file: where, what is wrong, what to do. Data, so that tests and editors can read it.
export interface Finding {
  /** Path from the project's root. */
  file: string;
  /** JSON Pointer into the file, or `line 3, column 14` where the file is no JSON. */
  place: string;
  level: "error" | "note";
  sentence: string;
  hint: string;
  /** The product that it concerns, where the path does not name it. */
  product?: string;
  /** A consequence of another finding, so it is counted and not listed. */
  follows?: true;
}

export function error(file: string, place: string, sentence: string, hint: string): Finding {
  return { file, place, level: "error", sentence, hint };
}

export function note(file: string, place: string, sentence: string, hint: string): Finding {
  return { file, place, level: "note", sentence, hint };
}

export const isError = ({ level }: Finding): boolean => level === "error";

export function describe(finding: Finding): string {
  const place = finding.place === "" ? "whole file" : finding.place;
  const mark = finding.level === "note" ? "note: " : "";
  return `${mark}${finding.file}: ${place}: ${finding.sentence}; ${finding.hint}`;
}

/** Thrown for content that cannot be compiled; carries every finding. */
export class ContentError extends Error {
  readonly findings: Finding[];
  constructor(findings: Finding[]) {
    super(findings.map(describe).join("\n"));
    this.name = "ContentError";
    this.findings = findings;
  }
}

/** "1 file", "2 files". */
export const formatCount = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;
