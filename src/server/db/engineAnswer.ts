// Reads what the embedded engine answers (PostgreSQL's protocol, messages of the server), with the parsers that read PostgreSQL's answers:
// both engines give the same values. Read where it is used, so that no row is copied from one thread to the other.
import pg from "pg";

/** Of both engines: int8 is a number, date and numeric are their text. */
export const columnTypes = new pg.TypeOverrides();
columnTypes.setTypeParser(20, Number);
columnTypes.setTypeParser(1082, String);
columnTypes.setTypeParser(1700, String);

interface Column {
  name: string;
  parse: (text: string) => unknown;
}
interface EngineAnswer {
  rows: Record<string, unknown>[];
  rowCount: number;
}
/** Of an error message, by PostgreSQL's letters. */
const FACTS = { M: "message", C: "code", D: "detail", t: "table", n: "constraint" } as const;

const [ROW, DONE, FAILED, SAID, DESCRIBED] = [..."DCEAT"].map((letter) => letter.charCodeAt(0));

/** Each message of an answer: its letter, and where its content begins and ends. */
function eachMessage(data: Buffer, read: (letter: number, from: number, to: number) => void): void {
  for (let at = 0; at < data.length; ) {
    const end = at + 1 + data.readInt32BE(at + 1);
    read(data[at] ?? 0, at + 5, end);
    at = end;
  }
}

/** Up to the zero that ends it. */
function readText(data: Buffer, from: number): [text: string, next: number] {
  const end = data.indexOf(0, from);
  return [data.toString("utf8", from, end), end + 1];
}

/** What the rows of a prepared statement are made of. */
export function readColumns(data: Buffer): Column[] {
  const columns: Column[] = [];
  eachMessage(data, (letter, from, to) => {
    if (letter !== DESCRIBED) return;
    for (let at = from + 2; at < to; ) {
      const [name, next] = readText(data, at);
      // Its types take the number of the type for its text.
      const parse = columnTypes.getTypeParser(data.readInt32BE(next + 6)) as unknown as Column["parse"];
      columns.push({ name, parse });
      at = next + 18;
    }
  });
  return columns;
}

interface ReadOptions {
  columns: Column[];
  /** Statements before it, whose answers nobody reads. */
  skip: number;
  /** `notify`: by this statement or by one before. */
  said(channel: string, payload: string): void;
}

/** Throws what the engine refused. */
export function readAnswer(data: Buffer, { columns, skip, said }: ReadOptions): EngineAnswer {
  const answer: EngineAnswer = { rows: [], rowCount: 0 };
  let done = 0;
  let failed: Error | undefined;
  eachMessage(data, (letter, from) => {
    if (letter === ROW && done === skip) answer.rows.push(readRow(data, from, columns));
    else if (letter === DONE) {
      if (done === skip) answer.rowCount = Number(/\d+$/.exec(readText(data, from)[0])?.[0] ?? 0);
      done += 1;
    } else if (letter === SAID) {
      const [channel, next] = readText(data, from + 4);
      said(channel, readText(data, next)[0]);
    } else if (letter === FAILED) failed = readError(data, from);
  });
  if (failed) throw failed;
  return answer;
}

function readRow(data: Buffer, from: number, columns: Column[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  let at = from + 2;
  for (const { name, parse } of columns) {
    const length = data.readInt32BE(at);
    at += 4;
    row[name] = length < 0 ? null : parse(data.toString("utf8", at, at + length));
    if (length > 0) at += length;
  }
  return row;
}

function readError(data: Buffer, from: number): Error {
  const facts: Record<string, string> = {};
  for (let at = from; data[at]; ) {
    const name = FACTS[String.fromCharCode(data[at] ?? 0) as keyof typeof FACTS];
    const [text, next] = readText(data, at + 1);
    if (name) facts[name] = text;
    at = next;
  }
  return Object.assign(new Error(facts.message), facts);
}
