// The OpenAPI 3.1 document of the calls: made of the server's own routes and of schemas/api, so that nothing is
// described twice. What a route does not declare itself (parameters, headers, which calls the specification has) is in
// `calls.json`.
import type { FastifySchema } from "fastify";
import type { JsonObject } from "#engine/schema/types.ts";
import { findRoles } from "../../auth/guard.ts";
import { apiFiles } from "../../http/apiSchemas.ts";
import refusals from "../../http/errors/refusals.json" with { type: "json" };
import notes from "./calls.json" with { type: "json" };

export interface DescribedRoute {
  method: string;
  url: string;
  open: boolean;
  beforeConsent: boolean;
  file: boolean;
  schema: FastifySchema | undefined;
}

const isCall = ({ method, url }: DescribedRoute) =>
  url.startsWith("/api/") && method !== "HEAD" && method !== "OPTIONS";

/** One slash at the end, or none: the same call. The specification has both, this is the shorter. */
const nameCall = ({ method, url }: DescribedRoute): string => `${method} ${toPath(url)}`;
const toPath = (url: string): string => url.replace(/:(\w+)/g, "{$1}").replace(/(?<=\w)\/$/, "");

export function buildOpenApi(routes: readonly DescribedRoute[]): JsonObject {
  const calls = routes
    .filter(isCall)
    .filter((route, index, all) => all.findIndex((other) => nameCall(other) === nameCall(route)) === index);
  const paths: Record<string, JsonObject> = {};
  for (const route of calls.toSorted((left, right) => (toPath(left.url) < toPath(right.url) ? -1 : 1))) {
    const path = toPath(route.url);
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route) };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Broker portal",
      version: "1",
      description: notes.about,
      license: { name: "Not for distribution", identifier: "LicenseRef-proprietary" },
    },
    servers: [{ url: "/" }],
    security: [{ session: [] }],
    paths,
    webhooks: { handover: { post: describeWebhook() } },
    components: {
      schemas: componentSchemas(),
      securitySchemes: notes.security,
      responses: componentResponses(),
    },
  };
}

/** What the portal sends, while the paths describe what it receives. */
const describeWebhook = (): JsonObject => ({
  operationId: "handover",
  ...notes.webhook,
  parameters: Object.entries(notes.webhookHeaders).map(([name, description]) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  })),
  requestBody: {
    required: true,
    content: { "application/cloudevents+json": { schema: toComponent({ $ref: "handover-event.schema.json" }) } },
  },
});

function describeOperation(route: DescribedRoute): JsonObject {
  const { method, url, open, schema = {} } = route;
  const call = nameCall(route);
  const changes = method !== "GET";
  const file = (schema.response as { 200?: { $ref: string } } | undefined)?.[200]?.$ref;
  return {
    operationId: nameOperation(route),
    summary: findSummary(file, call),
    tags: [url.split("/")[2]],
    ...(open ? { security: [{}] } : changes ? { security: [{ session: [], token: [], marker: [] }] } : {}),
    "x-specified": notes.specified.includes(call),
    "x-roles": findRoles(url),
    parameters: [...pathParameters(url), ...queryParameters(schema, url), ...headerParameters(call)],
    ...describeBody(route),
    responses: { ...describeAnswer(file, call), ...describeRefusals(route) },
  };
}

function nameOperation({ method, url }: DescribedRoute): string {
  const words = toPath(url)
    .slice("/api/".length)
    .split(/[/{}_-]+/)
    .filter(Boolean);
  return [method.toLowerCase(), ...words]
    .map((word, index) => (index === 0 ? word : word[0]?.toUpperCase() + word.slice(1)))
    .join("");
}

function findSummary(file: string | undefined, call: string): string {
  const { description } = file === undefined ? {} : (resolvePart(file) as { description?: string });
  const firstSentence = description?.split(/(?<=\.) /)[0];
  return firstSentence ?? call;
}

const pathParameters = (url: string): JsonObject[] =>
  [...url.matchAll(/:(\w+)/g)].map(([, name = ""]) => {
    const parameter = (notes.path as Record<string, JsonObject>)[name] ?? { schema: { type: "string" } };
    return { name, in: "path", required: true, ...parameter };
  });

