// Caches the compiled statements of busy calls, which are then sent with new values: Kysely takes longer to build a statement than
// the database to run it.
import type { CompiledQuery } from "kysely";
import type { Db } from "./open.ts";
import { findStatements } from "./transaction.ts";

/** Placeholder for a value while a statement is built. */
class Place {
  readonly read: (values: object) => unknown;
  constructor(read: Place["read"]) {
    this.read = read;
  }
}

interface Compiled<Values, Row> {
  (db: Db, values: Values): Promise<Row[]>;
  /** When the result is not needed: in a transaction it is sent with the next statement, which fails when this one does. */
  later(db: Db, values: Values): Promise<void>;
}

/**
 * `build` gets placeholders, so a statement cannot depend on a value, only on which members there are and on the length of lists.
 * A statement is kept for each such shape, so lists must be short.
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
