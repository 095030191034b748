// A finding of the check about a content file: place, problem, remedy. Data, so that tests and editors can read it.
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
  /** The product that it concerns, where the path does not name it. */
  product?: string;
  /** What it is about, such as a field that does not exist: of several such findings the first is the cause. */
  about?: string;
  /** The finding is about an unused part, which may be the consequence of another finding. */
  unused?: true;
  /** A consequence of another finding, so it is counted and not listed. */
  follows?: true;
  /** The finding that it follows from, where that is known: file, place and sentence. */
  cause?: string;
}

export function error(file: string, pointer: string, sentence: string, hint: string): Finding {
  return { file, place: pointer, level: "error", sentence, hint };
}

export function note(file: string, pointer: string, sentence: string, hint: string): Finding {
  return { file, place: pointer, level: "note", sentence, hint };
}

/** Of what nothing uses. */
export const unused = (file: string, pointer: string, sentence: string, hint: string): Finding => ({
  ...note(file, pointer, sentence, hint),
  unused: true,
});

export const isError = ({ level }: Finding): boolean => level === "error";

export const markFollower = (follows: boolean): Pick<Finding, "follows"> => (follows ? { follows: true } : {});

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
export const formatCount = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;
