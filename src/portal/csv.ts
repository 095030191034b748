// A list as a file for a spreadsheet: semicolons, UTF-8 with a byte order mark, and no cell that a spreadsheet would run
// as a formula (decisions 50). Pure; saving is the caller's.

export type Cell = string | number | null | undefined;

const runs = /^[=+\-@\t\r]/;

/** Numbers keep a comma as their decimal mark, as both languages write them; a negative number is no formula. */
export function csvCell(value: Cell): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number") return String(value).replace(".", ",");
  const safe = runs.test(value.trimStart()) || runs.test(value) ? `'${value}` : value;
  return /[";\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function toCsv(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [heads, ...rows].map((row) => row.map(csvCell).join(";"));
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}
