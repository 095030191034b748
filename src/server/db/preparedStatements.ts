// Statements of the embedded engine, parsed and planned once for its one session. PGlite's own query() asks the engine six
// times for each statement and has it parsed and planned every time: three times the work of a short query.
import { type PGlite, parse, protocol, type Results } from "@electric-sql/pglite";

type Message = Parameters<typeof parse.parseResults>[0][number];
interface Prepared {
  name: string;
  paramTypes: number[];
  /** What its rows are made of; nothing for a statement without rows. */
  columns: Message[];
}

const { serialize } = protocol;
/** Others change what a prepared statement answers, or cannot be prepared. */
const PREPARABLE = /^\s*(select|with|insert|update|delete|begin|start|commit|rollback)\b/i;
/** Longer ones insert many rows and are not met again. */
const LONGEST = 4_000;
const MOST = 500;

export function prepareStatements(database: PGlite) {
  const prepared = new Map<string, Prepared>();
  let count = 0;

  async function forget(): Promise<void> {
    if (prepared.size === 0) return;
    await database.exec("deallocate all");
    prepared.clear();
  }

  async function prepare(text: string): Promise<Prepared> {
    const name = `s${++count}`;
    const { messages } = await database.execProtocol(
      Buffer.concat([serialize.parse({ name, text }), serialize.describe({ type: "S", name }), serialize.sync()]),
    );
    const columns = messages.filter((message) => message.name === "rowDescription");
    const statement = { name, paramTypes: parse.parseDescribeStatementResults(messages), columns };
    prepared.set(text, statement);
    return statement;
  }

  async function execute(text: string, params: readonly unknown[]): Promise<Results | undefined> {
    const { name, paramTypes, columns } = prepared.get(text) ?? (await prepare(text));
    const values = params.map((value, index) =>
      value === null || value === undefined ? null : (database.serializers[paramTypes[index]!] ?? String)(value),
    );
    const { messages } = await database.execProtocol(
      Buffer.concat([serialize.bind({ statement: name, values }), serialize.execute({}), serialize.sync()]),
    );
    return parse.parseResults([...columns, ...messages], database.parsers)[0];
  }

  return async function query(text: string, params: unknown[]): Promise<Results | undefined> {
    if (PREPARABLE.test(text) && text.length <= LONGEST) {
      if (prepared.size >= MOST) await forget();
      return database.runExclusive(() => execute(text, params));
    }
    await forget();
    return database.query(text, params);
  };
}
