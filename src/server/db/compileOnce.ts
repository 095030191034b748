// Statements that many calls send: built and compiled with the first of a shape, then sent with other values. To build one takes
// Kysely longer than to send it.
import type { CompiledQuery } from "kysely";
import type { Db } from "./open.ts";
import { pools, type SqlPool } from "./scopedPool.ts";

async function send(pool: SqlPool, statement: string, parameters: readonly unknown[]): Promise<unknown[]> {
  const client = await pool.connect();
  try {
    return (await client.query(statement, parameters)).rows;
  } finally {
    client.release();
  }
}

/** Stands in a statement where a value will be. */
class Place {
  readonly read: (values: object) => unknown;
  constructor(read: Place["read"]) {
    this.read = read;
  }
}

/**
 * `build` gets places instead of the values, so that no value may decide what the statement looks like: only which members there
 * are, and the length of a list. Each such shape has its own statement; there are as many as callers write, so lists must be short.
 */
export function compileOnce<Values extends object, Row>(
  build: (db: Db, values: Values) => CompiledQuery<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const byShape = new Map<string, CompiledQuery<Row>>();
  return async (db, values) => {
    const shape = nameShape(values);
    const compiled = byShape.get(shape) ?? build(db, makePlaces(values));
    byShape.set(shape, compiled);
    const parameters = compiled.parameters.map((one) => (one instanceof Place ? one.read(values) : one));
    // Outside of a transaction they need nothing of Kysely any more.
    const pool = pools.get(db);
    if (pool) return send(pool, compiled.sql, parameters) as Promise<Row[]>;
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

function nameShape(values: object): string {
  let shape = "";
  for (const [name, value] of Object.entries(values))
    shape += Array.isArray(value) ? `${name}:${value.length},` : `${name},`;
  return shape;
}

const makePlaces = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const read = (all: object) => (all as Record<string, unknown>)[name];
      return [
        name,
        Array.isArray(value) ? value.map((_, at) => new Place((all) => (read(all) as unknown[])[at])) : new Place(read),
      ];
    }),
  ) as Values;
