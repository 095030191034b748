// Compares what the OpenAPI document declares of an answer with the answer: each difference with its call, place,
// expected and actual value. More members than are described are allowed, and the names of a list's numbers may vary.
import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { JsonObject } from "#engine/schema/types.ts";
import type { Heard } from "../journeys/support/brokerClient.ts";

export interface Difference {
  /** `GET /api/quotations/{id}`. */
  call: string;
  /** JSON Pointer into the answer, with entries of a list as `*`. Empty: the answer itself. */
  at: string;
  expected: string;
  got: string;
}

interface Operation {
  "x-specified": boolean;
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: JsonObject }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Operation["responses"][string]> };
}

/** Answers that need no explanation. Any other needs one unless the request was meant to cause it. */
const USUAL = [200, 201, 204, 409, 422];
/** Of the specification's lists each names its numbers in its own way. */
const TOTALS = ["total", "total_items", "count"];
const LONGEST = 60;

export class Description {
  readonly #document: Document;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: JsonObject) {
    this.#document = document as unknown as Document;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema({ $id: "openapi", components: this.#document.components }, "openapi");
  }

  get specified(): string[] {
    return this.#calls(({ "x-specified": specified }) => specified);
  }

  #calls(which: (operation: Operation) => boolean): string[] {
    return Object.entries(this.#document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        which(operation) ? [`${method.toUpperCase()} ${path}`] : [],
      ),
    );
  }

  /**
   * Finds the specified call of an address. Literal segments are tried before parameters, so that `search` is not taken
   * for an id.
   */
  find({ method, path }: Pick<Heard, "method" | "path">): string | undefined {
    const segments = path.split("?")[0]!.replace(/\/$/, "").split("/");
    const fits = (call: string) => {
      const [verb, address = ""] = call.split(" ");
      const parts = address.split("/");
      return (
        verb === method &&
        parts.length === segments.length &&
        parts.every((part, index) => part[0] === "{" || part === segments[index])
      );
    };
    const fitting = this.#calls(() => true).filter(fits);
    return fitting.sort((left, right) => left.split("{").length - right.split("{").length)[0];
  }

  /** `wanted`: the statuses that this call was made for. */
  judge(heard: Heard, wanted: readonly number[] = USUAL): { differences: Difference[]; notes: Difference[] } {
    const call = this.find(heard);
    if (!call) return { differences: [], notes: [] };
    const { status, type, text } = heard;
    const differ = (pointer: string, expected: string, got: string) => ({
      differences: [{ call, at: pointer, expected, got }],
      notes: [],
    });
    const answer = `${status} ${shorten(text)}`.trim();
    if (!wanted.includes(status)) return differ("", `status ${wanted.join(" or ")}`, answer);
    const described = this.#response(call, status);
    if (!described) return differ("", "a status that is described", answer);
    if (!described.content) return { differences: [], notes: [] };
    const [[media = "", { schema = {} } = {}] = []] = Object.entries(described.content);
    if (media !== "application/json") return { differences: [], notes: [] };
    if (!type.startsWith(media)) return differ("", media, `${type || "no type"}: ${shorten(text)}`);
    const body = parse(text);
    if (body === undefined) return differ("", "JSON", shorten(text));
    return this.#compare(call, body, this.#validator(`${call} ${status}`, schema));
  }

  #response(call: string, status: number) {
    const [method = "", path = ""] = call.split(" ");
    const response = this.#document.paths[path]?.[method.toLowerCase()]?.responses[status];
    return response?.$ref ? this.#document.components.responses[response.$ref.split("/").at(-1)!] : response;
  }

  #validator(name: string, schema: JsonObject): ValidateFunction {
    const inside = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/'));
    const validate = this.#validators.get(name) ?? this.#ajv.compile(inside);
    this.#validators.set(name, validate);
    return validate;
  }

  #compare(call: string, body: unknown, validate: ValidateFunction) {
    validate(body);
    const errors = validate.errors ?? [];
    const choices = errors.filter(({ keyword }) => keyword === "anyOf").map(({ schemaPath }) => schemaPath);
    const differences: Difference[] = [];
    const notes: Difference[] = [];
    for (const error of errors) {
      // Of a choice of shapes it is enough that none fits.
      if (choices.some((path) => error.schemaPath.startsWith(`${path}/`))) continue;
      const difference = { call, at: error.instancePath.replace(/\/\d+(?=\/|$)/g, "/*"), ...words(error) };
      (isAllowed(error, body) ? notes : differences).push(difference);
    }
    return { differences, notes };
  }
}

function isAllowed({ keyword, instancePath }: ErrorObject, body: unknown): boolean {
  if (keyword === "additionalProperties") return true;
  const meta = (body as { meta?: JsonObject }).meta ?? {};
  return instancePath === "/meta" && keyword === "required" && TOTALS.some((name) => typeof meta[name] === "number");
}

function words({ keyword, params, data, schema, message }: ErrorObject): { expected: string; got: string } {
  const got = shorten(JSON.stringify(data) ?? "nothing");
  if (keyword === "required") return { expected: `a member "${params.missingProperty}"`, got: `none in ${got}` };
  if (keyword === "additionalProperties") return { expected: "no other member", got: `"${params.additionalProperty}"` };
  if (keyword === "type") return { expected: [schema].flat().join(" or "), got };
  if (keyword === "enum") return { expected: `one of ${(schema as unknown[]).map(String).join(", ")}`, got };
  if (keyword === "const") return { expected: JSON.stringify(schema), got };
  if (keyword === "anyOf") return { expected: "one of the shapes that are described", got };
  return { expected: message ?? keyword, got };
}

const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, " ");
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
};

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
