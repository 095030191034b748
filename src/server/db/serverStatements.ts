// Sends statements to PostgreSQL in batches: `begin`, the setting of the office and further statements in one message, which is one
// transaction if none is open. A repeated statement is prepared on its connection, and its columns are described once. `pg` keeps the
// connection and reads it; the messages are written here, as `pg-cursor` does. The pipeline mode of `pg` with named statements needs
// less code for the same, but 1.3 to 2.7 times the CPU time.
import type pg from "pg";
import pgUtils from "pg/lib/utils.js";
import { serialize } from "pg-protocol";
import { type Asked, BEGINS, type Result, type Send } from "./scopedPool.ts";
import { columnTypes } from "./serverPool.ts";

const setOffice = (office: string): Asked => ({
  sql: "select set_config('portal.office', $1, true)",
  params: [office],
});
/** Longer statements write many rows and are not repeated. */
const MAX_LENGTH = 4_000;
const MAX_STATEMENTS = 200;

type Row = Record<string, unknown>;
interface Column {
  name: string;
  dataTypeID: number;
}
type Parser = (text: string) => unknown;
interface Columns {
  names: string[];
  parsers: Parser[];
  /** Copied for each row: an object that has its members already is filled faster. */
  empty: Row;
}
interface Statement {
  /** Set at the second use, when it is prepared; a statement that failed is prepared again. */
  name?: string;
  columns?: Columns;
}
/** The prepared statements of a connection. */
interface Known {
  statements: Map<string, Statement>;
  count: number;
}
const connections = new WeakMap<pg.Connection, Known>();

function findKnown(connection: pg.Connection): Known {
  const known = connections.get(connection) ?? { statements: new Map(), count: 0 };
  connections.set(connection, known);
  return known;
}

/** One statement of a batch. `again`: the batch may be retried when a prepared statement is outdated. */
class Part {
  readonly result: Result & { rows: Row[] } = { command: "SELECT", rowCount: 0, rows: [] };
  /** Why a row could not be read. */
  unread: Error | undefined;
  readonly #text: string;
  readonly #values: (string | Buffer | null)[];
  readonly #kept: boolean;
  #known: Known | undefined;
  #statement: Statement | undefined;
  #columns: Columns | undefined;

  constructor({ sql, params }: Asked, again: boolean) {
    this.#text = sql;
    this.#values = params.map((value) => pgUtils.prepareValue(value));
    // Inside a transaction nothing can be retried, so statements with `*`, which a new column makes outdated, are not prepared.
    this.#kept = sql.length <= MAX_LENGTH && (again || !sql.includes("*"));
  }

