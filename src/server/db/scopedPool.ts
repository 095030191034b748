// A pool whose every transaction says for which office it works (`portal.office`), single statements included. The setting
// travels with the statement, so that it costs no round trip, and ends with the transaction.
import type { PostgresQueryResult } from "kysely";
import pg from "pg";

type Result = PostgresQueryResult<Record<string, unknown>>;
export interface SqlClient {
  processID?: number;
  query(sql: string, params?: readonly unknown[]): Promise<Result>;
  release(broken?: boolean): void;
}
/** What Kysely asks of a pool. */
export interface SqlPool<Client = SqlClient> {
  connect(): Promise<Client>;
  end(): Promise<void>;
  options: object;
}
/** Sends a statement in a transaction with this setting, or one that begins it. */
type Send<Client> = (client: Client, sql: string, params: readonly unknown[], office: string) => Promise<Result>;

const BEGINS = /^(begin|start transaction)\b/;
const ENDS = /^(commit|rollback)$/;

/** Shares the connections of `pool`; ending it ends nothing. */
export function scopePool<Client extends SqlClient>(
  pool: SqlPool<Client>,
  findOffice: () => string,
  send: Send<Client>,
): SqlPool {
  const scopeClient = (client: Client): SqlClient => {
    let inTransaction = false;
    const query = async (sql: string, params: readonly unknown[] = []): Promise<Result> => {
      if (!inTransaction) {
        const result = await send(client, sql, params, findOffice());
        inTransaction = BEGINS.test(sql);
        return result;
      }
      if (ENDS.test(sql)) inTransaction = false;
      return client.query(sql, params);
    };
    return {
      ...(client.processID && { processID: client.processID }),
      query,
      release: (broken) => client.release(broken),
    };
  };
  return { connect: async () => scopeClient(await pool.connect()), end: async () => undefined, options: pool.options };
}

/** For a server: the setting and the statement go in one pipeline, which PostgreSQL runs as one transaction. */
export const sendToServer: Send<pg.PoolClient> = async (client, sql, params, office) => {
  if (office === "") return (await client.query(sql, [...params])) as Result;
  if (BEGINS.test(sql)) {
    const setting = `${sql}; select set_config('portal.office', ${pg.escapeLiteral(office)}, true)`;
    await client.query(setting);
    return { command: "SELECT", rowCount: 0, rows: [] };
  }
  return new Promise((resolve, reject) => {
    const query = new ScopedQuery({ text: sql, values: params, queryMode: "extended" });
    query.office = office;
    query.callback = (error, result) => (error ? reject(error) : resolve(result));
    client.query(query as unknown as pg.Submittable);
  });
};

interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: string[] }): void;
  execute(message: object): void;
}
/** The members of a query of `pg` by which its client runs it. */
interface WireQuery {
  callback: (error: Error | null, result: Result) => void;
  submit(wire: Wire): Error | null;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, wire: Wire): void;
}
const Query = pg.Query as unknown as new (config: object) => WireQuery;

const SETTING = { name: "portal_office", text: "select set_config('portal.office', $1, true)" };
const prepared = new WeakSet<Wire>();

class ScopedQuery extends Query {
  office = "";
  private isSet = false;

  override submit(wire: Wire): Error | null {
    wire.stream.cork();
    try {
      if (!prepared.has(wire)) wire.parse(SETTING);
      prepared.add(wire);
      wire.bind({ statement: SETTING.name, values: [this.office] });
      wire.execute({});
      return super.submit(wire);
    } finally {
      wire.stream.uncork();
    }
  }

  /** The setting answers a row and its end first; both are not the statement's. */
  override handleDataRow(message: object): void {
    if (this.isSet) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, wire: Wire): void {
    if (this.isSet) super.handleCommandComplete(message, wire);
    this.isSet = true;
  }
}
