// Prepared statements for the embedded engine's one session. PGlite's own query() calls the engine six times per statement and
// parses and plans it every time: three times the work of a short query.
import { type PGlite, parse, protocol } from "@electric-sql/pglite";
import { OFFICE_ROLE } from "./office.ts";
import { BEGINS } from "./scopedPool.ts";

interface Prepared {
  name: string;
  paramTypes: number[];
  /** Columns of its rows; sent with the first answer and then dropped. */
  description?: Uint8Array;
}
/** The engine's raw protocol bytes (engineAnswer.ts), with the columns if the statement was prepared just now. */
export interface RawAnswer {
  data: Uint8Array;
  description?: Uint8Array | undefined;
  /** All prepared statements were dropped before this one. */
  anew: boolean;
}

const { serialize } = protocol;
/** Other statements cannot be prepared, or change tables, after which prepared statements are invalid. */
const PREPARABLE = /^\s*(select|with|insert|update|delete|begin|start|commit|rollback)\b/i;
/** Longer statements insert many rows and are not repeated. */
const MAX_LENGTH = 4_000;
const MAX_STATEMENTS = 500;

/** Switches the role as well: the session is superuser, to which row-level security does not apply. */
export const SETTING = `select set_config('role', '${OFFICE_ROLE}', true), set_config('portal.office', $1, true)`;

export const isPreparable = (text: string) => text.length <= MAX_LENGTH && PREPARABLE.test(text);

export function prepareStatements(database: PGlite) {
  const prepared = new Map<string, Prepared>();
  let count = 0;
  let anew = false;

  /** Returns the raw answer: PGlite's other methods would parse it in this thread. */
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

  /** Everything up to `sync` is one transaction, so the setting applies to the statement sent with it. */
  async function execute(text: string, params: readonly unknown[], office?: string): Promise<RawAnswer> {
    if (prepared.size >= MAX_STATEMENTS) await forget();
    const setting = office === undefined ? [] : (await bind(SETTING, SETTING, [office])).sent;
    // Prepared once per role, as PostgreSQL plans a statement again when the role changes.
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
