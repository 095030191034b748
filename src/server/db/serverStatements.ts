// Sends statements to PostgreSQL, in one message what belongs together: what begins a transaction, the setting of the office, and
// the statements after them. Those of a message are one transaction where none is open. A statement that a connection meets again
// is parsed there once, and what its rows are made of is learnt once.
import pg from "pg";
import { columnTypes } from "./engineAnswer.ts";
import { type Asked, BEGINS, type Result, type Send } from "./scopedPool.ts";

interface Wire {
  _send(message: Buffer): void;
  sync(): void;
  describe(message: object): void;
}
/** What a result of `pg` knows of its rows. */
interface Columns {
  fields: unknown[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
  _types: object;
}
/** The members of a query of `pg` by which its client runs it. */
interface WireQuery {
  text: string;
  name?: string;
  queryMode: string;
  _result: Columns & Result;
  _accumulateRows: boolean;
  _canceledDueToError: Error | false;
  submit(wire: Wire): Error | null;
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, wire: Wire): void;
}
const Query = pg.Query as unknown as new (text: string, values: readonly unknown[]) => WireQuery;

const sayOffice = (office: string): Asked => ({
  sql: "select set_config('portal.office', $1, true)",
  params: [office],
});
/** Longer ones write many rows, and are not met again. */
const LONGEST = 4_000;
const MOST = 200;

interface Statement {
  /** Until it was answered once it has none: what failed is parsed anew. */
  name?: string;
  columns?: Columns;
}
/** One connection, and what was said on it. */
interface Known {
  statements: Map<string, Statement>;
  count: number;
  /** The same connection, where messages wait for each other; the one that ends them comes last. */
  gathering: Wire;
  /** The same for a statement whose columns are known: nobody asks for them. */
  silent: Wire;
  gathered: Buffer[];
}
const connections = new WeakMap<Wire, Known>();

function findKnown(wire: Wire): Known {
  const found = connections.get(wire);
  if (found) return found;
  const gathered: Buffer[] = [];
  const gathering = Object.create(wire, {
    _send: { value: (message: Buffer) => void gathered.push(message) },
    stream: { value: {} },
    sync: { value: () => undefined },
  }) as Wire;
  const silent = Object.create(gathering, { describe: { value: () => undefined } }) as Wire;
  const known = { statements: new Map(), count: 0, gathering, silent, gathered };
  connections.set(wire, known);
  return known;
}

/** A statement of a message. `again`: the message may be sent again. */
class Part extends Query {
  readonly #kept: boolean;
  #known: Known | undefined;
  #statement: Statement | undefined;

  constructor({ sql, params }: Asked, again: boolean) {
    super(sql, params);
    this.queryMode = "extended";
    this._result._types = columnTypes;
    this._accumulateRows = true;
    // Inside a transaction nothing can be sent again: only what a new column does not change is kept.
    this.#kept = sql.length <= LONGEST && (again || !sql.includes("*"));
  }

  override submit(wire: Wire): Error | null {
    const known = findKnown(wire);
    this.#known = known;
    const statement = this.#kept ? known.statements.get(this.text) : undefined;
    this.#statement = statement;
    if (!statement) return super.submit(known.gathering);
    statement.name ??= `portal_${++known.count}`;
    this.name = statement.name;
    if (!statement.columns) return super.submit(known.gathering);
    Object.assign(this._result, statement.columns);
    return super.submit(known.silent);
  }

  override handleCommandComplete(message: object, wire: Wire): void {
    super.handleCommandComplete(message, wire);
    const { statements } = this.#known ?? {};
    if (this.#statement) {
      const { fields, _parsers, _prebuiltEmptyResultObject, _types } = this._result;
      this.#statement.columns ??= { fields, _parsers, _prebuiltEmptyResultObject, _types };
    } else if (statements && this.#kept && statements.size < MOST) statements.set(this.text, {});
  }

  /** What failed before it was ever answered under its name, or is no longer what it was. */
  forget(error: Error): void {
    if (!this.#statement?.columns || isOutdated(error)) this.#known?.statements.delete(this.text);
  }

  /** A value that cannot be sent. */
  handleError(error: Error): void {
    throw error;
  }
}

/** As many statements as are sent at once, with one answer; what one refuses, the server does none after it. */
class Message {
  readonly #parts: Part[];
  #at = 0;
  readonly callback: (error: Error | null, results: Result[]) => void;

  constructor(parts: Part[], callback: Message["callback"]) {
    this.#parts = parts;
    this.callback = callback;
  }

  submit(wire: Wire): Error | null {
    const { gathered, gathering } = findKnown(wire);
    try {
      for (const part of this.#parts) part.submit(wire);
      wire.sync.call(gathering);
      wire._send(Buffer.concat(gathered));
      return null;
    } catch (error) {
      return error as Error;
    } finally {
      gathered.length = 0;
    }
  }

  handleRowDescription(message: object): void {
    this.#parts[this.#at]?.handleRowDescription(message);
  }
  handleDataRow(message: object): void {
    this.#parts[this.#at]?.handleDataRow(message);
  }
  handleCommandComplete(message: object, wire: Wire): void {
    this.#parts[this.#at]?.handleCommandComplete(message, wire);
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
    const unread = this.#parts.find((part) => part._canceledDueToError);
    const results = this.#parts.map((part) => part._result);
    this.callback(unread?._canceledDueToError || null, results);
  }
}

/** A table got other columns since the statement was parsed (0A000), or the connection lost it. Nothing was done. */
const isOutdated = (error: unknown) => ["26000", "0A000"].includes((error as { code?: string }).code ?? "");

const submit = (client: pg.PoolClient, asked: readonly Asked[], again: boolean): Promise<Result[]> =>
  new Promise((resolve, reject) => {
    const parts = asked.map((one) => new Part(one, again));
    const message = new Message(parts, (error, results) => (error ? reject(error) : resolve(results)));
    client.query(message as unknown as pg.Submittable);
  });

export const sendToServer: Send<pg.PoolClient> = async (client, asked, office) => {
  if (asked.some(isSeveral)) return sendSeveral(client, asked, office);
  if (office === undefined) return submit(client, asked, false);
  const [first, ...others] = asked;
  if (first && BEGINS.test(first.sql)) {
    const [begun, , ...results] = await submit(client, [first, sayOffice(office), ...others], false);
    return begun ? [begun, ...results] : [];
  }
  const all = [sayOffice(office), ...asked];
  const [, ...results] = await submit(client, all, true).catch((error: unknown) => {
    if (isOutdated(error)) return submit(client, all, true);
    throw error;
  });
  return results;
};

/** Several statements in one text: those of a migration. */
const isSeveral = ({ sql, params }: Asked) => params.length === 0 && sql.includes(";");

async function sendSeveral(client: pg.PoolClient, asked: readonly Asked[], office?: string): Promise<Result[]> {
  const results: Result[] = [];
  for (const [at, one] of asked.entries()) {
    if (isSeveral(one)) results.push((await client.query(one.sql)) as Result);
    else results.push(...(await sendToServer(client, [one], at === 0 ? office : undefined)));
  }
  return results;
}
