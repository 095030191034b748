// Reads the embedded engine's answers with PGlite's protocol parser and the value parsers of `pg`, so that both engines give the
// same values. Reads them in the thread that uses them: rows are not copied between threads.
import { messages, protocol } from "@electric-sql/pglite";
import { columnTypes } from "./serverPool.ts";

interface Column {
  name: string;
  parse: (text: string) => unknown;
}
interface EngineAnswer {
  rows: Record<string, unknown>[];
  rowCount: number;
}

const { CommandCompleteMessage, DatabaseError, DataRowMessage, NotificationResponseMessage, RowDescriptionMessage } =
  messages;

/** The columns of a prepared statement's rows. */
export function readColumns(data: Uint8Array): Column[] {
  const columns: Column[] = [];
  new protocol.Parser().parse(data, (message) => {
    if (!(message instanceof RowDescriptionMessage)) return;
    // The types of `pg` say that a parser takes a number; it takes the text of a value.
    for (const { name, dataTypeID } of message.fields)
      columns.push({ name, parse: columnTypes.getTypeParser(dataTypeID) as unknown as Column["parse"] });
  });
  return columns;
}

interface ReadOptions {
  columns: Column[];
  /** How many statements come before the one whose answer is wanted. */
  skip: number;
  /** Gets each `notify`, of this statement or one before. */
  said(channel: string, payload: string): void;
}

/** @throws the engine's error, when it refused the statement. */
export function readAnswer(data: Uint8Array, { columns, skip, said }: ReadOptions): EngineAnswer {
  const answer: EngineAnswer = { rows: [], rowCount: 0 };
  let done = 0;
  let failed: Error | undefined;
  new protocol.Parser().parse(data, (message) => {
    if (message instanceof DataRowMessage && done === skip) answer.rows.push(readRow(message.fields, columns));
    else if (message instanceof CommandCompleteMessage) {
      if (done === skip) answer.rowCount = Number(/\d+$/.exec(message.text)?.[0] ?? 0);
      done += 1;
    } else if (message instanceof NotificationResponseMessage) said(message.channel, message.payload);
    else if (message instanceof DatabaseError) failed = message;
  });
  if (failed) throw failed;
  return answer;
}

function readRow(fields: readonly (string | null)[], columns: readonly Column[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [at, { name, parse }] of columns.entries()) {
    const text = fields[at] ?? null;
    row[name] = text === null ? null : parse(text);
  }
  return row;
}
