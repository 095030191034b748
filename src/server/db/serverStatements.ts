// Sends statements to PostgreSQL in batches: `begin`, the setting of the office and further statements in one message, which is one
// transaction if none is open. A repeated statement is prepared on its connection, and its columns are described once. The pipeline
// mode of `pg` with named statements needs less code for the same, but 1.3 to 2.7 times the CPU time.
import pg from "pg";
import { type Asked, BEGINS, type Result, type Send } from "./scopedPool.ts";

/** Value parsers for both engines: int8 as a number, date and numeric as text. */
export const columnTypes = new pg.TypeOverrides();
columnTypes.setTypeParser(20, Number);
columnTypes.setTypeParser(1082, String);
columnTypes.setTypeParser(1700, String);

interface Wire {
  _send(message: Buffer): void;
  sync(): void;
  describe(message: object): void;
}
/** The members of a `pg` result that describe its columns. */
interface Columns {
  fields: unknown[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
  _types: object;
}
/** The members of a `pg` query that its client calls. */
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

const setOffice = (office: string): Asked => ({
  sql: "select set_config('portal.office', $1, true)",
  params: [office],
});
/** Longer statements write many rows and are not repeated. */
const MAX_LENGTH = 4_000;
const MAX_STATEMENTS = 200;

interface Statement {
  /** Set at the second use, when it is prepared; a statement that failed is prepared again. */
  name?: string;
  columns?: Columns;
}
/** The prepared statements of a connection, and the proxies of the connection that collect messages. */
interface Known {
  statements: Map<string, Statement>;
  count: number;
  /** The connection, collecting messages instead of sending them until the batch is complete. */
  gathering: Wire;
  /** As `gathering`, without `describe`, for statements whose columns are known. */
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

/** One statement of a batch. `again`: the batch may be retried when a prepared statement is outdated. */
class Part extends Query {
  readonly #kept: boolean;
  #known: Known | undefined;
  #statement: Statement | undefined;

  constructor({ sql, params }: Asked, again: boolean) {
    super(sql, params);
    this.queryMode = "extended";
    this._result._types = columnTypes;
    this._accumulateRows = true;
    // Inside a transaction nothing can be retried, so statements with `*`, which a new column makes outdated, are not prepared.
    this.#kept = sql.length <= MAX_LENGTH && (again || !sql.includes("*"));
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
    } else if (statements && this.#kept && statements.size < MAX_STATEMENTS) statements.set(this.text, {});
  }

  /** Drops a prepared statement that failed before its first result, or is outdated. */
  forget(error: Error): void {
    if (!this.#statement?.columns || isOutdated(error)) this.#known?.statements.delete(this.text);
  }

  /** Called for a value that cannot be serialised. */
  handleError(error: Error): void {
    throw error;
  }
}

/** A batch of statements that succeeds or fails as a whole: after an error the server skips the rest. */
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

/** A table's columns changed since the statement was prepared (0A000), or it is unknown to the connection (26000). Nothing ran. */
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
