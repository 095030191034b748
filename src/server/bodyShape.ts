// Checks a parsed body before any handler reads it: its depth and size, that numbers are finite, and that the database can store its
// characters. Does not validate its meaning.
import type { FastifyInstance } from "fastify";
import { PortalError } from "./portalError.ts";

const unsupported = () => new PortalError("unsupported_media_type");
const MAX_DEPTH = 20;
const MAX_MEMBERS = 5_000;

export function checkBodies(app: FastifyInstance): void {
  parseJsonStrictly(app);
  app.addHook("preValidation", (request, _reply, done) => {
    const type = request.headers["content-type"];
    const { url = "", config } = request.routeOptions;
    const isJson = type?.startsWith("application/json") === true;
    if (url.startsWith("/api/") && type !== undefined && !isJson && !config.file) throw unsupported();
    if (isJson && typeof request.body === "object") checkShape(request.body);
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

function checkShape(body: unknown): void {
  const waiting: { value: unknown; depth: number }[] = [{ value: body, depth: 0 }];
  let members = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next;
    checkScalar(value);
    if (typeof value !== "object" || value === null) continue;
    if (depth >= MAX_DEPTH) throw new PortalError("bad_request.deep");
    const entries = Object.entries(value);
    members += entries.length;
    if (members > MAX_MEMBERS) throw new PortalError("bad_request.members");
    for (const [key, child] of entries) {
      checkName(key);
      waiting.push({ value: child, depth: depth + 1 });
    }
  }
}

function checkScalar(value: unknown): void {
  if (typeof value === "string") checkText(value);
  if (typeof value === "number" && !Number.isFinite(value)) throw new PortalError("bad_request.number");
}

/** Names that could be used for prototype pollution. */
const RESERVED = ["__proto__", "constructor", "prototype"];

function checkName(name: string): void {
  checkText(name);
  if (RESERVED.includes(name)) throw new PortalError("bad_request.name");
}

function checkText(text: string): void {
  if (text.includes("\u0000") || !text.isWellFormed()) throw new PortalError("bad_request.sign");
}
