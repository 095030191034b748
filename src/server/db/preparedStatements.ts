// Statements of the embedded engine, parsed and planned once for its one session. PGlite's own query() asks the engine six
// times for each statement and has it parsed and planned every time: three times the work of a short query.
import { type PGlite, parse, protocol, type Results } from "@electric-sql/pglite";
import { OFFICE_ROLE } from "./office.ts";

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

/** Who enters here is superuser, whom row-level security does not bind. */
const SETTING = `select set_config('role', '${OFFICE_ROLE}', true), set_config('portal.office', $1, true)`;
const BEGINS = /^(begin|start)\b/i;

const isEnd = ({ name }: Message) => name === "commandComplete";

export function prepareStatements(database: PGlite) {
  const prepared = new Map<string, Prepared>();
  let count = 0;

  async function forget(): Promise<void> {
    if (prepared.size === 0) return;
    await database.exec("deallocate all");
    prepared.clear();
  }

  async function prepare(key: string, text: string): Promise<Prepared> {
    const name = `s${++count}`;
    const { messages } = await database.execProtocol(
      Buffer.concat([serialize.parse({ name, text }), serialize.describe({ type: "S", name }), serialize.sync()]),
    );
    const columns = messages.filter((message) => message.name === "rowDescription");
    const statement = { name, paramTypes: parse.parseDescribeStatementResults(messages), columns };
    prepared.set(key, statement);
    return statement;
  }

  async function bind(
    key: string,
    text: string,
    params: readonly unknown[],
  ): Promise<{ sent: Uint8Array[]; columns: Message[] }> {
    const { name, paramTypes, columns } = prepared.get(key) ?? (await prepare(key, text));
    const values = params.map((value, index) =>
      value === null || value === undefined ? null : (database.serializers[paramTypes[index]!] ?? String)(value),
    );
    return { sent: [serialize.bind({ statement: name, values }), serialize.execute({})], columns };
  }

  /** What is sent until `sync` is one transaction: the setting holds for the statement beside it. */
  async function execute(text: string, params: readonly unknown[], office?: string): Promise<Results | undefined> {
    const setting = office === undefined ? [] : (await bind(SETTING, SETTING, [office])).sent;
    // Each role has a plan of its own: one plan would be made anew whenever the role changes.
    const { sent, columns } = await bind(office === undefined ? text : `office: ${text}`, text, params);
    const begins = BEGINS.test(text);
    const all = begins ? [...sent, ...setting] : [...setting, ...sent];
    const { messages } = await database.execProtocol(Buffer.concat([...all, serialize.sync()]));
    const own = setting.length === 0 || begins ? 0 : messages.findIndex(isEnd) + 1;
    // A statement that begins a transaction answers nothing that somebody reads.
    return begins ? undefined : parse.parseResults([...columns, ...messages.slice(own)], database.parsers)[0];
  }

  return async function query(text: string, params: unknown[], office?: string): Promise<Results | undefined> {
    if (PREPARABLE.test(text) && text.length <= LONGEST) {
      if (prepared.size >= MOST) await forget();
      return database.runExclusive(() => execute(text, params, office));
    }
    await forget();
    if (office === undefined) return database.query(text, params);
    return database.transaction(async (all) => {
      await all.query(SETTING, [office]);
      return all.query(text, params);
    });
  };
}
