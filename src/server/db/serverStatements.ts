// Sends statements to PostgreSQL. What begins a transaction and the setting of the office go in one message with the statement after
// them; a statement by itself is one transaction with its setting. One that a connection meets again is parsed there once, and what
// its rows are made of is learnt once.
import pg from "pg";
import { BEGINS, ENDS, type Result, type Send } from "./scopedPool.ts";

interface Wire {
  _send(message: Buffer): void;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: string[] }): void;
  execute(message: object): void;
  describe(message: object): void;
}
/** The members of a query of `pg` by which its client runs it. */
interface WireQuery {
  text: string;
  name?: string;
  queryMode: string;
  callback: (error: Error | null, result: Result) => void;
  _result: Columns;
  _accumulateRows: boolean;
  submit(wire: Wire): Error | null;
  handleRowDescription(message: object): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
}
/** What a result of `pg` knows of its rows. */
interface Columns {
  fields: unknown[];
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}
const Query = pg.Query as unknown as new (text: string, values: readonly unknown[]) => WireQuery;

const SETTING = { name: "portal_office", text: "select set_config('portal.office', $1, true)" };
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
  /** The same connection, where messages wait for each other. */
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
  }) as Wire;
  const silent = Object.create(gathering, { describe: { value: () => undefined } }) as Wire;
  const known = { statements: new Map(), count: 0, gathering, silent, gathered };
  gathering.parse(SETTING);
  connections.set(wire, known);
  return known;
}

/** What is sent before a statement, in its message. */
interface Before {
  begin?: string | undefined;
  office?: string | undefined;
}

class ServerQuery extends Query {
  readonly #before: Before;
  /** Answers of what was sent before, until they are there. */
  #ahead: number;
  #known: Known | undefined;
  #statement: Statement | undefined;

  constructor(before: Before, sql: string, params: readonly unknown[]) {
    super(sql, params);
    this.queryMode = "extended";
    this.#before = before;
    this.#ahead = Object.keys(before).length;
  }

  override submit(wire: Wire): Error | null {
    const known = findKnown(wire);
    const { gathering, silent, gathered } = known;
    try {
      this.#sendBefore(gathering);
      const statement = this.#find(known);
      if (statement?.name !== undefined) this.name = statement.name;
      if (!statement?.columns) return super.submit(gathering);
      Object.assign(this._result, statement.columns);
      this._accumulateRows = true;
      return super.submit(silent);
    } finally {
      wire._send(Buffer.concat(gathered.splice(0)));
    }
  }

  #sendBefore(wire: Wire): void {
    const { begin, office } = this.#before;
    if (begin !== undefined) {
      wire.parse({ name: "", text: begin });
      wire.bind({ statement: "", values: [] });
      wire.execute({});
    }
    if (office === undefined) return;
    wire.bind({ statement: SETTING.name, values: [office] });
    wire.execute({});
  }

  #find(known: Known): Statement | undefined {
    this.#known = known;
    if (!isKept(this.text, this.#before)) return undefined;
    this.#statement = known.statements.get(this.text);
    if (this.#statement && this.#statement.name === undefined) this.#statement.name = `portal_${++known.count}`;
    return this.#statement;
  }

  /** The setting answers a row first, which is not the statement's. */
  override handleDataRow(message: object): void {
    if (this.#ahead === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, wire: Wire): void {
    if (this.#ahead > 0) {
      this.#ahead -= 1;
      return;
    }
    super.handleCommandComplete(message, wire);
    this.#learn();
  }

  #learn(): void {
    const { statements } = this.#known ?? {};
    if (this.#statement) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
      this.#statement.columns ??= { fields, _parsers, _prebuiltEmptyResultObject };
    } else if (statements && isKept(this.text, this.#before) && statements.size < MOST) statements.set(this.text, {});
  }

  /** What failed before it was ever answered under its name, or is no longer what it was, is forgotten. */
  override handleError(error: Error, wire: Wire): void {
    if (!this.#statement?.columns || isOutdated(error)) this.#known?.statements.delete(this.text);
    super.handleError(error, wire);
  }
}

/** A table got other columns since the statement was parsed (0A000), or the connection lost it. Nothing was done. */
const isOutdated = (error: unknown) => ["26000", "0A000"].includes((error as { code?: string }).code ?? "");

/** Inside a transaction nothing can be sent again: only what a new column does not change is kept. */
const isKept = (text: string, { begin, office }: Before) =>
  text.length <= LONGEST && ((office !== undefined && begin === undefined) || !text.includes("*"));

const submit = (client: pg.PoolClient, before: Before, sql: string, params: readonly unknown[]): Promise<Result> =>
  new Promise((resolve, reject) => {
    const query = new ServerQuery(before, sql, params);
    query.callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(query as unknown as pg.Submittable);
  });

const NOTHING: Result = { command: "SELECT", rowCount: 0, rows: [] };
/** Transactions that begin with their first statement. */
const beginning = new WeakMap<pg.PoolClient, Required<Before>>();

export const sendToServer: Send<pg.PoolClient> = async (client, sql, params, office) => {
  if (office === undefined) return sendInside(client, sql, params);
  if (BEGINS.test(sql)) {
    beginning.set(client, { begin: sql, office });
    return NOTHING;
  }
  try {
    return await submit(client, { office }, sql, params);
  } catch (error) {
    if (isOutdated(error)) return submit(client, { office }, sql, params);
    throw error;
  }
};

async function sendInside(client: pg.PoolClient, sql: string, params: readonly unknown[]): Promise<Result> {
  const before = beginning.get(client);
  beginning.delete(client);
  if (ENDS.test(sql)) return before ? NOTHING : ((await client.query(sql)) as Result);
  if (params.length > 0 || !sql.includes(";")) return submit(client, before ?? {}, sql, params);
  // Several statements in one text: those of a migration.
  if (before) await client.query(`${before.begin}; ${sayOffice(before.office)}`);
  return (await client.query(sql)) as Result;
}

const sayOffice = (office: string) => `select set_config('portal.office', ${pg.escapeLiteral(office)}, true)`;
