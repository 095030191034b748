// Reads what a call accepts from schemas/api, so that the description of a call and its check are one file.
import { readdirSync, readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { JsonObject } from "#engine/types.ts";

const folder = new URL("../../../schemas/api/", import.meta.url);
const read = (name: string) => JSON.parse(readFileSync(new URL(name, folder), "utf8")) as JsonObject;

/** Query of a call in a form that Fastify checks and converts. */
export function querySchema(call: string): JsonObject {
  const { definitions } = read(`${call}.schema.json`) as { definitions?: { query?: JsonObject } };
  return { querystring: definitions?.query ?? { type: "object" } };
}

let shared: Ajv | undefined;

function allSchemas(): Ajv {
  if (shared) return shared;
  shared = new Ajv({ allErrors: true, strict: true, strictTypes: false, strictRequired: false });
  addFormats.default(shared);
  for (const name of readdirSync(folder)) if (name.endsWith(".schema.json")) shared.addSchema(read(name), name);
  return shared;
}

/** `invoice` is a file, `analytics-events#/definitions/body` a part of one. */
export function apiValidator(place: string): ValidateFunction {
  const [file, part = ""] = place.split("#");
  const validate = allSchemas().getSchema(`${file}.schema.json#${part}`);
  if (!validate) throw new Error(`schemas/api has no ${place}`);
  return validate;
}
