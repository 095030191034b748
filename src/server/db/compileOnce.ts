// Statements that many calls send: built and compiled with the first of a shape, then sent with other values. To build one takes
// Kysely longer than to send it.
import type { CompiledQuery } from "kysely";
import type { Db } from "./open.ts";
import { findStatements } from "./transaction.ts";

/** Stands in a statement where a value will be. */
class Place {
  readonly read: (values: object) => unknown;
  constructor(read: Place["read"]) {
    this.read = read;
  }
}

export interface Compiled<Values, Row> {
  (db: Db, values: Values): Promise<Row[]>;
  /** For an answer that nobody reads: in a transaction it goes with the statement after it, which fails when it fails. */
  later(db: Db, values: Values): Promise<void>;
}

/**
 * `build` gets places instead of the values, so that no value may decide what the statement looks like: only which members there
 * are, and the length of a list. Each such shape has its own statement; there are as many as callers write, so lists must be short.
 */
export function compileOnce<Values extends object, Row>(
  build: (db: Db, values: Values) => CompiledQuery<Row>,
): Compiled<Values, Row> {
  const byShape = new Map<string, CompiledQuery<Row>>();
  const compile = (db: Db, values: Values): CompiledQuery<Row> => {
    const shape = nameShape(values);
    const compiled = byShape.get(shape) ?? build(db, makePlaces(values));
    byShape.set(shape, compiled);
    const parameters = compiled.parameters.map((one) => (one instanceof Place ? one.read(values) : one));
    return { ...compiled, parameters };
  };
  const send = async (db: Db, values: Values): Promise<Row[]> => {
    const compiled = compile(db, values);
    const statements = findStatements(db);
    if (!statements) return (await db.executeQuery<Row>(compiled)).rows;
    return (await statements.query(compiled.sql, compiled.parameters)).rows as Row[];
  };
  const later = async (db: Db, values: Values): Promise<void> => {
    const statements = findStatements(db);
    if (!statements?.queryLater) return void (await send(db, values));
    const { sql, parameters } = compile(db, values);
    statements.queryLater(sql, parameters);
  };
  return Object.assign(send, { later });
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
