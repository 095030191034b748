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

/** The most that the server accepts. A field may accept less. */
export const FILE_RULES: FileRules = {
  extensions: Object.keys(FILE_TYPES).map((extension) => `.${extension}`),
  maxSize: 2 * 1024 * 1024,
  maxFiles: 10,
};
