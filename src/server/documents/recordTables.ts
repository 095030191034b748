// Rows of answers by the record that they are about. Paper and pages show the records of a list as one table where that fits.

/** A label and its value. The label of an answer in a record begins with the name of the record and a dash. */
export type ContractRow = [label: string, value: string, record?: RecordName];

/** What a record is called, the address of its list in the form, and its place in the answers: two records may have one name. */
interface RecordName {
  name: string;
  list: string;
  place: string;
}

/** Between the name of a record and the label of its answer. */
export const RECORD_DASH = " – ";

/** Splits a list where the key of its items changes. */
export function groupBy<T>(items: readonly T[], key: (item: T) => unknown): T[][] {
  const groups: T[][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && key(last[0]) === key(item)) last.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** The rows of each list of records, and those between them. */
export const splitLists = (rows: readonly ContractRow[]): ContractRow[][] =>
  groupBy(rows, ([, , record]) => record?.list);

/** The rows of one list: its records with their answers, and the same as a table, in which the first cell names the record. */
export function tabulate(rows: readonly ContractRow[]) {
  const records = groupBy(rows, ([, , record]) => record?.place).map((ofRecord) => {
    const name = ofRecord[0]?.[2]?.name ?? "";
    const start = `${name}${RECORD_DASH}`.length;
    return { name, cells: ofRecord.map(([label, value]): [string, string] => [label.slice(start), value]) };
  });
  const labels = [...new Set(records.flatMap(({ cells }) => cells.map(([label]) => label)))];
  // A title that is one of the answers would be written twice in each row.
  const title = labels.find((label) => records.every(({ name, cells }) => new Map(cells).get(label) === name));
  const others = labels.filter((label) => label !== title);
  const grid = records.map(({ name, cells }) => [name, ...others.map((label) => new Map(cells).get(label) ?? "")]);
  return { records, headings: [title ?? "", ...others], grid };
}

/** Letters in a row of a page, whose columns are as wide as their longest word and a gap, and in a cell, which then takes few lines. */
const [WIDEST, GAP, LONGEST_CELL] = [75, 3, 60];

/** The tables that a wide page shows in place of `count` rows, from the row at `from` on. */
export function findTables(rows: readonly ContractRow[]) {
  let next = 0;
  return splitLists(rows).flatMap((part) => {
    const from = next;
    next += part.length;
    if (part[0]?.[2] === undefined) return [];
    const { records, headings, grid } = tabulate(part);
    const longest = (column: number) =>
      Math.max(...[headings, ...grid].flatMap((cells) => cells[column]!.split(/[ \n]/)).map((word) => word.length));
    const width = headings.reduce((sum, _heading, column) => sum + longest(column) + GAP, 0);
    const fits = width <= WIDEST && grid.flat().every((cell) => cell.length <= LONGEST_CELL);
    return fits && records.length > 1 ? [{ from, count: part.length, headings, rows: grid }] : [];
  });
}