/** Those of the schema, its parts joined. The quotation in progress is added to every call of the wizard. */
function queryParameters({ querystring }: FastifySchema, url: string): JsonObject[] {
  const parts = splitParts(querystring as JsonObject | undefined);
  const properties: Record<string, unknown> = Object.assign({}, ...parts.map((part) => part.properties ?? {}));
  const required = parts.flatMap((part) => (part.required as string[] | undefined) ?? []);
  if (url.includes(":product") && !properties.quotation) properties.quotation = notes.quotation;
  return Object.entries(properties).map(([name, described]) => {
    const { description, ...schema } = described as JsonObject;
    return {
      name,
      in: "query",
      ...(required.includes(name) ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      schema: toComponent(schema),
    };
  });
}

function splitParts(schema: JsonObject | undefined, file = ""): JsonObject[] {
  if (!schema) return [];
  if (typeof schema.$ref === "string") return splitParts(resolvePart(schema.$ref), schema.$ref.split("#")[0]);
  if (Array.isArray(schema.allOf)) return schema.allOf.flatMap((part) => splitParts(part as JsonObject, file));
  return [absolute(schema, file) as JsonObject];
}

function headerParameters(call: string): JsonObject[] {
  const headers = (notes.headers as { name: string; calls: string[]; description: string }[]).filter(({ calls }) =>
    calls.includes(call),
  );
  return headers.map(({ name, description }) => ({ name, in: "header", description, schema: { type: "string" } }));
}

function describeBody({ schema, file }: DescribedRoute): JsonObject {
  if (file) return { requestBody: { required: true, content: { "multipart/form-data": { schema: notes.upload } } } };
  if (!schema?.body) return {};
  return { requestBody: { content: { "application/json": { schema: toComponent(schema.body) } } } };
}

function describeAnswer(file: string | undefined, call: string): JsonObject {
  if (file === undefined) return { 204: { description: "Done." } };
  const type =
    (notes.files as Record<string, string>)[call] ?? (call.endsWith("/export") ? "text/csv" : "application/json");
  return { 200: { description: "What was asked for.", content: { [type]: { schema: toComponent({ $ref: file }) } } } };
}

const REFUSALS = Object.values(refusals);

function describeRefusals(route: DescribedRoute): JsonObject {
  const ownRefusals = (notes.refusals as Record<string, Record<string, string[]>>)[nameCall(route)] ?? {};
  const loggedIn = route.open ? [] : [401, 403];
  const changed = route.method === "GET" ? [] : [413, 415, 422];
  const statuses = [400, ...loggedIn, 404, 408, ...changed, 429, 500, 503];
  const general = statuses.map((status) => [status, { $ref: `#/components/responses/${status}` }]);
  const particular = Object.entries(ownRefusals).map(([status, files]) => [
    status,
    refusal(`As ${files.join(" or ")}.`, files),
  ]);
  return { ...Object.fromEntries(general), ...Object.fromEntries(particular) };
}

function refusal(description: string, files: readonly string[]): JsonObject {
  const schemas = files.map((file) => toComponent({ $ref: file }));
  const schema = schemas.length === 1 ? schemas[0] : { anyOf: schemas };
  return { description, content: { "application/json": { schema } } };
}

/** Every status that the server refuses with, in the words of its reasons. */
function componentResponses(): JsonObject {
  const statuses = [...new Set(REFUSALS)].toSorted((left, right) => left - right);
  return Object.fromEntries(
    statuses.map((status) => {
      const names = Object.entries(refusals).filter(([, statusCode]) => statusCode === status);
      const codes = [...new Set(names.map(([name]) => name.split(".")[0]))];
      return [status, refusal(`Codes: ${codes.join(", ")}.`, ["error.schema.json"])];
    }),
  );
}

/** Every file of schemas/api, and every part of one, as a schema of its own. */
function componentSchemas(): Record<string, unknown> {
  const schemas: Record<string, unknown> = {};
  for (const [file, content] of apiFiles) {
    const { definitions = {}, ...whole } = content as JsonObject & { definitions?: Record<string, JsonObject> };
    if (isSchema(whole)) schemas[nameComponent(file, "")] = toComponent(whole, file);
    for (const [part, schema] of Object.entries(definitions))
      schemas[nameComponent(file, `/definitions/${part}`)] = toComponent(schema, file);
  }
  return Object.fromEntries(Object.entries(schemas).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** A file may hold parts alone. */
const isSchema = (whole: JsonObject) => ["type", "$ref", "anyOf", "allOf"].some((key) => whole[key] !== undefined);

/** A part has a name of its own. What is deeper is found in it by its pointer. */
const nameComponent = (file: string, part: string): string =>
  file.replace(".schema.json", "") + part.replace(/^\/definitions\//, ".");

/** What editors and the types' writer read is no part of a document for others. */
const LEFT_OUT = new Set(["$schema", "tsType", "column", "definitions"]);

/** With references into the document. `file` is the target of those without a file. */
function toComponent(value: unknown, file = ""): unknown {
  if (Array.isArray(value)) return value.map((element) => toComponent(element, file));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => !LEFT_OUT.has(key));
  return Object.fromEntries(
    entries.map(([key, member]) => {
      if (key !== "$ref" || String(member).startsWith("#/components/")) return [key, toComponent(member, file)];
      const [named = "", part = ""] = String(member).split("#");
      return [key, `#/components/schemas/${nameComponent(named || file, part)}`];
    }),
  );
}

/** The same with the name of its file in every reference. */
const absolute = (value: unknown, file: string): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, member) =>
      key === "$ref" && String(member).startsWith("#") ? `${file}${member}` : member,
    ),
  );

function resolvePart(reference: string): JsonObject {
  const [file = "", part = ""] = reference.split("#");
  let definition: unknown = apiFiles.get(file);
  for (const name of part.split("/").slice(1)) definition = (definition as JsonObject | undefined)?.[name];
  if (definition === undefined) throw new Error(`schemas/api has no ${reference}`);
  return definition as JsonObject;
}
