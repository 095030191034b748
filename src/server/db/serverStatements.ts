// Sends statements to PostgreSQL. The setting of the office and the statement go in one pipeline, which PostgreSQL runs as one
// transaction. A statement that a connection meets again is parsed there once, and what its rows are made of is learnt once.
import pg from "pg";
import { BEGINS, type Result, type Send } from "./scopedPool.ts";

interface Wire {
  stream: { cork(): void; uncork(): void };
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
  /** The same connection for a statement whose columns are known: nobody asks for them. */
  silent: Wire;
}
const connections = new WeakMap<Wire, Known>();

function findKnown(wire: Wire): Known {
  const found = connections.get(wire);
  if (found) return found;
  wire.parse(SETTING);
  const silent = Object.create(wire, { describe: { value: () => undefined } }) as Wire;
  const known = { statements: new Map(), count: 0, silent };
  connections.set(wire, known);
  return known;
}

class OfficeQuery extends Query {
  readonly #office: string;
  #isSet = false;
  #known: Known | undefined;
  #statement: Statement | undefined;

  constructor(office: string, sql: string, params: readonly unknown[]) {
    super(sql, params);
    this.queryMode = "extended";
    this.#office = office;
  }

  override submit(wire: Wire): Error | null {
    wire.stream.cork();
    try {
      const known = findKnown(wire);
      wire.bind({ statement: SETTING.name, values: [this.#office] });
      wire.execute({});
      const statement = this.#find(known);
      if (statement?.name !== undefined) this.name = statement.name;
      if (!statement?.columns) return super.submit(wire);
      Object.assign(this._result, statement.columns);
      this._accumulateRows = true;
      return super.submit(known.silent);
    } finally {
      wire.stream.uncork();
    }
  }

  #find(known: Known): Statement | undefined {
    this.#known = known;
    if (this.text.length > LONGEST) return undefined;
    this.#statement = known.statements.get(this.text);
    if (this.#statement && this.#statement.name === undefined) this.#statement.name = `portal_${++known.count}`;
    return this.#statement;
  }

  /** The setting answers a row and its end first; both are not the statement's. */
  override handleDataRow(message: object): void {
    if (this.#isSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, wire: Wire): void {
    if (this.#isSet) {
      super.handleCommandComplete(message, wire);
      this.#learn();
    }
    this.#isSet = true;
  }

  #learn(): void {
    const { statements } = this.#known ?? {};
    if (this.#statement) {
      const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
      this.#statement.columns ??= { fields, _parsers, _prebuiltEmptyResultObject };
    } else if (statements && this.text.length <= LONGEST && statements.size < MOST) statements.set(this.text, {});
  }

  /** What failed before it was ever answered under its name, or is no longer what it was, is forgotten. */
  override handleError(error: Error, wire: Wire): void {
    if (!this.#statement?.columns || isOutdated(error)) this.#known?.statements.delete(this.text);
    super.handleError(error, wire);
  }
}

/** A table got other columns since the statement was parsed (0A000), or the connection lost it. Nothing was done. */
const isOutdated = (error: unknown) => ["26000", "0A000"].includes((error as { code?: string }).code ?? "");

export const sendToServer: Send<pg.PoolClient> = async (client, sql, params, office) => {
  if (office === "") return (await client.query(sql, [...params])) as Result;
  if (BEGINS.test(sql)) {
    const setting = `${sql}; select set_config('portal.office', ${pg.escapeLiteral(office)}, true)`;
    await client.query(setting);
    return { command: "SELECT", rowCount: 0, rows: [] };
  }
  const send = () =>
    new Promise<Result>((resolve, reject) => {
      const query = new OfficeQuery(office, sql, params);
      query.callback = (error, result) => (error ? reject(error) : resolve(result));
      client.query(query as unknown as pg.Submittable);
    });
  try {
    return await send();
  } catch (error) {
    if (isOutdated(error)) return send();
    throw error;
  }
};
