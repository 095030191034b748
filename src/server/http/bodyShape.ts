// Checks a parsed body before any handler reads it: its depth and size, and that numbers are finite. Normalises its texts as the
// browser does, so that another client stores the same text. Does not validate its meaning.
import type { FastifyInstance } from "fastify";
import { MOST_MEMBERS } from "#engine/fields/recordFields.ts";
import { normaliseText } from "#engine/values/formats.ts";
import { PortalError } from "./errors/portalError.ts";

const unsupported = () => new PortalError("unsupported_media_type");
const MAX_DEPTH = 20;

export function checkBodies(app: FastifyInstance): void {
  parseJsonStrictly(app);
  app.addHook("preValidation", (request, _reply, done) => {
    const type = request.headers["content-type"];
    const { url = "", config } = request.routeOptions;
    const isJson = type?.startsWith("application/json") === true;
    if (url.startsWith("/api/") && type !== undefined && !isJson && !config.file) throw unsupported();
    if (isJson) request.body = readShape(request.body);
    if (/%00/.test(request.url)) throw new PortalError("bad_request.address_sign");
    done();
  });
}

/** Refuses invalid UTF-8: lenient decoding would store a different text than was sent. */
function parseJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => {
    let text: string;
    try {
      text = utf8.decode(body as Buffer);
    } catch {
      done(new PortalError("bad_request.sign"));
      return;
    }
    parse(request, text, done);
  });
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Returns the body with its texts normalised, in place. */
function readShape(body: unknown): unknown {
  const root = { body };
  const waiting = [{ object: root as Record<string, unknown>, depth: 0 }];
  let members = -1;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { object, depth } = next;
    if (depth > MAX_DEPTH) throw new PortalError("bad_request.deep");
    members += Object.keys(object).length;
    if (members > MOST_MEMBERS) throw new PortalError("too_large.members");
    for (const [key, child] of Object.entries(object)) {
      checkName(key);
      if (isObject(child)) waiting.push({ object: child, depth: depth + 1 });
      else object[key] = readScalar(child);
    }
  }
  return root.body;
}

function readScalar(value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) throw new PortalError("bad_request.number");
  return typeof value === "string" ? normaliseText(value) : value;
}

/** Names that could be used for prototype pollution. */
const RESERVED = ["__proto__", "constructor", "prototype"];

function checkName(name: string): void {
  if (name.includes("\u0000") || !name.isWellFormed()) throw new PortalError("bad_request.sign");
  if (RESERVED.includes(name)) throw new PortalError("bad_request.name");
}
