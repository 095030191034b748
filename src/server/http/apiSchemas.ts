// Reads the schemas of all calls from schemas/api, so that one file both describes a call and validates it.
import { readdirSync, readFileSync } from "node:fs";
import { Ajv, type Options, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { FastifyInstance, FastifySchema } from "fastify";
import type { JsonObject } from "#engine/schema/types.ts";

const LISTS = "lists.schema.json#/definitions";
const folder = new URL("../../../schemas/api/", import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith(".schema.json"));
/** The schema files, by name. */
export const apiFiles: ReadonlyMap<string, JsonObject> = new Map(names.map((name) => [name, readSchema(name)]));

/** A member of a row. `column`: it is a column of the exported file, in the order of the schema, or of the screen. */
export interface RowMember {
  type?: string | string[];
  format?: string;
  column?: {
    /** Key of its header in the texts of the app. */
    word: string;
    /** The list sorts by it. */
    sort?: true;
    /** It is not in the exported file. */
    screen?: true;
    /** The member with the words of its values. */
    label?: string;
    /** How the file writes it, if that does not follow from its type. */
    kind?: "word" | "yesNo";
  };
}

/** The members of the rows of a list, by the file that describes them. */
export const rowMembers = (file: string): [string, RowMember][] =>
  Object.entries((apiFiles.get(`${file}.schema.json`)?.properties ?? {}) as Record<string, RowMember>);

/** A list can be sorted by each of its columns marked `sort`, in both directions. */
function readSchema(name: string): JsonObject {
  const schema = JSON.parse(readFileSync(new URL(name, folder), "utf8"));
  const members = Object.entries((schema.properties ?? {}) as Record<string, RowMember>);
  const sorted = members.flatMap(([member, { column }]) => (column?.sort ? [member, `-${member}`] : []));
  if (schema.definitions?.sort) schema.definitions.sort.enum = sorted;
  return schema;
}

function compileAll(options: Options): Ajv {
  const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false, ...options });
  addFormats.default(ajv);
  ajv.addVocabulary(["tsType", "column"]);
  for (const [name, schema] of apiFiles) ajv.addSchema(schema, name);
  return ajv;
}

let compiled: Ajv | undefined;
const judging = () => {
  compiled ??= compileAll({ allErrors: true });
  return compiled;
};

/** `reference` is a file, such as `invoice`, or part of one, such as `analytics-events#/definitions/body`. Never changes the data. */
export function apiValidator(reference: string): ValidateFunction {
  const [file, part = ""] = reference.split("#");
  const validate = judging().getSchema(`${file}.schema.json#${part}`);
  if (!validate) throw new Error(`schemas/api has no ${reference}`);
  return validate;
}

/** The route option `schema` of a call: its response, query string and body. */
export function describeCall(call: string): FastifySchema {
  const name = `${call}.schema.json`;
  const { query, body } = (apiFiles.get(name)?.definitions ?? {}) as Record<string, object>;
  return {
    ...(query && { querystring: { $ref: `${name}#/definitions/query` } }),
    ...(body && { body: { $ref: `${name}#/definitions/body` } }),
    ...describeAnswer(call),
  };
}

/** The route option `schema` of a call that every list has. `file` describes the rows. */
export function describeListCall(file: string, call: "list" | "search" | "export" | "one"): FastifySchema {
  const definitions = `${file}.schema.json#/definitions`;
  const answers = {
    list: `${definitions}/list`,
    search: `${definitions}/list`,
    export: `${LISTS}/file`,
    one: `${definitions}/one`,
  };
  return {
    querystring: { allOf: [{ $ref: `${LISTS}/${call}` }, { $ref: `${definitions}/query` }] },
    response: { 200: { $ref: answers[call] } },
  };
}

/** The route option `schema` of a call without query string or body. */
export const describeAnswer = (call: string): FastifySchema => ({ response: { 200: { $ref: `${call}.schema.json` } } });

/** Name of the file in schemas/api that describes the response of a route. */
export function describedAnswer(schema: FastifySchema | undefined): string | null {
  const { 200: answer } = (schema?.response ?? {}) as { 200?: { $ref: string } };
  return answer?.$ref.replace(".schema.json", "") ?? null;
}

/**
 * Sets up validation. Query values are coerced (`page=2` becomes a number) and unknown ones dropped. A body is
 * validated unchanged. Responses are not validated, except with `strict`, for tests, where one that does not fit its
 * schema is an error.
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

/** Compiles a validator on first use: compiling all of them would add a second to each start. */
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
    if (!fits(JSON.parse(text))) throw new Error(`A response does not fit ${$ref}: ${JSON.stringify(fits.errors)}`);
    return text;
  };
}
