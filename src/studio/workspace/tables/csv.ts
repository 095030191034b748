// Tables as Excel writes them: cells separated by semicolons in a file and by tabs on the clipboard, numbers with a decimal comma.

/** Every line of a text as its cells. A quoted cell may contain the separator, line ends, and a quote twice. */
export function readCells(text: string, separator: ";" | "\t" = ";"): string[][] {
  const rows: string[][] = [];
  const cell = new RegExp(`("(?:[^"]|"")*"|[^${separator}\r\n]*)(${separator}|\\r\\n?|\\n|$)`, "gy");
  let row: string[] = [];
  for (const [all, written = "", end] of text.replace(/^\uFEFF/, "").matchAll(cell)) {
    if (all === "" && row.length === 0) break;
    const isQuoted = written.startsWith('"') && written.endsWith('"') && written.length > 1;
    row.push((isQuoted ? written.slice(1, -1).replaceAll('""', '"') : written).trim());
    if (end === separator) continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** Writes cells with the line ends and the mark at the beginning that the text before had. */
export function writeCells(rows: readonly (readonly string[])[], before = "\n"): string {
  const end = /\r\n?|\n/.exec(before)?.[0] ?? "\n";
  const quote = (cell: string) => (/[;"\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const mark = before.startsWith("\uFEFF") ? "\uFEFF" : "";
  return mark + rows.map((cells) => cells.map(quote).join(";") + end).join("");
}

/** Returns a number that is written as Dutch Excel does, or undefined. */
export function readAmount(text: string): number | undefined {
  const plain = text.replace(/[\s\u00a0€]/g, "");
  if (!/^-?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/.test(plain)) return undefined;
  return Number(plain.replaceAll(".", "").replace(",", "."));
}

/** Writes a number so that `readAmount` reads the same one: a decimal comma and no groups. */
export const writeAmount = (value: number): string => String(value).replace(".", ",");
