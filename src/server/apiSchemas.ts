// What a call accepts and answers is read from schemas/api: the description of a call and its check are one file.
import { readdirSync, readFileSync } from "node:fs";
import { Ajv, type Options, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { FastifyInstance, FastifySchema } from "fastify";

const folder = new URL("../../schemas/api/", import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith(".schema.json"));
const schemas = new Map(names.map((name) => [name, JSON.parse(readFileSync(new URL(name, folder), "utf8"))]));

function compileAll(options: Options): Ajv {
  const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, ...options });
  addFormats.default(ajv);
  ajv.addVocabulary(["tsType"]);
  for (const [name, schema] of schemas) ajv.addSchema(schema, name);
  return ajv;
}

let judging: Ajv | undefined;

/** `invoice` is a file, `analytics-events#/definitions/body` a part of one. Changes nothing of what it judges. */
export function apiValidator(place: string): ValidateFunction {
  judging ??= compileAll({ allErrors: true });
  const [file, part = ""] = place.split("#");
  const validate = judging.getSchema(`${file}.schema.json#${part}`);
  if (!validate) throw new Error(`schemas/api has no ${place}`);
  return validate;
}

/** For the options of a route: what this call accepts behind the question mark. */
export function describeQuery(call: string): FastifySchema {
  const name = `${call}.schema.json`;
  return schemas.get(name)?.definitions?.query ? { querystring: { $ref: `${name}#/definitions/query` } } : {};
}

/** In an address everything is text: `page=2` becomes a number, and what nobody described is left out. */
export function checkQueries(app: FastifyInstance): void {
  const ajv = compileAll({ coerceTypes: "array", useDefaults: true, removeAdditional: true });
  app.setValidatorCompiler(({ schema }) => ajv.compile(schema));
}
