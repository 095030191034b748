// What a call accepts and answers is read from schemas/api: the description of a call and its check are one file.
import { readdirSync, readFileSync } from "node:fs";
import { Ajv, type Options, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { FastifyInstance, FastifySchema } from "fastify";
import type { JsonObject } from "#engine/types.ts";

const LISTS = "lists.schema.json#/definitions";
const folder = new URL("../../schemas/api/", import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith(".schema.json"));
/** Every file by its name. */
export const apiFiles: ReadonlyMap<string, JsonObject> = new Map(
  names.map((name) => [name, JSON.parse(readFileSync(new URL(name, folder), "utf8"))]),
);

function compileAll(options: Options): Ajv {
  const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, ...options });
  addFormats.default(ajv);
  ajv.addVocabulary(["tsType"]);
  for (const [name, schema] of apiFiles) ajv.addSchema(schema, name);
  return ajv;
}

let compiled: Ajv | undefined;
const judging = () => {
  compiled ??= compileAll({ allErrors: true });
  return compiled;
};

/** `invoice` is a file, `analytics-events#/definitions/body` a part of one. Changes nothing of what it judges. */
export function apiValidator(place: string): ValidateFunction {
  const [file, part = ""] = place.split("#");
  const validate = judging().getSchema(`${file}.schema.json#${part}`);
  if (!validate) throw new Error(`schemas/api has no ${place}`);
  return validate;
}

/** For the options of a route: what this call answers, and what it accepts behind the question mark and as its body. */
export function describeCall(call: string): FastifySchema {
  const name = `${call}.schema.json`;
  const { query, body } = (apiFiles.get(name)?.definitions ?? {}) as Record<string, object>;
  return {
    ...(query && { querystring: { $ref: `${name}#/definitions/query` } }),
    ...(body && { body: { $ref: `${name}#/definitions/body` } }),
    ...describeAnswer(call),
  };
}

/** The same for a call that every list has; `file` describes its rows. */
export function describeListCall(file: string, call: "list" | "search" | "export" | "one"): FastifySchema {
  const own = `${file}.schema.json#/definitions`;
  const answers = { list: `${own}/list`, search: `${own}/list`, export: `${LISTS}/file`, one: `${own}/one` };
  return {
    querystring: { allOf: [{ $ref: `${LISTS}/${call}` }, { $ref: `${own}/query` }] },
    response: { 200: { $ref: answers[call] } },
  };
}

/** Of a call whose address says everything. */
export const describeAnswer = (call: string): FastifySchema => ({ response: { 200: { $ref: `${call}.schema.json` } } });

/** Which file of schemas/api a route names for its answer. */
export function describedAnswer(schema: FastifySchema | undefined): string | null {
  const { 200: answer } = (schema?.response ?? {}) as { 200?: { $ref: string } };
  return answer?.$ref.replace(".schema.json", "") ?? null;
}

/**
 * In an address everything is text: `page=2` becomes a number, and what nobody described is left out. A body is judged as it
 * came. An answer leaves as it was made; `strict`, for tests: one that its description does not fit is a failure.
 */
export function checkCalls(app: FastifyInstance, strict: boolean): void {
  let made: Ajv | undefined;
  const coercing = () => {
    made ??= compileAll({ coerceTypes: "array", useDefaults: true, removeAdditional: true });
    return made;
  };
  app.setValidatorCompiler(({ schema, httpPart }) =>
    compileLate(() => (httpPart === "body" ? judging() : coercing()).compile(schema)),
  );
  app.setSerializerCompiler(({ schema }) => (strict ? writeChecked(schema as { $ref: string }) : JSON.stringify));
}

/** With the first call of its route: to compile the checks of every call takes a second of each start. */
function compileLate(compile: () => ValidateFunction) {
  let compiled: ValidateFunction | undefined;
  const fits = (value: unknown): boolean => {
    compiled ??= compile();
    const fitting = compiled(value) as boolean;
    fits.errors = compiled.errors;
    return fitting;
  };
  fits.errors = undefined as ValidateFunction["errors"];
  return fits;
}

function writeChecked({ $ref }: { $ref: string }): (answer: unknown) => string {
  const fits = compileLate(() => apiValidator($ref.replace(".schema.json", "")));
  return (answer) => {
    const text = JSON.stringify(answer);
    if (!fits(JSON.parse(text))) throw new Error(`An answer is not what ${$ref} says: ${JSON.stringify(fits.errors)}`);
    return text;
  };
}
