// The files that can be added to a request (wizard.md "File upload", decisions 34): browser, server and check hold the same.

/** What each extension is called. */
export const FILE_TYPES: Readonly<Record<string, "word" | "excel" | "png" | "jpeg" | "pdf" | "email">> = {
  doc: "word",
  docx: "word",
  xls: "excel",
  xlsx: "excel",
  jpg: "jpeg",
  jpeg: "jpeg",
  png: "png",
  pdf: "pdf",
  eml: "email",
  msg: "email",
};

export interface FileRules {
  /** With their dots. */
  extensions: readonly string[];
  /** In bytes. */
  maxSize: number;
  maxFiles: number;
}

/** The most files of one request, of all its fields together (decisions 164). */
export const MOST_FILES = 50;

/** Whether a file's name ends as one of these extensions. */
export const isAccepted = (name: string, extensions: readonly string[]): boolean =>
  extensions.includes(`.${name.split(".").at(-1)?.toLowerCase() ?? ""}`);

/** Bytes of the largest file that any field may accept. */
export const LARGEST_FILE = 10 * 1024 * 1024;

/** What a field accepts that names no limits of its own. */
export const FILE_RULES: FileRules = {
  extensions: Object.keys(FILE_TYPES).map((extension) => `.${extension}`),
  maxSize: 2 * 1024 * 1024,
  maxFiles: 10,
};