  /** Adds its messages to those of the batch. */
  write(known: Known, messages: Buffer[]): void {
    this.#known = known;
    const found = this.#kept ? known.statements.get(this.#text) : undefined;
    this.#statement = found;
    this.#columns = found?.columns;
    if (!found?.name) {
      if (found) found.name = `portal_${++known.count}`;
      messages.push(serialize.parse({ text: this.#text, name: found?.name ?? "", types: [] }));
    }
    messages.push(serialize.bind({ statement: found?.name ?? "", values: this.#values }));
    if (!this.#columns) messages.push(serialize.describe({ type: "P", name: "" }));
    messages.push(serialize.execute());
  }

  describe(fields: readonly Column[]): void {
    const names = fields.map(({ name }) => name);
    // The types of `pg` say that a parser is given a number.
    const parsers = fields.map(({ dataTypeID }) => columnTypes.getTypeParser(dataTypeID, "text") as unknown as Parser);
    this.#columns = { names, parsers, empty: Object.fromEntries(names.map((name) => [name, null])) };
  }

  addRow(fields: readonly (string | null)[]): void {
    if (this.unread || !this.#columns) return;
    const { names, parsers, empty } = this.#columns;
    const row = { ...empty };
    try {
      for (let at = 0; at < fields.length; at += 1) {
        const field = fields[at]!;
        if (field !== null) row[names[at]!] = parsers[at]!(field);
      }
      this.result.rows.push(row);
    } catch (error) {
      this.unread = error as Error;
    }
  }

  /** `tag` names the statement and counts its rows: `SELECT 5`, `INSERT 0 1`, `BEGIN`. */
  complete(tag: string): void {
    const [command, ...counts] = tag.split(" ");
    this.result.command = command as Result["command"];
    this.result.rowCount = Number(counts.at(-1)) || 0;
    const { statements } = this.#known ?? {};
    if (this.#statement) this.#statement.columns ??= this.#columns ?? { names: [], parsers: [], empty: {} };
    else if (statements && this.#kept && statements.size < MAX_STATEMENTS) statements.set(this.#text, {});
  }

  /** Drops a prepared statement that failed before its first result, or is outdated. */
  forget(error: Error): void {
    if (!this.#statement?.columns || isOutdated(error)) this.#known?.statements.delete(this.#text);
  }
}

/** A batch of statements that succeeds or fails as a whole: after an error the server skips the rest. */
class Message implements pg.Submittable {
  readonly #parts: Part[];
  #at = 0;
  readonly callback: (error: Error | null, results: Result[]) => void;

  constructor(parts: Part[], callback: Message["callback"]) {
    this.#parts = parts;
    this.callback = callback;
  }

  submit(connection: pg.Connection): void {
    const known = findKnown(connection);
    const messages: Buffer[] = [];
    for (const part of this.#parts) part.write(known, messages);
    messages.push(serialize.sync());
    if (connection.stream.writable) connection.stream.write(Buffer.concat(messages));
  }

  handleRowDescription({ fields }: { fields: Column[] }): void {
    this.#parts[this.#at]?.describe(fields);
  }
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.#parts[this.#at]?.addRow(fields);
  }
  handleCommandComplete({ text }: { text: string }): void {
    this.#parts[this.#at]?.complete(text);
    this.#at += 1;
  }
  handleEmptyQuery(): void {
    this.#at += 1;
  }
  handleError(error: Error): void {
    for (const part of this.#parts.slice(this.#at)) part.forget(error);
    this.callback(error, []);
  }
  handleReadyForQuery(): void {
    const unread = this.#parts.find((part) => part.unread)?.unread ?? null;
    this.callback(
      unread,
      this.#parts.map(({ result }) => result),
    );
  }
}

/** A table's columns changed since the statement was prepared (0A000), or it is unknown to the connection (26000). Nothing ran. */
const isOutdated = (error: unknown) => ["26000", "0A000"].includes((error as { code?: string }).code ?? "");

const submit = (client: pg.PoolClient, asked: readonly Asked[], again: boolean): Promise<Result[]> =>
  new Promise((resolve, reject) => {
    const parts = asked.map((one) => new Part(one, again));
    const message = new Message(parts, (error, results) => (error ? reject(error) : resolve(results)));
    client.query(message);
  });

export const sendToServer: Send<pg.PoolClient> = async (client, asked, office) => {
  if (asked.some(isSeveral)) return sendSeveral(client, asked, office);
  if (office === undefined) return submit(client, asked, false);
  const [first, ...others] = asked;
  if (first && BEGINS.test(first.sql)) {
    const [begun, , ...results] = await submit(client, [first, setOffice(office), ...others], false);
    return begun ? [begun, ...results] : [];
  }
  const all = [setOffice(office), ...asked];
  const [, ...results] = await submit(client, all, true).catch((error: unknown) => {
    if (isOutdated(error)) return submit(client, all, true);
    throw error;
  });
  return results;
};

/** Several statements in one text, as in migrations. */
const isSeveral = ({ sql, params }: Asked) => params.length === 0 && sql.includes(";");

async function sendSeveral(client: pg.PoolClient, asked: readonly Asked[], office?: string): Promise<Result[]> {
  const results: Result[] = [];
  for (const [at, one] of asked.entries()) {
    if (isSeveral(one)) results.push((await client.query(one.sql)) as Result);
    else results.push(...(await sendToServer(client, [one], at === 0 ? office : undefined)));
  }
  return results;
}
