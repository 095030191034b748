// Statements of the embedded engine, parsed and planned once for its one session. PGlite's own query() asks the engine six
// times for each statement and has it parsed and planned every time: three times the work of a short query.
import { type PGlite, parse, protocol } from "@electric-sql/pglite";
import { OFFICE_ROLE } from "./office.ts";
import { BEGINS } from "./scopedPool.ts";

interface Prepared {
  name: string;
  paramTypes: number[];
  /** Says what its rows are made of, until somebody was told. */
  description?: Uint8Array;
}
/** As the engine wrote it (engineAnswer.ts); the description of its rows where it was prepared just now. */
export interface RawAnswer {
  data: Uint8Array;
  description?: Uint8Array | undefined;
  /** All statements before it were forgotten. */
  anew: boolean;
}

const { serialize } = protocol;
/** Others change what a prepared statement answers, or cannot be prepared. */
const PREPARABLE = /^\s*(select|with|insert|update|delete|begin|start|commit|rollback)\b/i;
/** Longer ones insert many rows and are not met again. */
const LONGEST = 4_000;
const MOST = 500;

/** Who enters here is superuser, whom row-level security does not bind. */
export const SETTING = `select set_config('role', '${OFFICE_ROLE}', true), set_config('portal.office', $1, true)`;

export const isPreparable = (text: string) => text.length <= LONGEST && PREPARABLE.test(text);

export function prepareStatements(database: PGlite) {
  const prepared = new Map<string, Prepared>();
  let count = 0;
  let anew = false;

  /** Nothing of it is read here, which PGlite's other ways do. */
  async function exchange(messages: Uint8Array[]): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    const onRawData = (part: Uint8Array) => void parts.push(part.slice());
    await database.execProtocolRawStream(Buffer.concat(messages), { syncToFs: false, onRawData });
    if (parts.length === 1) return parts[0] as Uint8Array;
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  async function forget(): Promise<void> {
    if (prepared.size === 0) return;
    await database.exec("deallocate all");
    prepared.clear();
    anew = true;
  }

  async function prepare(key: string, text: string): Promise<Prepared> {
    const name = `s${++count}`;
    const { messages, data } = await database.execProtocol(
      Buffer.concat([serialize.parse({ name, text }), serialize.describe({ type: "S", name }), serialize.sync()]),
    );
    const statement = { name, paramTypes: parse.parseDescribeStatementResults(messages), description: data };
    prepared.set(key, statement);
    return statement;
  }

  async function bind(key: string, text: string, params: readonly unknown[]) {
    const statement = prepared.get(key) ?? (await prepare(key, text));
    const values = params.map((value, index) =>
      value === null || value === undefined
        ? null
        : (database.serializers[statement.paramTypes[index]!] ?? String)(value),
    );
    return { statement, sent: [serialize.bind({ statement: statement.name, values }), serialize.execute({})] };
  }

  /** What is sent until `sync` is one transaction: the setting holds for the statement beside it. */
  async function execute(text: string, params: readonly unknown[], office?: string): Promise<RawAnswer> {
    if (prepared.size >= MOST) await forget();
    const setting = office === undefined ? [] : (await bind(SETTING, SETTING, [office])).sent;
    // Each role has a plan of its own: one plan would be made anew whenever the role changes.
    const { statement, sent } = await bind(office === undefined ? text : `office: ${text}`, text, params);
    const all = BEGINS.test(text) ? [...sent, ...setting] : [...setting, ...sent];
    const data = await exchange([...all, serialize.sync()]);
    const { description } = statement;
    delete statement.description;
    const answer = { data, description, anew };
    anew = false;
    return answer;
  }
  return { execute, forget };
}
